package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A score counts the correct answers about a variant.
type score struct{ cells, right, others, othersRight int }

// markFolder compares the completed questions in a folder with the answers, and prints a
// line for each variant and for each mistake.
func markFolder(folder string, out io.Writer) error {
	given, err := readAnswers(filepath.Join(folder, questionsFile))
	if err != nil {
		return err
	}
	wanted, err := readAnswers(filepath.Join(folder, answersFile))
	if err != nil {
		return err
	}
	scores := map[string]score{}
	for _, question := range slices.Sorted(maps.Keys(wanted)) {
		picture, about, _ := strings.Cut(question, " ")
		variant := picture[:strings.LastIndex(picture, "-")]
		s := scores[variant]
		right := 0
		if given[question] == wanted[question] {
			right = 1
		} else {
			fmt.Fprintf(out, "%s: %q, not %q\n", question, wanted[question], given[question])
		}
		if about == "move" || about == "turn" {
			s.others, s.othersRight = s.others+1, s.othersRight+right
		} else {
			s.cells, s.right = s.cells+1, s.right+right
		}
		scores[variant] = s
	}
	var all score
	for _, variant := range slices.Sorted(maps.Keys(scores)) {
		s := scores[variant]
		fmt.Fprintf(out, "%s: cells %d of %d, moves and turns %d of %d\n", variant, s.right, s.cells, s.othersRight, s.others)
		all = score{all.cells + s.cells, all.right + s.right, all.others + s.others, all.othersRight + s.othersRight}
	}
	fmt.Fprintf(out, "all: cells %d of %d, moves and turns %d of %d\n", all.right, all.cells, all.othersRight, all.others)
	return nil
}

// readAnswers parses lines "PICTURE ABOUT = ANSWER".
func readAnswers(file string) (map[string]string, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	answers := map[string]string{}
	for line := range strings.Lines(string(content)) {
		question, answer, found := strings.Cut(line, "=")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		answers[strings.Join(strings.Fields(question), " ")] = normal(answer)
	}
	return answers, nil
}

// normal returns an answer in normal form: the side in lower case, the code in capitals.
func normal(answer string) string {
	fields := strings.Fields(strings.ToLower(answer))
	if len(fields) == 2 {
		fields[1] = strings.ToUpper(fields[1])
	}
	return strings.Join(fields, " ")
}
