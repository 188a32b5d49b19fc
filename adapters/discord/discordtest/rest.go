package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"time"
)

// call is a request being handled.
type call struct {
	*http.Request
	body  []byte            // JSON
	files map[string][]byte // by name
}

// refusal is an error response of Discord.
type refusal struct {
	status, code int
	text         string
}

func (r *refusal) Error() string { return r.text }

func refuse(status, code int, text string) error { return &refusal{status, code, text} }

// handler handles a request with the server locked. It returns the
// response, nil for 204 No Content.
type handler func(*call) (any, error)

// serve returns the HTTP handler of a route, which applies limits and simulated failures.
func (s *Server) serve(route string, handle handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, err := readCall(r)
		if err != nil {
			// Otherwise the bot or the test has ended.
			if !s.Killable && !errors.Is(err, net.ErrClosed) && r.Context().Err() == nil {
				s.t.Errorf("%s: %v", route, err)
			}
			http.Error(w, "{}", http.StatusBadRequest)
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.checker.check(c)
		s.Requests[route]++
		defer s.changed.Broadcast()
		s.waitWhileHanging(c, route)
		if !s.admit(w, route, r) {
			return
		}
		if !s.authorized(c, route) {
			writeJSON(w, http.StatusUnauthorized, map[string]any{"message": "401: Unauthorized", "code": 0})
			return
		}
		if s.Fail != nil {
			if status, code := s.Fail(route, c.body); status != 0 {
				writeJSON(w, status, map[string]any{"message": http.StatusText(status), "code": code, "retry_after": s.RetryAfter})
				return
			}
		}
		s.Uploads += len(c.files)
		result, err := handle(c)
		if s.After != nil {
			if status := s.After(route); status != 0 {
				writeJSON(w, status, map[string]any{})
				return
			}
		}
		if refused, ok := err.(*refusal); ok {
			writeJSON(w, refused.status, map[string]any{"message": refused.text, "code": refused.code})
			return
		}
		if result == nil {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		s.tamper(route, result)
		writeJSON(w, http.StatusOK, result)
	}
}

// waitWhileHanging blocks while Hang returns true and the client waits.
func (s *Server) waitWhileHanging(c *call, route string) {
	for s.Hang != nil && s.Hang(route, c.body) && c.Context().Err() == nil {
		timer := time.AfterFunc(100*time.Millisecond, s.changed.Broadcast)
		s.changed.Wait()
		timer.Stop()
	}
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // errors do not matter: the client has gone
}

// readCall reads a request, including the files of a multipart form.
func readCall(r *http.Request) (*call, error) {
	c := &call{Request: r, files: map[string][]byte{}}
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "multipart/form-data" {
		var err error
		c.body, err = io.ReadAll(r.Body)
		return c, err
	}
	form := multipart.NewReader(r.Body, params["boundary"])
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			return c, nil
		}
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(part)
		switch name := part.FormName(); {
		case err != nil:
			return nil, err
		case name == "payload_json":
			c.body = data
		case strings.HasPrefix(name, "files["):
			c.files[strings.TrimSuffix(strings.TrimPrefix(name, "files["), "]")] = data
		default:
			return nil, fmt.Errorf("a part called %q", name)
		}
	}
}

// resetAfter is the time until the session start limit is reset.
const resetAfter = time.Hour

func (s *Server) getGateway(c *call) (any, error) {
	remaining := 999 - s.Begun
	if s.Exhausted > 0 {
		remaining = 0
		s.Exhausted--
	}
	return map[string]any{
		"url": s.gateway("begin"), "shards": s.Shards,
		"session_start_limit": map[string]any{"total": 1000, "remaining": remaining, "reset_after": resetAfter.Milliseconds(), "max_concurrency": s.AtOnce},
	}, nil
}

func (s *Server) getApplication(*call) (any, error) {
	return map[string]any{"id": s.App, "name": "raumbot", "integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}}}, nil
}

func (s *Server) getMe(c *call) (any, error) {
	if u := s.person(c); u != nil {
		return userData(u), nil
	}
	return userData(s.Bot), nil
}

func (s *Server) getUser(c *call) (any, error) {
	u := s.users[c.PathValue("user")]
	if u == nil {
		return nil, refuse(404, 10013, "Unknown User")
	}
	return userData(u), nil
}

// guild returns the guild of a request, which the bot must be in.
func (s *Server) guild(c *call) (*Guild, error) {
	for _, g := range s.Guilds {
		if g.ID == c.PathValue("guild") && !g.Gone {
			return g, nil
		}
	}
	return nil, refuse(404, 10004, "Unknown Guild")
}

// getGuild returns a guild without its channels and members.
func (s *Server) getGuild(c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	data := s.guildData(g)
	for _, name := range []string{"channels", "threads", "members", "joined_at", "unavailable", "presences", "voice_states", "member_count", "large"} {
		delete(data, name)
	}
	return data, nil
}

func (s *Server) getGuildChannels(c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	return s.guildData(g)["channels"], nil
}

func (s *Server) getGuildThreads(c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	return map[string]any{"threads": s.guildData(g)["threads"], "members": []any{}}, nil
}

func (s *Server) getMember(c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	u := s.users[c.PathValue("user")]
	if u == nil {
		return nil, refuse(404, 10007, "Unknown Member")
	}
	return g.memberData(u, nil), nil
}

func (s *Server) openPrivate(c *call) (any, error) {
	var body struct {
		Recipient string `json:"recipient_id"`
	}
	if err := json.Unmarshal(c.body, &body); err != nil {
		return nil, refuse(400, 50035, "Invalid Form Body")
	}
	u := s.users[body.Recipient]
	if u == nil {
		return nil, refuse(404, 10013, "Unknown User")
	}
	return channelData(s.privateWith(u)), nil
}

// privateWith returns the private channel with a user, creating it if there is none.
func (s *Server) privateWith(u *User) *Channel {
	for _, c := range s.Channels {
		if c.With == u {
			return c
		}
	}
	c := &Channel{ID: s.id(), Name: "to " + u.Name, Type: 1, With: u}
	s.Channels[c.ID] = c
	return c
}

// Private returns the private channel to a user.
func (s *Server) Private(u *User) *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.privateWith(u)
}

func (s *Server) getChannel(c *call) (any, error) {
	channel, err := s.channel(c, ViewChannel)
	if err != nil {
		return nil, err
	}
	return channelData(channel), nil
}

// channel returns the channel of a request. It fails if the bot lacks one of the permissions in
// need there.
func (s *Server) channel(c *call, need int64) (*Channel, error) {
	channel := s.Channels[c.PathValue("channel")]
	switch {
	case channel == nil || channel.Deleted:
		return nil, refuse(404, 10003, "Unknown Channel")
	case channel.With != nil:
		if channel.With.Closed {
			return nil, refuse(403, 50007, "Cannot send messages to this user")
		}
		return channel, nil
	case channel.Guild.Gone || channel.Removed || channel.granted()&ViewChannel == 0:
		return nil, refuse(403, 50001, "Missing Access")
	case channel.granted()&need != need:
		return nil, refuse(403, 50013, "Missing Permissions")
	}
	return channel, nil
}

// granted returns the bot's permissions in a channel.
func (c *Channel) granted() int64 {
	if c.Parent != nil {
		return c.Parent.granted()
	}
	if c.Guild.BotRole&Administrator != 0 {
		return -1
	}
	return (c.Guild.Everyone | c.Guild.BotRole) &^ c.Deny
}

// react adds a reaction of the bot to a message.
func (s *Server) react(c *call) (any, error) {
	channel, err := s.channel(c, ReadHistory|AddReactions)
	if err != nil {
		return nil, err
	}
	m := channel.message(c.PathValue("id"))
	if m == nil {
		return nil, refuse(404, 10008, "Unknown Message")
	}
	m.Reacted = c.PathValue("emoji")
	return nil, nil
}

func (s *Server) startThread(c *call) (any, error) {
	channel, err := s.channel(c, CreateThreads)
	if err != nil {
		return nil, err
	}
	var body struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal(c.body, &body); err != nil || body.Name == "" {
		return nil, refuse(400, 50035, "Invalid Form Body")
	}
	if channel.message(c.PathValue("id")) == nil {
		return nil, refuse(404, 10008, "Unknown Message")
	}
	if s.Channels[c.PathValue("id")] != nil {
		return nil, refuse(400, 160004, "A thread has already been created for this message")
	}
	thread := &Channel{ID: c.PathValue("id"), Name: body.Name, Type: 11, Guild: channel.Guild, Parent: channel, Owner: s.Bot}
	s.Channels[thread.ID] = thread
	s.dispatch("THREAD_CREATE", channel.Guild.ID, channelData(thread))
	return channelData(thread), nil
}
