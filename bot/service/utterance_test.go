package service_test

import (
	"flag"
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
	"cup":     {"olga: create swiss raumschach 2d Cup", "olga: tournament 1 open", "bob: join 1", "carol: join 1"},
	"running": {"olga: create swiss raumschach 2d Cup", "olga: tournament 1 open", "alice: join 1", "bob: join 1", "carol: join 1", "dora: join 1", "olga: tournament 1 start"},
	"orga":    {"bob: games"},
	"orgcup":  {"alice: create swiss raumschach 2d Cup", "alice: tournament 1 open", "bob: join 1", "carol: join 1"},
	"orgrun":  {"alice: create swiss raumschach 2d Cup", "alice: tournament 1 open", "bob: join 1", "carol: join 1", "dora: join 1", "erik: join 1", "alice: tournament 1 start"},
	"orgturn": {"bob: challenge alice raumschach black", "alice: accept 1"},
	"home":    {"olga: room raumschach"},
	"match":   {"olga: room raumschach", "alice: challenge computer raumschach black level 4"},
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

var everything = flag.Bool("utterances", false, "say every utterance, not a part")

// TestUtterances says things that people would say, each in its situation: what the classifier has learnt from, and files that it has
// never seen. None may do anything costly that the speaker did not ask for.
func TestUtterances(t *testing.T) {
	for _, f := range []struct {
		pattern string
		least   int // percent understood
		every   int // one of so many is said
	}{
		{"../command/testdata/said/*.txt", 93, 12},
		{"testdata/held/*.txt", 93, 1},
	} {
		files, err := filepath.Glob(f.pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(f.pattern, err)
		}
		for _, file := range files {
			if *everything {
				f.every = 1
			}
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { checkUtterances(t, file, f.least, f.every) })
		}
	}
}

func checkUtterances(t *testing.T, file string, least, every int) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	said, carriedOut, asked := 0, 0, 0
	for n, line := range strings.Split(string(data), "\n") {
		parts := strings.Split(line, "|")
		if len(parts) != 3 || strings.HasPrefix(line, "#") || n%every != 0 || strings.TrimSpace(parts[0]) == "" {
			continue
		}
		situation, text := strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])
		want := strings.Split(strings.TrimSpace(parts[2]), "/")
		said++
		ran, answer := utter(t, situation, text)
		named := func(w string) bool {
			c := command.All().Find(w)
			return (ran == "" || ran == "help") && c != nil && slices.ContainsFunc(append([]string{c.Name}, c.Aliases...), func(name string) bool { return strings.Contains(answer, "`"+name) })
		}
		idle := strings.Contains(answer, "No question is open here") || strings.HasPrefix(answer, "Did you mean")
		if (ran == "yes" || ran == "no") && idle || ran == "cancel" && strings.Contains(answer, "nothing has changed") {
			ran = "" // nothing was done
		}
		switch {
		case slices.ContainsFunc(want, func(w string) bool { return answers(situation, ran, w) }):
			carriedOut++
		case slices.ContainsFunc(want, named):
			asked++
		default:
			t.Logf("%s: %q is taken for %q, not %q: %.200s", situation, text, ran, want, answer)
		}
		if c := command.All().Find(ran); c != nil && c.Final && !slices.ContainsFunc(want, func(w string) bool { return answers(situation, ran, w) }) {
			t.Errorf("%s: %q is taken for %q, which costs the speaker something", situation, text, ran)
		}
	}
	t.Logf("of %d utterances %d are carried out, %d asked back", said, carriedOut, asked)
	if (carriedOut+asked)*100 < said*least {
		t.Errorf("%d of %d utterances are understood", carriedOut+asked, said)
	}
}

// open has the situations in which something is open: the command that a yes to it runs as, "" for none, and the others that a yes or no
// may stand for.
var open = map[string]struct {
	yes  string
	also []string
}{
	"drawn": {yes: "draw"}, "back": {yes: "takeback"}, "invited": {"accept", []string{"decline"}}, "asked": {"resign", []string{"-"}}, "offered": {also: []string{"cancel"}},
}

// answers reports whether a command that ran is the wanted one: a yes or no is an answer to what is open in the situation, and small
// talk is nothing.
func answers(situation, ran, want string) bool {
	asked := open[situation]
	switch ran {
	case "", "chat":
		return want == "-" || want == "chat"
	case "yes", "no":
		return want == ran || want == asked.yes || slices.Contains(asked.also, want)
	}
	return ran == want || want == "yes" && ran == asked.yes
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
	room := lobby
	if situation == "dm" || situation == "puzzle" {
		room = bot.RoomID{}
	}
	for _, l := range lines {
		name, words, _ := strings.Cut(l, ": ")
		if _, err := say(name, words, room); err != nil {
			t.Fatalf("%s: %s: %v", situation, l, err)
		}
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
