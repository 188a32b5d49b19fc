package command

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed sentences.txt
var sentenceLines string

// rule maps sentences that contain certain concepts to a command.
type rule struct {
	command  []string // words, and slots in capitals
	needs    []concept
	all      set  // the needs as a set
	explains set  // concepts that may be present as well
	takes    set  // concepts of optional slots
	never    set  // concepts of which no other word may be
	rest     bool // the command ends with the rest of the sentence, verbatim
	solving  bool // only for somebody with an open puzzle and no game
	doubtful bool // it is only asked about
}

// readRules reads lines of the form "command = NEED NEED | NEED + ALSO": alternatives of required concepts, then what may be
// present with any of them, then, behind a minus, what may not be.
func readRules(lines string) ([]rule, error) {
	var all []rule
	var faults []error
	for n, line := range strings.Split(lines, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		command, about, ok := strings.Cut(line, " = ")
		if !ok {
			faults = append(faults, fmt.Errorf("line %d has no \" = \"", n+1))
			continue
		}
		about, never, _ := strings.Cut(about, " - ")
		about, also, _ := strings.Cut(about, " + ")
		made := rule{rest: strings.HasSuffix(command, " REST")}
		command, made.solving = strings.CutPrefix(command, "solving: ")
		command, made.doubtful = strings.CutPrefix(command, "perhaps ")
		made.command = strings.Fields(command)
		concepts := func(words string) (ids []concept) {
			for _, name := range strings.Fields(words) {
				id, known := readVocabulary().concepts[name]
				if !known {
					faults = append(faults, fmt.Errorf("line %d: there is no %s", n+1, name))
				}
				ids = append(ids, id)
			}
			return ids
		}
		for _, c := range concepts(also) {
			made.explains.add(c)
		}
		for _, c := range concepts(never) {
			made.never.add(c)
		}
		for _, c := range made.optional() {
			made.takes.add(c)
		}
		for _, form := range strings.Split(about, "|") {
			r := made
			for _, c := range concepts(strings.TrimSuffix(strings.TrimSpace(form), " REST")) {
				r.needs = append(r.needs, c)
				r.all.add(c)
			}
			all = append(all, r)
		}
	}
	return all, errors.Join(faults...)
}

// slotConcepts are the concepts of slots whose names differ from the concept's.
var slotConcepts = map[string]concept{"HOURS": isPace, "DAYS": isPace, "FROMTOS": isFromTo}

// slotConcept returns the concept that fills a slot.
func slotConcept(slot string) (concept, bool) {
	if c, ok := slotConcepts[slot]; ok {
		return c, true
	}
	c, ok := readVocabulary().concepts[slot]
	return c, ok
}

// optional returns the concepts of the slots in brackets.
func (r *rule) optional() (all []concept) {
	for _, part := range r.command {
		if slot, ok := bracketed(part); ok {
			if c, ok := slotConcept(slot); ok {
				all = append(all, c)
			}
		}
	}
	return all
}

// bracketed returns a part of a command without square brackets, and whether it had them.
func bracketed(part string) (string, bool) {
	inner, ok := strings.CutPrefix(part, "[")
	return strings.TrimSuffix(inner, "]"), ok
}

// mustReadRules reads the embedded sentences.txt on first use.
var mustReadRules = sync.OnceValue(func() []rule {
	all, err := readRules(sentenceLines)
	if err != nil {
		panic(err) // the file is embedded, so the tests would fail first
	}
	return all
})

// guess is a command that a sentence may mean.
type guess struct {
	command  string // with its arguments
	score    float64
	share    float64 // how much of the sentence it explains, from 0 to 1
	misspelt bool    // a word that satisfied a need is misspelt
	negated  bool    // the sentence says no, and the rule does not
	asked    bool    // the sentence asks how or whether, and the rule does not
	curious  bool    // the sentence asks what, who, when, where or if, and the rule does not
	doubtful bool    // the rule only asks
	strange  bool    // the rule's NAME is only an unknown word, or a move has an unknown word or another move beside it
}

// match returns what a sentence means by a rule, and false if a need is not satisfied or a slot cannot be filled.
func (r *rule) match(t Table, s *sentence) (guess, bool) {
	if s.player && r.all.has(isName) && r.command[0] == "challenge" { // there is a rule of its own about the computer
		return guess{}, false
	}
	if !r.all.within(s.has) || r.solving && (s.now&Solving == 0 || s.now&Playing != 0) {
		return guess{}, false
	}
	used := make([]concept, len(s.words)) // the need that a word satisfies plus 1, 0 for none
	last := 0
	var g guess
	for _, need := range r.needs {
		i := s.find(need, used)
		if i < 0 {
			return guess{}, false
		}
		used[i] = need + 1
		last = max(last, s.words[i].end)
	}
	rest := ""
	if r.rest {
		if rest = s.rest(last); rest == "" {
			return guess{}, false
		}
	}
	g.command = r.fill(s, rest)
	if g.command == "" {
		return guess{}, false
	}
	c := t.Find(r.command[0])
	switch {
	case c.Anybody && slices.ContainsFunc(s.words, func(w word) bool { return w.unknown && s.knows(w.text) }):
		return guess{}, false
	case c.Name == "yes" && s.says("PLAY") && s.now&(Invited|Offered) != Invited: // "let's play" agrees to a game, not to a draw
		return guess{}, false
	}
	g.doubtful = r.doubtful
	from, to := 0, 0                                  // the words that say which game is meant
	if c.byOpponent() && !c.Changes && s.game == "" { // what changes something is asked about
		_, from, to = s.against()
	}
	if r.solving { // it knows more than others do
		g.score++
	}
	explained, open, resting := 0.0, 0.0, false
	for i, w := range s.words {
		several := w.is(known("GAMES")) && r.never.has(known("GAMES")) // which satisfies a need for a game
		if (used[i] == 0 || several) && w.means(r.never) && !w.misspelt {
			return guess{}, false
		}
		switch {
		case r.rest && w.end > last: // counted once, however long it is
			if !resting {
				g.score += weights[heavy] / 2
			}
			resting = true
		case used[i] > 0:
			weight := weights[readVocabulary().weights[used[i]-1]]
			explained += weight
			g.score += weight + 0.1
			g.misspelt = g.misspelt || w.misspelt
		case w.means(r.all) && !w.unknown: // another word for one of the needs
			explained += weights[heavy]
			g.score += weights[heavy]
		case w.means(r.takes) || i >= from && i < to:
			explained += w.weight()
			g.score += w.weight()
		case c.strict() && w.unknown && !s.knows(w.text) || c.Answers() && w.tellsMore(): // "I'm in Berlin" is no yes
			open += strangeWeight
		case w.means(r.explains):
			weight := w.weight()
			explained += weight
			g.score += weight / 2
		case w.weight() == weights[light]:
			g.score -= 0.05
			open += 0.01
		default:
			weight := w.weight()
			open += weight
			g.score -= weight / 2
		}
	}
	g.share = explained / (explained + open)
	g.strange = r.all.has(isName) && !s.named() || r.command[0] == "move" && (s.unknown() || s.moves() > 1)
	g.strange = g.strange || c.Anybody && s.people == nil && slices.ContainsFunc(s.words, func(w word) bool { return w.unknown })
	g.negated = s.says("NOT") && !r.says("NOT") && !r.says("NO") && !r.explains.has(known("NOT"))
	g.asked = (s.says("HOW") || s.says("WHY") || s.says("SHOULD") || s.says("WHATIF") || s.says("WHAT") && s.says("DOES")) &&
		!r.says("HOW") && !r.says("SHOULD") && !r.says("WHATIF") && !r.says("WHAT")
	for _, name := range []string{"WHAT", "WHO", "WHEN", "WHERE", "IFWORD"} {
		g.curious = g.curious || s.says(name) && !r.says(name)
	}
	return g, true
}

// says reports whether a rule needs the concept of a name.
func (r *rule) says(name string) bool { return r.all.has(known(name)) }

// rest returns the fields of a sentence from an index on, verbatim but without a leading "that", colon or dash.
func (s *sentence) rest(from int) string {
	if from >= len(s.fields) {
		return ""
	}
	words := s.fields[from:]
	if len(words) > 1 && slices.Contains([]string{"that", "dass", "daß", ":", "-"}, strings.ToLower(strings.Trim(words[0], ","))) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// fill returns the command of a rule with its slots filled from a sentence, "" if a required slot has no value.
func (r *rule) fill(s *sentence, rest string) string {
	var all []string
	for _, part := range r.command {
		slot, optional := bracketed(part)
		switch {
		case part == "REST":
			all = append(all, rest)
		case slot != strings.ToUpper(slot) || slot == strings.ToLower(slot):
			all = append(all, part)
		default:
			if value := s.value(slot); value != "" {
				all = append(all, value)
			} else if !optional {
				return ""
			}
		}
	}
	return strings.Join(all, " ")
}

// value returns the value that a sentence provides for a slot, "" for none.
func (s *sentence) value(slot string) string {
	c, ok := slotConcept(slot)
	if !ok {
		return ""
	}
	var values []string
	named := ""
	for i, w := range s.words {
		for _, x := range w.senses {
			if x.concept == c && x.value != "" {
				value := x.value + s.another(i, c)
				values = append(values, value)
				if w.named && named == "" {
					named = value
				}
			}
		}
	}
	if len(values) == 0 {
		return ""
	}
	switch slot {
	case "NAME":
		return cmp.Or(named, values[0])
	case "FROMTOS":
		if len(values) < 2 {
			return ""
		}
		return values[0] + " then " + values[1]
	case "HOURS", "DAYS":
		n, _ := strconv.Atoi(values[0][:len(values[0])-1])
		days := strings.HasSuffix(values[0], "d")
		switch {
		case slot == "HOURS" && days:
			n *= 24
		case slot == "DAYS" && !days:
			return ""
		}
		return strconv.Itoa(n)
	}
	return values[0]
}

// another returns "and" with the name that is joined to the one at an index, "" if none is: "bob and carl" is for a command that takes one name,
// which says so.
func (s *sentence) another(i int, c concept) string {
	if c != isName || i+2 >= len(s.words) || !readWordLists().joining[strings.ToLower(s.words[i+1].text)] {
		return ""
	}
	if next := s.words[i+2]; next.unknown && next.is(isName) && s.words[i].unknown {
		return " and " + next.text
	}
	return ""
}
