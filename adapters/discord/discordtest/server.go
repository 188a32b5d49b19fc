// Package discordtest is a Discord for tests: a gateway and an API on this computer that behave like the real
// ones where it hurts. Interactions must be answered in time and once, permissions are looked at, requests
// are limited, connections break and are resumed, and every request is checked against Discord's own
// description of its API where that is at hand.
//
//	server := discordtest.New(t)
//	guild := server.AddGuild("Chess club")
//	alice := server.AddUser("alice")
//	channel := guild.AddChannel("games")
//	d := discord.New(discord.Options{Token: server.Token, API: server.API})
//	...
//	answer := server.Slash(alice, channel, "challenge", discordtest.Options{"variant": "raumschach"})
//
//	server.go person.go data.go   the servers, channels and people
//	gateway.go session.go   the gateway
//	rest.go apply.go limit.go check.go   requests of the bot
//	command.go interaction.go message.go wait.go   what people do, and what they see
package discordtest

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is a Discord. Its fields and those of everything in it may be read under
// [Server.Look] alone while something is connected.
type Server struct {
	API   string // the root of the API
	Token string // the bot's, without "Bot " before it
	App   string // the application's ID
	Bot   *User
	Admin *User // who owns the guilds

	Guilds   []*Guild
	Channels map[string]*Channel
	Commands map[string][]Command // by the path under which they are registered
	shown    map[string][]map[string]any
	// Requests counts requests by method and route.
	Requests map[string]int
	// Late are the interactions that were not answered in time.
	Late []string
	// Answered are how long interactions waited for their first answer.
	Answered []time.Duration

	// ContentIntent means that the privileged intent is granted.
	ContentIntent bool
	// Shards is how many connections the bot is advised to make.
	Shards int
	// Limit is how many requests of one bucket are served in a Window; 0 for no limit.
	Limit  int
	Window time.Duration
	// Busy is how many messages are refused without a warning before them.
	Busy int
	// Fail says what goes wrong with a request, as a status and a code of Discord's; a status of 0 is nothing.
	Fail func(route string, body []byte) (status, code int)
	// RetryAfter is what Fail names as the wait in its answers, in seconds.
	RetryAfter float64
	// After says with which status a request is answered that has been done all the same; 0 for its own.
	After func(route string) (status int)
	// Odd changes what the server is about to say: an event by its kind, or the answer to a route.
	Odd func(what string, data map[string]any)
	// Hang says which requests are not answered until it says something else or the client gives up.
	Hang func(route string, body []byte) bool
	// Halt says for how long no messages are taken at all, as if a proxy before Discord refused them.
	Halt func() time.Duration
	// Exhausted is how often the bot is told that no more sessions are granted for now.
	Exhausted int
	// Begun is how many sessions have been begun, AtOnce how many may be together.
	Begun, AtOnce int
	// Mute means that the gateway to which sessions are to come back does not answer.
	Mute bool
	// RefuseResume drops the connection at every RESUME.
	RefuseResume bool
	// Slow withholds the GUILD_CREATE events when a session begins.
	Slow bool
	// Unwilling is how many sessions are declared invalid before one is not.
	Unwilling int
	// NoHeartbeatACK leaves heartbeats, due every Heartbeats, unanswered.
	NoHeartbeatACK bool
	Heartbeats     time.Duration
	// Forbidden words are refused by automatic moderation.
	Forbidden string
	// Mortal bots may die in the middle of a request, of which nothing is done then.
	Mortal bool
	// Grace is how long an interaction waits for its first answer.
	Grace time.Duration

	t            testing.TB
	mu           sync.Mutex
	changed      *sync.Cond
	last         uint64 // the last ID given out
	users        map[string]*User
	interactions map[string]*Interaction // by token
	sessions     map[string]*session
	buckets      map[string]*bucket
	checker      *checker
	web          *httptest.Server
}

// User is somebody.
type User struct {
	ID, Name string
	IsBot    bool
	Locale   string
	Closed   bool // lets nobody write to them in private
}

// Guild is a server, as Discord calls it for people.
type Guild struct {
	ID, Name string
	// Everyone is what everybody may do, BotRole what else the bot may.
	Everyone, BotRole int64
	Roles             map[string]int64 // what else users may do, by their ID
	System            *Channel
	Locale            string
	Gone              bool // the bot has been thrown out
	server            *Server
}

// Channel is a channel, a thread or the private channel to a user.
type Channel struct {
	ID, Name string
	Type     int // 0 text, 1 private, 2 voice, 5 news, 11 thread, 12 private thread, 15 forum
	Guild    *Guild
	Parent   *Channel // of a thread
	Deny     int64    // what the bot may not do here
	Staff    bool     // not everybody sees it
	Removed  bool     // the bot is not, or no longer, a member of this private thread
	Deleted  bool
	Locked   bool  // an archived thread that only moderators open again
	Asleep   bool  // an archived thread that whoever writes in it wakes
	With     *User // of a private channel
	Messages []*Message
}

// The permissions that the server knows.
const (
	Administrator = 1 << 3
	ViewChannel   = 1 << 10
	SendMessages  = 1 << 11
	AttachFiles   = 1 << 15
	ReadHistory   = 1 << 16
	CreateThreads = 1 << 35
	SendInThreads = 1 << 38
	ManageGuild   = 1 << 5
)

// Usual are the permissions that an invitation of the bot asks for.
const Usual = ViewChannel | SendMessages | AttachFiles | ReadHistory | CreateThreads | SendInThreads

// New returns a server that is closed when the test ends. The test fails
// if a request did not fit the description of the API.
func New(t testing.TB) *Server {
	s := &Server{
		Token: "test-token-of-no-value", Channels: map[string]*Channel{}, Commands: map[string][]Command{}, shown: map[string][]map[string]any{}, Requests: map[string]int{},
		ContentIntent: true, Shards: 1, AtOnce: 16, Heartbeats: 10 * time.Second, Window: time.Second, Grace: 3 * time.Second, RetryAfter: 0.1,
		t: t, last: 1200000000000000000, users: map[string]*User{}, interactions: map[string]*Interaction{},
		sessions: map[string]*session{}, buckets: map[string]*bucket{}, checker: newChecker(t),
	}
	s.changed = sync.NewCond(&s.mu)
	s.App = s.id()
	s.Bot = s.AddUser("raumbot")
	s.Bot.IsBot = true
	s.Admin = s.AddUser("admin")
	s.web = httptest.NewServer(s.routes())
	s.API = s.web.URL + "/api/v10"
	t.Cleanup(func() {
		s.Drop()
		s.web.Close()
		s.checker.finish()
	})
	return s
}

// id gives out an ID.
func (s *Server) id() string {
	s.last++
	return strconv.FormatUint(s.last, 10)
}

// AddUser adds somebody.
func (s *Server) AddUser(name string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &User{ID: s.id(), Name: name, Locale: "en-US"}
	s.users[u.ID] = u
	return u
}

// AddGuild adds a server that the bot is in.
func (s *Server) AddGuild(name string) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &Guild{ID: s.id(), Name: name, Everyone: ViewChannel, BotRole: Usual, Roles: map[string]int64{}, Locale: "en-US", server: s}
	s.Guilds = append(s.Guilds, g)
	s.dispatch("GUILD_CREATE", g.ID, s.guildData(g))
	return g
}

// AddChannel adds a text channel. Change tells the bot of what else is changed in it.
func (g *Guild) AddChannel(name string) *Channel {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	c := &Channel{ID: g.server.id(), Name: name, Guild: g}
	g.server.Channels[c.ID] = c
	g.server.dispatch("CHANNEL_CREATE", g.ID, channelData(c))
	return c
}

// AddThread adds a thread, or a post of a forum.
func (c *Channel) AddThread(name string) *Channel {
	s := c.Guild.server
	s.mu.Lock()
	defer s.mu.Unlock()
	thread := &Channel{ID: s.id(), Name: name, Type: 11, Guild: c.Guild, Parent: c}
	s.Channels[thread.ID] = thread
	s.dispatch("THREAD_CREATE", c.Guild.ID, channelData(thread))
	return thread
}

// Change changes something, and tells the bot of the guild and its channels as they are then.
func (s *Server) Change(g *Guild, change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
	if g.Gone {
		s.dispatch("GUILD_DELETE", g.ID, map[string]any{"id": g.ID})
	} else {
		s.dispatch("GUILD_CREATE", g.ID, s.guildData(g))
	}
	s.changed.Broadcast()
}

// Delete deletes a channel or a thread.
func (s *Server) Delete(c *Channel) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.Deleted = true
	kind := "CHANNEL_DELETE"
	if c.Parent != nil {
		kind = "THREAD_DELETE"
	}
	s.dispatch(kind, c.Guild.ID, channelData(c))
}

// routes lists what the API does.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for route, handle := range map[string]handler{
		"GET /gateway/bot":                               s.getGateway,
		"GET /applications/@me":                          s.getApplication,
		"GET /users/@me":                                 s.getMe,
		"GET /users/{user}":                              s.getUser,
		"POST /users/@me/channels":                       s.openPrivate,
		"GET /channels/{channel}":                        s.getChannel,
		"POST /channels/{channel}/messages":              s.postMessage,
		"GET /channels/{channel}/messages":               s.getMessages,
		"PATCH /channels/{channel}/messages/{message}":   s.editMessage,
		"POST /channels/{channel}/messages/{id}/threads": s.startThread,
		"GET /applications/{app}/commands":               s.getCommands,
		"GET /applications/{app}/guilds/{id}/commands":   s.getCommands,
		"PUT /applications/{app}/commands":               s.putCommands,
		"PUT /applications/{app}/guilds/{id}/commands":   s.putCommands,
		"POST /interactions/{id}/{token}/callback":       s.answer,
		"POST /webhooks/{app}/{token}":                   s.follow,
		"PATCH /webhooks/{app}/{token}/messages/{id}":    s.editAnswer,
	} {
		method, path, _ := strings.Cut(route, " ")
		mux.HandleFunc(method+" /api/v10"+path, s.serve(route, handle))
	}
	mux.HandleFunc("GET /begin/", s.begin)
	mux.HandleFunc("GET /resume/", s.goOn)
	mux.HandleFunc("/", func(_ http.ResponseWriter, r *http.Request) {
		s.t.Errorf("a request of something unknown: %s %s", r.Method, r.URL)
	})
	return mux
}
