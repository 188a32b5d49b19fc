package discord_test

import (
	"cmp"
	"context"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/adapters/discord"
	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/bot/throttle"
	"raumbot/bot/variants"
	"raumbot/storage"
)

// TestMain lets many tests run at once, as they spend most of their time waiting.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// club is a Discord server with two players, a channel, and the running bot.
type club struct {
	*discordtest.Server
	t          testing.TB
	guild      *discordtest.Guild
	games      *discordtest.Channel
	alice, bob *discordtest.User
	options    discord.Options
	analysis   uint64    // positions that an analysis looks at
	clock      bot.Clock // nil for the machine's
	limits     throttle.Limits
	store      *storage.Store
	service    *service.Service
	adapter    *discord.Discord
	stop       func()
	failed     chan error       // what Listen returned
	grace      time.Duration    // how long games wait for a permission that is taken away
	now        func() time.Time // the adapter's clock, nil for the machine's
	// hurry lets the bot stop without waiting for answers.
	hurry bool
	// greetingPause is the time from one greeting to the next, 0 for the usual one.
	greetingPause   time.Duration
	greetingRetries []time.Duration
	calendarPause   time.Duration   // 0 for the usual one
	unregistered    bool            // whether start does not wait for the slash commands
	rests           []time.Duration // the waits of the bot before it connected again
}

// newClub is openClub for a test that runs beside others.
func newClub(t *testing.T, change func(*club)) *club {
	t.Helper()
	t.Parallel() // most of the time is spent waiting
	return openClub(t, change)
}

// openClub opens a club and starts the bot; change may change both before.
func openClub(t testing.TB, change func(*club)) *club {
	t.Helper()
	s := discordtest.New(t)
	c := &club{Server: s, t: t, guild: s.AddGuild("Raum club"), alice: s.AddUser("alice"), bob: s.AddUser("bob")}
	c.games = c.guild.AddChannel("games")
	c.options = discord.Options{Token: s.Token, API: s.API, MessageContent: true, Patience: time.Hour, Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
	var err error
	if c.store, err = storage.Open(filepath.Join(t.TempDir(), "club.db")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.store.Close(); err != nil {
			t.Error(err)
		}
	})
	if change != nil {
		change(c)
	}
	c.start()
	t.Cleanup(func() { c.stop() })
	return c
}

// start starts the bot, and waits until it is connected.
func (c *club) start() {
	c.t.Helper()
	c.service = service.New(service.Ports{Store: c.store, Clock: c.clock, Dice: func(int) int { return 0 }, Log: c.options.Log, Limits: c.limits, Analysis: c.analysis, LocalGames: variants.Limits{Size: 64 << 10, Count: 3}})
	if err := c.service.Start(context.Background(), discord.Platform); err != nil {
		c.t.Fatal(err)
	}
	d := discord.New(c.options)
	c.adapter = d
	d.SetSleep(c.rest)
	d.SetGrace(c.grace)
	d.TakeTime()
	if c.hurry {
		d.GiveGrace(time.Nanosecond)
	}
	if c.now != nil {
		d.SetClock(c.now)
	}
	if c.greetingPause != 0 {
		d.SetGreetingPause(c.greetingPause)
	}
	if c.calendarPause != 0 {
		d.SetCalendarPause(c.calendarPause)
	}
	if c.greetingRetries != nil {
		d.SetGreetingRetries(c.greetingRetries...)
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.failed = make(chan error, 1)
	var running sync.WaitGroup
	running.Go(func() { c.service.Run(ctx, d) })
	running.Go(func() { c.failed <- d.Listen(ctx, c.service) })
	c.stop = func() {
		cancel()
		running.Wait()
	}
	c.Wait("the connection", func() bool { return c.online() && c.Requests["POST /channels/{channel}/messages"] > 0 })
	if !c.unregistered {
		c.Wait("the slash commands", c.registered)
	}
}

// registered reports whether Discord shows the slash commands in the scope that the options name.
func (c *club) registered() bool {
	scope := "applications/" + c.App + "/commands"
	if c.options.Guild != "" {
		scope = "applications/" + c.App + "/guilds/" + c.options.Guild + "/commands"
	}
	return len(c.Commands[scope]) > 0
}

// rest records a wait of the bot, and waits for a short time.
func (c *club) rest(ctx context.Context, long time.Duration) {
	if long <= 0 {
		return
	}
	c.Look(func() { c.rests = append(c.rests, long) })
	select {
	case <-ctx.Done():
	case <-time.After(10 * time.Millisecond):
	}
}

// done waits for the answer to an interaction, and returns its text.
func (c *club) done(i *discordtest.Interaction) string {
	c.t.Helper()
	c.Wait("an answer", func() bool { return i.Done })
	var text string
	c.Look(func() {
		for _, m := range i.Answers {
			text += m.Screen() + "\n"
		}
	})
	return text
}

// said waits for a message of the bot in a channel that contains all of some texts.
func (c *club) said(where func() *discordtest.Channel, words ...string) *discordtest.Message {
	c.t.Helper()
	var found *discordtest.Message
	c.Wait("a message with "+strings.Join(words, " and "), func() bool {
		channel := where()
		if channel == nil {
			return false
		}
		for _, m := range channel.Messages {
			if m.Author == c.Bot && contains(m.Screen(), words) {
				found = m
			}
		}
		return found != nil
	})
	return found
}

func contains(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// in is a channel to look in.
func in(c *discordtest.Channel) func() *discordtest.Channel {
	return func() *discordtest.Channel { return c }
}

// thread is the thread of a game, whose name is in the language of its server.
func (c *club) thread(game string) func() *discordtest.Channel {
	return func() *discordtest.Channel {
		for _, channel := range c.Channels {
			_, title, over := strings.Cut(channel.Name, " · ") // after the result
			if !over {
				title = channel.Name
			}
			name, _, _ := strings.Cut(title, ":")
			if channel.Parent != nil && !channel.Deleted && (name == "Game "+game || name == "Partie "+game) {
				return channel
			}
		}
		return nil
	}
}

// gameThread returns the thread of game 1, nil if there is none now.
func (c *club) gameThread() (thread *discordtest.Channel) {
	c.Look(func() { thread = c.thread("1")() })
	return thread
}

// begin lets alice challenge bob as White, and bob accept. It returns the thread of the game.
func (c *club) begin(variant string) *discordtest.Channel {
	c.t.Helper()
	c.done(c.Slash(c.alice, c.games, "challenge", discordtest.Options{"name": c.bob, "variant": variant, "colour": "white"}))
	invitation := map[string]string{"de": "alice fordert bob heraus"}[c.guild.Locale]
	m := c.said(in(c.games), cmp.Or(invitation, "alice challenges bob"))
	var label string
	c.Look(func() { label = m.Buttons[0].Label })
	c.done(c.Press(c.bob, m, label))
	c.settled(1)
	return c.gameThread()
}

// settled waits until the service knows the thread of a game.
func (c *club) settled(id bot.GameID) {
	c.t.Helper()
	c.Wait("the game in its thread", func() bool {
		var room string
		err := c.store.View(context.Background(), func(tx bot.Tx) error {
			g, err := tx.Game(id)
			room = g.Seats[0].Room.ID
			return err
		})
		thread := c.thread(id.String())()
		return err == nil && thread != nil && thread.ID == room
	})
}

// memo reports whether there is a memo with a name.
func (c *club) memo(key string) bool {
	value, err := c.service.Recall(context.Background(), discord.Platform, key)
	return err == nil && value != nil
}
