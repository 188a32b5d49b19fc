package command

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// mostGuesses is how many commands a question names at most, one more where none is likely.
const mostGuesses = 3

// named returns the commands that are likely enough to be named in a question, the likeliest first, with the arguments
// that the sentence provides. What the rules guess counts for more.
func (t Table) named(s *sentence, guesses []guess, likely []candidate) (all []guess) {
	for _, l := range likely {
		c := t.Find(l.command)
		if c == nil || c.Hidden || c.named() && s.player && !slices.ContainsFunc(guesses, func(g guess) bool { return g.means(t) == c }) || l.chance < likelyToName || len(s.words) == 1 && (c.Final || l.chance < likelyAlone) || c.Final && s.misspelt() && (len(s.words) < 3 || l.chance < likelyToDoubt) {
			continue
		}
		all = append(all, guess{command: t.told(c, s), score: l.chance})
	}
	for _, g := range guesses {
		c := g.means(t)
		if g.score < 0.6*guesses[0].score || c.Hidden || g.misspelt && c.Final {
			continue
		}
		at := slices.IndexFunc(all, func(x guess) bool { return x.means(t) == g.about(t) })
		switch {
		case at < 0 && c != g.about(t):
			all = append(all, guess{command: g.about(t).Name, score: guessed * g.share})
		case at < 0:
			all = append(all, guess{command: g.command, score: guessed * g.share})
		default:
			all[at].score += guessed * g.share
			if c == g.about(t) {
				all[at].command = g.command // it has the arguments from the sentence
			}
		}
	}
	slices.SortStableFunc(all, func(a, b guess) int { return cmp.Compare(b.score, a.score) })
	return all
}

// guessed is what a guess by the rules that explains a whole sentence adds to the chance of a command.
const guessed = 0.2

// told returns a command with the arguments that a sentence provides: those of [Command.told], and what else it says of the game that is to be
// shown or begun.
func (t Table) told(c *Command, s *sentence) string {
	said := c.told(s)
	if said == c.Name && s.game == "" {
		said = t.withGame(said, s)
	}
	if said == c.Name && c.named() && (s.says("COMPUTER") || s.value("STRENGTHNO") != "") {
		said += " computer"
	}
	if said == c.Name && c.needsWords() {
		return said
	}
	for _, slot := range []string{"VARIANT", "COLOUR", "PACE", "STAKES", "STRENGTHNO"} {
		value := s.value(slot)
		if value == "" || !c.takes(VariantName) {
			continue
		}
		if _, _, err := t.readWords(said + " " + value); err == nil || errors.As(err, new(*severalVariants)) {
			said += " " + value
		}
	}
	return said
}

// told returns a command with its required parameters filled from a sentence, or its bare name if one is missing.
func (c *Command) told(s *sentence) string {
	said := c.Name
	smallTalk := c.Everyday && !c.needsWords() // unless something is behind it: "bye next"
	for _, p := range c.Params {
		if smallTalk && p.Kind == Choice {
			return said + " " + p.Choices[0]
		}
		if p.Optional {
			continue
		}
		value := ""
		switch p.Kind {
		case Person:
			value = s.value("NAME")
		case TournamentNumber, Number, Count:
			value = s.value("NUMBER")
		case Word:
			if value = s.value("CELL"); value == "" {
				value = s.value("PIECE")
			}
		case MoveText, Rest:
			value = s.value("FROMTO")
		}
		if value == "" {
			return c.Name
		}
		said += " " + value
	}
	return said
}

// whichOf asks which command is meant; nil if there is nothing to ask about. A Final command gets a button only where it can be wished: see
// [sentence.wishes]. A command that lacks arguments gets a button that explains it. A yes to a question without one clear answer asks which is
// meant: it never answers an offer that was made before.
func (t Table) whichOf(s *sentence, guesses []guess, likely []candidate) *bot.Problem {
	top := likely[0]
	if top.command == small && len(likely) > 1 {
		top = likely[1]
	}
	if len(guesses) == 0 && (top.chance < likelyToAsk || likely[0].command == small && likely[0].chance >= likelyToTrust) {
		return nil
	}
	all := t.named(s, guesses, likely)
	switch {
	case len(guesses) > 0 && len(all) > 0 && guesses[0].share >= enoughToAgree && guesses[0].means(t) == all[0].means(t) && likely[0].chance >= likelyToTrust && t.Find(likely[0].command) == all[0].means(t):
		all = all[:1] // rules and classifier agree
	case likely[0].chance < likelyToDoubt:
		all = all[:min(len(all), mostGuesses+1)]
	default:
		all = all[:min(len(all), mostGuesses)]
	}
	if len(all) == 0 {
		return nil
	}
	var named []string
	question := &bot.Problem{Kind: bot.Misunderstood}
	for _, g := range all {
		said := g.command
		c := g.means(t)
		if !plainWords.MatchString(said) || s.nobody(said) {
			said = c.Name
		}
		pressed := said
		if _, _, err := t.readWords(said); err != nil && !errors.As(err, new(*severalVariants)) { // pressing it asks which
			said, pressed = c.Name, "help "+c.Name
		}
		named = append(named, said)
		if (!c.Final || s.wishes(c, said)) && len(said) <= bot.MaxButton {
			button := bot.Button{Label: said, Command: pressed}
			if c.Plays && pressed != "help "+c.Name { // the button shows the move, it does not play it
				button.Command += "?"
			}
			question.Buttons = append(question.Buttons, button)
		}
	}
	switch len(named) {
	case 1:
		question.Text = phrase.Of("Did you mean `%s`?", named[0])
	case 2:
		question.Text = phrase.Of("Did you mean `%s` or `%s`?", named[0], named[1])
	case 3:
		question.Text = phrase.Of("Did you mean `%s`, `%s` or `%s`?", named[0], named[1], named[2])
	default:
		question.Text = phrase.Of("Did you mean `%s`, `%s`, `%s` or `%s`?", named[0], named[1], named[2], named[3])
	}
	question.Yes = AskWhich
	if len(all) == 1 && len(question.Buttons) == 1 {
		question.Yes = question.Buttons[0].Command
	}
	return question
}

// AskWhich is what a yes to a question does that has several answers, or none that a yes may choose: it asks which one is meant.
const AskWhich = "chat which"

// wishes reports whether a sentence may be answered with a button for a Final command, by the situation: see [Command.Wished]. Who says "not" is
// offered nothing but to decline.
func (s *sentence) wishes(c *Command, said string) bool {
	_, what := cutWord(said)
	declines := c.Name == "decline" || strings.HasSuffix(what, "decline")
	switch {
	case s.says("NOT") || s.says("NO"):
		return declines && s.now&(Invited|Offered) != 0
	case answersOffer(said):
		return s.now&Offered != 0
	}
	return s.now&c.Wished != 0
}
