// Package discord lets people play on Discord: by slash commands, by buttons and menus, and by words
// in a game's thread, in a direct message, or behind a mention of the bot.
//
//	d := discord.New(discord.Options{Token: token})
//	go service.Run(ctx, d)
//	err := d.Listen(ctx, service)
//
// It carries requests to the service and messages to Discord, and knows no rules: slash commands, their
// options and what they complete to all come from the service's table of commands.
package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// Platform is the name of Discord among the platforms.
const Platform bot.Platform = "discord"

// Options are what a Discord needs. Only the Token must be given.
type Options struct {
	Token string
	// Guild is a server that gets the slash commands at once and alone, for trying
	// things out. Without it, all servers get them.
	Guild string
	// Shards and Shard say which part of the servers this process looks after: part Shard,
	// counted from 0, of Shards. With no Shards it looks after all, in as many
	// connections as Discord advises.
	Shards, Shard int
	// MessageContent asks for the privileged intent to read messages that do not
	// mention the bot, so that a bare move in a game's thread is understood.
	MessageContent bool
	// API is the root of Discord's API, for tests and proxies; Discord's own by default. Without a version, as /v10, it gets one.
	API string
	Log *slog.Logger
	// Patience is how long a user waits before they are told that the answer takes
	// longer; 1.5 seconds by default, and less than the 3 that Discord grants.
	Patience time.Duration
}

// Discord is an adapter for Discord.
type Discord struct {
	options    Options
	log        *slog.Logger
	rest       *client
	beginnings beginnings
	kept       sync.WaitGroup // what keeps the connections open
	world      sync.RWMutex   // held while the state is read or written: the library does not hold its own long enough
	state      *discordgo.State
	locale     locales
	talks      lanes    // texts of one channel, in their order
	dms        sync.Map // user ID to the ID of their private channel
	strangers  sync.Map // channel ID to a stranger
	losses     losses
	brief      time.Duration // how long to ask for what a request needs
	recent     recent
	grace      time.Duration                        // how long a game waits for a permission that is taken away
	sleep      func(context.Context, time.Duration) // pause, but for tests

	mu      sync.Mutex
	service *bot.Service // nil until the connection stands
	app     string       // the application's ID
	// userInstall tells that users may install the application for themselves.
	userInstall bool
	closing     bool
	begun       sync.WaitGroup
	fatal       chan error // what only the operator can mend
	links       shards
	servers     acquaintance
}

// New returns an adapter. It connects in [Discord.Listen].
func New(o Options) *Discord {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Patience == 0 {
		o.Patience = 1500 * time.Millisecond
	}
	if o.API == "" {
		o.API = "https://discord.com/api/v10"
	}
	d := &Discord{
		options: o,
		log:     o.Log.With("platform", string(Platform)),
		state:   discordgo.NewState(),
		locale:  mustReadLocales(),
		talks:   newLanes(),
		fatal:   make(chan error, 1),
		grace:   usualGrace,
		brief:   usuallyBrief,
		sleep:   pause,
	}
	d.beginnings = beginnings{log: d.log, ask: d.gateway, sleep: func(ctx context.Context, long time.Duration) { d.sleep(ctx, long) }}
	d.options.Token = strings.TrimPrefix(o.Token, "Bot ") // as some write it
	d.rest = newClient(d.options.Token, strings.TrimSuffix(o.API, "/"))
	return d
}

// Platform implements [bot.Adapter].
func (d *Discord) Platform() bot.Platform { return Platform }

// Listen carries what users say to the service until ctx ends, and finishes
// what it has begun before it returns.
func (d *Discord) Listen(ctx context.Context, service *bot.Service) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	service.Report(Platform, false)
	defer service.Report(Platform, false)
	shards, count, err := d.introduce(ctx)
	if err != nil || ctx.Err() != nil {
		return err
	}
	d.mu.Lock()
	d.service = service
	d.mu.Unlock()
	if err := d.register(ctx, service); err != nil {
		return err
	}
	d.connect(ctx, shards, count)
	err = d.stay(ctx)
	end()
	d.finish()
	return err
}

// stay returns when ctx ends or only the operator can help.
func (d *Discord) stay(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-d.fatal:
			return err
		case <-time.After(time.Minute):
			if silent := d.links.silent(); len(silent) > 0 {
				d.log.Warn("no connection to Discord; it is tried again", "shards", fmt.Sprint(silent))
			}
		}
	}
}

// finishing is how long a stop waits for what has begun. It must be shorter than what the program grants its platforms.
const finishing = 5 * time.Second

// finish lets no more come in, and waits for what has.
func (d *Discord) finish() {
	d.mu.Lock()
	d.closing = true
	d.mu.Unlock()
	done := make(chan struct{})
	go func() {
		d.begun.Wait()
		d.kept.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(finishing):
		d.log.Warn("stopped before everything begun was finished")
	}
}

// begin runs something unless the adapter is stopping; a panic is the log's.
func (d *Discord) begin(what func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closing {
		return
	}
	d.begun.Go(func() { d.guard(what) })
}

// guard runs something, and logs what panics.
func (d *Discord) guard(what func()) {
	defer func() {
		if caught := recover(); caught != nil {
			d.log.Error("an event was not handled", "panic", fmt.Sprint(caught))
		}
	}()
	what()
}

// ready returns the service once the connection stands, or nil.
func (d *Discord) ready() *bot.Service {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.service
}

// fail ends Listen with an error for the operator.
func (d *Discord) fail(err error) {
	select {
	case d.fatal <- err:
	default:
	}
}

var (
	errToken   = errors.New("the token is not accepted: copy the one shown by Reset Token, on the page Bot of your application in the developer portal, into DISCORD_TOKEN or token_file")
	errIntents = errors.New("the message content intent is not granted: switch it on under Privileged Gateway Intents, on the page Bot of your application in the developer portal, or set message_content to false")
	errShards  = errors.New("the number of shards is not accepted: leave shards and shard out, or set a larger number")
)
