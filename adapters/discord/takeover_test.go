package discord_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
)

// sharedLeases are leases of several processes. A note is kept when it is waited for, or when the lease is released by a process that is alive.
type sharedLeases struct {
	bot.LocalLeases
	mu        sync.Mutex
	notes     map[string][]byte
	killed    bool // the process has died: what is released has run out
	suspended bool // the process has stood still: all that it had is another's
}

// sharedLease is one of sharedLeases.
type sharedLease struct {
	bot.Lease
	leases *sharedLeases
	task   string
	cancel context.CancelFunc
	note   []byte // guarded by leases.mu
}

func (s *sharedLeases) TryHold(ctx context.Context, task string) (bot.Lease, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.suspended {
		return nil, bot.ErrLeased
	}
	ctx, cancel := context.WithCancel(ctx)
	held, err := s.LocalLeases.TryHold(ctx, task)
	if err != nil {
		cancel()
		return nil, err
	}
	return &sharedLease{Lease: held, leases: s, task: task, cancel: cancel, note: s.notes[task]}, nil
}

// kept returns the number of shards with a note.
func (s *sharedLeases) kept() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for task, note := range s.notes {
		if strings.HasPrefix(task, "discord/shard/") && len(note) > 0 {
			n++
		}
	}
	return n
}

// set changes the state of the process.
func (s *sharedLeases) set(killed, suspended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.killed, s.suspended = killed, suspended
}

func (l *sharedLease) Valid() bool {
	l.leases.mu.Lock()
	defer l.leases.mu.Unlock()
	if l.leases.suspended {
		l.cancel()
	}
	return !l.leases.suspended && l.Lease.Valid()
}

func (l *sharedLease) Note() []byte {
	l.leases.mu.Lock()
	defer l.leases.mu.Unlock()
	return slices.Clone(l.note)
}

func (l *sharedLease) SetNote(note []byte) {
	l.leases.mu.Lock()
	defer l.leases.mu.Unlock()
	l.note = slices.Clone(note)
}

func (l *sharedLease) KeepNote(context.Context) error {
	l.leases.mu.Lock()
	defer l.leases.mu.Unlock()
	l.leases.notes[l.task] = l.note
	return nil
}

func (l *sharedLease) Release() {
	l.leases.mu.Lock()
	killed := l.leases.killed
	l.leases.mu.Unlock()
	if !killed {
		_ = l.KeepNote(context.Background())
	}
	l.cancel()
	l.Lease.Release()
}

// joinNoted has a process join, and waits until all its sessions are noted.
func (c *crew) joinNoted() *member {
	c.t.Helper()
	m := c.join()
	c.Wait("the sessions to be noted", func() bool { return c.leases.kept() == crewShards })
	return m
}

// kill has a process die: no note is kept any more.
func (c *crew) kill(m *member) {
	c.leases.set(true, false)
	m.stop()
	c.leases.set(false, false)
}

// TestKilledAtTheBeginning has a process die when it has just connected: the next one resumes its sessions.
func TestKilledAtTheBeginning(t *testing.T) {
	c := newCrew(t)
	first := c.joinNoted()
	c.kill(first)
	c.join()
	c.everyShard()
	c.all()
	c.Look(func() {
		if c.Begun != crewShards {
			t.Errorf("%d sessions were begun", c.Begun)
		}
	})
}

// TestSuspendedWithoutConnection has a process lose its shards while it stands still and its connections break: it does not take up the sessions, which are
// another's.
func TestSuspendedWithoutConnection(t *testing.T) {
	c := newCrew(t)
	first := c.joinNoted()
	c.leases.set(false, true)
	c.Drop()
	c.Wait("the end of its connections", func() bool { return len(first.Mine()) == 0 && len(c.Open()) == 0 })
	c.Look(func() {
		if n := c.Resumed(); n > 0 || c.Begun != crewShards {
			t.Errorf("%d sessions were resumed, and %d begun", n, c.Begun)
		}
	})
}

// TestPromisedAnswer has a process die when it has deferred some answers and sent another: the next one sends what is missing, and nothing twice.
func TestPromisedAnswer(t *testing.T) {
	c := newCrew(t)
	first := c.join()
	c.everyShard()
	c.all()
	first.stop()
	var promised []*discordtest.Interaction
	for _, channel := range c.channels {
		promised = append(promised, c.Slash(c.alice, channel, "setup", nil), c.Slash(c.alice, channel, "rules", discordtest.Options{"variant": "raumschach"}))
	}
	answered := c.Slash(c.alice, c.channels[0], "setup", nil)
	given := &discordtest.Message{Author: c.Bot, Content: "said before"}
	c.Look(func() {
		for _, i := range promised {
			i.Type = 5
		}
		answered.Type, answered.Done, answered.Answers = 4, true, []*discordtest.Message{given}
	})
	second := c.join()
	for _, i := range promised {
		c.Wait("a promised answer", func() bool { return i.Done })
	}
	c.Wait("all to be looked at", func() bool {
		return c.Requests[looking] > len(promised)+crewShards // those with a picture, whose answers are deferred first, are looked at twice
	})
	second.stop()
	c.Look(func() {
		if len(answered.Answers) != 1 || answered.Answers[0] != given || given.Content != "said before" {
			t.Errorf("what was answered is answered with %d messages, the first %q", len(answered.Answers), given.Content)
		}
	})
}

// TestLostAnswer has a process die when it has carried something out and promised to answer: the next one says that the answer is lost.
func TestLostAnswer(t *testing.T) {
	c := newCrew(t)
	first := c.joinNoted()
	i := c.Slash(c.alice, c.channels[0], "limit", discordtest.Options{"games": 3})
	c.Wait("an answer", func() bool { return i.Done })
	c.kill(first)
	c.Look(func() { i.Type, i.Done, i.Answers = 5, false, nil })
	c.join()
	c.Wait("a promised answer", func() bool { return i.Done })
	c.Look(func() {
		if text := i.Answers[0].Screen(); !strings.Contains(text, "My answer to this was lost.") {
			t.Errorf("the answer is %q", text)
		}
	})
}
