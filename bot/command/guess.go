package command

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// Thresholds for guess.share, the part of a sentence that a command explains.
const (
	enoughToShow   = 0.5  // to carry out a command that changes nothing
	enoughToChange = 0.75 // to carry out a command with Changes
	enoughToCost   = 0.95 // to carry out a Costly command or a move
	enoughToAsk    = 0.3  // to ask about the command
	enoughToAgree  = 0.9  // to do without the agreement of the nearest examples
)

// nothing is the topic of chat that answers a sentence telling the bot not to do something.
const nothing = "nothing"

// mostGuesses is how many commands a question names at most.
const mostGuesses = 3

// guesses returns what a sentence may mean by the rules, the likeliest first, each command at most once.
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

// means returns the command that a guess would run.
func (g guess) means(t Table) *Command {
	name, _ := cutWord(g.command)
	return t.Find(name)
}

// about returns the command that a guess would run or, if that is help with a command, the command that it explains.
func (g guess) about(t Table) *Command {
	c := g.means(t)
	if _, rest := cutWord(g.command); c.Name == "help" && t.Find(rest) != nil {
		return t.Find(rest)
	}
	return c
}

// withGame inserts the number of a game as the first argument of a command that takes one.
func (t Table) withGame(command, number string) string {
	name, behind := cutWord(command)
	c := t.Find(name)
	if number == "" || len(c.Params) == 0 || c.Params[0].Kind != Number {
		return command
	}
	return strings.TrimSpace(name + " " + number + " " + behind)
}

// understood returns the command that a sentence means, or else a question about what it may mean, and the command that either
// is about; all are zero if nothing in it is known. A sentence that says no, or asks how something is done, changes nothing.
// The rules decide, unless the nearest examples contradict them (see farFrom).
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
	for _, g := range guesses[1:] { // in a sentence with "not", prefer what the user wants to what they don't
		if best.negated && best.means(t).Changes && !g.negated && g.share >= enoughToShow {
			best = g
			break
		}
	}
	c := best.means(t)
	meant := best.about(t)
	which := func() *bot.Problem { return t.whichOf(guesses, t.named(s, nearby, closest), closest) }
	enough := enoughToShow
	if c.Name == "try" && s.now == 0 && best.share >= enoughToAgree { // trying a move is harmless, so no example need agree
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

// clauseEnd matches the end of a clause that may be understood by itself.
var clauseEnd = regexp.MustCompile(`[.!?;,:]+\s+|\s+[-–—]\s+|\n+`)

// clauseMeant reads the clauses of a text one by one and returns the command that exactly one of them means, "" if there is none
// or more than one: "just joined, what are the rules?". The caller asks before it runs a command that changes something.
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

// mostClauses is the largest number of clauses that a text may have to be read by clauses.
const mostClauses = 6

// suit multiplies the scores of commands by how well they suit a situation, and sorts them again.
func (t Table) suit(nearby []near, now Situation) {
	for i, n := range nearby {
		if c := t.Find(n.command); c != nil {
			nearby[i].score *= now.suits(c)
		}
	}
	slices.SortStableFunc(nearby, func(a, b near) int { return cmp.Compare(b.score, a.score) })
}

// favoured is the most that the examples nearest to a sentence add to the score of a guess.
const favoured = 1.2

// favour raises the scores of guesses with which the nearest examples agree, and sorts them again.
func (t Table) favour(s *sentence, guesses []guess, nearby []near, closest float64) {
	if closest < nearEnoughToDoubt {
		return
	}
	for i := range guesses {
		c := guesses[i].about(t)
		if c.Name == "move" && s.asked { // a question never plays a move
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

// Thresholds for the similarity of the nearest example.
const (
	nearEnoughToName  = 0.15 // to name its commands in a question
	nearEnoughToDoubt = 0.35 // to doubt a guess that it contradicts
	nearEnoughAlone   = 0.5  // to name its commands if the sentence is a single word
	nearEnoughToTrust = 0.55 // to doubt such a guess more strongly
	nearEnoughToDo    = 0.7  // to carry out its command though no rule says so
)

// weakest is the fraction of the highest score that a command needs to be named in a question, too.
const weakest = 0.02

// farFrom reports whether the nearest examples contradict a command: they are similar enough to count, and the command has too
// small a part of the highest score. The closer the examples, the larger the part that it needs.
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

// The fraction of the highest score that a command needs not to be doubted (see farFrom).
const (
	smallPart = 0.15
	largePart = 0.4 // from nearEnoughToTrust on
)

// agreed reports whether a command has the highest score among the nearest examples, or no example is similar.
func (t Table) agreed(c *Command, nearby []near, closest float64) bool {
	return closest < nearEnoughToDoubt || t.same(c, nearby[0].command)
}

// same reports whether a command matches what an example means. A hidden yes or no matches every command that is costly or
// replies; a hidden command of small talk matches small.
func (t Table) same(c *Command, meant string) bool {
	m := t.Find(meant)
	return m == c || c.Hidden && c.Costly && m != nil && (m.Replies || m.Costly) || c.Hidden && !c.Costly && meant == small
}

// meantNothing reports whether the nearest examples mean that nothing is to be done, or no example is similar.
func (t Table) meantNothing(nearby []near, closest float64) bool {
	return closest < nearEnoughToDoubt || slices.Contains([]string{small, "no", "decline", "draw", "takeback", "abort"}, nearby[0].command)
}

// plain returns the command of nearly identical examples, if they agree and it changes nothing; else "".
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

// agreement is the largest fraction of the highest score that the second may have where examples count as agreeing.
const agreement = 0.6

// named returns the commands of the nearest examples that are likely enough to be named in a question, with the arguments
// that the sentence provides (see told).
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

// told returns a command with its required parameters filled from a sentence, or its bare name if one is missing.
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

// whichOf asks which command is meant, taking candidates alternately from the rules' guesses and from the nearest examples; nil
// if there are none. A Costly command gets no button and no yes. A command that lacks arguments gets a button that explains it.
func (t Table) whichOf(guesses, nearby []guess, closest float64) *bot.Problem {
	guesses = slices.DeleteFunc(slices.Clone(guesses), func(g guess) bool {
		return g.score < guesses[0].score*0.6 || g.means(t).Hidden || g.misspelt && g.means(t).Costly
	})
	var all []guess
	most := mostGuesses
	if len(guesses) > 0 && len(nearby) > 0 && guesses[0].share >= enoughToAgree && guesses[0].means(t) == nearby[0].means(t) && closest >= nearEnoughToTrust {
		most = 1 // rules and examples agree
	}
	add := func(from []guess, i int) {
		if i < len(from) && len(all) < most && !slices.ContainsFunc(all, func(g guess) bool { return g.means(t) == from[i].about(t) }) {
			said := from[i]
			if c := said.about(t); c != said.means(t) {
				said.command = c.Name
			}
			if at := slices.IndexFunc(guesses, func(g guess) bool { return g.means(t) == said.means(t) }); at >= 0 {
				said = guesses[at] // it has the arguments from the sentence
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
			if c.Name == "move" && pressed != "help "+c.Name { // the button shows the move, it does not play it
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
