package talk

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot/command"
	"raumbot/bot/when"
)

// filled returns a command with the arguments that a sentence has for its parameters. whole reports
// whether it has all required ones. Optional arguments are included only if optional is set.
func (u *Understanding) filled(c *command.Command, s *sentence, optional bool) (said string, whole bool) {
	words, given := []string{c.Name}, false
	for _, p := range c.Params {
		if p.Announced || p.Optional && (!optional || given && p.Instead || p.Kind == command.MoveText || p.Name == "moves") {
			continue
		}
		value := s.argument(c, p)
		given = value != ""
		if given {
			words = append(words, value)
		} else if !p.Optional {
			return c.Name, false
		}
	}
	return strings.Join(words, " "), true
}

// argument returns the argument that a sentence has for a parameter, with the parameter's name
// where it is needed. It returns "" if there is none.
func (s *sentence) argument(c *command.Command, p command.Param) string {
	switch p.Kind {
	case command.Number:
		return s.gameOf(p)
	case command.TournamentNumber:
		return s.value(isNumber)
	case command.VariantName:
		return s.value(isVariant)
	case command.PaceWord:
		return s.value(isPace)
	case command.Person:
		return s.person(c)
	case command.Choice:
		return s.choice(p)
	case command.Count:
		return s.count(p)
	case command.LevelName:
		return joined("level", s.value(isLevel))
	case command.ZoneName:
		return joined("time", s.value(isZone))
	case command.MoveText:
		return s.moved()
	case command.Word:
		return s.slice(p)
	case command.Rest:
		return s.rest(p)
	}
	return ""
}

// joined returns a name followed by a value, or "" if there is no value.
func joined(name, value string) string {
	if value == "" {
		return ""
	}
	return name + " " + value
}

// value returns a sentence's first argument with a meaning, or "" if there is none.
func (s *sentence) value(meaning string) string {
	return s.valueOf(func(x sense) bool { return x.meaning == meaning })
}

// valueOf returns a sentence's first argument that is accepted, or "" if there is none.
func (s *sentence) valueOf(accepts func(sense) bool) string {
	for _, w := range s.words {
		for _, x := range w.senses {
			if x.value != "" && accepts(x) {
				return x.value
			}
		}
	}
	return ""
}

// gameOf returns the game that a sentence names, by its number or its opponent.
func (s *sentence) gameOf(p command.Param) string {
	switch {
	case s.game != "":
		return s.game
	case p.Against:
		return joined("against", s.opponent())
	case len(p.Also) == 0 && !s.says(isPace):
		return s.value(isNumber)
	}
	return ""
}

// opponent returns the opponent that a sentence names after "against". It returns "" if it names
// none or two.
func (s *sentence) opponent() string {
	for i, w := range s.words {
		if !slices.Contains([]string{"against", "vs", "versus", "gegen"}, bare(w.text)) {
			continue
		}
		for _, next := range s.words[i+1:] {
			switch {
			case next.is("COMPUTER"):
				return "computer"
			case next.is(isName):
				return strings.TrimSuffix(next.text, "'s")
			case !command.Joins(next.text):
				return ""
			}
		}
	}
	return ""
}

// person returns the name of a person in a sentence. The computer counts as a person only for
// commands with a level to play at.
func (s *sentence) person(c *command.Command) string {
	perhaps := ""
	for i, w := range s.words {
		switch {
		case !w.is(isName) || w.is(isVariant):
		case w.named && s.now.People == nil || s.knows(w.text):
			return strings.TrimSuffix(w.text, "'s")
		case perhaps == "" && (s.now.People == nil || i > 0 && s.words[i-1].is("CHALLENGE")):
			perhaps = w.text
		}
	}
	if leveled(c) && (s.says("COMPUTER") || s.says(isStrength)) {
		return "computer"
	}
	return perhaps
}

// choiceMeanings maps the names of parameters to the meanings of words whose values are their
// choices.
var choiceMeanings = map[string]string{"colour": "COLOUR", "stakes": "STAKES", "view": "VIEW", "theme": "THEME", "pieces": "PIECESET", "language": "TONGUE",
	"result": "RESULT", "form": "REPORTFORM", "format": "FORMAT", "side": "COLOUR"}

// choice returns the choice of a parameter that a sentence names. A choice that makes the command
// change something does not count if the sentence is a question.
func (s *sentence) choice(p command.Param) string {
	answers := slices.Contains(p.Choices, "decline")
	switch {
	case p.Changes && s.asksWhether() || slices.Contains(p.Choices, "confirm") || answers && s.now.Facts&(Known|Offered) == Known:
		return ""
	case !p.Optional && len(p.Choices) == 1:
		return p.Choices[0]
	case answers && (s.says("NOT") || s.says("NO")):
		return "decline"
	}
	for _, w := range s.words {
		if said := bare(w.text); p.Choice(said) != "" && !command.Joins(said) {
			return p.Choice(said)
		}
		one := &sentence{words: []word{w}}
		if value := one.valueOf(func(x sense) bool { return x.chooses(p) }); value != "" {
			return value
		}
	}
	return ""
}

// chooses reports whether a sense means one of the choices of a parameter.
func (x sense) chooses(p command.Param) bool {
	return (x.meaning == "DO" || x.meaning == choiceMeanings[p.Name]) && slices.Contains(p.Choices, x.value)
}

// count returns the number that a sentence has for a parameter.
func (s *sentence) count(p command.Param) string {
	switch {
	case p.Named:
		return s.value(isStrength)
	case p.Name == "round":
		return s.value(isRound)
	case p.Name == "games":
		return s.value(isNumber)
	case p.Name == "at" && (s.says("AFTER") || s.says("MOVE")):
		return joined(p.Name, s.value(isNumber))
	}
	return ""
}

// moved returns the move that a sentence names, by its cells or by a piece and a cell.
func (s *sentence) moved() string {
	return cmp.Or(s.value(isMove), strings.TrimSpace(joined(s.value(isPiece), s.value(isCell))))
}

// slice returns the part of a board that a sentence names.
func (s *sentence) slice(p command.Param) string {
	switch {
	case p.Name == "slice" && s.says("RANKWORD"):
		return joined("rank", s.value(isNumber))
	case p.Name == "slice":
		return joined("level", s.value(isLevel))
	case p.Name == "piece":
		return cmp.Or(s.value(isCell), s.value(isPiece))
	}
	return ""
}

// hoursOfDay matches a range of hours of the day.
var hoursOfDay = regexp.MustCompile(`^[0-9]{1,2}(?::[0-9]{2})?-[0-9]{1,2}(?::[0-9]{2})?$`)

// rest returns the argument that a sentence has for a parameter that takes the rest of a text.
func (s *sentence) rest(p command.Param) string {
	switch p.Name {
	case "name":
		return s.value(isPiece)
	case "cell", "piece":
		return cmp.Or(s.value(isCell), s.value(isPiece))
	case "moves":
		return strings.Join(s.moves(), " then ")
	case "hours":
		if at := slices.IndexFunc(s.fields, hoursOfDay.MatchString); at >= 0 {
			return s.fields[at]
		}
		return cmp.Or(s.hours(), when.FindTime(strings.Join(s.fields, " ")))
	case "days":
		return s.days()
	case "answer":
		return s.step()
	case "text":
		return s.said()
	}
	return ""
}

// step returns the step of a task, such as a puzzle, that a sentence asks for.
func (s *sentence) step() string {
	return s.valueOf(func(x sense) bool {
		return x.meaning == "DO" && slices.Contains([]string{"solution", "next", "daily", "week", "back", "restart"}, x.value)
	})
}

// moves returns all moves that a sentence names.
func (s *sentence) moves() (all []string) {
	s.valueOf(func(x sense) bool {
		if x.meaning == isMove {
			all = append(all, x.value)
		}
		return false
	})
	return all
}

// hours returns the numbers of hours in a sentence, or the word in place of them.
func (s *sentence) hours() string {
	if s.value("DO") == "off" {
		return "off"
	}
	pace := s.value(isPace)
	if pace == "" {
		return ""
	}
	if at := slices.IndexFunc(s.words, func(w word) bool { return w.is(isPace) }); at > 0 && when.After.Is(bare(s.words[at-1].text)) {
		return "in " + pace // once
	}
	n, _ := strconv.Atoi(pace[:len(pace)-1])
	if strings.HasSuffix(pace, "d") {
		n *= 24
	}
	return strconv.Itoa(n)
}

// days returns the number of days or the last day that a sentence names, or the word in place of
// them.
func (s *sentence) days() string {
	pace := s.value(isPace)
	switch day := s.value(isDay); {
	case day != "":
		return "until " + day
	case s.value("DO") == "off":
		return "off"
	case strings.HasSuffix(pace, "d"):
		return strings.TrimSuffix(pace, "d")
	}
	return ""
}

// said returns the text that a sentence wants to be said or noted.
func (s *sentence) said() string {
	from, _ := s.told()
	if from == len(s.words) {
		return ""
	}
	return strings.Join(s.fields[s.words[from].end-1:], " ")
}

// told returns the index of the first word of the text that a sentence asks to say or to note. This
// text comes after the verb, such as "say" or "note", and after the person who is told. person
// reports whether the sentence names such a person.
func (s *sentence) told() (from int, person bool) {
	from = slices.IndexFunc(s.words, func(w word) bool { return w.is("SAY") || w.is("NOTE") })
	for from++; from > 0 && from < len(s.words); from++ {
		w := s.words[from]
		if named := w.is("OPPONENT") || w.is(isName); named {
			person = true
		} else if !slices.Contains([]string{"that", "dass", "my", "mein", "meinem", "dem", "down", "to"}, bare(w.text)) {
			return from, person
		}
	}
	return len(s.words), person
}
