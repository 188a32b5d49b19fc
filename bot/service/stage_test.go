package service_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/bot/variants"
	"raumbot/bot/when"
	"raumbot/storage"
	"raumbot/storage/postgres"
	"raumbot/storage/storagetest"
)

// stage plays transcripts. It has a service, a clock, and everything that
// the bot has said since said was last cleared.
type stage struct {
	t       *testing.T
	path    string // of the database, or its URL; empty in memory
	store   *storage.Store
	retries bool   // the service's store runs every update twice
	pages   string // the URL of the web, if there is one
	service *service.Service
	now     time.Time
	said    []string
	events  int
	codes   int
	last    bot.Request
	attach  *bot.Attachment   // to the next line
	file    *bot.RenderedFile // the last that the bot has sent
	// locales has the languages of users and rooms by name, locale that of all others; missed is
	// called with each text that is not translated.
	locales map[string]string
	locale  string
	missed  func(code, english string)
	heard   func(bot.RenderedMessage)
	asked   func(bot.Request, bot.RenderedMessage) // called with each answer to a request
	after   func()                                 // called after each delivery
	log     io.Writer                              // the test's by default
}

// gameFiles is locked by a test that uses games from files.
var gameFiles struct {
	sync.Mutex
	holder atomic.Pointer[testing.T]
}

// useGameFiles makes tests with games from files take turns. All services of a process share these
// games, so that one would drop those of another.
func (s *stage) useGameFiles() {
	if gameFiles.holder.Load() == s.t {
		return
	}
	gameFiles.Lock()
	gameFiles.holder.Store(s.t)
	s.t.Cleanup(func() {
		gameFiles.holder.Store(nil)
		gameFiles.Unlock()
	})
}

func newStage(t *testing.T, path string) *stage {
	s := &stage{t: t, path: path, now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), locales: map[string]string{}}
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
	faults, err = service.Check(context.Background(), store)
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
	case postgres.IsURL(s.path):
		s.store, err = storage.Connect(context.Background(), s.path, nil)
	case s.path != "":
		s.store, err = storage.Open(s.path)
	case s.store == nil:
		s.store = storage.Memory()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	store := bot.Store(s.store)
	if s.retries {
		store = storagetest.Twice(s.store)
	}
	s.service = service.New(service.Ports{
		Store: store, Searcher: searches, Clock: s, Dice: func(int) int { return 0 }, Secrets: s, LinksWithin: true, Analysis: 500, Advice: time.Hour, Pages: s.pages, LocalGames: variants.Limits{Size: 8 << 10, Count: 2}, Log: slog.New(slog.NewTextHandler(cmp.Or(s.log, s.t.Output()), nil)),
	})
	if s.missed != nil {
		service.WatchLanguages(s.service, s.missed)
	}
	if err := s.service.Start(context.Background(), platforms...); err != nil {
		s.t.Fatal(err)
	}
}

// Read makes the stage a predictable source of secrets: the first code is the first letter ten
// times, the second code the second letter.
func (s *stage) Read(p []byte) (int, error) {
	each := 1
	if s.retries {
		each = 2
	}
	for i := range p {
		p[i] = byte(s.codes / each)
	}
	if len(p) == 10 { // otherwise it is a key
		s.codes++
	}
	return len(p), nil
}

// Now makes the stage a clock.
func (s *stage) Now() time.Time { return s.now }

var platforms = []bot.Platform{"console", "matrix"}

// listener is an adapter that records messages on the stage.
type listener struct {
	*stage
	platform bot.Platform
}

func (l listener) Platform() bot.Platform { return l.platform }

func (l listener) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	l.hear(m)
	return bot.Receipt{Shown: "here"}, nil
}

// speaks returns the language of a user or a room that the platform reports.
func (s *stage) speaks(name string) string { return cmp.Or(s.locales[name], s.locale) }

var speaker = regexp.MustCompile(`^([\pL]+)(?:/([a-z]+))?(@[a-z.]*)?(!{0,2}): (.*)$`)

// say plays a line of a transcript that a user says, and reports whether it is one.
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
		Organiser: parts[4] != "", WideOrganiser: parts[4] == "!!",
		Reach:  map[bool]int{true: 1}[strings.HasPrefix(room.ID, "staff")],
		Locale: s.speaks(parts[1]), RoomLocale: s.speaks(room.ID),
	}
	s.last.File, s.attach = s.attach, nil
	s.request()
	return true
}

// request makes the last request, and collects everything that is said in response.
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
	if s.asked != nil {
		for _, m := range reply.Answer {
			s.asked(s.last, m)
		}
	}
}

func (s *stage) deliver() {
	if err := s.service.PairRounds(context.Background()); err != nil {
		s.t.Error(err)
	}
	if err := s.service.PlayComputer(context.Background()); err != nil {
		s.t.Error(err)
	}
	for _, p := range platforms {
		if err := s.service.Deliver(context.Background(), listener{s, p}); err != nil {
			s.t.Error(err)
		}
	}
	if s.after != nil {
		s.after()
	}
}

// hear writes down a message in the form of transcripts.
func (s *stage) hear(m bot.RenderedMessage) {
	if s.heard != nil {
		s.heard(m)
	}
	rest := m.Text
	for _, man := range m.Men {
		_, after, named := strings.Cut(rest, man.Words)
		if !named || man.Words == "" {
			s.t.Errorf("%q does not name a man by %q", m.Text, man.Words)
		}
		rest = after
	}
	if m.File != nil {
		s.file = m.File
	}
	head := "bot"
	if m.Edits != 0 {
		head += " edits"
	}
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
		if p.Curve {
			lines = append(lines, strings.Split(m.Drawing.Alt()+"\n"+m.Drawing.Words(), "\n")...)
		}
		words := fmt.Sprintf("%s %s %s %s %s %s %s %s %s %s %s %s %s", map[bool]string{false: "picture", true: fmt.Sprint("film since ", p.Since)}[p.Film], positive("tournament", int(p.Tournament)), positive("game", int(p.Game)), positive("ply", p.Ply),
			strings.Join(p.Line, " "), p.Variant, p.Piece, p.View, named("level", p.Level), p.Theme, p.Pieces, p.Chosen, map[bool]string{true: "from black"}[p.Side == 1])
		words += named(" instead of", p.Instead) + map[bool]string{true: " curve"}[p.Curve]
		lines = append(lines, "["+strings.Join(strings.Fields(words), " ")+"]")
	}
	if m.File != nil {
		lines = append(lines, fmt.Sprintf("[file %s, %d records]", m.File.Name, strings.Count(m.File.Text, "[Variant ")))
		if written := strings.Split(strings.TrimSpace(m.File.Text), "\n"); len(written) <= shortFile && (strings.HasPrefix(m.File.Name, "game") || m.File.Name == "results.txt") {
			lines = append(lines, written...)
		}
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

// shortFile is the number of lines of a file that a transcript shows.
const shortFile = 24

func positive(word string, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(word, " ", n)
}

// direct carries out a stage direction.
func (s *stage) direct(words string) error {
	verb, rest, _ := strings.Cut(words, " ")
	switch verb {
	case "again":
		s.request()
		return nil
	case "attach":
		s.useGameFiles()
		s.attach = &bot.Attachment{Name: rest, Read: func(_ context.Context, most int) ([]byte, error) {
			text, err := os.ReadFile(rest)
			if err == nil && len(text) > most {
				err = bot.ErrTooLarge
			}
			return text, err
		}}
		return nil
	case "locale":
		name, locale, _ := strings.Cut(rest, " ")
		s.locales[name] = locale
		return nil
	}
	pace, err := when.ParsePace(rest)
	if err != nil {
		return err
	}
	s.now = s.now.Add(pace.PerMove)
	switch verb {
	case "wait", "late":
		err = beatUntil(s.store, s.now)
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

// named returns a name and a word, or nothing if the word is empty.
func named(name, word string) string {
	if word == "" {
		return ""
	}
	return name + " " + word
}
