package coach_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/coach"
	"raumbot/bot/service"
)

// user returns somebody on the console.
func user(name string) bot.User {
	return bot.User{UserID: bot.UserID{Platform: "console", ID: name}, Name: name}
}

// say has somebody say something on the console, in private, and returns the first message that
// answers it.
func say(t *testing.T, s *service.Service, by, text string) (bot.RenderedMessage, error) {
	reply, err := s.Handle(t.Context(), bot.Request{From: user(by), Text: text})
	if len(reply.Answer) == 0 {
		return bot.RenderedMessage{}, err
	}
	return reply.Answer[0], err
}

func mustSay(t *testing.T, s *service.Service, by, text string) bot.RenderedMessage {
	t.Helper()
	m, err := say(t, s, by, text)
	if err != nil {
		t.Fatalf("%s: %s: %v", by, text, err)
	}
	return m
}

// mustRefuse has alice say what is refused.
func mustRefuse(t *testing.T, s *service.Service, text, why string) {
	t.Helper()
	if _, err := say(t, s, "alice", text); err == nil || !strings.Contains(err.Error(), why) {
		t.Errorf("%s: %v; not %s", text, err, why)
	}
}

// mustPlay carries out all queued searches.
func mustPlay(t *testing.T, s *service.Service) {
	t.Helper()
	if err := s.PlayComputer(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// mustDeliver delivers all messages that wait.
func mustDeliver(t *testing.T, s *service.Service, p *post) {
	t.Helper()
	if err := s.Deliver(t.Context(), p); err != nil {
		t.Fatal(err)
	}
}

func gameNow(t *testing.T, s *service.Service, id bot.GameID) bot.Game {
	t.Helper()
	return read(t, s, func(tx bot.Tx) (bot.Game, error) { return tx.Game(id) })
}

func playerNow(t *testing.T, s *service.Service, name string) bot.Player {
	t.Helper()
	return read(t, s, func(tx bot.Tx) (bot.Player, error) { return tx.PlayerOf(user(name).UserID) })
}

// read returns what is read in a transaction.
func read[T any](t *testing.T, s *service.Service, what func(bot.Tx) (T, error)) (value T) {
	t.Helper()
	err := s.Store.View(t.Context(), func(tx bot.Tx) (err error) {
		value, err = what(tx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// withAnalysts has the analyses of a service done by analysts that a test can look into.
func withAnalysts(s *service.Service, nodes uint64) *coach.Analysts {
	w := coach.NewAnalysts(s.Bot, nodes)
	for _, c := range coach.Feature(w).Commands {
		s.Actions[c.Name] = &c
	}
	return w
}

// withComputers has the computer of a service be one that a test can look into.
func withComputers(s *service.Service) *coach.Computers {
	c := coach.NewComputers(s.Bot)
	s.Bot.Ports.WakeComputer = c.Ask
	return c
}

// post is an adapter that keeps what it is given; its messages can be edited.
type post struct{ said []bot.RenderedMessage }

func (p *post) Platform() bot.Platform { return "console" }

func (p *post) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	p.said = append(p.said, m)
	return bot.Receipt{Shown: fmt.Sprint("number ", m.ID)}, nil
}

// settable is a clock that is set by hand.
type settable struct{ now time.Time }

func (c *settable) Now() time.Time { return c.now }

// countingStore counts the transactions that only read.
type countingStore struct {
	bot.Store
	views int
}

func (s *countingStore) View(ctx context.Context, fn func(bot.Tx) error) error {
	s.views++
	return s.Store.View(ctx, fn)
}
