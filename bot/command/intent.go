package command

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"raumbot/rules"
)

//go:embed intents.txt
var intentLines string

// intents are ways to say something without the name of its command.
type intents struct {
	said     map[string]string // commands by what is said word for word, in its normal form
	patterns []pattern         // what has names of things in it
}

// pattern is a way to say a command in which something is named.
type pattern struct {
	form    *regexp.Regexp
	command string   // with $NAME and the like
	named   []string // the slots, in their order
}

// slots are what patterns have in place of names, and how these look in the normal form.
var slots = map[string]string{
	"NAME": `(\S+)`, "VARIANT": `([\pL0-9-]+(?: [\pL0-9-]+){0,4})`, "CELL": `([a-z]{1,3}[0-9]{1,2})`,
	"PIECE": `([\pL-]+(?: [\pL-]+)?)`, "REST": `(.+)`,
}

// slot finds the slots of a pattern.
var slot = regexp.MustCompile(`\b(NAME|VARIANT|CELL|PIECE|REST)\b`)

// option finds the alternatives of a pattern: (a|b), or [a] for what may be missing.
var option = regexp.MustCompile(`\(([^()]*)\)|\[([^\[\]]*)\]`)

// readIntents reads lines of the form "command = what is said | what is said".
func readIntents(lines string) (intents, error) {
	all := intents{said: map[string]string{}}
	var faults []error
	for n, line := range strings.Split(lines, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		command, said, ok := strings.Cut(line, " = ")
		if !ok {
			faults = append(faults, fmt.Errorf("line %d has no \" = \"", n+1))
			continue
		}
		for _, form := range forms(said) {
			if !slot.MatchString(form) {
				form = normal(form)
				if other, known := all.said[form]; known && other != command {
					faults = append(faults, fmt.Errorf("line %d: %q is %q already", n+1, form, other))
					continue
				}
				all.said[form] = command
				continue
			}
			all.patterns = append(all.patterns, compilePattern(form, command))
		}
	}
	return all, errors.Join(faults...)
}

// forms returns the texts between bars, with all alternatives in brackets written out.
func forms(said string) []string {
	var all []string
	depth, from := 0, 0
	for i, r := range said + "|" {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '|':
			if depth == 0 {
				all = append(all, written(strings.TrimSpace(said[from:i]))...)
				from = i + 1
			}
		}
	}
	return all
}

// written writes out the alternatives of a form.
func written(form string) []string {
	at := option.FindStringSubmatchIndex(form)
	if at == nil {
		return []string{strings.Join(strings.Fields(form), " ")}
	}
	var choices []string
	if at[2] >= 0 {
		choices = strings.Split(form[at[2]:at[3]], "|")
	} else {
		choices = append(choices, "")
		choices = append(choices, strings.Split(form[at[4]:at[5]], "|")...)
	}
	var all []string
	for _, c := range choices {
		all = append(all, written(form[:at[0]]+c+form[at[1]:])...)
	}
	return all
}

// compilePattern makes a pattern of a form with slots.
func compilePattern(form, command string) pattern {
	var expression strings.Builder
	expression.WriteString("^")
	var words []string
	for _, w := range strings.Fields(form) {
		if at := slot.FindStringIndex(w); at != nil {
			words = append(words, regexp.QuoteMeta(strings.ReplaceAll(w[:at[0]], "'", ""))+slots[w[at[0]:at[1]]]+regexp.QuoteMeta(strings.ReplaceAll(w[at[1]:], "'", "")))
		} else if plain := normalWord(w); plain != "" {
			words = append(words, regexp.QuoteMeta(plain))
		}
	}
	expression.WriteString(strings.Join(words, " ") + "$")
	named := slot.FindAllString(form, -1)
	for i, name := range named {
		command = strings.ReplaceAll(command, name, fmt.Sprintf("$%s%d", name, i+1))
	}
	return pattern{regexp.MustCompile(expression.String()), command, named}
}

// normalWord is the normal form of a word among others, empty for one that is left out.
func normalWord(w string) string {
	plain := normal(w)
	if normal("x "+w) == "x" {
		return ""
	}
	return plain
}

// mustReadIntents reads what the program carries with it.
var mustReadIntents = sync.OnceValue(func() intents {
	all, err := readIntents(intentLines)
	if err != nil {
		panic(err) // a fault of the build, which the tests meet first
	}
	return all
})

// longestIntent is the length of a text, in bytes, beyond which nobody means a command by it.
const longestIntent = 160

// intended returns the command that a text stands for, if it is one of the ways to say it, as a whole or in each
// of its clauses.
func intended(text string) (command string, ok bool) {
	if len(text) > longestIntent {
		return "", false
	}
	if command, ok := meaning(text); ok {
		return command, true
	}
	clauses := clauseEnd.Split(text, mostClauses+1)
	if len(clauses) < 2 || len(clauses) > mostClauses {
		return "", false
	}
	for _, clause := range clauses {
		if normal(clause) == "" {
			continue
		}
		meant, ok := meaning(clause)
		if !ok {
			return "", false
		}
		if command, ok = joined(command, meant); !ok {
			return "", false
		}
	}
	return command, command != ""
}

// clauseEnd finds the marks between two clauses: "gg, i resign". After a question mark something else may be meant.
var clauseEnd = regexp.MustCompile(`[,;.!]+\s+`)

// mostClauses is the number of clauses beyond which a text is no command.
const mostClauses = 4

// joined returns what two clauses mean together: the same, or one of them where the other is a greeting or small
// talk, or agrees with it. It is false where they differ.
func joined(before, after string) (command string, ok bool) {
	idle := func(command string) bool { return strings.HasPrefix(command, "chat ") }
	agrees := func(short, long string) bool {
		return short == "yes" && answers(long, "accept") || short == "no" && answers(long, "decline")
	}
	switch {
	case before == after, before != "" && idle(after), agrees(after, before):
		return before, true
	case before == "", before == "start", idle(before), agrees(before, after):
		return after, true
	}
	return "", false
}

// answers reports whether a command gives an answer: "accept", "draw accept".
func answers(command, answer string) bool {
	return command == answer || strings.HasPrefix(command, answer+" ") || strings.HasSuffix(command, " "+answer)
}

// meaning returns the command that a text stands for, if the whole of it is one of the ways to say it.
func meaning(text string) (command string, ok bool) {
	said := normal(text)
	known := mustReadIntents()
	if command, ok := known.said[said]; ok {
		return command, true
	}
	for _, p := range known.patterns {
		found := p.form.FindStringSubmatch(said)
		if found == nil {
			continue
		}
		if command, ok := p.fill(found); ok {
			return command, true
		}
	}
	return "", false
}

// filled finds the places of a command that are to be filled in.
var filled = regexp.MustCompile(`\$([A-Z]+)([1-9])`)

// digits are the number of a game, which is nobody's name.
var digits = regexp.MustCompile(`^#?[0-9]+$`)

// fill puts what was found into the command, unless it names nothing of the kind.
func (p pattern) fill(found []string) (command string, ok bool) {
	for i, name := range p.named {
		if name == "NAME" && (readIdle().nobody[found[i+1]] || digits.MatchString(found[i+1])) {
			return "", false
		}
	}
	ok = true
	command = filled.ReplaceAllStringFunc(p.command, func(place string) string {
		parts := filled.FindStringSubmatch(place)
		value := found[int(parts[2][0]-'0')]
		switch parts[1] {
		case "VARIANT":
			meant := variantsMeant(value)
			ok = ok && len(meant) > 0
			if len(meant) == 1 {
				return meant[0].Name
			}
			return strings.ReplaceAll(value, " ", "-")
		case "PIECE":
			value, ok = pieceMeant(value, ok)
		}
		return value
	})
	return command, ok
}

// pieceMeant returns the name of a kind of piece, in the singular and in English, and whether it
// is one of any game, as far as it was ok before.
func pieceMeant(word string, before bool) (name string, ok bool) {
	if !before || readIdle().nobody[word] {
		return word, false
	}
	for _, candidate := range []string{word, strings.TrimSuffix(word, "s"), strings.TrimSuffix(word, "es"), readIdle().pieces[word]} {
		if candidate == "" {
			continue
		}
		for _, v := range rules.Variants() {
			if len(v.KindsNamed(candidate)) > 0 {
				return candidate, true
			}
		}
	}
	return word, false
}
