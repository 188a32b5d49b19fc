package command

import (
	"slices"
	"strconv"
	"strings"
)

// doubtful reports whether a command's arguments look like words of a sentence: a name that is a known word, or a line
// of moves without a cell.
func (c *Command) doubtful(args Args, text string) bool {
	if args.Word("sure") != "" { // buttons send it
		return false
	}
	for _, p := range c.Params {
		said := strings.ToLower(strings.Trim(args.Words[p.Name], edges))
		switch {
		case said == "":
		case p.Kind == Person:
			if isWord(said) && !Pronoun(said) { // who is meant by a pronoun is asked
				return true
			}
		case c.Plays || c.Name == "try" || c.Name == "if":
			return !moveLike.MatchString(text)
		case p.Kind == MoveText && !looksLikeMove(said):
			return true
		case c.Timed && !noTime(said) && (!strings.ContainsAny(said, "0123456789") || c.Loosely && joinsWords(said)):
			return true
		case c.OfPieces && p.Kind != Number && joinsWords(said):
			return true
		}
	}
	return false
}

// isWord reports whether the name of a person is more likely a word of a sentence.
func isWord(said string) bool {
	senses, misspelt := readVocabulary().senses(said)
	isName := func(x sense) bool { return x.concept == isPiece } // somebody may be called Thief
	return senses != nil && !misspelt && !slices.ContainsFunc(senses, isName) && said != "computer" && said != "me"
}

// noTime reports whether a text begins with a word that a timed command takes in place of a time.
func noTime(text string) bool {
	word, _ := cutWord(text)
	return readWordLists().timeless[bare(word)] || Until(bare(word))
}

// numbered reports whether a text begins with the name of a command and the number that it requires, so that it is surely meant
// as that command.
func (c *Command) numbered(text string) bool {
	word, rest := cutWord(text)
	number, _ := cutWord(rest)
	_, err := strconv.Atoi(number)
	return err == nil && strings.ToLower(word) == c.Name && len(c.Params) > 0 && !c.Params[0].Optional && (c.Params[0].Kind == Number || c.Params[0].Kind == TournamentNumber)
}

// chosen reports whether a text begins with the name of a command about files and one of its choices, which no sentence does.
func (c *Command) chosen(text string) bool {
	word, rest := cutWord(strings.ToLower(text))
	choice, _ := cutWord(rest)
	return word == c.Name && c.takes(FileValue) && slices.Contains(c.Params[0].Choices, choice)
}

// intended reports whether a text that was first read as a command was meant as that command, although its arguments do not
// fit or are in doubt. about is the command that the sentence is about, nil if unknown, and unclear means that it would only
// lead to a question.
func (t Table) intended(first attempt, text string, about *Command, unclear bool, s *sentence) bool {
	c := first.command
	switch {
	case c == nil || c.Hidden:
		return false
	case t.names(s) && c != about && t.Find(strings.ToLower(s.words[0].text)) == c:
		return true
	case first.err != nil && c == about && !unclear && (len(c.Params) > 0 && c.Params[0].Kind == Number || isWord(first.args.Word("name"))) && t.explained(c, s):
		return false // "analyse my last game", "challenge the computer"
	case c.Loosely && c == about && !unclear && (s.joining() > 0 && s.value("HOURS") != "" || first.err != nil && t.explained(c, s)):
		return false // "remind me 12 hours before my time runs out", "limit 5 games"
	case first.err != nil:
		return t.written(text, c, c == about, unclear, s)
	}
	return (c == about || about == nil) && !c.Final && (c.takes(Person) || c.Timed) // the doubtful word is an argument after all
}

// written reports whether a text that begins with a command but does not follow its syntax was meant as that command, rather than
// as a sentence: it has few or no joining words, and the examples do not contradict it. about means that the sentence would be
// understood as the same command, unclear that it would only lead to a question.
func (t Table) written(text string, c *Command, about, unclear bool, s *sentence) bool {
	first, rest := cutWord(strings.ToLower(text))
	named := first == c.Name
	likely := mustReadClassifier().classify(s)
	switch {
	case rest != "" && c.speaks(s): // "room settings", "game review": a word of the language, not a value that is wrong
		return false
	case named && (rest == "" || len(s.words) < 4 && s.joining() == 0 && (len(s.words) == 2 || c.Changes)):
		return true
	case named && len(s.words) > 3 && t.doubted(c, likely) || about && !unclear && s.idleBehind():
		return false
	case named && about:
		return s.joining() == 0 || s.joining() == 1 && len(s.words) < 5
	}
	return (about || named) && unclear && s.joining() == 0
}

// explained reports whether the rules explain all of a sentence as a command.
func (t Table) explained(c *Command, s *sentence) bool {
	guesses := t.guesses(s)
	return slices.ContainsFunc(guesses, func(g guess) bool { return g.means(t) == c && g.share >= enoughToCost && !g.misspelt && !g.strange })
}

// speaks reports whether the words of a sentence behind the command are all words of the language: none is or resembles a value of the command's parameters, is misspelt, or
// unknown, unless it is a name.
func (c *Command) speaks(s *sentence) bool {
	return len(s.words) > 1 && !slices.ContainsFunc(s.words[1:], func(w word) bool {
		return w.misspelt || w.unknown && !w.named || strings.ContainsAny(w.text, "0123456789") || w.is(known("CHESSWORD")) || c.values(w.text)
	})
}

// values reports whether a word is a value of one of the command's parameters that take no free text, or nearly so.
func (c *Command) values(word string) bool {
	return slices.ContainsFunc(c.Params, func(p Param) bool {
		switch p.Kind {
		case Person, Rest, MoveText:
			return false
		}
		return p.isNamed(word) || p.accepts(word) || Nearest(strings.ToLower(word), p.Choices) != ""
	})
}

// idleBehind reports whether the first word says it all: those behind it mean nothing, such as "please".
func (s *sentence) idleBehind() bool {
	return len(s.words) > 0 && !slices.ContainsFunc(s.words[1:], func(w word) bool { return !w.is(known("IDLE")) })
}
