package command

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"raumbot/bot"
)

// Thresholds for guess.share, the part of a sentence that a command explains.
const (
	enoughToShow   = 0.5  // to carry out a command that changes nothing
	enoughToChange = 0.75 // to carry out a command with Changes
	enoughToCost   = 0.95 // to carry out one that matters: it is Final, or plays a move
	enoughToAsk    = 0.3  // to ask about the command
	enoughToAgree  = 0.9  // to do without the agreement of the classifier
)

// nothing is the topic of chat that answers a sentence telling the bot not to do something.
const nothing = "nothing"

// guesses returns what a sentence may mean by the rules, the likeliest first, each command at most once.
func (t Table) guesses(s *sentence) []guess {
	var all []guess
	rules := mustReadRules()
	for i := range rules {
		if g, ok := rules[i].match(t, s); ok {
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
		all[i].command = t.withGame(g.command, s)
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
	word, _ := cutWord(strings.ToLower(text))
	other := t.Find(word)
	return other != nil && other != c
}

// withGame inserts the game that a sentence names, by its number or its opponent, as the first argument of a command that takes one.
func (t Table) withGame(command string, s *sentence) string {
	name, behind := cutWord(command)
	c := t.Find(name)
	if len(c.Params) == 0 || c.Params[0].Kind != Number {
		return command
	}
	opponent := s.opponent()
	switch {
	case s.game != "":
		return strings.TrimSpace(name + " " + s.game + " " + behind)
	case opponent == "" || !c.byOpponent():
		return command
	}
	said := strings.TrimSpace(name + " against " + opponent + " " + behind)
	if _, _, err := t.readWords(said); err != nil { // "export games against bob"
		return command
	}
	return said
}

// byOpponent reports whether the game that a command is about may be named by the opponent in it.
func (c *Command) byOpponent() bool {
	return len(c.Params) > 0 && c.Params[0].Against && !verbatimNext(c.Params[1:])
}

// understood returns the command that a sentence means, or else a question about what it may mean, and the command that either
// is about; all are zero if nothing in it is known. A sentence that says no, or asks how something is done, changes nothing.
// What changes something is carried out if the rules find it and the classifier does not contradict them; what changes nothing, if either
// is certain enough.
func (t Table) understood(text string, s *sentence) (said string, about *Command, question *bot.Problem) {
	guesses := slices.DeleteFunc(t.guesses(s), func(g guess) bool { return t.improbable(g, text, s) })
	likely := mustReadClassifier().classify(s)
	t.favour(s, guesses, likely)
	plain := t.plain(s, guesses, likely)
	if len(guesses) == 0 || guesses[0].misspelt && !strings.Contains(text, " ") {
		return t.unguessed(text, s, plain, likely)
	}
	best := t.preferred(guesses)
	c, meant := best.means(t), best.about(t)
	chance := t.chance(meant, likely)
	switch {
	case c.Offers && !answersOffer(best.command) && s.mayBeOffered() && (s.asked || s.questions()) && len(s.words) > 1: // "is the draw fair"
		return "", c, t.whichOf(s, guesses, likely)
	case best.doubtful && best.asked && s.now&Solving == 0: // "how do I pause a tournament"
		return "help " + c.Name, c, nil
	case best.doubtful:
		return "", c, t.whichOf(s, []guess{best}, []candidate{{c.Name, 1}})
	}
	whether := c.Changes && best.asked || c.Final && best.curious // it is asked how or whether to do it
	switch {
	case c.Name == "try" && best.share >= enoughToAgree: // trying a move is harmless
		return best.command, c, nil
	case c.Changes && strings.HasSuffix(text, "?") && t.opens(text, c): // "tournament 3 quit?"
		return "", c, t.whichOf(s, guesses, likely)
	case c.Answers() && best.negated: // "definitely not", "don't decline"
		return "", c, t.whichOf(s, nil, likely)
	case c.Hidden:
	case c.Changes && best.negated && t.meantNothing(s, likely):
		return t.Find("chat").Name + " " + nothing, c, nil
	case c.Changes && best.negated:
		return "", c, t.whichOf(s, guesses, likely)
	case whether && !t.doubted(meant, likely):
		return "help " + c.Name, c, nil
	case whether:
		return "", c, t.whichOf(s, guesses, likely)
	}
	switch {
	case best.outOfPlace(c, s):
	case s.player && c.Final && !c.takes(Person): // it may be about a game against somebody else
	case plain != "" && chance < likelyToAgree:
		said, _ := cutWord(plain)
		return plain, t.Find(said), nil
	case best.tooLittle(c):
	case chance >= likelyToAgree || best.share >= enoughToAgree && chance >= least(likely):
		return best.command, meant, nil
	}
	return "", c, t.whichOf(s, guesses, likely)
}

// improbable reports whether a guess is not even asked about: it explains little of the sentence, or is a bare answer and does not explain all
// of it, or would answer something with a question.
func (t Table) improbable(g guess, text string, s *sentence) bool {
	c := g.means(t)
	asks := strings.HasSuffix(text, "?") && !s.says("WHYNOT")
	switch {
	case c.named() && t.names(s), g.share < enoughToAsk:
		return true
	case c.Answers() && (g.share < enoughToCost || g.misspelt):
		return true
	case c.Name == "yes" && (g.asked || g.curious || s.putsOff() || s.questions()):
		return true
	}
	return asks && (c.Replies || answersOffer(g.command))
}

// putsOff reports whether a sentence has a word that puts a yes off, or makes it depend on something: "yes, but first my move".
func (s *sentence) putsOff() bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return !w.is(known("YES")) && readWordLists().puttingOff[bare(w.text)] })
}

// questions reports whether a sentence begins like a question, which is no yes: "is that ok".
func (s *sentence) questions() bool {
	return leading(s.fields, readWordLists().asking) > 0
}

// mayBeOffered reports whether an opponent's offer may wait for an answer, as far as the situation is known.
func (s *sentence) mayBeOffered() bool { return s.now == 0 || s.now&Offered != 0 }

// names reports whether a sentence begins with a command other than a challenge, and names the computer as its games show it: "abort Computer, level
// 4". Such a sentence is about a game that there is, and begins none.
func (t Table) names(s *sentence) bool {
	text := politely(strings.Join(s.fields, " "))
	word, _ := cutWord(strings.ToLower(text))
	senses, _ := readVocabulary().senses(word)
	plays := slices.ContainsFunc(senses, func(x sense) bool { return x.concept == known("PLAY") || x.concept == known("CHALLENGE") })
	return s.player && !plays && t.opens(text, t.Find("challenge")) && t.opens(text, t.Find("start"))
}

// unguessed is understood for a sentence that no rule explains.
func (t Table) unguessed(text string, s *sentence, plain string, likely []candidate) (said string, about *Command, question *bot.Problem) {
	resembles := looksLikeMove(text) || castling.MatchString(text)
	moves := t.Find("move")
	switch {
	case resembles && (len(s.words) < 3 || t.Find(likely[0].command) == moves || likely[0].chance < likelyToAgree):
		return "", nil, nil
	case plain != "" && strings.Contains(text, " "):
		said, _ := cutWord(plain)
		return plain, t.Find(said), nil
	}
	return "", nil, t.whichOf(s, nil, likely)
}

// preferred returns the best guess; in a sentence with "not", what the user wants rather than what they don't.
func (t Table) preferred(guesses []guess) guess {
	best := guesses[0]
	if best.negated && best.means(t).Changes {
		for _, g := range guesses[1:] {
			if !g.negated && g.share >= enoughToShow {
				return g
			}
		}
	}
	return best
}

// outOfPlace reports whether a guess cannot be carried out here: a question plays no move and challenges nobody on a ladder, and an offer is
// answered only where there is one.
func (g guess) outOfPlace(c *Command, s *sentence) bool {
	return s.asked && (c.Plays || strings.HasSuffix(g.command, " ladder")) || answersOffer(g.command) && s.now&Offered == 0
}

// tooLittle reports whether a guess explains too little of the sentence to be carried out.
func (g guess) tooLittle(c *Command) bool {
	enough := enoughToShow
	switch {
	case c.Hidden:
	case c.matters():
		enough = enoughToCost
	case strings.HasPrefix(g.command, beginsAtOnce):
		enough = enoughToAgree
	case c.Changes:
		enough = enoughToChange
	}
	return g.share < enough || g.misspelt && c.matters() || g.strange && c.Changes
}

// beginsAtOnce is what a command begins with that nobody has to agree to before a game begins.
const beginsAtOnce = "challenge computer"

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
func (t Table) clauseMeant(text string, people []string) (only string, about *Command) {
	parts := clauseEnd.Split(text, -1)
	if len(parts) < 2 || len(parts) > mostClauses {
		return "", nil
	}
	for _, part := range parts {
		s := readSentence(part)
		s.know(t.games())
		s.people = people
		said, c, _ := t.understood(part, &s)
		if phrase, ok := phrased(part); ok {
			name, _ := cutWord(phrase)
			said, c = phrase, t.Find(name)
		}
		switch {
		case said == "" || c.chats() || c.Name == "start" || len(s.words) < 2 && c.Name == "rules": // a greeting, the name of a game
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
		if c.Plays && s.asked { // a question never plays a move
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

// chance returns the chance that a command is meant. A hidden yes or no shares that of every command that is final or
// replies; a hidden command of small talk has that of small.
func (t Table) chance(c *Command, likely []candidate) (sum float64) {
	for _, l := range likely {
		m := t.Find(l.command)
		if m == c && m != nil || c.Answers() && m != nil && (m.Replies || m.Final) || c.chats() && l.command == small {
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
	said := t.told(c, s)
	if at := slices.IndexFunc(guesses, func(g guess) bool { return g.means(t) == c }); at >= 0 {
		said = guesses[at].command // it has the arguments from the sentence
	}
	if _, args, err := t.readWords(said); err != nil || c.Alters(args) {
		return ""
	}
	return said
}
