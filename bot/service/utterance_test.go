package service_test

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/service"
	"raumbot/storage"
)

// situations has the lines that are said before an utterance. Olga is an organiser of the room, and so is alice if the situation begins with "org".
var situations = map[string][]string{
	"new":     {"bob: games"},
	"dm":      {"bob: games"},
	"invited": {"bob: challenge alice raumschach"},
	"turn":    {"bob: challenge alice raumschach black", "alice: accept 1", "alice: bb2-cb2", "bob: db4-cb4"},
	"wait":    {"bob: challenge alice raumschach black", "alice: accept 1", "alice: ab1-cc1"},
	"drawn":   {"bob: challenge alice raumschach black", "alice: accept 1", "alice: ab1-cc1", "bob: draw"},
	"back":    {"bob: challenge alice raumschach white", "alice: accept 1", "bob: ab1-cc1", "bob: takeback"},
	"asked":   {"bob: challenge alice raumschach black", "alice: accept 1", "alice: resign"},
	"two":     {"bob: challenge alice raumschach black", "alice: accept 1", "bob: challenge alice blocschach black", "alice: accept 2"},
	"offered": {"alice: challenge bob raumschach"},
	"robot":   {"alice: challenge computer raumschach black 1"},
	"solo":    {"alice: study raumschach"},
	"puzzle":  {"alice: puzzle raumschach"},
	"cup":     {"olga: organise swiss raumschach 2d Cup", "olga: direct 1 open", "bob: join 1", "carol: join 1"},
	"running": {"olga: organise swiss raumschach 2d Cup", "olga: direct 1 open", "alice: join 1", "bob: join 1", "carol: join 1", "dora: join 1", "olga: direct 1 start"},
	"orga":    {"bob: games"},
	"orgcup":  {"alice: organise swiss raumschach 2d Cup", "alice: direct 1 open", "bob: join 1", "carol: join 1"},
	"orgrun":  {"alice: organise swiss raumschach 2d Cup", "alice: direct 1 open", "bob: join 1", "carol: join 1", "dora: join 1", "erik: join 1", "alice: direct 1 start"},
	"orgturn": {"bob: challenge alice raumschach black", "alice: accept 1"},
	"over":    {"bob: challenge alice raumschach black", "alice: accept 1", "alice: ab1-cc1", "bob: eb5-cc5", "alice: resign 1 confirm"},
}

// listeningMeter records the last command that was handled.
type listeningMeter struct {
	mu   sync.Mutex
	last string
}

func (m *listeningMeter) Handled(command, _ string, _ time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last = command
}

func (m *listeningMeter) Delivered(bot.Platform, bool) {}

func (m *listeningMeter) Drew(string, time.Duration) {}

// TestUtterances says things that people would say, each in its situation. In each file at least 95 of 100 must be
// understood, and none may do anything costly that the speaker did not ask for.
func TestUtterances(t *testing.T) {
	files, err := filepath.Glob("testdata/utterances*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { checkUtterances(t, file) })
	}
}

func checkUtterances(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	said, carriedOut, asked := 0, 0, 0
	for _, line := range strings.Split(string(data), "\n") {
		parts := strings.Split(line, "|")
		if len(parts) != 3 || strings.HasPrefix(line, "#") {
			continue
		}
		situation, text := strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])
		want := strings.Split(strings.TrimSpace(parts[2]), "/")
		said++
		ran, answer := utter(t, situation, text)
		named := func(w string) bool {
			return (ran == "" || ran == "help") && w != "-" && strings.Contains(answer, "`"+strings.TrimPrefix(w, "?"))
		}
		switch {
		case slices.Contains(want, cmp.Or(ran, "-")):
			carriedOut++
		case slices.ContainsFunc(want, named):
			asked++
		default:
			t.Logf("%s: %q is taken for %q, not %q: %s", situation, text, ran, want, answer)
		}
		if c := command.All().Find(ran); c != nil && c.Costly && !slices.Contains(want, ran) {
			t.Errorf("%s: %q is taken for %q, which costs the speaker something", situation, text, ran)
		}
	}
	t.Logf("of %d utterances %d are carried out, %d asked back", said, carriedOut, asked)
	if said < 150 || (carriedOut+asked)*100 < said*95 {
		t.Errorf("%d of %d utterances are understood", carriedOut+asked, said)
	}
}

// utter sets up a situation and has alice say a text in it. It returns the command that was carried out, empty if the
// text was not understood as one, and the answer.
func utter(t *testing.T, situation, text string) (ran, answer string) {
	t.Helper()
	meter := &listeningMeter{}
	s := service.New(service.Ports{Store: storage.Memory(), Meter: meter, Dice: func(int) int { return 0 }})
	lines, known := situations[situation]
	if !known {
		t.Fatalf("no situation %q", situation)
	}
	lobby := bot.RoomID{Platform: "console", ID: "lobby"}
	say := func(name, text string, room bot.RoomID) (bot.Reply, error) {
		return s.Handle(t.Context(), bot.Request{
			From: bot.User{UserID: bot.UserID{Platform: "console", ID: name}, Name: name}, Room: room, Text: text, OpenNames: true,
			Organiser: name == "olga" || name == "alice" && strings.HasPrefix(situation, "org"),
		})
	}
	for _, l := range lines {
		name, words, _ := strings.Cut(l, ": ")
		if _, err := say(name, words, lobby); err != nil {
			t.Fatalf("%s: %s: %v", situation, l, err)
		}
	}
	room := lobby
	if situation == "dm" || situation == "puzzle" {
		room = bot.RoomID{}
	}
	reply, err := say("alice", text, room)
	if err != nil {
		answer = err.Error()
	}
	for _, m := range append(reply.Answer, reply.Notices...) {
		answer += m.Text + " "
	}
	return meter.last, answer
}
