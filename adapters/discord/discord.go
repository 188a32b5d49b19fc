// Package discord lets people play on Discord: with slash commands, with buttons and menus, and with texts
// in a game's thread, in a direct message, or after a mention of the bot.
//
//	d := discord.New(discord.Options{Token: token})
//	go service.Run(ctx, d)
//	err := d.Listen(ctx, service)
//
// It passes requests to the service and messages to Discord, and knows no rules: slash commands, their
// options and their completions all come from the service's table of commands.
//
//	discord.go event.go queue.go seen.go   the adapter, and the events that it receives
//	connection.go socket.go gateway.go identify.go guild_sync.go shard_status.go   the gateway
//	claim.go progress.go describe.go   which of several processes has which shards, and what it needs to go on where another was
//	interaction*.go request.go answer.go   a slash command or a button, and its answer
//	message.go   a text message, and its answer
//	attachment.go   files that users attach
//	deliver.go edit.go payload.go component.go markdown.go private.go lost_channel.go game_buttons.go   messages of the bot
//	thread.go channel.go permission.go greet.go announce.go   where the bot may write, and for whom
//	slash.go layout.go register.go contextmenu.go form.go autocomplete.go hint.go   commands as Discord shows them
//	client.go   requests, within Discord's limits
//	text.go locale.go   the adapter's own texts, and names in other languages
package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/hashicorp/golang-lru/v2/expirable"
	"go.mau.fi/util/exsync"

	"raumbot/bot"
	"raumbot/bot/service"
)

// Platform is the platform name of Discord.
const Platform bot.Platform = "discord"

// Options configure a [Discord]. Only the Token is required.
type Options struct {
	Token string
	// Guild is the ID of a test server: only that gets the slash commands. If "", all servers get them.
	Guild string
	// MessageContent requests the privileged intent to read messages that do not
	// mention the bot, so that a bare move in a game's thread is understood.
	MessageContent bool
	// API is the root of Discord's API, for tests and proxies; Discord's own by default. /v10 is added if it names no version.
	API string
	Log *slog.Logger
	// Patience is how long an interaction waits for its answer before the answer is deferred:
	// 1.5 seconds by default. It must be less than the 3 seconds that Discord allows.
	Patience time.Duration
}

// Discord is an adapter for Discord.
type Discord struct {
	options    Options
	log        *slog.Logger
	rest       *client
	files      *http.Client // for attached files
	locale     locales
	layout     layout // of the service's commands; set before the connections begin
	identifies identifyLimiter
	shards     shardStatus
	guilds     guildSync
	leases     bot.Leases // divide the shards among processes; nil if this is the only process

	stateMu sync.RWMutex // guards state: the library's own lock does not cover what its methods return
	state   *discordgo.State

	messages      queues                            // messages to handle, in order within each channel
	dms           *expirable.LRU[string, string]    // user ID to the ID of their private channel
	unknown       *expirable.LRU[string, error]     // channel ID to Discord's refusal to describe it
	refusals      *expirable.LRU[string, time.Time] // channel ID to when it began to refuse messages
	seen          *seenEvents
	askedServers  *expirable.LRU[string, struct{}]  // servers of others' shards that Discord was asked about
	describing    exsync.KeyedMutex[string]         // held while Discord is asked about a server
	commandIDs    atomic.Pointer[map[string]string] // of the slash commands by their names, nil before they are known
	commandsKnown chan struct{}                     // closed when commandIDs are known

	lookupTimeout time.Duration // for lookups at Discord while a user is waiting
	grace         time.Duration // how long messages wait for a channel that is closed to the bot
	stopPatience  time.Duration // [shutdownTimeout], except in tests
	// leaverPatience is how long a process that has given a shard up is left alone with an answer that it has deferred: [leaverTimeout], except in tests.
	leaverPatience time.Duration
	sleep          func(context.Context, time.Duration) // [pause], except in tests
	now            func() time.Time                     // [time.Now], except in tests

	background sync.WaitGroup // the connections and the registration of commands
	running    sync.WaitGroup // the handlers of events
	fatal      chan error     // errors that the operator must fix

	mu      sync.Mutex
	service *service.Service // nil until [Discord.Listen] knows how to connect
	app     string           // the application's ID
	closing bool
}

// The sizes of caches, far above ordinary use.
const (
	maxDMs      = 20_000
	maxUnknown  = 10_000
	maxRefusals = 10_000
	maxServers  = 10_000
)

// The lifetimes of cached values.
const (
	dmTTL      = 24 * time.Hour
	unknownTTL = 10 * time.Second
	serverTTL  = 5 * time.Minute
)

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
		options:        o,
		log:            o.Log.With("platform", string(Platform)),
		state:          discordgo.NewState(),
		locale:         mustReadLocales(),
		messages:       newQueues(),
		dms:            expirable.NewLRU[string, string](maxDMs, nil, dmTTL),
		unknown:        expirable.NewLRU[string, error](maxUnknown, nil, unknownTTL),
		refusals:       expirable.NewLRU[string, time.Time](maxRefusals, nil, refusalTTL),
		seen:           newSeenEvents(),
		askedServers:   expirable.NewLRU[string, struct{}](maxServers, nil, serverTTL),
		fatal:          make(chan error, 1),
		commandsKnown:  make(chan struct{}),
		grace:          defaultGrace,
		lookupTimeout:  defaultLookupTimeout,
		stopPatience:   shutdownTimeout,
		leaverPatience: leaverTimeout,
		sleep:          pause,
		now:            time.Now,
	}
	d.identifies = identifyLimiter{log: d.log, ask: d.askIdentifyLimit, sleep: func(ctx context.Context, long time.Duration) { d.sleep(ctx, long) }, now: func() time.Time { return d.now() }}
	d.options.Token = strings.TrimPrefix(o.Token, "Bot ") // some operators include it
	d.rest = newClient(d.options.Token, strings.TrimSuffix(o.API, "/"))
	d.files = newFileClient()
	return d
}

// Platform implements [bot.Adapter].
func (d *Discord) Platform() bot.Platform { return Platform }

// Listen passes what users say to the service until ctx ends. Before it returns it
// waits for running handlers, up to shutdownTimeout. An error is one that the operator must fix.
func (d *Discord) Listen(ctx context.Context, service *service.Service) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	service.Report(Platform, false)
	defer service.Report(Platform, false)
	shards, count, err := d.plan(ctx)
	if err != nil || ctx.Err() != nil {
		return err
	}
	if _, alone := service.Leases().(*bot.LocalLeases); !alone {
		d.leases = service.Leases()
		d.identifies.leases = d.leases
		if err := d.introduce(ctx); err != nil || ctx.Err() != nil {
			return err
		}
	}
	d.layout = newLayout(service.Commands())
	d.loadCommandIDs(ctx, service)
	d.mu.Lock()
	d.service = service
	d.mu.Unlock()
	if d.leases != nil {
		d.share(ctx)
	} else {
		d.connect(ctx, shards, count)
	}
	d.background.Go(func() { d.recovering(func() { d.register(ctx, service) }) })
	err = d.wait(ctx)
	end()
	d.shutDown()
	return err
}

// wait returns nil when ctx ends, or an error that the operator must fix.
func (d *Discord) wait(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-d.fatal:
			return err
		case <-time.After(time.Minute):
			if down := d.shards.down(); len(down) > 0 {
				d.log.Warn("not connected to Discord; still trying", "shards", fmt.Sprint(down))
			}
		}
	}
}

// shutdownTimeout is how long a stop waits for running handlers. It must be shorter than what the program grants its platforms.
const shutdownTimeout = 5 * time.Second

// shutDown stops accepting events, and waits up to shutdownTimeout until the others are answered.
func (d *Discord) shutDown() {
	d.mu.Lock()
	d.closing = true
	d.mu.Unlock()
	done := make(chan struct{})
	go func() {
		d.running.Wait()
		d.background.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(d.stopPatience):
		d.log.Warn("stopped before everything was finished")
	}
}

// spawn runs a function in a goroutine, unless the adapter is shutting down.
func (d *Discord) spawn(what func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closing {
		return
	}
	d.running.Go(func() { d.recovering(what) })
}

// recovering runs a function, and recovers and logs a panic.
func (d *Discord) recovering(what func()) {
	defer func() {
		if caught := recover(); caught != nil {
			d.log.Error("panic", "panic", fmt.Sprint(caught), "stack", string(debug.Stack()))
		}
	}()
	what()
}

// ready returns the service, nil until [Discord.Listen] knows how to connect.
func (d *Discord) ready() *service.Service {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.service
}

// appID returns the application's ID, "" if it is not known yet.
func (d *Discord) appID() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.app
}

// setAppID stores the application's ID.
func (d *Discord) setAppID(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.app = id
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
	errShards  = errors.New("Discord does not accept the number of shards that it has advised: start the bot again")
)
