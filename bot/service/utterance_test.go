package service_test

import (
	"bytes"
	"errors"
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
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

// situations has the lines that are said before an utterance. Olga is an organiser of the room, and
// so is alice if the situation begins with "org".
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
	bot.NoMeter
	mu   sync.Mutex
	last string
}

func (m *listeningMeter) Handled(command, _ string, _ time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last = command
}

var everything = flag.Bool("utterances", false, "say every utterance, not a part")

// TestUtterances says things that people say, each in its situation: what the classifier has learnt
// from, and files that it has never seen. What a person has marked as a command or an answer does
// its work. Everything else is talk, by which nothing changes, and of which the right command is
// shown or offered nearly always.
func TestUtterances(t *testing.T) {
	t.Parallel()
	for _, f := range []struct {
		pattern string
		least   int // per thousand understood
		every   int // one of so many is said
	}{
		{"../talk/testdata/said/*.txt", 930, 24},
		{"../talk/testdata/held/*.txt", 930, 2},
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

// checkUtterances says one of so many lines of a file.
func checkUtterances(t *testing.T, file string, least, every int) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	said, understood := 0, 0
	for n, line := range strings.Split(string(data), "\n") {
		parts := strings.Split(line, "|")
		if len(parts) < 3 || strings.HasPrefix(line, "#") || n%every != 0 || strings.TrimSpace(parts[0]) == "" {
			continue
		}
		situation, text := strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])
		want := strings.Split(strings.TrimSpace(parts[2]), "/")
		kind := "talk"
		if len(parts) > 3 {
			kind = strings.TrimSpace(parts[3])
		}
		said++
		got := utter(t, situations[situation], bot.Request{Text: text}, situation)
		ok := slices.ContainsFunc(want, got.means)
		switch {
		case kind == "talk" && got.changed:
			t.Errorf("%s: %q is talk, and has changed something as %q", situation, text, got.ran)
		case kind != "talk" && !ok:
			t.Errorf("%s: %q is the %s %v, and is taken for %q: %.100s", situation, text, kind, want, got.ran, got.answer)
		case !ok:
			t.Logf("%s: %q is taken for %q, not %q: %.200s", situation, text, got.ran, want, got.answer)
		}
		if ok {
			understood++
		}
	}
	t.Logf("of %d utterances %d are understood", said, understood)
	if understood*1000 < said*least {
		t.Errorf("%d of %d utterances are understood", understood, said)
	}
}

// uttered is what came of a text.
type uttered struct {
	ran     string // the command that was carried out, empty for none
	answer  string
	offered []string // the commands that can be pressed
	changed bool     // whether the database has changed
	table   command.Table
}

// asksOrFails matches the answers that offer something, or that say that nothing was understood.
var asksOrFails = regexp.MustCompile("^(?:Did you mean|Meinst du|I didn't understand)|habe ich nicht verstanden")

// means reports whether a command was carried out or offered, or its page of help was. A yes or no
// is whatever it answers.
func (u uttered) means(want string) bool {
	want, _, _ = strings.Cut(want, " ")
	switch {
	case want == "-" || want == "chat":
		return u.ran == "" && len(u.offered) == 0 || u.ran == "talk" || asksOrFails.MatchString(u.answer)
	case want == "yes" || want == "no":
		return true
	case u.ran == want || u.ran == "help" && strings.HasPrefix(u.answer, "`"+want):
		return true
	}
	return slices.ContainsFunc(u.offered, func(said string) bool {
		fields := strings.Fields(said)
		return slices.ContainsFunc(fields[:min(2, len(fields))], func(w string) bool {
			c := u.table.Find(w)
			return c != nil && c.Name == want
		})
	})
}

// utter sets up a situation by the lines that are said in it, and has alice make a request.
func utter(t *testing.T, lines []string, r bot.Request, situation string) uttered {
	t.Helper()
	meter, store := &listeningMeter{}, storage.Memory()
	defer store.Close()
	s := service.New(service.Ports{Store: store, Searcher: searches, Meter: meter, Dice: func(int) int { return 0 }})
	room := bot.RoomID{Platform: "console", ID: "lobby"}
	if situation == "dm" || situation == "puzzle" {
		room = bot.RoomID{}
	}
	say := func(name string, r bot.Request) (bot.RenderedReply, error) {
		r.From, r.Room, r.OpenNames = bot.User{UserID: bot.UserID{Platform: "console", ID: name}, Name: name}, room, true
		r.Organiser = name == "olga" || name == "alice" && strings.HasPrefix(situation, "org")
		return s.Handle(t.Context(), r)
	}
	for _, l := range append([]string{"alice: games"}, lines...) {
		name, words, _ := strings.Cut(l, ": ")
		if _, err := say(name, bot.Request{Text: words}); err != nil {
			t.Fatalf("%s: %s: %v", situation, l, err)
		}
	}
	meter.last = ""
	before := exportOf(t, store)
	reply, err := say("alice", r)
	u := uttered{ran: meter.last, changed: !bytes.Equal(before, exportOf(t, store)), table: s.Commands()}
	if p := (*bot.Problem)(nil); errors.As(err, &p) {
		u.answer = p.Error()
		for _, b := range p.Buttons {
			u.offered = append(u.offered, b.Command)
		}
	}
	for _, m := range append(reply.Answer, reply.Notices...) {
		u.answer += m.Text + " "
		for _, b := range m.Buttons {
			u.offered = append(u.offered, b.Command)
		}
	}
	return u
}

// exportOf returns the export of a store.
func exportOf(t *testing.T, store *storage.Store) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := store.Export(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// talkSituations has the lines that are said before the sentences of testdata/talk.tsv.
var talkSituations = map[string][]string{
	"game":       {"bob: challenge alice raumschach black", "alice: accept 1"},
	"repeated":   {"bob: challenge alice raumschach black", "alice: accept 1", "alice: ab1-ac3", "bob: eb5-ec3", "alice: ac3-ab1", "bob: ec3-eb5", "alice: ab1-ac3", "bob: eb5-ec3", "alice: ac3-ab1", "bob: ec3-eb5"},
	"computer":   {"alice: challenge computer raumschach white level 1", "alice: ab1-ac3"},
	"offered":    {"bob: challenge alice raumschach black", "alice: accept 1", "alice: ab1-ac3", "bob: draw"},
	"challenged": {"bob: challenge alice raumschach"},
	"tournament": {"olga: create swiss raumschach 2d Cup", "olga: tournament 1 open", "bob: join 1"},
	"empty":      {"bob: games"},
	"puzzle":     {"alice: puzzle raumschach"},
	"vote":       {"alice: vote challenge bob raumschach white known 0 quorum 1", "bob: accept", "alice: ab2-ab3", "bob: eb4-eb3"},
}

// TestTalk says the sentences of testdata/talk.tsv, by which nothing may change: addressed to the
// bot and overheard, in a thread of the game and elsewhere, and by somebody who speaks German.
func TestTalk(t *testing.T) {
	data, err := os.ReadFile("testdata/talk.tsv")
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	for line := range strings.SplitSeq(string(data), "\n") {
		parts := strings.Split(line, "\t")
		if len(parts) != 3 || strings.HasPrefix(line, "#") {
			continue
		}
		lines, known := talkSituations[parts[0]]
		if !known {
			t.Fatalf("no situation %q", parts[0])
		}
		for _, r := range []bot.Request{{}, {Locale: "de"}, {Overheard: true}, {Overheard: true, ThreadOf: 1}} {
			r.Text = parts[2]
			if got := utter(t, lines, r, parts[0]); got.changed {
				t.Errorf("%s: %q (overheard: %v) has changed something as %q: %.100s", parts[0], parts[2], r.Overheard, got.ran, got.answer)
			}
		}
		said++
	}
	if said < 90 {
		t.Errorf("only %d sentences were said", said)
	}
}

// acting are commands that change something, each with the situation in which it does.
var acting = map[string][]string{
	"game":       {"draw", "resign", "ab1-ac3", "move ab1-ac3", "Knight ab1-ac3", "publish", "block bob", "challenge bob blocschach", "prefer dark", "limit 3", "vacation 5", "remind 24 2", "remind in 2 hours", "remis", "aufgeben"},
	"computer":   {"abort", "resign", "abort 1 confirm", "resign 1 confirm"},
	"offered":    {"draw accept", "draw 1 accept", "accept", "decline", "remis annehmen"},
	"challenged": {"accept", "accept 1", "decline", "accept bob", "annehmen", "ablehnen"},
	"repeated":   {"draw claim", "claim", "claim 1"},
	"tournament": {"join 1", "join"},
	"puzzle":     {"ba2-cb2", "puzzle ba2-cb2", "puzzle solution", "next", "solution", "ich gebe auf"},
	"vote": {"ab1-ac3", "vote ab1-ac3", "vote 1 ab1-ac3", "Knight ab1-ac3", "vote draw", "draw", "vote takeback", "vote resign confirm", "abstimmen ab1-ac3", "remis",
		"team captain alice"},
	"orgcup": {"set 1 start friday 18:00", "set 1 most 16", "expel 1 bob confirm", "expel 1 'bob' confirm", "tournament 1 cancel confirm", "create swiss raumschach 2d"},
}

// doubts are remarks that put what they stand beside in doubt, put it off or take it back.
var doubts = []string{"later", "maybe", "not sure", "not yet", "jk", "just kidding", "kidding!", "hmm", "wait", "no", "tomorrow", "should I?", "if I could", "or not", "or not?", "later, maybe",
	"thinking aloud", "for example", "ignore this", "typo", "my mistake", "cancelled", "I think", "I guess", "just an idea", "hypothetically", "zum Beispiel", "glaube ich", "nur so eine Idee", "rein theoretisch",
	"vielleicht", "später", "nur Spaß", "Scherz", "moment", "nein", "oder nicht", "oder doch nicht?", "morgen", "eher nicht"}

// hedges begin sentences about a command that do not ask for it.
var hedges = []string{"should I", "soll ich", "did I", "can I", "what if I", "I might", "don't", "is it time to", "perhaps I should", "what about", "bob told me to", "why not", "nobody may", "I wanted to",
	"ich könnte", "habe ich", "was wenn ich", "darf ich", "bitte nicht", "bob sagt", "wie kann ich", "ich wollte"}

// doubted are the forms of a command that make talk of it.
var doubted = []func(said, doubt string) string{
	func(said, doubt string) string { return said + " (" + doubt + ")" },
	func(said, doubt string) string { return said + ", " + doubt },
	func(said, doubt string) string { return said + " - " + doubt },
	func(said, doubt string) string { return said + " – " + doubt + "." },
	func(said, doubt string) string { return said + "\n" + doubt },
	func(said, doubt string) string { return "please " + said + " (" + doubt + ") thanks" },
	func(said, _ string) string { return said + "?" },
	func(said, _ string) string { return said + " ❓" },
	func(said, _ string) string { return said + ", or not?" },
	func(said, doubt string) string { return hedges[len(said+doubt)%len(hedges)] + " " + said },
	func(said, doubt string) string { return hedges[len(said+doubt)%len(hedges)] + " " + said + "?" },
	func(said, doubt string) string { return strings.TrimRight(doubt, "?!") + " " + said },
	func(said, _ string) string { return "> " + said },
	func(said, _ string) string { return "~~" + said + "~~" },
}

// showsMove reports whether a text is a move with a question mark, which shows the move.
func showsMove(said, text string) bool {
	mark := strings.TrimSpace(strings.TrimPrefix(text, said))
	return strings.HasSuffix(said, "ab1-ac3") && (mark == "?" || mark == "❓")
}

// TestDoubted puts the commands of acting in doubt in all forms, each with some of the doubts, or
// with all if every utterance is to be said. Nothing may change, whether the text is addressed to
// the bot, overheard or in German.
func TestDoubted(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(3, 4))
	for _, situation := range slices.Sorted(maps.Keys(acting)) {
		lines := slices.Concat(talkSituations[situation], situations[situation])
		for _, said := range acting[situation] {
			if !utter(t, lines, bot.Request{Text: said}, situation).changed {
				t.Errorf("%s: %q changes nothing even without doubt", situation, said)
			}
			for _, form := range doubted {
				for _, doubt := range doubts {
					r := []bot.Request{{}, {Locale: "de"}, {Overheard: true}, {Overheard: true, ThreadOf: 1}}[dice.IntN(4)]
					r.Text = form(said, doubt)
					if showsMove(said, r.Text) || !*everything && dice.IntN(len(doubts)) > 0 {
						continue
					}
					if got := utter(t, lines, r, situation); got.changed {
						t.Errorf("%s: %q (overheard: %v) has changed something as %q: %.100s", situation, r.Text, r.Overheard, got.ran, got.answer)
					}
				}
			}
		}
	}
}

// playing matches the moves of acting.
var playing = regexp.MustCompile("^(?:move |Knight )?(?:ab1-ac3|ba2-cb2)$")

// TestOwnWords puts remarks in a person's own words beside commands: a move is played, and what
// only shows something is shown, but nothing else is done without asking.
func TestOwnWords(t *testing.T) {
	remarks := []string{" (my cat likes it)", " (phew!)", "\ngreetings from the train", "\nwas für ein Wetter"}
	for _, situation := range slices.Sorted(maps.Keys(acting)) {
		lines := slices.Concat(talkSituations[situation], situations[situation])
		for i, said := range acting[situation] {
			if strings.HasPrefix(said, "create") || strings.HasPrefix(said, "expel") {
				continue // the rest of the text is the name, or the reason
			}
			moves := playing.MatchString(said)
			got := utter(t, lines, bot.Request{Text: said + remarks[i%len(remarks)]}, situation)
			asks := !strings.Contains(said, "confirm") && (got.ran == "resign" || got.ran == "abort")
			if got.changed != moves && !asks {
				t.Errorf("%s: %q with a remark is taken for %q: %.100s", situation, said, got.ran, got.answer)
			}
		}
	}
	if got := utter(t, talkSituations["game"], bot.Request{Text: "board (my cat likes it)"}, "game"); got.ran != "board" {
		t.Errorf("a board with a remark is taken for %q: %s", got.ran, got.answer)
	}
}

// TestKindWords puts kind words and greetings around a move in its game's thread, where it is
// played, and beside a yes that only acknowledges, by which a game does not end.
func TestKindWords(t *testing.T) {
	kind := []string{"good morning!", "Guten Morgen,", "hi!", "hello, good evening:", "gg", "viel Spaß,", "thanks 🙂", "sorry for the delay,", "moin", "hey there", "lol", "tut mir leid,", "hallo zusammen,"}
	behind := []string{"gg", "good night", "gute Nacht!", "- good luck", "schönen Abend noch", "- sorry for being slow", "(finally!)", "(sorry, bob)", "bis morgen", "see you tomorrow", "🙂 your turn", "\nlol sorry", "bob"}
	for i, before := range kind {
		for _, text := range []string{before + " ab1-ac3", "ab1-ac3 " + behind[i], before + " Knight ab1-ac3 " + behind[(i+3)%(len(behind)-1)]} {
			got := utter(t, talkSituations["game"], bot.Request{Text: text, Overheard: true, ThreadOf: 1}, "game")
			if got.ran != "move" || !got.changed {
				t.Errorf("%q is taken for %q: %s", text, got.ran, got.answer)
			}
		}
	}
	for _, yes := range []string{"k", "ok thanks", "okay danke", "thanks, ok", "👍", "👍🏽 gg", "kk", "no", "❌", "👎", "✅ (jk)", "yes - later", "yes?", "ja vielleicht"} {
		for situation, line := range map[string]string{"computer": "alice: resign", "game": "alice: resign", "offered": "bob: hi"} {
			lines := append(slices.Clone(talkSituations[situation]), line)
			if got := utter(t, lines, bot.Request{Text: yes}, situation); got.changed && got.ran != "draw" || got.ran == "resign" {
				t.Errorf("%s: %q has changed something as %q: %s", line, yes, got.ran, got.answer)
			}
		}
	}
}
