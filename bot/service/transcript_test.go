package service_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"raumbot/storage/storagetest"
)

var (
	regen = flag.Bool("regen", false, "write what the bot says now into the transcripts")
	long  = flag.Bool("long", false, "do all that takes minutes: press every tampered button, try more commands as intruders, play more tournaments and transcripts")
)

// sampled reports whether the i-th of many cases is tried: one in n, and all with -long.
func sampled(i, n int) bool { return *long || i%n == 0 }

// TestTranscripts plays the transcripts in testdata: what people say, line by line, and everything
// that the bot says in response. Each is played in memory, where the labels of buttons are typed as
// well. A third of them, and all with -long, are played on a store that runs every update twice, as
// any store may, in a file and, where there is PostgreSQL, on a server, too.
//
//	alice: text              said in the lobby; alice@den: in a room; alice@: in private
//	alice/matrix: text       from another platform
//	alice@den!: text         as an organiser of the room
//	alice@den.inn: text      in a room that is part of a wider place; in one named staff that not all there see
//	bot -> bob: text         said in the lobby to bob; bot@den: in a room
//	bot ~> bob: text         an aside, bot => bob: text in private
//	  more                   a further line of the message, its picture or its buttons
//	@ wait 3d                the bot runs for three days; @ down 3d: it is stopped for so long
//	@ late 3d                it runs for three days, and the next line comes before the sweep
//	@ again                  the line before arrives a second time
//	@ attach testdata/x.toml a file is attached to the next line
//	@ locale bob de          the platform knows that bob speaks German; or a room
//
// Three dots stand for any text in a line, or on a line of their own for any lines.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	var played, typed atomic.Int64
	t.Cleanup(func() {
		if played.Load() == int64(len(files)) && typed.Load() < 1000 {
			t.Errorf("only %d labels were typed", typed.Load())
		}
	})
	for i, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		stages := transcriptStages
		if !sampled(i, 3) {
			stages = stages[:1]
		}
		for _, on := range stages {
			t.Run(name+"/"+on.name, func(t *testing.T) {
				t.Parallel()
				s := on.stage(t)
				if on.name == "memory" {
					played.Add(1)
					typeLabels(s, &typed)
				}
				playTranscript(t, file, s)
			})
			if *regen {
				break // what the bot says in memory is written
			}
		}
	}
}

// transcriptStages are the stages on which transcripts are played.
var transcriptStages = []struct {
	name  string
	stage func(*testing.T) *stage
}{
	{"memory", func(t *testing.T) *stage { return newStage(t, "") }},
	{"twice", func(t *testing.T) *stage {
		s := newStage(t, "")
		s.retries = true
		s.open()
		return s
	}},
	{"bolt", func(t *testing.T) *stage { return newStage(t, filepath.Join(t.TempDir(), "test.db")) }},
	{"postgres", func(t *testing.T) *stage { return newStage(t, storagetest.Postgres(t)) }},
}

// playTranscript plays a file, and compares the result with it or rewrites it.
func playTranscript(t *testing.T, file string, s *stage) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	var played []string
	for i := 0; i < len(lines); {
		line := lines[i]
		i++
		played = append(played, line)
		s.said = nil
		switch {
		case line == "" || line[0] == '#':
			continue
		case strings.HasPrefix(line, "@ "):
			if err := s.direct(line[2:]); err != nil {
				t.Fatalf("%s:%d: %s: %v", file, i, line, err)
			}
		case !s.say(line):
			t.Fatalf("%s:%d: not a line of a transcript: %s", file, i, line)
		}
		from := i
		for i < len(lines) && (strings.HasPrefix(lines[i], "bot") || strings.HasPrefix(lines[i], "  ")) {
			i++
		}
		want, got := strings.Join(lines[from:i], "\n"), strings.Join(s.said, "\n")
		switch {
		case matches(want, got):
			played = append(played, lines[from:i]...)
		case *regen:
			played = append(played, s.said...)
		default:
			t.Errorf("%s:%d: %s\nsaid:\n%s\nwant:\n%s", file, from, line, got, want)
		}
	}
	if *regen {
		if err := os.WriteFile(file, []byte(strings.Join(played, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// matches compares line by line; see TestTranscripts for the dots.
func matches(want, got string) bool {
	if !strings.Contains(want, "...") {
		return want == got
	}
	pattern := regexp.QuoteMeta(want)
	pattern = strings.ReplaceAll(pattern, `\.\.\.`, `.*`)
	pattern = strings.ReplaceAll(pattern, "\n  .*\n", "\n(?:  .*\n)*")
	if strings.HasSuffix(pattern, "\n  .*") {
		pattern = strings.TrimSuffix(pattern, "\n  .*") + "(?:\n  .*)*"
	}
	return regexp.MustCompile("^" + pattern + "$").MatchString(got)
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		want, got string
		ok        bool
	}{
		{"bot: a", "bot: a", true},
		{"bot: a", "bot: ab", false},
		{"bot: a ... c", "bot: a b c", true},
		{"bot: a\n  ...", "bot: a\n  b\n  c", true},
		{"bot: a\n  ...\n  c", "bot: a\n  b\n  c", true},
		{"bot: a\n  ...", "bot: a\nbot: b", false},
		{"", "bot: a", false},
	} {
		if got := matches(c.want, c.got); got != c.ok {
			t.Errorf("matches(%q, %q) = %v", c.want, c.got, got)
		}
	}
	if !slices.Contains(platforms, "console") {
		t.Error("the default platform is not listened to")
	}
}
