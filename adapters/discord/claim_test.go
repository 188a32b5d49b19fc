package discord_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"raumbot/adapters/discord"
	"raumbot/adapters/discord/discordtest"
	"raumbot/bot/service"
	"raumbot/storage"
)

// crew is several adapters that work on one database, as several processes do, and a Discord that wants six shards, with a server on each.
type crew struct {
	*discordtest.Server
	t        *testing.T
	leases   *sharedLeases
	store    *storage.Store
	service  *service.Service
	channels []*discordtest.Channel
	alice    *discordtest.User
}

// member is one of the adapters.
type member struct {
	*discord.Discord
	stop func()
}

const crewShards = 6

func newCrew(t *testing.T) *crew {
	t.Helper()
	t.Parallel()
	c := &crew{Server: discordtest.New(t), t: t, leases: &sharedLeases{notes: map[string][]byte{}}}
	c.Shards, c.Spread = crewShards, true
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
	c.service = service.New(service.Ports{Store: store, Leases: c.leases, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	if err := c.service.Start(t.Context(), discord.Platform); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *crew) join() *member { return c.joinWith(func(*member) {}) }

// joinWith has a process join that is changed before.
func (c *crew) joinWith(change func(*member)) *member {
	c.t.Helper()
	d := discord.New(discord.Options{Token: c.Token, API: c.API, MessageContent: true, Log: slog.New(slog.NewTextHandler(c.t.Output(), nil))})
	d.TakeTime()
	change(&member{Discord: d})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { c.service.Run(ctx, d) })
	running.Go(func() {
		if err := d.Listen(ctx, c.service); err != nil {
			c.t.Error(err)
		}
	})
	m := &member{Discord: d, stop: sync.OnceFunc(func() { cancel(); running.Wait() })}
	c.t.Cleanup(m.stop)
	return m
}

// all says something on each server, and waits for the answers.
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

// TestClaimedShards has further processes come and go. Each has its share, sessions are resumed by whoever has them next, and
// what is said meanwhile is answered.
func TestClaimedShards(t *testing.T) {
	c := newCrew(t)
	first := c.join()
	c.everyShard()
	c.all()
	second := c.join()
	c.Wait("half of the shards each", func() bool { return len(first.Mine()) == 3 && len(second.Mine()) == 3 })
	c.everyShard()
	c.all()
	third := c.join()
	c.Wait("a third of the shards each", func() bool { return len(first.Mine()) == 2 && len(second.Mine()) == 2 && len(third.Mine()) == 2 })
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		first.stop()
	}()
	c.all()
	<-stopped
	c.everyShard()
	c.Wait("half of the shards for each of the others", func() bool { return len(second.Mine()) == 3 && len(third.Mine()) == 3 })
	second.stop()
	c.everyShard()
	c.all()
	c.Look(func() {
		if c.Begun != crewShards {
			t.Errorf("%d sessions were begun", c.Begun)
		}
	})
}

// TestShardsAreShown asks who has which shard: all are shown, with their owner, and without one when nobody has them.
func TestShardsAreShown(t *testing.T) {
	c := newCrew(t)
	m := c.join()
	c.everyShard()
	owned := func() (all, owned int) {
		status, err := c.service.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range status.Tasks {
			if strings.HasPrefix(h.Task, "discord/shard/") {
				all++
				owned += min(len(h.Owner), 1)
			}
		}
		return all, owned
	}
	if all, owned := owned(); all != crewShards || owned != crewShards {
		t.Errorf("%d shards are shown, %d of them with an owner", all, owned)
	}
	m.stop()
	if all, owned := owned(); all != crewShards || owned != 0 {
		t.Errorf("when nobody has them, %d shards are shown, %d of them with an owner", all, owned)
	}
}

// TestUnclaimedShards has the leases of a process that has died beside those of one that is there, which takes its shards all the same, and keeps them
// until another process comes.
func TestUnclaimedShards(t *testing.T) {
	c := newCrew(t)
	if _, err := c.leases.TryHold(t.Context(), "discord/process/dead"); err != nil {
		t.Fatal(err)
	}
	first := c.join()
	c.everyShard()
	c.all()
	c.Look(func() {
		if n := c.Resumed(); n > 0 || len(first.Mine()) != crewShards {
			t.Errorf("%d sessions were given up and resumed, and %v are left", n, first.Mine())
		}
	})
	second := c.join()
	c.Wait("two shards for each of three", func() bool { return len(first.Mine()) == 2 && len(second.Mine()) >= 2 })
}

// TestLostSession hands over a shard whose session Discord has ended meanwhile: another is begun.
func TestLostSession(t *testing.T) {
	c := newCrew(t)
	first := c.join()
	c.everyShard()
	first.stop()
	c.Wait("the end of the connections", func() bool { return len(c.Open()) == 0 })
	c.Expire()
	c.join()
	c.everyShard()
	c.all()
}

// TestMoreShards has Discord want more shards when another process begins: all processes change to the new number.
func TestMoreShards(t *testing.T) {
	c := newCrew(t)
	first := c.join()
	c.everyShard()
	c.Look(func() { c.Shards = 8 })
	second := c.join()
	c.Wait("the new number", func() bool { return len(first.Mine()) == 4 && len(second.Mine()) == 4 })
	c.Wait("each shard to be connected", func() bool { return slices.Equal(c.Open(), []int{0, 1, 2, 3, 4, 5, 6, 7}) })
	c.all()
}

// TestRowsOfAllProcesses has all shards in one row: sessions begin five seconds apart, whichever process begins them.
func TestRowsOfAllProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits as Discord wants")
	}
	c := newCrew(t)
	c.Shards, c.AtOnce, c.Rows = 3, 1, true
	c.join()
	c.join()
	c.Wait("each shard to be connected", func() bool { return slices.Equal(c.Open(), []int{0, 1, 2}) })
	c.all()
}
