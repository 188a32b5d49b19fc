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

// A score counts the questions about a game, those about the move and a check apart from all.
type score struct{ asked, right, moves, movesRight int }

// String writes the score as a line of the report.
func (s score) String() string {
	return fmt.Sprintf("all %d of %d, moves and checks %d of %d", s.right, s.asked, s.movesRight, s.moves)
}

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
		s.asked, s.right = s.asked+1, s.right+right
		if slices.Contains(aboutMove, about) {
			s.moves, s.movesRight = s.moves+1, s.movesRight+right
		}
		scores[variant] = s
	}
	var all score
	for _, variant := range slices.Sorted(maps.Keys(scores)) {
		s := scores[variant]
		fmt.Fprintf(out, "%s: %s\n", variant, s)
		all = score{all.asked + s.asked, all.right + s.right, all.moves + s.moves, all.movesRight + s.movesRight}
	}
	fmt.Fprintf(out, "all games: %s\n", all)
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

// normal returns an answer in normal form: in lower case, cells joined by + in their order.
func normal(answer string) string {
	fields := strings.Fields(strings.ToLower(answer))
	for i, field := range fields {
		cells := strings.Split(field, "+")
		slices.Sort(cells)
		fields[i] = strings.Join(cells, "+")
	}
	return strings.Join(fields, " ")
}
