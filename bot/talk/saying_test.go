package talk

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// saying is something that somebody has said: in which situation, and the commands that answer it,
// the best first. Its kind, which a person has decided, is for those who carry it out.
type saying struct {
	situation, text string
	commands        []string // with arguments, where those are told
}

// names returns the names of the commands of a saying.
func (x saying) names() []string {
	var all []string
	for _, c := range x.commands {
		name, _, _ := strings.Cut(c, " ")
		if name == "chat" {
			name = small
		}
		all = append(all, name)
	}
	return all
}

// situations has what is known in the situations of testdata/said. In the one without a name
// nothing is.
var situations = map[string]Facts{
	"": 0, "new": Known, "dm": Known, "invited": Known | Invited, "turn": Known | Playing, "wait": Known | Playing | Waiting, "drawn": Known | Playing | Offered,
	"back": Known | Playing | Offered, "asked": Known | Playing, "two": Known | Playing, "offered": Known | Inviting, "robot": Known | Playing | Alone,
	"solo": Known | Playing | Alone, "puzzle": Known | Solving, "cup": Known | Entering, "running": Known | Competing | Playing | Entering, "orga": Known | Deciding,
	"orgcup": Known | Deciding | Entering, "orgrun": Known | Deciding | Entering, "orgturn": Known | Deciding | Playing, "over": Known | Rested, "home": Known, "match": Known | Playing | Alone,
}

// readSayings reads files of lines "situation | what was said | command/another | kind". Without a
// kind it is talk.
func readSayings(tb testing.TB, pattern string) (all []saying) {
	tb.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		tb.Fatal(pattern, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		for n, line := range strings.Split(string(data), "\n") {
			if line == "" || line[0] == '#' {
				continue
			}
			parts := strings.Split(line, "|")
			if len(parts) != 3 && (len(parts) != 4 || !slices.Contains([]string{"command", "answer"}, strings.TrimSpace(parts[3]))) {
				tb.Errorf("%s:%d has %d parts", file, n+1, len(parts))
				continue
			}
			situation, text := strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])
			if _, known := situations[situation]; !known {
				tb.Errorf("%s:%d: no situation %q", file, n+1, situation)
			}
			all = append(all, saying{situation, text, strings.Split(strings.TrimSpace(parts[2]), "/")})
		}
	}
	return all
}
