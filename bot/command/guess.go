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
	enoughToCost   = 0.95 // to carry out a Final command or a move
	enoughToAsk    = 0.3  // to ask about the command
	enoughToAgree  = 0.9  // to do without the agreement of the classifier
)

// nothing is the topic of chat that answers a sentence telling the bot not to do something.
const nothing = "nothing"

// mostGuesses is how many commands a question names at most, one more where none is likely.
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

// opens reports whether a text begins with the name of another command than c.
func (t Table) opens(text string, c *Command) bool {
	word, _ := cutWord(text)
	other := t.Find(word)
	return other != nil && other != c
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
// What changes something is carried out if the rules find it and the classifier does not contradict them; what changes nothing, if either
// is certain enough.
func (t Table) understood(text string, s *sentence) (said string, about *Command, question *bot.Problem) {
	guesses := slices.DeleteFunc(t.guesses(s), func(g guess) bool {
		c := g.means(t)
		return g.share < enoughToAsk || c.Hidden && c.Final && g.share < enoughToCost || c.Hidden && c.Final && g.misspelt || (c.Replies || answersOffer(g.command)) && strings.HasSuffix(text, "?") && !s.says("WHYNOT")
	})
	likely := mustReadClassifier().classify(s)
	t.favour(s, guesses, likely)
	plain := t.plain(s, guesses, likely)
	if len(guesses) == 0 || guesses[0].misspelt && !strings.Contains(text, " ") {
		switch {
		case (looksLikeMove(text) || castling.MatchString(text)) && (len(s.words) < 3 || t.Find(likely[0].command) == t.Find("move") || likely[0].chance < likelyToAgree):
			return "", nil, nil
		case plain != "" && strings.Contains(text, " "):
			said, _ := cutWord(plain)
			return plain, t.Find(said), nil
		}
		return "", nil, t.whichOf(s, nil, likely)
	}
	best := guesses[0]
	for _, g := range guesses[1:] { // in a sentence with "not", prefer what the user wants to what they don't
		if best.negated && best.means(t).Changes && !g.negated && g.share >= enoughToShow {
			best = g
			break
		}
	}
	c, meant := best.means(t), best.about(t)
	chance := t.chance(meant, likely)
	enough := enoughToShow
	switch {
	case c.Name == "try" && best.share >= enoughToAgree: // trying a move is harmless
		return best.command, c, nil
	case c.Changes && strings.HasSuffix(text, "?") && t.opens(text, c): // "tournament 3 quit?"
		return "", c, t.whichOf(s, guesses, likely)
	case c.Name == "yes" && best.negated: // "definitely not"
		return "", c, t.whichOf(s, nil, likely)
	case c.Hidden:
	case c.Changes && best.negated && !t.meantNothing(s, likely):
		return "", c, t.whichOf(s, guesses, likely)
	case c.Changes && best.negated:
		return t.Find("chat").Name + " " + nothing, c, nil
	case (c.Changes && best.asked || c.Final && best.curious) && !t.doubted(meant, likely):
		return "help " + c.Name, c, nil
	case c.Changes && best.asked || c.Final && best.curious:
		return "", c, t.whichOf(s, guesses, likely)
	case c.Final || c.Name == "move":
		enough = enoughToCost
	case c.Changes:
		enough = enoughToChange
	}
	switch {
	case (c.Name == "move" || strings.HasSuffix(best.command, " ladder")) && s.asked || answersOffer(best.command) && s.now&Offered == 0:
	case plain != "" && chance < likelyToAgree:
		said, _ := cutWord(plain)
		return plain, t.Find(said), nil
	case best.share < enough || best.misspelt && (c.Final || c.Name == "move") || best.strange && c.Changes:
	case chance >= likelyToAgree || best.share >= enoughToAgree && chance >= least(likely):
		return best.command, meant, nil
	}
	return "", c, t.whichOf(s, guesses, likely)
}

// answersOffer reports whether a command answers the opponent's offer, so that it is understood only where there is one.
func answersOffer(said string) bool {
	name, what := cutWord(said)
	return name != "help" && (strings.HasSuffix(what, "accept") || strings.HasSuffix(what, "decline"))
}

// least returns the least chance of a command that explains a whole sentence by the rules: the more certain another is, the more it needs.
func least(likely []candidate) float64 { return 0.4 * likely[0].chance }

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
		s.know(t.games())
		said, c, _ := t.understood(part, &s)
		if phrase, ok := phrased(part); ok {
			name, _ := cutWord(phrase)
			said, c = phrase, t.Find(name)
		}
		switch {
		case said == "" || c.Hidden && !c.Final || c.Name == "start" || len(s.words) < 2 && c.Name == "rules": // a greeting, the name of a game
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

// favoured is the most that the chance of a command adds to the score of a guess.
const favoured = 1.2

// favour raises the scores of guesses that are likely by what the classifier has learnt, and sorts them again.
func (t Table) favour(s *sentence, guesses []guess, likely []candidate) {
	for i := range guesses {
		c := guesses[i].about(t)
		if c.Name == "move" && s.asked { // a question never plays a move
			continue
		}
		guesses[i].score += favoured * t.chance(c, likely)
		if guesses[i].strange {
			guesses[i].score -= favoured / 2
		}
	}
	slices.SortStableFunc(guesses, func(a, b guess) int { return cmp.Compare(b.score, a.score) })
}

// Thresholds for the chance of a command.
const (
	likelyToName  = 0.02 // to be named in a question
	likelyToAsk   = 0.1  // for the likeliest, to ask anything
	likelyAlone   = 0.5  // to be named if the sentence is a single word
	likelyToAgree = 0.5  // to agree with the rules
	likelyToDoubt = 0.5  // to doubt that another one is meant
	likelyToDo    = 0.8  // to carry it out though no rule says so
	likelyUnasked = 0.93 // to do so if the situation is not known
	likelyToTrust = 0.8  // to need no choice
)

// chance returns the chance that a command is meant. A hidden yes or no shares that of every command that is costly or
// replies; a hidden command of small talk has that of small.
func (t Table) chance(c *Command, likely []candidate) (sum float64) {
	for _, l := range likely {
		m := t.Find(l.command)
		if m == c && m != nil || c.Hidden && c.Final && m != nil && (m.Replies || m.Final) || c.Hidden && !c.Final && l.command == small {
			sum += l.chance
		}
	}
	return sum
}

// doubted reports whether something else is so likely that a command cannot be meant.
func (t Table) doubted(c *Command, likely []candidate) bool {
	return likely[0].chance >= likelyToDoubt && t.chance(c, likely) < least(likely)
}

// meantNothing reports whether it is likely that nothing is to be done. In a situation that is not known, neither is
// whether a no declines anything.
func (t Table) meantNothing(s *sentence, likely []candidate) bool {
	top := likely[0].command
	return likely[0].chance >= likelyToAgree && (top == small || top == "no") || s.now == 0 && slices.Contains([]string{"decline", "draw", "takeback", "abort"}, top)
}

// plain returns the likeliest command, if that is likely enough and changes nothing; else "".
func (t Table) plain(s *sentence, guesses []guess, likely []candidate) string {
	enough := likelyToDo
	if s.now == 0 {
		enough = likelyUnasked
	}
	c := t.Find(likely[0].command)
	if likely[0].chance < enough || c == nil || s.says("FROMTO") || c.Changes || c.Hidden || c.Final {
		return ""
	}
	said := c.told(s)
	if at := slices.IndexFunc(guesses, func(g guess) bool { return g.means(t) == c }); at >= 0 {
		said = guesses[at].command // it has the arguments from the sentence
	}
	if _, _, err := t.readWords(said); err != nil {
		return ""
	}
	return said
}

// named returns the commands that are likely enough to be named in a question, the likeliest first, with the arguments
// that the sentence provides. What the rules guess counts for more.
func (t Table) named(s *sentence, guesses []guess, likely []candidate) (all []guess) {
	for _, l := range likely {
		c := t.Find(l.command)
		if c == nil || c.Hidden || l.chance < likelyToName || len(s.words) == 1 && (c.Final || l.chance < likelyAlone) || c.Final && s.misspelt() && (len(s.words) < 3 || l.chance < likelyToDoubt) {
			continue
		}
		all = append(all, guess{command: c.told(s), score: l.chance})
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

// whichOf asks which command is meant; nil if there is nothing to ask about. A Final command gets no button and no yes. A command
// that lacks arguments gets a button that explains it.
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
		if !plainWords.MatchString(said) {
			said = c.Name
		}
		pressed := said
		if _, _, err := t.readWords(said); err != nil {
			said, pressed = c.Name, "help "+c.Name
		}
		named = append(named, said)
		if !c.Final && len(said) <= bot.MaxButton {
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
	case 3:
		question.Text = phrase.Of("Did you mean `%s`, `%s` or `%s`?", named[0], named[1], named[2])
	default:
		question.Text = phrase.Of("Did you mean `%s`, `%s`, `%s` or `%s`?", named[0], named[1], named[2], named[3])
	}
	if len(all) == 1 && len(question.Buttons) == 1 {
		question.Yes = question.Buttons[0].Command
		question.Buttons = nil
	}
	return question
}
