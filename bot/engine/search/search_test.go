package search_test

import (
	"context"
	"encoding/json"
	"errors"
	"hash/crc32"
	"os"
	"slices"
	"testing"
	"time"

	"raumbot/bot/engine"
	"raumbot/bot/engine/search"
	"raumbot/rules"
	"raumbot/rules/games"
)

func TestMain(m *testing.M) {
	if err := games.Install(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// played returns a game of a variant after a few moves.
func played(t testing.TB, v *rules.Variant) *rules.Game {
	t.Helper()
	g := rules.NewGame(v)
	for n := range 7 {
		legal := g.Position().Legal()
		if err := g.Play(legal[(n*13)%len(legal)]); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// overWire returns a value as another process gets it.
func overWire[T any](t testing.TB, value T) (other T) {
	t.Helper()
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &other)
	}
	if err != nil {
		t.Fatal(err)
	}
	return other
}

// TestSameAnswers asks about positions of all games, as a value and of the engine itself: the
// answers are the same, and they are accepted.
func TestSameAnswers(t *testing.T) {
	for _, v := range rules.Variants() {
		record := played(t, v)
		job := search.About(search.Move, record)
		job.Level, job.Seed = 2, 7
		result, err := search.Do(t.Context(), overWire(t, job))
		if err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		want, _ := engine.New(engine.DefaultHash).Choose(t.Context(), record, 2, 7)
		got, ok, err := overWire(t, result).Choice(record)
		if err != nil || !ok || got.Move != want.Move || got.Score != want.Score || result.Cut {
			t.Errorf("%s: %+v, %v, not %+v", v.Name, got, err, want)
		}
		job = search.About(search.Hint, record)
		job.Nodes, job.Lines = 2000, 3
		if result, err = search.Do(t.Context(), overWire(t, job)); err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		lines := engine.New(engine.DefaultHash).Search(t.Context(), record, engine.Limits{Nodes: 2000, Lines: 3}, nil)
		info, err := overWire(t, result).Info(record)
		if err != nil || job.Check(result) != nil || info.Depth != lines.Depth || !slices.EqualFunc(info.Lines, lines.Lines, sameLine) {
			t.Errorf("%s: %+v, %v, not %+v", v.Name, info, err, lines)
		}
	}
}

func sameLine(a, b engine.Line) bool { return a.Score == b.Score && slices.Equal(a.Moves, b.Moves) }

// TestGamesOfOnePlace asks about games that no other process knows: the jobs have their rules.
func TestGamesOfOnePlace(t *testing.T) {
	all, err := games.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all {
		g.Pin()
		record := played(t, g.Variant)
		job := search.About(search.Move, record)
		job.Level = 3
		want, _ := engine.New(engine.DefaultHash).Choose(t.Context(), record, 3, 0)
		for range 2 { // the second time, its rules are known
			result, err := search.Do(t.Context(), overWire(t, job))
			if err != nil {
				t.Fatal(err)
			}
			if got, ok, err := result.Choice(record); !ok || err != nil || got.Move != want.Move {
				t.Errorf("%s: %+v, %v, not %+v", g.Variant.ID(), got, err, want)
			}
		}
		job.Rules = ""
		if _, err := search.Do(t.Context(), job); err == nil {
			t.Errorf("%s is played, of which the rules are not known", g.Variant.ID())
		}
	}
}

// TestBadJobs checks that a job that makes no sense is refused with a reason.
func TestBadJobs(t *testing.T) {
	record := played(t, rules.Variants()[0])
	good := search.About(search.Hint, record)
	good.Nodes = 100
	if _, err := search.Do(t.Context(), good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*search.Job){
		"endless":      func(j *search.Job) { j.Nodes = 0 },
		"level":        func(j *search.Job) { j.Level = engine.Levels + 1 },
		"below":        func(j *search.Job) { j.Level = -1 },
		"unknown game": func(j *search.Job) { j.Variant = "ludo" },
		"other rules":  func(j *search.Job) { j.Variant, j.Rules = "ludo@123", "format = 1" },
		"start":        func(j *search.Job) { j.Start = "w - - - - - 0 1" },
		"illegal move": func(j *search.Job) { j.Moves = append(j.Moves, j.Moves[0]) },
		"choice":       func(j *search.Job) { j.Choices = []string{"aa1-aa1"} },
	} {
		job := overWire(t, good)
		spoil(&job)
		if result, err := search.Do(t.Context(), job); err == nil {
			t.Errorf("%s: %+v", name, result)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := search.Do(ended, good); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	good.Nodes, good.Within = 1_000_000, time.Nanosecond
	if result, err := search.Do(t.Context(), good); err != nil || !result.Cut {
		t.Errorf("without time: %+v, %v", result, err)
	}
}

// TestBadResults checks that an answer that cannot be one is not accepted.
func TestBadResults(t *testing.T) {
	record := played(t, rules.Variants()[0])
	legal := record.Position().Legal()
	text := record.Position().Text
	move := search.About(search.Move, record)
	move.Level = 1
	hint := search.About(search.Hint, record)
	hint.Nodes, hint.Lines, hint.Choices = 2000, 2, []string{text(legal[0]), text(legal[1])}
	for _, job := range []search.Job{move, hint} {
		good, err := search.Do(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if err := job.Check(good); err != nil {
			t.Errorf("a good answer is refused: %v", err)
		}
		for name, spoil := range map[string]func(*search.Result){
			"position":     func(r *search.Result) { r.Position = record.PositionAt(0).Line() },
			"move":         func(r *search.Result) { r.Move, r.Lines = "aa1-aa1", []search.Line{{Moves: []string{"aa1-aa1"}}} },
			"later move":   func(r *search.Result) { r.Move, r.Lines = "x", []search.Line{{Moves: []string{text(legal[0]), "x"}}} },
			"empty line":   func(r *search.Result) { r.Move, r.Lines = "x", []search.Line{{}} },
			"same lines":   func(r *search.Result) { r.Move = "x"; r.Lines = append(r.Lines, r.Lines...) },
			"other choice": func(r *search.Result) { r.Move, r.Lines = "x", []search.Line{{Moves: []string{text(legal[2])}}} },
		} {
			bad := overWire(t, good)
			spoil(&bad)
			if job.Check(bad) == nil {
				t.Errorf("%s: %+v is accepted as an answer to a %s", name, bad, job.Purpose)
			}
		}
	}
}

// answersOf is a checksum of what the engine answers to some jobs about all games, for each
// protocol. If this test fails because the engine or the rules have changed, raise
// [search.Protocol] and add a line, so that no process uses answers of another engine.
var answersOf = map[int]uint32{1: 0xf0b9c745}

func TestProtocol(t *testing.T) {
	sum := crc32.NewIEEE()
	for _, v := range rules.Variants() {
		for _, job := range []search.Job{
			{Purpose: search.Move, Level: 3, Seed: 5},
			{Purpose: search.Analysis, Nodes: 3000},
		} {
			about := search.About(job.Purpose, played(t, v))
			about.Level, about.Seed, about.Nodes = job.Level, job.Seed, job.Nodes
			result, err := search.Do(t.Context(), about)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.NewEncoder(sum).Encode([]any{about, result}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := sum.Sum32(); got != answersOf[search.Protocol] {
		t.Errorf("the checksum of protocol %d is %#x, not %#x", search.Protocol, got, answersOf[search.Protocol])
	}
}
