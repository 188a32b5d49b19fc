// Package discordtest is a Discord server for tests: a local gateway and API that behave like the
// real ones in the ways that matter. Interactions must be answered once and in time, permissions
// are enforced, requests are rate-limited, connections break and are resumed. Every request is
// validated against Discord's OpenAPI description if RAUMBOT_DISCORD_OPENAPI names a file with it.
//
//	server := discordtest.New(t)
//	guild := server.AddGuild("Chess club")
//	alice := server.AddUser("alice")
//	channel := guild.AddChannel("games")
//	d := discord.New(discord.Options{Token: server.Token, API: server.API})
//	...
//	answer := server.Slash(alice, channel, "challenge", discordtest.Options{"variant": "raumschach"})
//
//	server.go data.go   the server, its guilds, channels and users
//	gateway.go session.go   the gateway
//	rest.go apply.go component.go thread.go limit.go check.go   the bot's requests
//	person.go slash.go attachment.go   actions of users
//	command.go interaction.go message.go event.go emoji.go linked_role.go wait.go   what they see
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

// Server simulates Discord. While a bot is connected, its fields and everything reachable from them
// may only be read within [Server.Look].
type Server struct {
	API   string // base URL of the API
	Token string // the bot's, without the prefix "Bot "
	App   string // the application ID
	Bot   *User
	Admin *User // owner of the guilds

	Guilds   []*Guild
	Channels map[string]*Channel
	Commands map[string][]Command // by the path under which they are registered
	shown    map[string][]map[string]any
	// Requests counts requests by method and route.
	Requests map[string]int
	// Secret is the secret of the application. Codes holds the users who have agreed to link their
	// accounts, by the code for the redirect. Tokens holds the users who have linked their
	// accounts, by their current token. Roles holds what Discord was told about users, by ID.
	Secret string
	Codes  map[string]*User
	Tokens map[string]*User
	Roles  map[string]map[string]string
	// TokenLife is the lifetime that Discord states for people's tokens.
	TokenLife time.Duration
	// Conditions are the registered conditions of linked roles.
	Conditions []any
	// Emoji are the emoji of the application.
	Emoji []*Emoji
	// Downloads counts the requests for attached files.
	Downloads int
	// Uploads counts the files that the bot has uploaded.
	Uploads int
	// Late lists the interactions that were not answered in time.
	Late []string
	// Answered lists how long interactions waited for their initial response.
	Answered []time.Duration

	// ContentIntent means that the message content intent is granted.
	ContentIntent bool
	// Shards is the recommended number of shards.
	Shards int
	// Spread assigns the guilds that are added to the shards in turn.
	Spread bool
	// Limit is the number of requests per rate limit and Window; 0 for no limit.
	Limit  int
	Window time.Duration
	// GlobalLimit is how many requests a bot may make in a second, not counting answers to
	// interactions; 0 for no limit. A bot that makes more fails the test.
	GlobalLimit int
	// Busy is the number of messages still to be refused with 429, although no rate limit headers
	// have announced that.
	Busy int
	// Fail returns the HTTP status and Discord's error code with which a request is to fail; status
	// 0 for success.
	Fail func(route string, body []byte) (status, code int)
	// RetryAfter is the retry_after of errors caused by Fail, in seconds.
	RetryAfter float64
	// After returns the status with which to answer a request that has been carried out; 0 for the
	// correct one.
	After func(route string) (status int)
	// Tamper may change the data of an event, given its kind, or of a response, given its route.
	Tamper func(what string, data map[string]any)
	// Hang reports whether a request is to hang; it hangs until this is false or the client gives up.
	Hang func(route string, body []byte) bool
	// Halt returns for how long all messages are refused, as a proxy in front of Discord would; 0
	// means that they are not.
	Halt func() time.Duration
	// Exhausted is how many more times the bot is told that the session start limit is reached.
	Exhausted int
	// Begun is the number of sessions begun.
	Begun int
	// AtOnce is the max_concurrency. Shards whose numbers are equal modulo AtOnce are a row.
	AtOnce int
	// Rows makes the test fail if two sessions of a row begin within five seconds.
	Rows bool
	rows map[int]time.Time // by row, when a session last began
	// Mute means that the gateway does not respond on the URL for resuming.
	Mute bool
	// RefuseResume drops the connection at every RESUME.
	RefuseResume bool
	// Slow withholds the GUILD_CREATE events when a session begins.
	Slow bool
	// InvalidSessions is the number of sessions still to be declared invalid.
	InvalidSessions int
	// NoHeartbeatACK leaves heartbeats unacknowledged; they are due every Heartbeats.
	NoHeartbeatACK bool
	Heartbeats     time.Duration
	// Forbidden is text that AutoMod blocks.
	Forbidden string
	// Killable means that the bot may be killed during a request, which then has no effect.
	Killable bool
	// Clock is what scheduled events go by, the machine's by default.
	Clock func() time.Time
	// Grace is how long an interaction waits for its initial response. Discord's own three seconds
	// would make tests fail on a loaded machine.
	Grace time.Duration
	// Patience is how long Wait waits.
	Patience time.Duration

	t            testing.TB
	mu           sync.Mutex
	changed      *sync.Cond
	last         uint64 // the last ID assigned
	users        map[string]*User
	interactions map[string]*Interaction // by token
	attached     map[string]string       // texts of files by their IDs
	sessions     map[string]*session
	buckets      map[string]*bucket
	global       bucket // for all requests but answers to interactions
	checker      *checker
	web          *httptest.Server
}

// User is a user account.
type User struct {
	ID, Name string
	IsBot    bool
	Locale   string
	Closed   bool // does not accept private messages
}

// Guild is what users call a Discord server.
type Guild struct {
	ID, Name  string
	Everyone  int64             // the permissions of everybody
	BotRole   int64             // the additional permissions of the bot
	Roles     map[string]int64  // the additional permissions of users, by ID
	Nicknames map[string]string // the names of users on this server, by ID
	System    *Channel
	Events    []*Event
	Locale    string
	Gone      bool // the bot has been removed
	allowed   map[string]bool
	server    *Server
}

// Channel is a channel, a thread, or the private channel with a user.
type Channel struct {
	ID, Name string
	Type     int // 0 text, 1 private, 2 voice, 3 group, 5 news, 11 thread, 12 private thread, 15 forum
	Guild    *Guild
	Parent   *Channel         // of a thread
	Owner    *User            // who has opened the thread, nil for somebody
	Deny     int64            // permissions denied to the bot
	Staff    bool             // not visible to everybody
	Grant    map[string]int64 // what the channel grants to users, by ID
	Removed  bool             // the bot is not, or no longer, a member of this private thread
	Deleted  bool
	Locked   bool  // an archived thread that only moderators can reopen
	Asleep   bool  // an archived thread that is reopened by writing in it
	With     *User // of a private channel
	Messages []*Message
	// Tags are the tags that a forum offers, and Tagged those of a post.
	Tags, Tagged []string
	NeedsTag     bool // the forum takes no post without a tag
	Archives     int  // the minutes after which the thread is archived
}

// The permissions that the server enforces.
const (
	Administrator  = 1 << 3
	ViewChannel    = 1 << 10
	SendMessages   = 1 << 11
	AttachFiles    = 1 << 15
	ReadHistory    = 1 << 16
	AddReactions   = 1 << 6
	CreateThreads  = 1 << 35
	SendInThreads  = 1 << 38
	CreateEvents   = 1 << 44
	ManageGuild    = 1 << 5
	ManageChannels = 1 << 4
)

// Usual holds the permissions requested by the bot's invitation link.
const Usual int64 = ViewChannel | SendMessages | AttachFiles | ReadHistory | CreateThreads | SendInThreads | CreateEvents

// New starts a server that is closed when the test ends. The test fails
// if a request did not match the description of the API.
func New(t testing.TB) *Server {
	s := &Server{
		Token: "test-token-of-no-value", Channels: map[string]*Channel{}, Commands: map[string][]Command{}, shown: map[string][]map[string]any{}, Requests: map[string]int{},
		ContentIntent: true, Shards: 1, AtOnce: 16, Heartbeats: time.Minute, Window: time.Second, GlobalLimit: 50, Grace: time.Hour, Clock: time.Now, Patience: 5 * time.Minute, RetryAfter: 0.1,
		Codes: map[string]*User{}, Tokens: map[string]*User{}, Roles: map[string]map[string]string{}, TokenLife: 7 * 24 * time.Hour,
		t: t, last: 1200000000000000000, users: map[string]*User{}, interactions: map[string]*Interaction{}, attached: map[string]string{},
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

// id returns a new ID.
func (s *Server) id() string {
	s.last++
	return strconv.FormatUint(s.last, 10)
}

// AddUser adds a user.
func (s *Server) AddUser(name string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &User{ID: s.id(), Name: name, Locale: "en-US"}
	s.users[u.ID] = u
	return u
}

// AddGuild adds a guild that the bot is in.
func (s *Server) AddGuild(name string) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Spread {
		s.last += 1 << 22
	}
	g := &Guild{ID: s.id(), Name: name, Everyone: ViewChannel, BotRole: Usual, Roles: map[string]int64{}, Nicknames: map[string]string{}, allowed: map[string]bool{}, Locale: "en-US", server: s}
	s.Guilds = append(s.Guilds, g)
	s.dispatch("GUILD_CREATE", g.ID, s.guildData(g))
	return g
}

// AddChannel adds a text channel. Later changes must be made through Change.
func (g *Guild) AddChannel(name string) *Channel {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	c := &Channel{ID: g.server.id(), Name: name, Guild: g}
	g.server.Channels[c.ID] = c
	g.server.dispatch("CHANNEL_CREATE", g.ID, channelData(c))
	return c
}

// group is the channel type of a group direct message, of which a bot cannot be a member.
const group = 3

// AddGroup adds a group direct message.
func (s *Server) AddGroup() *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &Channel{ID: s.id(), Type: group}
	s.Channels[c.ID] = c
	return c
}

// AddThread adds a thread, or a post in a forum.
func (c *Channel) AddThread(name string) *Channel {
	s := c.Guild.server
	s.mu.Lock()
	defer s.mu.Unlock()
	thread := &Channel{ID: s.id(), Name: name, Type: 11, Guild: c.Guild, Parent: c}
	s.Channels[thread.ID] = thread
	s.dispatch("THREAD_CREATE", c.Guild.ID, channelData(thread))
	return thread
}

// Change calls change, and sends the bot the resulting state of the guild and its channels.
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

// routes returns the API's routes.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for route, handle := range map[string]handler{
		"GET /gateway/bot":                                            s.getGateway,
		"GET /applications/@me":                                       s.getApplication,
		"GET /users/@me":                                              s.getMe,
		"GET /users/{user}":                                           s.getUser,
		"POST /users/@me/channels":                                    s.openPrivate,
		"GET /channels/{channel}":                                     s.getChannel,
		"GET /guilds/{guild}":                                         s.getGuild,
		"GET /guilds/{guild}/channels":                                s.getGuildChannels,
		"GET /guilds/{guild}/threads/active":                          s.getGuildThreads,
		"GET /guilds/{guild}/members/{user}":                          s.getMember,
		"GET /guilds/{guild}/scheduled-events":                        s.getEvents,
		"POST /guilds/{guild}/scheduled-events":                       s.postEvent,
		"PATCH /guilds/{guild}/scheduled-events/{event}":              s.editEvent,
		"DELETE /guilds/{guild}/scheduled-events/{event}":             s.deleteEvent,
		"POST /channels/{channel}/messages":                           s.postMessage,
		"GET /channels/{channel}/messages":                            s.getMessages,
		"PATCH /channels/{channel}/messages/{message}":                s.editMessage,
		"POST /channels/{channel}/messages/{id}/threads":              s.startThread,
		"PUT /channels/{channel}/messages/{id}/reactions/{emoji}/@me": s.react,
		"GET /applications/{app}/commands":                            s.getCommands,
		"GET /applications/{app}/guilds/{id}/commands":                s.getCommands,
		"PUT /applications/{app}/commands":                            s.putCommands,
		"PUT /applications/{app}/guilds/{id}/commands":                s.putCommands,
		"POST /interactions/{id}/{token}/callback":                    s.answer,
		"POST /webhooks/{app}/{token}":                                s.postFollowUp,
		"PATCH /webhooks/{app}/{token}/messages/{id}":                 s.editAnswer,
		"GET /webhooks/{app}/{token}/messages/{id}":                   s.getAnswer,
		"DELETE /webhooks/{app}/{token}/messages/{id}":                s.deleteAnswer,
		"GET /applications/{app}/role-connections/metadata":           s.getConditions,
		"PUT /applications/{app}/role-connections/metadata":           s.putConditions,
		"PUT /users/@me/applications/{app}/role-connection":           s.putRole,
		"DELETE /users/@me/applications/{app}/role-connection":        s.deleteRole,
		"POST /oauth2/token":                                          s.grantToken,
		"POST /oauth2/token/revoke":                                   s.revokeToken,
		"GET /applications/{app}/emojis":                              s.getEmoji,
		"POST /applications/{app}/emojis":                             s.postEmoji,
		"PATCH /channels/{channel}":                                   s.editThread,
		"POST /channels/{channel}/threads":                            s.startPost,
	} {
		method, path, _ := strings.Cut(route, " ")
		mux.HandleFunc(method+" /api/v10"+path, s.serve(route, handle))
	}
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.getAttachment)
	mux.HandleFunc("GET /begin/", s.serveIdentify)
	mux.HandleFunc("GET /resume/", s.serveResume)
	mux.HandleFunc("/", func(_ http.ResponseWriter, r *http.Request) {
		s.t.Errorf("a request of something unknown: %s %s", r.Method, r.URL)
	})
	return mux
}
