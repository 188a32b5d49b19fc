package discord_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/adapters/discord"
	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// crew is several processes that work on one database one after the other, and a Discord server
// with six shards and a guild on each.
type crew struct {
	*discordtest.Server
	t        *testing.T
	store    *storage.Store
	channels []*discordtest.Channel
	alice    *discordtest.User
}

// member is one of the processes.
type member struct {
	*discord.Discord
	replaced atomic.Bool // whether another process works on the database
	stop     func()
}

// fence is a store that only the process that works on it can use.
type fence struct {
	bot.Store
	member *member
}

func (f fence) View(ctx context.Context, fn func(bot.Tx) error) error {
	return f.Store.View(ctx, f.member.only(fn))
}

func (f fence) Update(ctx context.Context, fn func(bot.Tx) error) error {
	return f.Store.Update(ctx, f.member.only(fn))
}

// only wraps a function such that it fails if the member has been replaced.
func (m *member) only(fn func(bot.Tx) error) func(bot.Tx) error {
	return func(tx bot.Tx) error {
		if m.replaced.Load() {
			return bot.ErrTaken
		}
		return fn(tx)
	}
}

const crewShards = 6

func newCrew(t *testing.T) *crew {
	t.Helper()
	t.Parallel()
	c := &crew{Server: discordtest.New(t), t: t}
	c.Shards, c.Spread = crewShards, true
	c.GlobalLimit = 0 // several processes may follow each other within a second
	c.alice = c.AddUser("alice")
	for range crewShards {
		c.channels = append(c.channels, c.AddGuild("Raum club").AddChannel("games"))
	}
	store, err := storage.Open(filepath.Join(t.TempDir(), "club.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	c.store = store
	return c
}

func (c *crew) join() *member { return c.joinWith(func(*member) {}) }

// joinWith starts a process after change has changed it.
func (c *crew) joinWith(change func(*member)) *member {
	c.t.Helper()
	log := slog.New(slog.NewTextHandler(c.t.Output(), nil))
	d := discord.New(discord.Options{Token: c.Token, API: c.API, MessageContent: true, Log: log})
	d.TakeTime()
	d.SetGreetingPause(time.Nanosecond)
	m := &member{Discord: d}
	change(m)
	svc := service.New(service.Ports{Store: fence{c.store, m}, Log: log, AtWork: func(context.Context) error {
		if m.replaced.Load() {
			return bot.ErrTaken
		}
		return nil
	}})
	if err := svc.Start(c.t.Context(), discord.Platform); err != nil {
		c.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { svc.Run(ctx, d) })
	running.Go(func() {
		if err := d.Listen(ctx, svc); err != nil {
			c.t.Error(err)
		}
	})
	m.stop = sync.OnceFunc(func() { cancel(); running.Wait() })
	c.t.Cleanup(m.stop)
	return m
}

// notesIn returns the session notes in a store.
func notesIn(t *testing.T, store *storage.Store) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := store.View(context.Background(), func(tx bot.Tx) error {
		keys, err := tx.Memos(discord.Platform, "session/", 0)
		for _, key := range keys {
			var failed error
			all[key], failed = tx.Memo(discord.Platform, key)
			err = errors.Join(err, failed)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// putNotes replaces the session notes in a store.
func putNotes(t *testing.T, store *storage.Store, notes map[string][]byte) {
	t.Helper()
	before := notesIn(t, store)
	err := store.Update(context.Background(), func(tx bot.Tx) (err error) {
		for key := range before {
			err = errors.Join(err, tx.PutMemo(discord.Platform, key, nil))
		}
		for key, note := range notes {
			err = errors.Join(err, tx.PutMemo(discord.Platform, key, note))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// noted returns the number of session notes in the database.
func (c *crew) noted() int { return len(notesIn(c.t, c.store)) }

// joinNoted starts a process, and waits until notes of all its sessions are stored.
func (c *crew) joinNoted() *member {
	c.t.Helper()
	m := c.join()
	c.Wait("the sessions to be noted", func() bool { return c.noted() == crewShards })
	return m
}

// kill ends a process such that it can store nothing more.
func (c *crew) kill(m *member) {
	m.replaced.Store(true)
	m.stop()
}

// all sends a message on each server, and waits for the answers.
func (c *crew) all() {
	c.t.Helper()
	var asked []*discordtest.Interaction
	for _, channel := range c.channels {
		asked = append(asked, c.Slash(c.alice, channel, "setup", nil))
	}
	for _, i := range asked {
		c.Wait("an answer", func() bool { return i.Done })
		c.Look(func() {
			if len(i.Answers) != 1 || !contains(i.Answers[0].Screen(), []string{"every permission"}) {
				c.t.Errorf("answered is %q", i.Answers[0].Screen())
			}
		})
	}
}

// everyShard waits until each shard is connected once.
func (c *crew) everyShard() {
	c.t.Helper()
	c.Wait("each shard to be connected", func() bool { return slices.Equal(c.Open(), []int{0, 1, 2, 3, 4, 5}) })
}

// mustHaveBegun waits until that many sessions have been begun so far, and checks that there are no
// more. Shards of a process that has just stopped may still count as connected.
func (c *crew) mustHaveBegun(sessions int) {
	c.t.Helper()
	c.Wait("the sessions to be begun", func() bool { return c.Begun >= sessions })
	c.Look(func() {
		if c.Begun != sessions {
			c.t.Errorf("%d sessions were begun", c.Begun)
		}
	})
}

// TestSessionsAreResumed stops a process, and kills the next. Each time the following process
// resumes the sessions, and messages sent in the meantime are answered.
func TestSessionsAreResumed(t *testing.T) {
	c := newCrew(t)
	first := c.joinNoted()
	c.everyShard()
	c.all()
	first.stop()
	said := c.Slash(c.alice, c.channels[0], "setup", nil)
	second := c.join()
	c.Wait("what was said while nobody listened to be answered", func() bool { return said.Done })
	c.everyShard()
	c.all()
	c.kill(second)
	c.join()
	c.everyShard()
	c.all()
	c.mustHaveBegun(crewShards)
}

// TestKilledAtTheBeginning kills a process that has just connected. The next process resumes
// its sessions.
func TestKilledAtTheBeginning(t *testing.T) {
	c := newCrew(t)
	c.kill(c.joinNoted())
	c.join()
	c.everyShard()
	c.all()
	c.mustHaveBegun(crewShards)
}

// TestSuspendedWithoutConnection replaces a process while it is suspended and its connections
// break. It does not resume the sessions, which belong to the other process.
func TestSuspendedWithoutConnection(t *testing.T) {
	c := newCrew(t)
	first := c.joinNoted()
	first.replaced.Store(true)
	c.Drop()
	c.Wait("the end of its connections", func() bool { return len(c.Open()) == 0 })
	first.stop()
	c.Look(func() {
		if n := c.Resumed(); n > 0 || c.Begun != crewShards {
			t.Errorf("%d sessions were resumed, and %d begun", n, c.Begun)
		}
	})
}

// TestLostSession has Discord end the sessions between two processes. The second process begins
// new ones.
func TestLostSession(t *testing.T) {
	c := newCrew(t)
	first := c.joinNoted()
	c.everyShard()
	first.stop()
	c.Wait("the end of the connections", func() bool { return len(c.Open()) == 0 })
	c.Expire()
	c.join()
	c.everyShard()
	c.all()
}

// TestMoreShards has Discord recommend more shards than before when a process starts. The process
// begins a session for each shard, and deletes the notes for the smaller number.
func TestMoreShards(t *testing.T) {
	c := newCrew(t)
	first := c.joinNoted()
	c.everyShard()
	first.stop()
	const more = 8
	c.Look(func() { c.Shards = more })
	c.join()
	c.Wait("each shard to be connected", func() bool { return slices.Equal(c.Open(), []int{0, 1, 2, 3, 4, 5, 6, 7}) })
	c.Wait("all to be noted", func() bool { return c.noted() == more })
	c.all()
	c.mustHaveBegun(crewShards + more)
}

// TestOldSession starts a process long after the last one has ended. It does not try to resume
// a session.
func TestOldSession(t *testing.T) {
	c := newCrew(t)
	first := c.joinNoted()
	first.stop()
	notes := notesIn(t, c.store)
	for key, text := range notes {
		note := map[string]any{}
		if err := json.Unmarshal(text, &note); err != nil {
			t.Fatal(err)
		}
		note["At"] = time.Now().Add(-time.Hour)
		notes[key], _ = json.Marshal(note)
	}
	putNotes(t, c.store, notes)
	c.join()
	c.everyShard()
	c.mustHaveBegun(2 * crewShards)
	c.Look(func() {
		if n := c.Resumed(); n > 0 {
			t.Errorf("%d old sessions were resumed", n)
		}
	})
}
