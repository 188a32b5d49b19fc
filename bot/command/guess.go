package command

import (
	"cmp"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// How much of a sentence must be explained by a command for it to be carried out, asked about, or named among others.
const (
	enoughToShow   = 0.5 // it changes nothing
	enoughToChange = 0.75
	enoughToCost   = 0.95
	enoughToAsk    = 0.3
)

// nothing is what the answer to a sentence is about that tells the bot not to do something.
const nothing = "nothing"

// mostGuesses is how many commands a question names.
const mostGuesses = 3

// guesses returns what a text may mean, the likeliest first, no command twice.
func (t Table) guesses(s *sentence) []guess {
	var all []guess
	rules := mustReadRules()
	for i := range rules {
		if g, ok := rules[i].match(s); ok {
			if g.negated && g.means(t).Changes {
				g.score -= 0.5
			}
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(a, b guess) int { return cmp.Compare(b.score, a.score) })
	said := map[*Command]bool{}
	all = slices.DeleteFunc(all, func(g guess) bool {
		before := said[g.means(t)]
		said[g.means(t)] = true
		return before
	})
	for i, g := range all {
		all[i].command = t.withGame(g.command, s.game)
	}
	return all
}

// means returns the command itself.
func (g guess) means(t Table) *Command {
	name, _ := cutWord(g.command)
	return t.Find(name)
}

// withGame puts the number of a game behind the name of a command that takes one.
func (t Table) withGame(command, number string) string {
	name, behind := cutWord(command)
	c := t.Find(name)
	if number == "" || len(c.Params) == 0 || c.Params[0].Kind != Number {
		return command
	}
	return strings.TrimSpace(name + " " + number + " " + behind)
}

// understood returns the command that a sentence means, or else a question about what it may mean, and which command that is
// about; none of them if it says nothing that is known. A sentence that says no, or asks how something is done, does nothing.
func (t Table) understood(text string, s *sentence) (said string, about *Command, question *bot.Problem) {
	guesses := slices.DeleteFunc(t.guesses(s), func(g guess) bool {
		c := g.means(t)
		return g.share < enoughToAsk || c.Hidden && c.Costly && g.share < enoughToCost || c.Hidden && c.Costly && g.misspelt || c.Replies && strings.HasSuffix(text, "?") && !s.says("WHYNOT")
	})
	if len(guesses) == 0 || guesses[0].misspelt && !strings.Contains(text, " ") {
		return "", nil, nil
	}
	best := guesses[0]
	for _, g := range guesses[1:] { // what a sentence with a "not" does, not what it does not
		if best.negated && best.means(t).Changes && !g.negated && g.share >= enoughToShow {
			best = g
			break
		}
	}
	c := best.means(t)
	enough := enoughToShow
	switch {
	case c.Hidden:
		enough = enoughToShow
	case c.Changes && best.negated:
		return t.Find("chat").Name + " " + nothing, c, nil
	case c.Changes && best.asked || c.Costly && best.curious:
		return "help " + c.Name, c, nil
	case c.Costly || c.Name == "move":
		enough = enoughToCost
	case c.Changes:
		enough = enoughToChange
	}
	if c.Name == "move" && strings.HasSuffix(text, "?") {
		return "", c, t.whichOf(guesses)
	}
	if best.share >= enough && !(best.misspelt && (c.Costly || c.Name == "move")) && !(best.strange && c.Changes) {
		return best.command, c, nil
	}
	return "", c, t.whichOf(guesses)
}

// whichOf asks which of some commands is meant. What costs something is named, and never a tap or a yes away.
func (t Table) whichOf(guesses []guess) *bot.Problem {
	best := guesses[0]
	guesses = slices.DeleteFunc(guesses, func(g guess) bool {
		return g.score < best.score*0.6 || g.means(t).Hidden || g.misspelt && g.means(t).Costly
	})
	if len(guesses) == 0 {
		return nil
	}
	guesses = guesses[:min(len(guesses), mostGuesses)]
	var named []string
	question := &bot.Problem{Kind: bot.Misunderstood}
	for _, g := range guesses {
		said := g.command
		if !plainWords.MatchString(said) {
			said = g.means(t).Name
		}
		named = append(named, said)
		if !g.means(t).Costly && len(said) <= bot.MaxButton {
			button := bot.Button{Label: said, Command: said}
			if g.means(t).Name == "move" { // it is shown before it is played
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
	default:
		question.Text = phrase.Of("Did you mean `%s`, `%s` or `%s`?", named[0], named[1], named[2])
	}
	if len(guesses) == 1 && len(question.Buttons) == 1 {
		question.Yes = question.Buttons[0].Command
		question.Buttons = nil
	}
	return question
}
