package bot_test

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/storage"
)

var regen = flag.Bool("regen", false, "write what the bot says now into the transcripts")

// TestTranscripts plays the transcripts in testdata: what people say, line by
// line, and all that the bot says to it. Each is played on both stores.
//
//	alice: text              said in the lobby; alice@den: in a room; alice@: in private
//	alice/matrix: text       from another platform
//	alice@den!: text         as an organiser of the room
//	alice@den.inn: text      in a room that is part of a wider place
//	bot -> bob: text         said in the lobby to bob; bot@den: in a room
//	bot ~> bob: text         an aside, bot => bob: text in private
//	  more                   a further line of the message, its picture or its buttons
//	@ wait 3d                the bot runs for three days; @ down 3d: it is stopped for so long
//	@ late 3d                it runs for three days, and the next line comes before the sweep
//	@ again                  the line before arrives a second time
//
// Three dots stand for any text in a line, or on a line of their own for any lines.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name+"/memory", func(t *testing.T) { playTranscript(t, file, newStage(t, "")) })
		if !*regen {
			t.Run(name+"/bolt", func(t *testing.T) {
				playTranscript(t, file, newStage(t, filepath.Join(t.TempDir(), "test.db")))
			})
		}
	}
}

// stage is where a transcript is played: a service, a clock, and everything
// that the bot has said since it was last asked.
type stage struct {
	t       *testing.T
	path    string // of the database; empty in memory
	store   *storage.Store
	service *bot.Service
	now     time.Time
	said    []string
	events  int
	letters int
	last    bot.Request
}

func newStage(t *testing.T, path string) *stage {
	s := &stage{t: t, path: path, now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}
	s.open()
	t.Cleanup(func() {
		check(t, s.store)
		s.store.Close()
	})
	return s
}

// check fails the test if the store has faults.
func check(t *testing.T, store *storage.Store) {
	t.Helper()
	faults, err := store.Check(context.Background())
	if err != nil {
		t.Error(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
	faults, err = bot.Check(context.Background(), store)
	if err != nil {
		t.Error(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
}

// open starts the service, on the same database if there is one.
func (s *stage) open() {
	var err error
	switch {
	case s.path != "":
		s.store, err = storage.Open(s.path)
	case s.store == nil:
		s.store = storage.Memory()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.service = bot.New(bot.Ports{
		Store: s.store, Clock: s, Dice: s.dice, Log: slog.New(slog.NewTextHandler(s.t.Output(), nil)),
	})
	if err := s.service.Start(context.Background(), platforms...); err != nil {
		s.t.Fatal(err)
	}
}

// dice falls on zero, but for the letters of codes: the first code is ten times the first letter,
// the second ten times the second.
func (s *stage) dice(n int) int {
	if n != 32 {
		return 0
	}
	s.letters++
	return (s.letters - 1) / 10 % n
}

// Now makes the stage a clock.
func (s *stage) Now() time.Time { return s.now }

var platforms = []bot.Platform{"console", "matrix"}

// listener is an adapter that writes down what is said.
type listener struct {
	*stage
	platform bot.Platform
}

func (l listener) Platform() bot.Platform { return l.platform }

func (l listener) Deliver(_ context.Context, m bot.Message) (bot.Receipt, error) {
	l.hear(m)
	return bot.Receipt{}, nil
}

var speaker = regexp.MustCompile(`^([a-z]+)(?:/([a-z]+))?(@[a-z.]*)?(!)?: (.*)$`)

// say lets somebody say a line, and returns whether it is one.
func (s *stage) say(line string) bool {
	parts := speaker.FindStringSubmatch(line)
	if parts == nil || parts[1] == "bot" {
		return false
	}
	platform := bot.Platform("console")
	if parts[2] != "" {
		platform = bot.Platform(parts[2])
	}
	room := bot.RoomID{Platform: platform, ID: "lobby"}
	if parts[3] == "@" {
		room = bot.RoomID{}
	} else if parts[3] != "" {
		room.ID = parts[3][1:]
	}
	var within []bot.RoomID
	if id, wider, ok := strings.Cut(room.ID, "."); ok {
		room.ID, within = id, []bot.RoomID{{Platform: platform, ID: wider}}
	}
	s.events++
	s.last = bot.Request{
		Event:     bot.EventID(fmt.Sprint(s.events)),
		From:      bot.User{UserID: bot.UserID{Platform: platform, ID: parts[1]}, Name: parts[1]},
		Room:      room,
		Within:    within,
		Text:      parts[5],
		OpenNames: platform == "console",
		Organiser: parts[4] != "",
	}
	s.request()
	return true
}

// request makes the last request, and collects all that is said to it.
func (s *stage) request() {
	s.now = s.now.Add(time.Second)
	reply, err := s.service.Handle(context.Background(), s.last)
	if err != nil {
		reply = bot.Complain(s.last, err)
	}
	for _, m := range reply.Answer {
		s.hear(m)
	}
	s.deliver()
}

func (s *stage) deliver() {
	if err := s.service.PairRounds(context.Background()); err != nil {
		s.t.Error(err)
	}
	for _, p := range platforms {
		if err := s.service.Deliver(context.Background(), listener{s, p}); err != nil {
			s.t.Error(err)
		}
	}
}

// hear writes down a message in the form of transcripts.
func (s *stage) hear(m bot.Message) {
	head := "bot"
	if m.Platform != "console" {
		head += "/" + string(m.Platform)
	}
	if m.Room.ID != "lobby" && m.Room.ID != "" {
		head += "@" + m.Room.ID
	}
	arrow := map[bot.Audience]string{bot.Public: " -> ", bot.Thread: " -> ", bot.Aside: " ~> ", bot.Private: " => "}[m.Audience]
	for i, u := range m.To {
		if i > 0 {
			arrow = " + "
		}
		head += arrow + u.Name
	}
	text := bot.Format(m.Text, bot.Style{Time: func(at time.Time) string { return at.Format("2 Jan 15:04:05") }})
	lines := strings.Split(head+": "+strings.TrimRight(text, "\n"), "\n")
	if p := m.Picture; p != nil {
		if m.Drawing == nil {
			s.t.Errorf("a message has no drawing: %s", m.Text)
		}
		words := fmt.Sprintf("%s %s %s %s %s %s %s %s %s %s %s %s", map[bool]string{false: "picture", true: fmt.Sprint("film since ", p.Since)}[p.Film], positive("tournament", int(p.Tournament)), positive("game", int(p.Game)), positive("ply", p.Ply),
			strings.Join(p.Line, " "), p.Variant, p.Piece, p.View, p.Theme, p.Pieces, p.Chosen, map[bool]string{true: "from black"}[p.Side == 1])
		lines = append(lines, "["+strings.Join(strings.Fields(words), " ")+"]")
	}
	if m.File != nil {
		lines = append(lines, fmt.Sprintf("[file %s, %d records]", m.File.Name, strings.Count(m.File.Text, "[Variant ")))
	}
	var buttons []string
	for _, b := range m.Buttons {
		buttons = append(buttons, fmt.Sprintf("[%s = %s]", b.Label, b.Command))
	}
	if m.Menu != nil {
		lines = append(lines, strings.Split(m.Menu.Lines(), "\n")...)
	}
	if buttons != nil {
		lines = append(lines, strings.Join(buttons, " "))
	}
	s.said = append(s.said, strings.Join(lines, "\n  "))
}

func positive(word string, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(word, " ", n)
}

// direct follows a stage direction.
func (s *stage) direct(words string) error {
	verb, rest, _ := strings.Cut(words, " ")
	if verb == "again" {
		s.request()
		return nil
	}
	pace, err := bot.ParsePace(rest)
	if err != nil {
		return err
	}
	s.now = s.now.Add(pace.PerMove)
	switch verb {
	case "wait", "late": // as if the heart had beaten all the while
		err = s.store.Update(context.Background(), func(tx bot.Tx) error {
			uptime, err := tx.Uptime()
			if err != nil {
				return err
			}
			uptime.Beat = s.now
			return tx.PutUptime(uptime)
		})
	case "down":
		if s.path != "" {
			s.store.Close()
		}
		s.open()
	default:
		err = fmt.Errorf("no such direction")
	}
	if err == nil && verb != "late" {
		err = s.service.Sweep(context.Background())
	}
	s.deliver()
	return err
}

// playTranscript plays a file and compares, or rewrites it.
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
