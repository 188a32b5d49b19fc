// Package discord lets people play on Discord: with slash commands, with buttons and menus, and
// with messages in a game's thread, in a direct message, or after a mention of the bot.
//
//	d := discord.New(discord.Options{Token: token})
//	go service.Run(ctx, d)
//	err := d.Listen(ctx, service)
//
// It passes requests to the service and messages to Discord, and knows no rules: slash commands,
// their options and their completions all come from the service's table of commands.
//
//	discord.go event.go queue.go seen.go   the adapter, and the events that it receives
//	connection.go socket.go gateway.go identify.go   the gateway
//	guild_sync.go shard_status.go   its state
//	session_note.go progress.go describe.go   resuming the sessions of an earlier run
//	interaction*.go request.go answer.go   a slash command or a button, and its answer
//	message.go correction.go   a text message, its answer, and what follows if it is edited
//	attachment.go   files that users attach
//	deliver.go edit.go private.go lost_channel.go game_buttons.go   messages of the bot
//	payload.go component.go card.go markdown.go   their contents
//	thread.go thread_result.go forum.go   the threads of games
//	channel.go permission.go greet.go announce.go   where the bot may write
//	calendar.go   rounds of tournaments among the events of a server
//	slash.go layout.go register.go   commands as Discord shows them
//	contextmenu.go form*.go autocomplete.go hint.go   their menus, forms, completions and mentions
//	worklist.go queue.go   what is done one after the other
//	client.go limit.go   requests, within Discord's limits
//	emoji.go   pictures of men in menus
//	activity.go   who somebody is in the application's Activity
//	linked_role.go linked_role_page.go   ratings that servers can give roles by
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
	// Guild is the ID of a test server, the only one that gets the slash commands. If it is "", all
	// servers get them.
	Guild string
	// MessageContent requests the privileged intent to read messages that do not
	// mention the bot, so that a bare move in a game's thread is understood.
	MessageContent bool
	// Emoji uploads pictures of all men as emoji of the application, and shows them in menus.
	Emoji bool
	// ClientSecret is the secret of the application. Site is the public URL of the bot's pages,
	// without a trailing slash. If both are set, people can use their ratings for linked roles: see
	// [Discord.LinkedRolePages].
	ClientSecret, Site string
	// API is the root of the API, for tests and proxies. It defaults to Discord's own. /v10 is
	// added if it has no version.
	API string
	Log *slog.Logger
	// Patience is how long an interaction waits for its answer before the answer is deferred:
	// 1.5 seconds by default. It must be less than the 3 seconds that Discord allows.
	Patience time.Duration
	// Grace is how long answers in progress may take when the bot stops: 5 seconds by default. It
	// must be shorter than the time that the program grants its platforms. The next run sends the
	// answers that take longer.
	Grace time.Duration
}

// Discord is an adapter for Discord.
type Discord struct {
	options    Options
	log        *slog.Logger
	rest       *client
	files      *http.Client // for attached files
	locale     locales
	layout     layout // where the service's commands are; set before the connections begin
	identifies identifyLimiter
	shards     shardStatus
	guilds     guildSync

	stateMu sync.RWMutex // guards state: the library's own lock does not cover what its methods return
	state   *discordgo.State

	greetings     *greetings
	calendar      *calendar
	linking       sync.Mutex        // held while Discord is told about a user
	linked        *worklist[string] // users whose ratings may have changed
	renames       *worklist[string] // threads that have to be renamed
	renaming      sync.Mutex        // held while a memo of renames is replaced or deleted
	messages      queues            // messages to read, in order for each channel and author
	answers       queues            // answers to messages, in the same order
	remarks       *remarks
	dms           *expirable.LRU[string, string]    // user ID to the ID of their private channel
	unknown       *expirable.LRU[string, error]     // channel ID to the error when it was requested
	refusals      *expirable.LRU[string, time.Time] // channel ID to when it began to refuse messages
	names         *expirable.LRU[string, string]    // thread ID to the name that it was given last
	seen          *seenEvents
	read          *expirable.LRU[string, readMessage] // message ID to what was read
	describing    exsync.KeyedMutex[string]           // held while Discord is asked about a server
	commandIDs    atomic.Pointer[map[string]string]   // by the names of slash commands; nil until known
	emoji         *menEmoji                           // set before connecting; nil if disabled
	commandsKnown chan struct{}                       // closed when commandIDs are known

	// lookupTimeout limits lookups at Discord while a user is waiting.
	lookupTimeout time.Duration
	// grace is how long messages wait for a channel that is closed to the bot.
	grace time.Duration
	// greetingPause is the time from one greeting to the next, and greetingRetries are the waits
	// before one that has failed is tried again.
	greetingPause   time.Duration
	greetingRetries []time.Duration
	// calendarPause is the time after which all events are compared with the tournaments again.
	calendarPause time.Duration

	sleep func(context.Context, time.Duration) // [pause], except in tests
	now   func() time.Time                     // [time.Now], except in tests

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
	maxNames    = 10_000
)

// The lifetimes of cached values.
const (
	dmTTL      = 24 * time.Hour
	unknownTTL = 10 * time.Second
)

// New returns an adapter. It connects in [Discord.Listen].
func New(o Options) *Discord {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Patience == 0 {
		o.Patience = 1500 * time.Millisecond
	}
	if o.Grace == 0 {
		o.Grace = 5 * time.Second
	}
	if o.API == "" {
		o.API = "https://discord.com/api/v10"
	}
	d := &Discord{
		options:       o,
		log:           o.Log.With("platform", string(Platform)),
		state:         discordgo.NewState(),
		locale:        mustReadLocales(),
		greetings:     newWorklist[string](),
		calendar:      newWorklist[bot.TournamentID](),
		linked:        newWorklist[string](),
		renames:       newWorklist[string](),
		messages:      newQueues(),
		answers:       newQueues(),
		remarks:       newRemarks(),
		dms:           expirable.NewLRU[string, string](maxDMs, nil, dmTTL),
		unknown:       expirable.NewLRU[string, error](maxUnknown, nil, unknownTTL),
		refusals:      expirable.NewLRU[string, time.Time](maxRefusals, nil, refusalTTL),
		names:         expirable.NewLRU[string, string](maxNames, nil, time.Hour),
		seen:          newSeenEvents(),
		read:          expirable.NewLRU[string, readMessage](maxRead, nil, tokenLife),
		fatal:         make(chan error, 1),
		commandsKnown: make(chan struct{}),
		grace:         defaultGrace,
		greetingPause: defaultGreetingPause, greetingRetries: greetingRetries,
		calendarPause: defaultCalendarPause,
		lookupTimeout: defaultLookupTimeout,
		sleep:         pause,
		now:           time.Now,
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
// waits for running handlers, up to [Options.Grace]. An error is one that the operator must fix.
func (d *Discord) Listen(ctx context.Context, service *service.Service) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	service.Report(Platform, false)
	defer service.Report(Platform, false)
	count, err := d.planShards(ctx)
	if err != nil || ctx.Err() != nil {
		return err
	}
	notes, err := readNotes(ctx, service, count)
	if err != nil {
		return err
	}
	if len(notes.notes) > 0 {
		if err := d.loadBotUser(ctx); err != nil || ctx.Err() != nil {
			return err
		}
	}
	d.layout = newLayout(service.Commands())
	if d.options.Emoji {
		d.emoji = newMenEmoji()
	}
	d.loadCommandIDs(ctx, service)
	d.mu.Lock()
	d.service = service
	d.mu.Unlock()
	d.connect(ctx, notes, count)
	d.background.Go(func() { d.recovering(func() { d.register(ctx, service) }) })
	d.background.Go(func() { d.greetServers(ctx) })
	d.background.Go(func() { d.keepCalendar(ctx) })
	d.background.Go(func() { d.renameThreads(ctx) })
	err = d.wait(ctx)
	end()
	d.shutDown()
	if err := notes.store(context.WithoutCancel(ctx)); err != nil {
		d.log.Warn("how sessions are resumed cannot be noted; the next run begins new ones", "err", err)
	}
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

// shutDown stops accepting events, and waits up to [Options.Grace] until those in progress are
// answered.
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
	case <-time.After(d.options.Grace):
		d.log.Info("what is being answered is left to the next run")
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

// replaced reports whether another process works on the database, or may begin to because this
// one has stopped. Discord sends that process the events that this one has not finished, so it
// answers them.
func (d *Discord) replaced(ctx context.Context) bool {
	return errors.Is(d.ready().AtWork(ctx), bot.ErrTaken)
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
