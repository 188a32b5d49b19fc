package service_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/bot/throttle"
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
	retries bool // the service's store runs every update twice
	several int  // number of services that work on the database at once, each of which gets what is said by turns; 0 for one alone
	others  []station
	limits  throttle.Limits
	spent   atomic.Int32 // what users have asked of a service that another has heard of, in items
	pages   string       // the URL of the web, if there is one
	service *service.Service
	now     time.Time
	said    []string
	events  int
	codes   int
	last    bot.Request
	attach  *bot.Attachment // to the next line
	file    *bot.File       // the last that the bot has sent
	// locales has the languages of users and rooms by name, locale that of all others; missed is called with each text that is not translated.
	locales map[string]string
	locale  string
	missed  func(code, english string)
	heard   func(bot.Message)
	log     io.Writer // the test's by default
}

func newStage(t *testing.T, path string) *stage { return newStages(t, path, 0, throttle.Limits{}) }

// newStages returns a stage with several services, or one alone if their number is 0, which have the same limits.
func newStages(t *testing.T, path string, several int, limits throttle.Limits) *stage {
	s := &stage{t: t, path: path, several: several, limits: limits, now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), locales: map[string]string{}}
	s.open()
	t.Cleanup(func() {
		check(t, s.store)
		keepsNoPhrases(t, s.store)
		s.close()
	})
	return s
}

// station is a service with its own connection to the database of a stage.
type station struct {
	store   *storage.Store
	service *service.Service
}

// next gives what is said next to another service, if there are several. That has heard of what was committed before.
func (s *stage) next() {
	if len(s.others) == 0 {
		return
	}
	s.others = append(s.others, station{s.store, s.service})
	s.store, s.service, s.others = s.others[0].store, s.others[0].service, s.others[1:]
	if err := s.store.Update(context.Background(), func(bot.Tx) error { return nil }); err != nil {
		s.t.Fatal(err)
	}
	if err := service.ReadGameFiles(context.Background(), s.service); err != nil {
		s.t.Fatal(err)
	}
}

// close ends all connections to the database.
func (s *stage) close() {
	s.store.Close()
	for _, o := range s.others {
		o.store.Close()
	}
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

// keepsNoPhrases fails the test if a record other than a queued message has phrases in it: records are data, and
// put into words when they are shown.
func keepsNoPhrases(t *testing.T, store *storage.Store) {
	t.Helper()
	var records bytes.Buffer
	if err := store.Export(&records); err != nil {
		t.Error(err)
	}
	for record := range strings.Lines(records.String()) {
		if !strings.HasPrefix(record, `{"table":"outbox"`) && regexp.MustCompile(`\\u000[ef]|\\u001f`).MatchString(record) {
			t.Errorf("a record holds a phrase: %s", record)
		}
	}
}

// open starts the service, on the same database if there is one.
func (s *stage) open() {
	s.others = nil
	for range s.several - 1 {
		s.begin()
		s.others = append(s.others, station{s.store, s.service})
	}
	s.begin()
}

func (s *stage) begin() {
	var err error
	switch {
	case s.several > 0:
		s.store, err = storage.Join(context.Background(), s.path, nil)
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
		Store: store, Leases: s.store.Leases(), Shared: s.several > 0, Tell: s.store.Tell, Clock: s, Limits: s.limits, Dice: func(int) int { return 0 }, Secrets: s, LinksWithin: true, Analysis: 500, Advice: time.Hour, Pages: s.pages, LocalGames: service.LocalGames{Size: 8 << 10, Count: 2}, Log: slog.New(slog.NewTextHandler(cmp.Or(s.log, s.t.Output()), nil)),
	})
	if s.several > 0 {
		hear := s.service.Hear
		s.store.Hear(func(h bot.Heard) {
			hear(h)
			s.spent.Add(int32(len(h.Spent)))
		})
	}
	if s.missed != nil {
		service.WatchLanguages(s.service, s.missed)
	}
	if err := s.service.Start(context.Background(), platforms...); err != nil {
		s.t.Fatal(err)
	}
}

// Read makes the stage a predictable source of secrets: the first code is the first letter ten times, the
// second code the second letter.
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

func (l listener) Deliver(_ context.Context, m bot.Message) (bot.Receipt, error) {
	l.hear(m)
	return bot.Receipt{Shown: "here"}, nil
}

// speaks returns the language of a user or a room that the platform reports.
func (s *stage) speaks(name string) string { return cmp.Or(s.locales[name], s.locale) }

var speaker = regexp.MustCompile(`^([a-z]+)(?:/([a-z]+))?(@[a-z.]*)?(!{0,2}): (.*)$`)

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
	s.next()
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
	if err := s.service.PlayComputer(context.Background()); err != nil {
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
	if s.heard != nil {
		s.heard(m)
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
		if written := strings.Split(strings.TrimSpace(m.File.Text), "\n"); len(written) <= shortFile && strings.HasPrefix(m.File.Name, "game") {
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
	pace, err := bot.ParsePace(rest)
	if err != nil {
		return err
	}
	s.now = s.now.Add(pace.PerMove)
	s.next()
	switch verb {
	case "wait", "late":
		err = beatUntil(s.store, s.now)
	case "down":
		if s.path != "" {
			s.close()
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
