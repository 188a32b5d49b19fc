package command

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

//go:embed phrases.txt
var phraseLines string

// option matches the alternatives of a phrase: (a|b), or [a|b] where neither is required.
var option = regexp.MustCompile(`\(([^()]*)\)|\[([^\[\]]*)\]`)

// readPhrases reads lines of the form "command = phrase | phrase", and returns the commands by phrase in normal form
// (see normal).
func readPhrases(lines string) (map[string]string, error) {
	all := map[string]string{}
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
			form = normal(form)
			if other, known := all[form]; known && other != command {
				faults = append(faults, fmt.Errorf("line %d: %q is %q already", n+1, form, other))
				continue
			}
			all[form] = command
		}
	}
	return all, errors.Join(faults...)
}

// forms splits a line at the bars outside brackets, and expands the alternatives of each part.
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

// written returns every text that a form with alternatives stands for.
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

// mustReadPhrases reads the embedded phrases.txt on first use.
var mustReadPhrases = sync.OnceValue(func() map[string]string {
	all, err := readPhrases(phraseLines)
	if err != nil {
		panic(err) // the file is embedded, so the tests would fail first
	}
	return all
})

// longestSentence is the length, in bytes, beyond which a text is read neither as a phrase nor as a sentence.
const longestSentence = 160

// phrased returns the command that a text stands for, if the whole text is a known phrase.
func phrased(text string) (command string, ok bool) {
	if len(text) > longestSentence {
		return "", false
	}
	command, ok = mustReadPhrases()[normal(text)]
	return command, ok
}
