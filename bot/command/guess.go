package command

import (
	"cmp"
	"regexp"
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
	enoughToAgree  = 0.9 // where others have meant the same by the like
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

// about returns the command itself, or that which it explains.
func (g guess) about(t Table) *Command {
	c := g.means(t)
	if _, rest := cutWord(g.command); c.Name == "help" && t.Find(rest) != nil {
		return t.Find(rest)
	}
	return c
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
// What its words mean decides, unless nobody has ever meant that by anything like it.
func (t Table) understood(text string, s *sentence) (said string, about *Command, question *bot.Problem) {
	guesses := slices.DeleteFunc(t.guesses(s), func(g guess) bool {
		c := g.means(t)
		return g.share < enoughToAsk || c.Hidden && c.Costly && g.share < enoughToCost || c.Hidden && c.Costly && g.misspelt || c.Replies && strings.HasSuffix(text, "?") && !s.says("WHYNOT")
	})
	nearby, closest := mustReadExamples().nearest(s)
	t.suit(nearby, s.now)
	t.favour(s, guesses, nearby, closest)
	if len(guesses) == 0 || guesses[0].misspelt && !strings.Contains(text, " ") {
		if looksLikeMove(text) || castling.MatchString(text) {
			return "", nil, nil
		}
		if plain := t.plain(s, nearby, closest); plain != "" && s.now == 0 && strings.Contains(text, " ") {
			said, _ := cutWord(plain)
			return plain, t.Find(said), nil
		}
		return "", nil, t.whichOf(nil, t.named(s, nearby, closest), closest)
	}
	best := guesses[0]
	for _, g := range guesses[1:] { // what a sentence with a "not" does, not what it does not
		if best.negated && best.means(t).Changes && !g.negated && g.share >= enoughToShow {
			best = g
			break
		}
	}
	c := best.means(t)
	meant := best.about(t)
	which := func() *bot.Problem { return t.whichOf(guesses, t.named(s, nearby, closest), closest) }
	enough := enoughToShow
	if c.Name == "try" && s.now == 0 && best.share >= enoughToAgree { // a move that is named is tried whatever surrounds it
		return best.command, c, nil
	}
	switch {
	case c.Hidden:
		enough = enoughToShow
	case c.Changes && best.negated && !t.meantNothing(nearby, closest):
		return "", c, which()
	case c.Changes && best.negated:
		return t.Find("chat").Name + " " + nothing, c, nil
	case (c.Changes && best.asked || c.Costly && best.curious) && !t.farFrom(meant, nearby, closest):
		return "help " + c.Name, c, nil
	case c.Costly || c.Name == "move":
		enough = enoughToCost
	case c.Changes:
		enough = enoughToChange
	}
	if c.Name == "move" && strings.HasSuffix(text, "?") {
		return "", c, which()
	}
	if plain := t.plain(s, nearby, closest); plain != "" && t.farFrom(meant, nearby, closest) && s.now == 0 {
		said, _ := cutWord(plain)
		return plain, t.Find(said), nil
	}
	if s.now == 0 && best.share >= enough && !(best.misspelt && (c.Costly || c.Name == "move")) && !(best.strange && c.Changes) && !t.farFrom(meant, nearby, closest) && (best.share >= enoughToAgree || t.agreed(meant, nearby, closest)) {
		return best.command, meant, nil
	}
	return "", c, which()
}

// clauseEnd finds where a part of a sentence ends that may say something by itself.
var clauseEnd = regexp.MustCompile(`[.!?;,:]+\s+|\s+[-–—]\s+|\n+`)

// clauseMeant returns the only command that the parts of a text mean, one by one: "just joined, what are the rules?". One that
// changes something is asked about.
func (t Table) clauseMeant(text string) (only string, about *Command) {
	parts := clauseEnd.Split(text, -1)
	if len(parts) < 2 || len(parts) > mostClauses {
		return "", nil
	}
	for _, part := range parts {
		s := readSentence(part)
		said, c, _ := t.understood(part, &s)
		if phrase, ok := phrased(part); ok {
			name, _ := cutWord(phrase)
			said, c = phrase, t.Find(name)
		}
		switch {
		case said == "" || c.Hidden && !c.Costly || c.Name == "start" || len(s.words) < 2 && c.Name == "rules": // a greeting, the name of a game
		case only != "" || c.Hidden:
			return "", nil
		default:
			only, about = said, c
		}
	}
	return only, about
}

// mostClauses is how many parts of a text are looked at.
const mostClauses = 6

// suit makes likelier what suits a situation.
func (t Table) suit(nearby []near, now Situation) {
	for i, n := range nearby {
		if c := t.Find(n.command); c != nil {
			nearby[i].score *= now.suits(c)
		}
	}
	slices.SortStableFunc(nearby, func(a, b near) int { return cmp.Compare(b.score, a.score) })
}

// favoured is what is added to the score of a guess that the examples nearest to a sentence agree with.
const favoured = 1.2

// favour sorts guesses by what others meant by the like as well.
func (t Table) favour(s *sentence, guesses []guess, nearby []near, closest float64) {
	if closest < nearEnoughToDoubt {
		return
	}
	for i := range guesses {
		c := guesses[i].about(t)
		if c.Name == "move" && s.asked { // which is tried at most
			continue
		}
		for _, n := range nearby {
			if t.Find(n.command) == c || c.Hidden && n.command == small {
				guesses[i].score += favoured * n.score / nearby[0].score
				break
			}
		}
		if guesses[i].strange {
			guesses[i].score -= favoured / 2
		}
	}
	slices.SortStableFunc(guesses, func(a, b guess) int { return cmp.Compare(b.score, a.score) })
}

// How near the nearest example must be for its command to be named, and for a command to be doubted that none of the nearest meant.
const (
	nearEnoughToName  = 0.15
	nearEnoughToDoubt = 0.35
	nearEnoughAlone   = 0.5 // for a single word
	nearEnoughToTrust = 0.55
	nearEnoughToDo    = 0.7
)

// weakest is the part of the score of the nearest command that another must have to be named beside it.
const weakest = 0.02

// farFrom reports whether hardly anybody has meant a command by anything like a sentence, though others have said things like
// it: the nearer they are, the more they count.
func (t Table) farFrom(c *Command, nearby []near, closest float64) bool {
	if closest < nearEnoughToDoubt {
		return false
	}
	least := smallPart
	if closest >= nearEnoughToTrust {
		least = largePart
	}
	return !slices.ContainsFunc(nearby[:min(len(nearby), mostGuesses)], func(n near) bool {
		return n.score >= least*nearby[0].score && t.same(c, n.command)
	})
}

// The parts of the score of the nearest command that one must have that is not doubted.
const (
	smallPart = 0.15
	largePart = 0.4
)

// agreed reports whether most that is like a sentence meant a command, or nothing is like it.
func (t Table) agreed(c *Command, nearby []near, closest float64) bool {
	return closest < nearEnoughToDoubt || t.same(c, nearby[0].command)
}

// same reports whether a command is what an example means: a yes or a no is what it answers, a friendly line is small talk.
func (t Table) same(c *Command, meant string) bool {
	m := t.Find(meant)
	return m == c || c.Hidden && c.Costly && m != nil && (m.Replies || m.Costly) || c.Hidden && !c.Costly && meant == small
}

// meantNothing reports whether most that is like a sentence meant that nothing is to be done, or nothing is like it.
func (t Table) meantNothing(nearby []near, closest float64) bool {
	return closest < nearEnoughToDoubt || slices.Contains([]string{small, "no", "decline", "draw", "takeback", "abort"}, nearby[0].command)
}

// plain returns the command that others have meant who said nearly the same, if it changes nothing and they agree.
func (t Table) plain(s *sentence, nearby []near, closest float64) string {
	if closest < nearEnoughToDo || len(nearby) > 1 && nearby[1].score > agreement*nearby[0].score {
		return ""
	}
	c := t.Find(nearby[0].command)
	if c == nil || s.says("FROMTO") || c.Changes || c.Hidden || c.Costly {
		return ""
	}
	said := c.told(s)
	if _, _, err := t.readWords(said); err != nil {
		return ""
	}
	return said
}

// agreement is the greatest part of the score of a command that the next one has where others agree.
const agreement = 0.6

// named returns the commands that examples like a sentence meant, as far as they are near enough to be named in a question.
// Those that are told a name, a cell or a game are told that of the sentence.
func (t Table) named(s *sentence, nearby []near, closest float64) (all []guess) {
	if closest < nearEnoughToName || nearby[0].command == small || s.asked && t.Find(nearby[0].command).Replies {
		return nil
	}
	for i, n := range nearby {
		c := t.Find(n.command)
		if i == 0 && c != nil && c.Costly && s.misspelt() {
			return nil
		}
		if c == nil || c.Hidden || n.score < weakest*nearby[0].score || c.Costly && (len(s.words) == 1 || s.misspelt()) || len(s.words) == 1 && closest < nearEnoughAlone {
			continue
		}
		all = append(all, guess{command: c.told(s), score: n.score})
	}
	return all
}

// told returns a command with what a sentence has for the parameters that it needs; the bare command if that is not all.
func (c *Command) told(s *sentence) string {
	said := c.Name
	for _, p := range c.Params {
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

// whichOf asks which of some commands is meant: those of what the words mean and those of what others meant by the like in turn.
// What costs something is named, and never a tap or a yes away. What needs to be told more is explained by its button.
func (t Table) whichOf(guesses, nearby []guess, closest float64) *bot.Problem {
	guesses = slices.DeleteFunc(slices.Clone(guesses), func(g guess) bool {
		return g.score < guesses[0].score*0.6 || g.means(t).Hidden || g.misspelt && g.means(t).Costly
	})
	var all []guess
	most := mostGuesses
	if len(guesses) > 0 && len(nearby) > 0 && guesses[0].share >= enoughToAgree && guesses[0].means(t) == nearby[0].means(t) && closest >= nearEnoughToTrust {
		most = 1 // both agree
	}
	add := func(from []guess, i int) {
		if i < len(from) && len(all) < most && !slices.ContainsFunc(all, func(g guess) bool { return g.means(t) == from[i].about(t) }) {
			said := from[i]
			if c := said.about(t); c != said.means(t) {
				said.command = c.Name
			}
			if at := slices.IndexFunc(guesses, func(g guess) bool { return g.means(t) == said.means(t) }); at >= 0 {
				said = guesses[at] // which is told what the sentence says
			}
			all = append(all, said)
		}
	}
	for i := range max(len(guesses), len(nearby)) {
		add(guesses, i)
		add(nearby, i)
	}
	if len(all) == 0 {
		return nil
	}
	var named []string
	question := &bot.Problem{Kind: bot.Misunderstood}
	for _, g := range all {
		said := g.command
		c := g.means(t)
		if !plainWords.MatchString(said) {
			said = c.Name
		}
		pressed := said
		if _, _, err := t.readWords(said); err != nil {
			said, pressed = c.Name, "help "+c.Name
		}
		named = append(named, said)
		if !c.Costly && len(said) <= bot.MaxButton {
			button := bot.Button{Label: said, Command: pressed}
			if c.Name == "move" && pressed != "help "+c.Name { // it is shown before it is played
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
	if len(all) == 1 && len(question.Buttons) == 1 {
		question.Yes = question.Buttons[0].Command
		question.Buttons = nil
	}
	return question
}
