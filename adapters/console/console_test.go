package console_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"raumbot/adapters/console"
	"raumbot/bot/clocktest"
	"raumbot/bot/engine/search"
	"raumbot/bot/service"
	"raumbot/storage"
)

var regen = flag.Bool("regen", false, "write what the console prints now into testdata")

// noon is the time of all tests.
var noon = time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)

// play runs a script on a console, and returns the output.
func play(t *testing.T, script string, o console.Options) string {
	t.Helper()
	var out bytes.Buffer
	service := service.New(service.Ports{Store: storage.Memory(), Clock: clocktest.At(noon), Dice: func(int) int { return 0 }})
	if o.In = strings.NewReader(script); o.Pictures == "" {
		o.Pictures = t.TempDir()
	}
	o.Out = &out
	if err := console.New(o).Run(t.Context(), service); err != nil {
		t.Error(err)
	}
	return strings.ReplaceAll(out.String(), o.Pictures+string(filepath.Separator), "PICTURES/")
}

// TestScripts plays testdata/*.txt and compares the output with the files beside
// them: .out for text, .json for --json.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, path := range scripts {
		for suffix, asJSON := range map[string]bool{".out": false, ".json": true} {
			golden := strings.TrimSuffix(path, ".txt") + suffix
			t.Run(golden, func(t *testing.T) {
				script, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				got := play(t, string(script), console.Options{JSON: asJSON})
				if *regen {
					if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if got != string(want) {
					t.Errorf("printed\n%s\nwant\n%s", got, want)
				}
			})
		}
	}
}

// TestOldPictures shows a board when the folder holds too many pictures. The oldest are removed,
// and other files stay.
func TestOldPictures(t *testing.T) {
	folder := t.TempDir()
	for n := range 100 {
		for _, name := range []string{fmt.Sprintf("game-77-%03d-ranks.png", n), fmt.Sprintf("holiday-%d.png", n)} {
			path, at := filepath.Join(folder, name), time.Now().Add(time.Duration(n-200)*time.Minute)
			if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 1<<20), os.Chtimes(path, at, at)); err != nil {
				t.Fatal(err)
			}
		}
	}
	play(t, "alice: study raumschach\n", console.Options{Pictures: folder})
	for pattern, want := range map[string][2]int{"game-77-*": {20, 40}, "holiday-*": {100, 100}, "game-1-*": {1, 1}, "game-77-099-ranks.png": {1, 1}, "game-77-000-ranks.png": {0, 0}} {
		if found, err := filepath.Glob(filepath.Join(folder, pattern)); err != nil || len(found) < want[0] || len(found) > want[1] {
			t.Errorf("%d files are called %s, not %v", len(found), pattern, want)
		}
	}
}

// TestJSON checks each field of a message, and that its picture is a valid one.
func TestJSON(t *testing.T) {
	pictures := t.TempDir()
	out := play(t, "alice: challenge bob stockschach216 white\nbob: accept\nalice@: games\n", console.Options{JSON: true, Pictures: pictures})
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines, want 3:\n%s", len(lines), out)
	}
	order := regexp.MustCompile(`^\{"room":.*,"to":\[.*\],"private":(true|false),"game":".*","text":".*","image":".*","buttons":\[.*\]\}$`)
	for _, l := range lines {
		if !json.Valid([]byte(l)) || !order.MatchString(l) {
			t.Errorf("not a message: %s", l)
		}
	}
	for i, want := range []string{
		`{"room":"lobby","to":["bob"],"private":false,"game":"1","text":"alice challenges`,
		`{"room":"lobby","to":["alice","bob"],"private":false,"game":"1","text":"Game 1 begins`,
		`{"room":"","to":["alice"],"private":true,"game":"","text":"Game 1, Stockschach 216`,
	} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d is %s, want %s...", i, lines[i], want)
		}
	}
	f, err := os.Open(filepath.Join(pictures, "game-1-000.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := png.Decode(f); err != nil {
		t.Error(err)
	}
}

// TestConversation types lines at a prompt.
func TestConversation(t *testing.T) {
	out := play(t, "games\n/as bob\nalice: games\nit's 12:30 here\n/as\n/dance\n/help\n/quit\ngames\n", console.Options{Speaker: "alice"})
	for _, want := range []string{"alice> bot to alice: You have no games", "bob> bot to alice: You have no games",
		"bob> bot to bob: Did you mean", "Write `/as NAME`", "The console knows", "`/quit` ends"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if !strings.HasSuffix(out, "bob> ") {
		t.Errorf("something is said after the end:\n%s", out)
	}
}

// TestGerman checks that somebody who prefers German gets it, also from the console itself.
func TestGerman(t *testing.T) {
	out := play(t, "prefer language deutsch\n/dance\n/as bob\n/dance\n", console.Options{Speaker: "alice"})
	if !strings.Contains(out, "alice> bot: Die Konsole kennt") || !strings.Contains(out, "bob> bot: The console knows") {
		t.Errorf("printed\n%s", out)
	}
}

// TestUnreadableInput checks that invalid input is answered and the console continues.
func TestUnreadableInput(t *testing.T) {
	junk := map[string]string{
		"long":       strings.Repeat("x", 1<<20),
		"long name":  strings.Repeat("x", 200) + ": help",
		"binary":     "\x00\x01\xff\xfe\x80",
		"binary too": "alice: \xff\xfe",
		"escape":     "alice: \x1b]0;title\x07\x1b[2J",
		"bare":       "help",
		"name":       "!!!: help",
		"digits":     "17: help",
		"room":       "alice@!!: help",
		"empty":      "alice:",
		"colon":      ": help",
		"override":   "alice: \u202ehelp",
	}
	for name, text := range junk {
		t.Run(name, func(t *testing.T) {
			out := play(t, text+"\nbob: games\n", console.Options{})
			before, after, found := strings.Cut(out, "bot to bob: You have no games")
			if !found || !strings.HasPrefix(before, "bot") || strings.TrimSpace(after) == "" {
				t.Errorf("printed %q", out)
			}
			mustBeHarmless(t, out)
		})
	}
}

func mustBeHarmless(t *testing.T, out string) {
	t.Helper()
	if i := strings.IndexFunc(out, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f || r == '\u202e' || r == utf8.RuneError }); i >= 0 {
		t.Errorf("what commands a terminal is printed: %q", out[max(0, i-20):min(len(out), i+20)])
	}
}

// TestLongLine tries out a line of many moves: the name of its picture must not be too long.
func TestLongLine(t *testing.T) {
	line := strings.Repeat("wa1-wb3, vb6-ub4, wb3-wa1, ub4-vb6, ", 10)
	out := play(t, "alice: challenge bob stockschach216 white\nbob: accept\nalice: try "+line+"\n", console.Options{})
	if !strings.Contains(out, "picture: PICTURES/game-1-000-wa1-wb3-and-39-more-") {
		t.Errorf("printed %s", out)
	}
}

// TestUnwritablePictures checks that a game goes on without pictures, with an error message.
func TestUnwritablePictures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out := play(t, "alice: challenge bob stockschach216 white\nbob: accept\n", console.Options{Pictures: filepath.Join(file, "sub")})
	if !strings.Contains(out, "Game 1 begins") || !strings.Contains(out, "Name another with `--pictures`") || strings.Contains(out, "picture: ") {
		t.Errorf("printed %s", out)
	}
}

// TestBrokenInput checks that a read error ends the console with that error.
func TestBrokenInput(t *testing.T) {
	c := console.New(console.Options{In: iotest.ErrReader(os.ErrClosed), Out: &bytes.Buffer{}})
	err := c.Run(t.Context(), service.New(service.Ports{Store: storage.Memory()}))
	if err == nil || !strings.Contains(err.Error(), "the input cannot be read") {
		t.Error(err)
	}
}

// TestInlinePicture shows a picture in the terminal.
func TestInlinePicture(t *testing.T) {
	for inline, want := range map[console.Inline]string{console.ITerm2: "\x1b]1337;File=inline=1", console.Kitty: "\x1b_Ga=T,f=100,m=1;"} {
		out := play(t, "alice: rules stockschach216\n", console.Options{Inline: inline})
		if !strings.Contains(out, want) {
			t.Errorf("%s: no picture in %.300q", inline, out)
		}
	}
	for _, c := range []struct {
		name, value string
		want        console.Inline
	}{
		{"TERM", "xterm-kitty", console.Kitty},
		{"TERM_PROGRAM", "WezTerm", console.ITerm2},
		{"TERM", "xterm-256color", console.NoInline},
	} {
		if got := console.InlineOf(func(name string) string { return map[string]string{c.name: c.value}[name] }); got != c.want {
			t.Errorf("%s=%s: %q", c.name, c.value, got)
		}
	}
}

// FuzzRun feeds the console arbitrary input: it must answer every line that is not a comment,
// without control characters.
func FuzzRun(f *testing.F) {
	for _, text := range []string{"alice: help", "alice@den: games\n/as bob\n", "a:b:c", "\xff: x", "\ufeffalice: log", "/quit", "# x\r\n\r\n", "study raumschach\nquit"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		mustBeHarmless(t, play(t, text, console.Options{Pictures: t.TempDir()}))
		mustBeHarmless(t, play(t, text, console.Options{Pictures: t.TempDir(), Speaker: "alice", Width: func() int { return len(text) % 40 }}))
	})
}

// TestOrganisers checks that only the named organisers can decide a game, in a room.
func TestOrganisers(t *testing.T) {
	script := "alice: challenge bob raumschach white\nbob: accept 1\n%s: adjudicate 1 draw confirm it is late\n"
	for speaker, decides := range map[string]bool{"carol": true, "Carol": true, "dora": false, "carol@": false} {
		out := play(t, strings.ReplaceAll(script, "%s", speaker), console.Options{Organisers: []string{"Carol"}})
		if strings.Contains(out, "The game is drawn") != decides {
			t.Errorf("%s decides: %v, want %v:\n%s", speaker, !decides, decides, out)
		}
	}
}

// TestLessonPictures checks that pictures of different positions of a game get different files.
func TestLessonPictures(t *testing.T) {
	out := play(t, "alice: learn\nalice: learn next\nalice: learn next\nalice: learn next\n", console.Options{})
	names := map[string]bool{}
	for _, line := range strings.Split(out, "\n") {
		if name, ok := strings.CutPrefix(line, "  picture: "); ok {
			names[name] = true
		}
	}
	if len(names) != 4 {
		t.Errorf("four lessons have %d pictures:\n%s", len(names), out)
	}
}

// TestCharactersAreKept checks that notes and chat are printed with their original characters.
func TestCharactersAreKept(t *testing.T) {
	const words = "<b>Zoë</b> <3 👨\u200d👩\u200d👧\u200d👦 & <t>"
	script := "alice: challenge bob raumschach white\nbob: accept\nalice@: note 1 " + words + "\nalice@: notes 1\nalice@: say 1 " + words + "\n"
	for _, asJSON := range []bool{false, true} {
		if out := play(t, script, console.Options{JSON: asJSON}); strings.Count(out, words) != 2 {
			t.Errorf("printed %s", out)
		}
	}
}

// stopAtSearch is a context that is stopped when a time limit is set on it, as the computer does
// when it begins to search.
type stopAtSearch struct {
	context.Context
	stop func()
}

// Deadline implements [context.Context].
func (c stopAtSearch) Deadline() (time.Time, bool) {
	c.stop()
	return c.Context.Deadline()
}

// TestStopDuringSearch stops the console when the computer begins to think. Earlier messages have
// been printed, and the search ends before it has found a move. The next run makes the move before
// it reads a line.
func TestStopDuringSearch(t *testing.T) {
	var out bytes.Buffer
	store := storage.Memory()
	run := func(ctx context.Context, script string) {
		t.Helper()
		out.Reset()
		s := service.New(service.Ports{Store: store, Clock: clocktest.At(noon), Searcher: search.NewLocal(1)})
		o := console.Options{In: strings.NewReader(script), Out: &out, Pictures: t.TempDir()}
		if err := errors.Join(s.Start(t.Context(), console.Platform), console.New(o).Run(ctx, s)); err != nil {
			t.Error(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	before := ""
	run(stopAtSearch{ctx, func() { before = out.String(); stop() }}, "alice: challenge computer raumschach level 6 black\n")
	if ctx.Err() == nil || !strings.Contains(before, "Game 1 begins") || strings.Contains(out.String(), " plays ") {
		t.Errorf("stopped: %t, after\n%s\nin the end\n%s", ctx.Err() != nil, before, out.String())
	}
	run(t.Context(), "alice: games\n")
	move, line := strings.Index(out.String(), "Computer, level 6 plays "), strings.Index(out.String(), ": your move.")
	if move < 0 || line < move {
		t.Errorf("the next run:\n%s", out.String())
	}
}

// TestLeave leaves a conversation with a bare word such as quit. In a script, or after a speaker's
// name, the same word is a message to the bot.
func TestLeave(t *testing.T) {
	for _, word := range []string{"quit", "exit", " QUIT "} {
		if out := play(t, word+"\ngames\n", console.Options{Speaker: "alice"}); !strings.HasSuffix(out, "alice> ") || strings.Contains(out, "bot to alice") {
			t.Errorf("%q does not leave the conversation:\n%s", word, out)
		}
		if out := play(t, "alice: "+word+"\nalice: games\n", console.Options{}); !strings.Contains(out, "You have no games") {
			t.Errorf("%q leaves a script:\n%s", word, out)
		}
		if out := play(t, "alice: "+word+"\ngames\n", console.Options{Speaker: "alice"}); !strings.Contains(out, "You have no games") {
			t.Errorf("%q said by somebody leaves the conversation:\n%s", word, out)
		}
	}
	if out := play(t, "quit\nalice: games\n", console.Options{}); !strings.Contains(out, "does not say who is speaking") || !strings.Contains(out, "You have no games") {
		t.Errorf("a script is left:\n%s", out)
	}
}

// TestLines breaks lines between words to fit a terminal, in a conversation only.
func TestLines(t *testing.T) {
	width := func() int { return 50 }
	out := play(t, "help\nrules raumschach\n", console.Options{Speaker: "alice", Width: width})
	for line := range strings.Lines(out) {
		line = strings.TrimPrefix(line, "alice> ") // the prompt is redrawn on a line of its own
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 50 && strings.Contains(strings.TrimSpace(line), " ") && !strings.Contains(line, "picture: ") && !strings.Contains(line, "] ") {
			t.Errorf("a line of %d characters: %q", n, line)
		}
	}
	for line := range strings.Lines(out) {
		if strings.Count(line, "`")%2 != 0 {
			t.Errorf("a command is broken: %q", line)
		}
	}
	long := play(t, "alice: help\nalice: rules raumschach\n", console.Options{Width: width})
	for _, text := range []string{out, long} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), "A Pawn steps one cell straight ahead or straight toward the enemy's levels (White up, Black down) to an empty cell.") {
			t.Errorf("words are lost:\n%s", text)
		}
	}
	if !regexp.MustCompile(`(?m)^.{200}`).MatchString(long) {
		t.Errorf("a script has broken lines:\n%s", long)
	}
}

// TestLetters draws a board as letters, in a conversation at a terminal that cannot show pictures,
// and explains it once.
func TestLetters(t *testing.T) {
	lines := "study raumschach\nab2-ab3\n"
	out := play(t, lines, console.Options{Speaker: "alice", Width: func() int { return 80 }})
	if !strings.Contains(out, "\n  Level b                 Level a\n") || !strings.Contains(out, "3 ·  *PAW ·   ·   ·\n") || strings.Count(out, "Capitals are White's pieces") != 1 {
		t.Errorf("no board of letters:\n%s", out)
	}
	for how, other := range map[string]string{
		"with pictures": play(t, lines, console.Options{Speaker: "alice", Inline: console.Kitty}),
		"in a script":   play(t, "alice: study raumschach\nalice: ab2-ab3\n", console.Options{}),
		"as JSON":       play(t, lines, console.Options{Speaker: "alice", JSON: true}),
	} {
		if strings.Contains(other, "Level a") || strings.Contains(other, "Capitals") {
			t.Errorf("a board of letters %s:\n%s", how, other)
		}
	}
}
