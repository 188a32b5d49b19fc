// Package matrixtest is a Matrix homeserver for tests, which keeps everything in memory. It has the
// part of a homeserver that a bot without encryption needs, and the keys by which the devices of an
// account are signed. The tests in e2e use a real homeserver.
//
//	server := matrixtest.New(t)
//	bot := server.AddUser("raumbot")
//	alice := server.AddUser("alice")
//	room := alice.CreateRoom("Den", bot)
//	...
//	alice.Say(room, "!games")
//	server.Wait("an answer", func() bool { return len(room.From(bot, "m.room.message")) > 0 })
package matrixtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/bot/signal/signaltest"
)

// Password is every user's password.
const Password = "only-for-tests"

// patience is how long Wait waits.
const patience = 5 * time.Minute

// Server is a homeserver with the server name "x". Its contents may only be read
// within [Server.Look].
type Server struct {
	URL     string
	Uploads map[string][]byte // by mxc URI
	// Downloads counts the requests for files.
	Downloads int
	// RefuseUploads is whether no file is accepted.
	RefuseUploads bool
	// RefuseJoins is how many requests to join a room are refused, as over federation while the
	// inviting server has not stored its invitation.
	RefuseJoins int
	// Refused counts the requests that were refused because of limits.
	Refused int

	t       testing.TB
	mu      sync.Mutex
	changed *sync.Cond
	news    chan struct{} // closed at the next event
	users   map[string]*User
	rooms   map[string]*Room
	happens int               // number of events; an event's number is its stream position
	sent    map[string]string // event IDs by transaction ID
	last    int
	files   int // number of uploads
	limits  struct{ send, create, upload limit }
	handle  http.Handler
}

// User is a user with an account.
type User struct {
	// Avatar is the URL of the picture, and Status the words beside the name; each may be empty. They
	// may only be used within [Server.Look].
	Avatar, Status string
	ID             string
	// Device is the device of the last login. Each login without one makes a new one.
	Device string
	Keys   Keys
	logins int // that made a device
	server *Server
}

// Room is a room with its events.
type Room struct {
	ID            string
	Events        []*Event
	Read          []string // IDs of events with a read receipt
	TypingNotices int      // number of typing notices sent or withdrawn
	server        *Server
}

// Event is an event in a room.
type Event struct {
	ID       string
	Type     string
	StateKey *string
	Sender   string
	Content  map[string]any
	at       int            // stream position
	before   map[string]any // the content of the state that it replaces
}

// New starts a server that is closed when the test ends.
func New(t testing.TB) *Server {
	s := &Server{t: t, Uploads: map[string][]byte{}, users: map[string]*User{}, rooms: map[string]*Room{}, sent: map[string]string{}, news: make(chan struct{})}
	s.changed = sync.NewCond(&s.mu)
	s.handle = s.handler()
	web := httptest.NewServer(s.handle)
	s.URL = web.URL
	t.Cleanup(func() {
		web.CloseClientConnections() // ends pending syncs
		web.Close()
	})
	return s
}

// AddUser creates an account.
func (s *Server) AddUser(name string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &User{ID: "@" + name + ":x", Device: "DEVICE", server: s, Keys: Keys{Devices: map[string]map[string]any{}, Data: map[string]json.RawMessage{}}}
	s.users[u.ID] = u
	return u
}

// Look calls see while the server is locked.
func (s *Server) Look(see func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	see()
}

// Wait waits until a condition holds. It fails the test after some minutes.
func (s *Server) Wait(what string, condition func() bool) {
	s.t.Helper()
	signaltest.Wait(s.t, s.changed, patience, what, condition, s.screens)
}

// screens returns all messages, for the output of failed tests.
func (s *Server) screens() string {
	var lines []string
	for _, r := range s.rooms {
		lines = append(lines, r.ID)
		for _, e := range r.Events {
			if body, ok := e.Content["body"].(string); ok {
				lines = append(lines, "  "+e.Sender+": "+body)
			}
		}
	}
	return strings.Join(lines, "\n")
}

// CreateRoom creates a private room with its creator as administrator, and invites users.
func (u *User) CreateRoom(name string, invited ...*User) *Room {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	r := u.server.createRoom(u.ID)
	r.state(u.ID, "m.room.name", "", map[string]any{"name": name})
	for _, other := range invited {
		r.member(u.ID, other.ID, "invite", nil)
	}
	return r
}

// CreateSpace is like CreateRoom, but creates a space.
func (u *User) CreateSpace(name string, invited ...*User) *Room {
	r := u.CreateRoom(name)
	u.SetState(r, "m.room.create", map[string]any{"room_version": "10", "creator": u.ID, "type": "m.space"})
	for _, other := range invited {
		u.Invite(r, other)
	}
	return r
}

// Join joins a room.
func (u *User) Join(r *Room) {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	r.member(u.ID, u.ID, "join", nil)
}

// SetMember changes the user's own membership of a room they are in.
func (u *User) SetMember(r *Room, more map[string]any) {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	r.member(u.ID, u.ID, "join", more)
}

// Kick removes a user from a room.
func (u *User) Kick(r *Room, who *User) {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	r.member(u.ID, who.ID, "leave", nil)
}

// Invite invites somebody to a room.
func (u *User) Invite(r *Room, who *User) {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	r.member(u.ID, who.ID, "invite", nil)
}

// SetState sends a state event with an empty state key.
func (u *User) SetState(r *Room, kind string, content map[string]any) {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	r.state(u.ID, kind, "", content)
}

// Mute restricts writing in a room to moderators, or lifts the restriction.
func (u *User) Mute(r *Room, muted bool) {
	level := 0
	if muted {
		level = 50
	}
	u.SetState(r, "m.room.power_levels", map[string]any{"users": map[string]any{u.ID: 100}, "events_default": level})
}

// Say sends a text message and returns its event ID.
func (u *User) Say(r *Room, text string) string {
	return u.Send(r, "m.room.message", map[string]any{"msgtype": "m.text", "body": text})
}

// Send sends an event that is not a state event, and returns its ID.
func (u *User) Send(r *Room, kind string, content map[string]any) string {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	return r.add(u.ID, kind, nil, content).ID
}

// Has reports whether a user has joined the room. Call it within [Server.Look].
func (r *Room) Has(u *User) bool {
	word, _ := r.membership(u.ID)
	return word == "join"
}

// Bodies returns the texts of a user's messages. Call it within [Server.Look].
func (r *Room) Bodies(u *User) (all []string) {
	for _, e := range r.Events {
		if body, ok := e.Content["body"].(string); ok && e.Sender == u.ID && e.Type == "m.room.message" && e.Content["msgtype"] != "m.image" {
			all = append(all, body)
		}
	}
	return all
}

// Said returns a user's first message that contains a text, nil if there is none. Call it
// within [Server.Look].
func (r *Room) Said(u *User, words string) *Event {
	for _, e := range r.From(u, "m.room.message") {
		if body, _ := e.Content["body"].(string); strings.Contains(body, words) {
			return e
		}
	}
	return nil
}

// Rooms returns all rooms. Call it within [Server.Look].
func (s *Server) Rooms() (all []*Room) {
	for _, r := range s.rooms {
		all = append(all, r)
	}
	return all
}

// From returns a user's events of a type. Call it within [Server.Look].
func (r *Room) From(u *User, kind string) (found []*Event) {
	for _, e := range r.Events {
		if e.Sender == u.ID && e.Type == kind {
			found = append(found, e)
		}
	}
	return found
}

func (s *Server) createRoom(by string) *Room {
	s.last++
	r := &Room{ID: fmt.Sprintf("!room%d:x", s.last), server: s}
	s.rooms[r.ID] = r
	r.state(by, "m.room.create", "", map[string]any{"room_version": "10", "creator": by})
	r.member(by, by, "join", nil)
	r.state(by, "m.room.power_levels", "", map[string]any{"users": map[string]any{by: 100}})
	r.state(by, "m.room.join_rules", "", map[string]any{"join_rule": "invite"})
	return r
}

func (r *Room) state(by, kind, key string, content map[string]any) *Event {
	return r.add(by, kind, &key, content)
}

func (r *Room) member(by, who, membership string, more map[string]any) {
	content := map[string]any{"membership": membership, "displayname": who[1 : len(who)-len(":x")]}
	for key, value := range more {
		content[key] = value
	}
	r.state(by, "m.room.member", who, content)
}

func (r *Room) add(by, kind string, key *string, content map[string]any) *Event {
	s := r.server
	s.happens++
	e := &Event{ID: fmt.Sprintf("$event%d", s.happens), Type: kind, StateKey: key, Sender: by, Content: content, at: s.happens}
	if key != nil {
		for _, old := range r.Events {
			if old.Type == kind && old.StateKey != nil && *old.StateKey == *key {
				e.before = old.Content
			}
		}
	}
	r.Events = append(r.Events, e)
	s.changed.Broadcast()
	close(s.news)
	s.news = make(chan struct{})
	return e
}

// now returns the current state events of the room.
func (r *Room) now() (state []*Event) {
	latest := map[string]*Event{}
	for _, e := range r.Events {
		if e.StateKey != nil {
			latest[e.Type+" "+*e.StateKey] = e
		}
	}
	for _, e := range r.Events {
		if e.StateKey != nil && latest[e.Type+" "+*e.StateKey] == e {
			state = append(state, e)
		}
	}
	return state
}

// mayWrite reports whether the power levels allow a user to send messages.
func (r *Room) mayWrite(who string) bool {
	allowed := true
	for _, e := range r.Events {
		if e.Type == "m.room.power_levels" {
			needed, _ := e.Content["events_default"].(int)
			users, _ := e.Content["users"].(map[string]any)
			level, _ := users[who].(int)
			allowed = level >= needed
		}
	}
	return allowed
}

// membership returns a user's membership, and the stream position of the last change.
func (r *Room) membership(who string) (word string, since int) {
	for _, e := range r.Events {
		if e.Type == "m.room.member" && *e.StateKey == who {
			word, _ = e.Content["membership"].(string)
			since = e.at
		}
	}
	return word, since
}
