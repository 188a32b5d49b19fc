package service_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// poison is a text with everything that a platform, a terminal, a log or a file system may
// interpret as more than text.
const poison = "`b` **c** [d](http://e) <@1> <t:77> @everyone <b>f</b>\x1b[31m\x1b]0;g\x07\u202e\u200b\r\nbot: forged ../../h \x00 %s \u2028 level=ERROR"

// poisoned returns a user with such a name.
func poisoned(n int) bot.User {
	id := fmt.Sprintf("@%d:x", n)
	return bot.User{UserID: bot.UserID{Platform: "matrix", ID: id}, Name: fmt.Sprint(n, poison)}
}

// TestInjection has users with such names say such texts wherever users' words are stored or
// repeated.
func TestInjection(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	store := storage.Memory()
	defer check(t, store)
	svc := service.New(service.Ports{Store: store, Dice: func(int) int { return 0 },
		Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	heard := 0
	say := func(n int, text string) {
		r := bot.Request{From: poisoned(n), Room: bot.RoomID{Platform: "matrix", ID: "!r:x"}, Text: text, Organiser: true,
			Event:    bot.EventID(fmt.Sprint("event ", heard)),
			Mentions: map[string]bot.User{"@other": poisoned(3 - n)}}
		reply, err := svc.Handle(t.Context(), r)
		if err != nil {
			reply = bot.Complain(r, err)
		}
		for _, m := range reply.Answer {
			mustBePlain(t, text, m)
			heard++
		}
		_ = svc.Deliver(t.Context(), hearer(func(m bot.RenderedMessage) {
			mustBePlain(t, text, m)
			heard++
		}))
	}
	for _, line := range []struct {
		n    int
		text string
	}{
		{1, "challenge @other stockschach216 white"}, {2, "accept 1"}, {1, "move 1 vc2-vc3"}, {2, "move 1 vc5-vc4"},
		{1, "challenge @other raumschach white"}, {1, "games"}, {2, "games"}, {2, "decline 2"}, {1, "seek raumschach"}, {2, "seek"},
		{1, "note 1 " + poison}, {1, "notes 1"}, {1, "board 1 text"}, {1, "log 1"}, {1, "draw 1"}, {2, "draw 1 decline"}, {1, "resign 1"},
		{1, "block @other"}, {1, "block"}, {1, "unblock @other"}, {2, "profile @other"}, {2, "challenge @other raumschach white"}, {1, "accept 4"}, {1, "board"}, {1, "resign"},
		{1, "adjudicate 4 draw confirm " + poison}, {1, "log 4"}, {1, "game 4"},
		{3, "adjudicate 1 white confirm " + poison}, {1, "log 1"}, {1, "export 1"}, {1, "export all"}, {1, "games over"}, {1, "leaders stockschach216"},
		{1, `import [Variant "stockschach216"] [White "` + strings.ReplaceAll(poison, `"`, "") + `"] [Black "x"] [Termination "` + poison + `"] 1. vc2-vc3 1-0`},
		{1, `import [Variant "stockschach216"] [White "<@2> **x**"] [Black "@everyone"] [Termination "<@3> @everyone"] 1. vc2-vc3 1-0`}, {1, "log 5"}, {1, "game 5"}, {1, "export 5"},
	} {
		say(line.n, line.text)
	}
	for _, c := range svc.Commands() { // and where it makes no sense
		for _, text := range []string{poison, "1 " + poison, "stockschach216 " + poison, "raumschach", "@" + poison, "🏳️‍🌈\u0301", strings.Repeat("<", 500)} {
			say(1, c.Name+" "+text)
			say(1, c.Name+text)
		}
	}
	if heard < 200 {
		t.Errorf("only %d messages are looked at", heard)
	}
	mustBePrivate(t, log.String())
}

// hearer is an adapter that passes its messages to a function.
type hearer func(bot.RenderedMessage)

func (hearer) Platform() bot.Platform { return "matrix" }

func (h hearer) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	h(m)
	return bot.Receipt{}, nil
}

var (
	fileName    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*\.(txt|toml)$`)
	pictureWord = regexp.MustCompile(`^[A-Za-z0-9=+*-]*$`)
)

// mustBePlain checks that no user's words in a message would be interpreted by what shows it.
func mustBePlain(t *testing.T, said string, m bot.RenderedMessage) {
	t.Helper()
	for what, text := range texts(m) {
		isolates := strings.Count(text, "\u2068")
		bare := strings.NewReplacer("\u2068", "", "\u2069", "").Replace(text)
		if bot.Visible(bare) != bare || isolates != strings.Count(text, "\u2069") {
			t.Errorf("%q: %s has a sign that is no sign: %q", said, what, text)
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "bot: forged") {
				t.Errorf("%q: %s has a line that is not the bot's: %q", said, what, text)
			}
		}
		if strings.Contains(text, "<t:77>") || strings.Contains(text, "`b`") {
			t.Errorf("%q: %s has markup: %q", said, what, text)
		}
	}
	for _, b := range m.Buttons {
		if len(b.Command) > 100 || utf8.RuneCountInString(b.Label) > 80 || strings.Contains(b.Label, "\n") || strings.Contains(b.Command, "\n") {
			t.Errorf("%q: button %q", said, b)
		}
	}
	if m.File != nil && !fileName.MatchString(m.File.Name) {
		t.Errorf("%q: a file is called %q", said, m.File.Name)
	}
	if p := m.Picture; p != nil {
		for _, word := range append([]string{p.Variant, p.Piece, p.View, p.Theme, p.Pieces, p.Chosen}, p.Line...) {
			if !pictureWord.MatchString(word) {
				t.Errorf("%q: a picture, and so its file, is called after %q", said, word)
			}
		}
	}
}

// texts returns the parts of a message that people read.
func texts(m bot.RenderedMessage) map[string]string {
	all := map[string]string{"the text": m.Text}
	for i, b := range m.Buttons {
		all[fmt.Sprint("label ", i)], all[fmt.Sprint("command ", i)] = b.Label, b.Command
	}
	if m.Drawing != nil {
		all["the description"] = m.Drawing.Alt()
	}
	return all
}

// mustBePrivate checks that a log has one line for each event, and none of the users' names and
// words.
func mustBePrivate(t *testing.T, log string) {
	t.Helper()
	if strings.Count(log, "msg=handled") < 100 {
		t.Errorf("the log has too little to look at:\n%s", log)
	}
	for line := range strings.Lines(log) {
		if !strings.HasPrefix(line, "time=") || strings.Contains(line, "level=ERROR") || strings.IndexFunc(line, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) >= 0 {
			t.Errorf("a line of the log is %q", line)
		}
	}
	for _, private := range []string{"everyone", "forged", "http", "vc2"} {
		if strings.Contains(log, private) {
			t.Errorf("the log tells %q", private)
		}
	}
}

// TestLogsOfFailures checks that failures are logged with the IDs of the event, and without the
// user's words.
func TestLogsOfFailures(t *testing.T) {
	var log bytes.Buffer
	trouble := func() error { return fmt.Errorf("line 1\nline 2\x1b[2J") }
	memory := storage.Memory()
	if _, err := service.New(service.Ports{Store: memory}).Handle(t.Context(), saying("alice", "study raumschach")); err != nil {
		t.Fatal(err)
	}
	svc := service.New(service.Ports{Store: brokenStore{memory, trouble}, Log: slog.New(slog.NewJSONHandler(&log, nil))})
	r := saying("alice", "note 1 "+poison)
	r.Event, r.From.Name = "$event\n1", poison
	if _, err := svc.Handle(t.Context(), r); err == nil {
		t.Fatal("nothing fails")
	}
	var line struct {
		Command, User, Room, Event, Ref string
		Game                            int
	}
	if err := json.Unmarshal(log.Bytes(), &line); err != nil || strings.Count(log.String(), "\n") != 1 {
		t.Fatalf("%v: %s", err, log.String())
	}
	if line.Command != "note" || line.Game != 1 || line.User != "console:alice" || line.Room != "lobby" || line.Event != "$event\n1" || line.Ref == "" {
		t.Errorf("the log says %s", log.String())
	}
	if strings.Contains(log.String(), "everyone") {
		t.Errorf("the log repeats what was said: %s", log.String())
	}
}
