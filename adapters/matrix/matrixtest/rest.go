package matrixtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// handler serves the part of the client-server API that a bot uses.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	const client = "/_matrix/client/v3/"
	mux.HandleFunc("POST "+client+"login", s.login)
	mux.HandleFunc("GET "+client+"account/whoami", s.as(func(c *call) any { return map[string]any{"user_id": c.user.ID, "device_id": c.user.Device} }))
	mux.HandleFunc("GET "+client+"sync", s.sync)
	mux.HandleFunc("POST "+client+"createRoom", s.as((*call).createRoom))
	mux.HandleFunc("POST "+client+"join/{room}", s.as((*call).join))
	mux.HandleFunc("POST "+client+"rooms/{room}/leave", s.as((*call).leave))
	mux.HandleFunc("POST "+client+"rooms/{room}/forget", s.as(func(*call) any { return struct{}{} }))
	mux.HandleFunc("PUT "+client+"rooms/{room}/send/{type}/{transaction}", s.as((*call).send))
	mux.HandleFunc("PUT "+client+"rooms/{room}/state/{type}/{key...}", s.as((*call).putState))
	mux.HandleFunc("GET "+client+"rooms/{room}/state", s.as(func(c *call) any { return events(c.room.now(), 0) }))
	mux.HandleFunc("GET "+client+"rooms/{room}/state/{type}/{key...}", s.as((*call).state))
	mux.HandleFunc("PUT "+client+"rooms/{room}/typing/{user}", s.as((*call).typing))
	mux.HandleFunc("POST "+client+"rooms/{room}/receipt/m.read/{event}", s.as((*call).receipt))
	mux.HandleFunc("POST /_matrix/media/v3/upload", s.as((*call).upload))
	mux.HandleFunc("GET "+client+"rooms/{room}/event/{event}", s.as((*call).event))
	mux.HandleFunc("GET /_matrix/client/v1/media/download/{server}/{id}", s.download)
	mux.HandleFunc("GET "+client+"profile/{user}/avatar_url", s.as(func(c *call) any { return map[string]any{"avatar_url": c.user.Avatar} }))
	mux.HandleFunc("PUT "+client+"profile/{user}/avatar_url", s.as((*call).putProfile))
	mux.HandleFunc("GET "+client+"presence/{user}/status", s.as(func(c *call) any { return map[string]any{"presence": "online", "status_msg": c.user.Status} }))
	mux.HandleFunc("PUT "+client+"presence/{user}/status", s.as((*call).putProfile))
	s.serveKeys(mux, client)
	mux.HandleFunc("PUT "+client+"sendToDevice/{type}/{transaction}", s.as(func(*call) any { return struct{}{} }))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, refusal{status: http.StatusNotFound, code: "M_UNRECOGNIZED"})
	})
	return mux
}

// call is an authenticated request.
type call struct {
	*Server
	user *User
	room *Room // if the path names one
	r    *http.Request
	body []byte
}

// refusal is an error response.
type refusal struct {
	status int
	code   string
	after  time.Duration // when to try again; zero if it does not say
}

func reply(w http.ResponseWriter, answer any) {
	w.Header().Set("Content-Type", "application/json")
	if no, ok := answer.(refusal); ok {
		w.WriteHeader(no.status)
		said := map[string]any{"errcode": no.code}
		if no.after > 0 {
			said["retry_after_ms"] = no.after.Milliseconds()
		}
		answer = said
	}
	if challenge, ok := answer.(unauthenticated); ok {
		w.WriteHeader(http.StatusUnauthorized)
		answer = map[string]any(challenge)
	}
	json.NewEncoder(w).Encode(answer)
}

// as returns a handler that authenticates a request and calls do with the server locked.
func (s *Server) as(do func(*call) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		c := &call{Server: s, user: s.users[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer token-of-")], r: r, body: body}
		if c.user == nil {
			reply(w, refusal{status: http.StatusUnauthorized, code: "M_UNKNOWN_TOKEN"})
			return
		}
		if name := r.PathValue("room"); name != "" {
			if c.room = s.rooms[name]; c.room == nil {
				reply(w, refusal{status: http.StatusNotFound, code: "M_NOT_FOUND"})
				return
			}
		}
		reply(w, do(c))
	}
}

func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Identifier struct{ User string }
		Password   string
		Device     string `json:"device_id"`
	}
	err := json.NewDecoder(r.Body).Decode(&asked)
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.users["@"+asked.Identifier.User+":x"]
	if err != nil || u == nil || asked.Password != Password {
		reply(w, refusal{status: http.StatusForbidden, code: "M_FORBIDDEN"})
		return
	}
	if u.Device = asked.Device; u.Device == "" {
		u.Device = "DEVICE"
		if u.logins++; u.logins > 1 {
			u.Device += strconv.Itoa(u.logins)
		}
	}
	reply(w, map[string]string{"user_id": u.ID, "device_id": u.Device, "access_token": "token-of-" + u.ID})
}

func (c *call) createRoom() any {
	var asked struct {
		Name     string
		Invite   []string
		IsDirect bool `json:"is_direct"`
	}
	if err := json.Unmarshal(c.body, &asked); err != nil {
		return refusal{status: http.StatusBadRequest, code: "M_NOT_JSON"}
	}
	if wait := c.limits.create.take(c.user.ID); wait > 0 {
		c.Refused++
		return refusal{status: http.StatusTooManyRequests, code: "M_LIMIT_EXCEEDED", after: wait}
	}
	r := c.Server.createRoom(c.user.ID)
	if asked.Name != "" {
		r.state(c.user.ID, "m.room.name", "", map[string]any{"name": asked.Name})
	}
	for _, who := range asked.Invite {
		r.member(c.user.ID, who, "invite", map[string]any{"is_direct": asked.IsDirect})
	}
	return map[string]string{"room_id": r.ID}
}

func (c *call) join() any {
	if word, _ := c.room.membership(c.user.ID); word != "invite" && word != "join" {
		return refusal{status: http.StatusForbidden, code: "M_FORBIDDEN"}
	}
	if c.RefuseJoins > 0 {
		c.RefuseJoins--
		return refusal{status: http.StatusForbidden, code: "M_FORBIDDEN"}
	}
	c.room.member(c.user.ID, c.user.ID, "join", nil)
	return map[string]string{"room_id": c.room.ID}
}

func (c *call) leave() any {
	c.room.member(c.user.ID, c.user.ID, "leave", nil)
	return struct{}{}
}

// send adds an event, once per transaction ID.
func (c *call) send() any {
	key := c.room.ID + " " + c.r.PathValue("transaction")
	if known, ok := c.sent[key]; ok {
		return map[string]string{"event_id": known}
	}
	return c.write(key, nil)
}

func (c *call) state() any {
	for _, e := range c.room.now() {
		if e.Type == c.r.PathValue("type") && *e.StateKey == c.r.PathValue("key") {
			return e.Content
		}
	}
	return refusal{status: http.StatusNotFound, code: "M_NOT_FOUND"}
}

func (c *call) putState() any {
	key := c.r.PathValue("key")
	return c.write("", &key)
}

func (c *call) write(transaction string, key *string) any {
	var content map[string]any
	if err := json.Unmarshal(c.body, &content); err != nil {
		return refusal{status: http.StatusBadRequest, code: "M_NOT_JSON"}
	}
	if word, _ := c.room.membership(c.user.ID); word != "join" || key == nil && !c.room.mayWrite(c.user.ID) {
		return refusal{status: http.StatusForbidden, code: "M_FORBIDDEN"}
	}
	if wait := c.limits.send.take(c.user.ID); wait > 0 {
		c.Refused++
		return refusal{status: http.StatusTooManyRequests, code: "M_LIMIT_EXCEEDED", after: wait}
	}
	e := c.room.add(c.user.ID, c.r.PathValue("type"), key, content)
	if transaction != "" {
		c.sent[transaction] = e.ID
	}
	return map[string]string{"event_id": e.ID}
}

// putProfile sets the caller's picture or status.
func (c *call) putProfile() any {
	asked := struct {
		Avatar *string `json:"avatar_url"`
		Status *string `json:"status_msg"`
	}{&c.user.Avatar, &c.user.Status}
	if err := json.Unmarshal(c.body, &asked); err != nil {
		return refusal{status: http.StatusBadRequest, code: "M_NOT_JSON"}
	}
	c.changed.Broadcast()
	return struct{}{}
}

func (c *call) typing() any {
	c.room.TypingNotices++
	return struct{}{}
}

func (c *call) receipt() any {
	c.room.Read = append(c.room.Read, c.r.PathValue("event"))
	c.changed.Broadcast()
	return struct{}{}
}

func (c *call) upload() any {
	if c.RefuseUploads {
		return refusal{status: http.StatusForbidden, code: "M_FORBIDDEN"}
	}
	if wait := c.limits.upload.take(c.user.ID); wait > 0 {
		c.Refused++
		return refusal{status: http.StatusTooManyRequests, code: "M_LIMIT_EXCEEDED", after: wait}
	}
	c.files++
	name := fmt.Sprintf("mxc://x/file%d", c.files)
	c.Uploads[name] = c.body
	return map[string]string{"content_uri": name}
}

// event returns an event of a room.
func (c *call) event() any {
	for _, e := range c.room.Events {
		if e.ID == c.r.PathValue("event") {
			return map[string]any{"event_id": e.ID, "room_id": c.room.ID, "type": e.Type, "sender": e.Sender, "content": e.Content, "origin_server_ts": 1}
		}
	}
	return refusal{status: http.StatusNotFound, code: "M_NOT_FOUND"}
}

// download serves an uploaded file.
func (s *Server) download(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Downloads++
	data, ok := s.Uploads["mxc://"+r.PathValue("server")+"/"+r.PathValue("id")]
	if !ok {
		reply(w, refusal{status: http.StatusNotFound, code: "M_NOT_FOUND"})
		return
	}
	_, _ = w.Write(data)
}

// sync waits for new events, at most for the requested timeout, and returns them.
func (s *Server) sync(w http.ResponseWriter, r *http.Request) {
	wait, err := strconv.Atoi(r.URL.Query().Get("timeout"))
	if err != nil {
		wait = 0
	}
	timer := time.NewTimer(time.Duration(wait) * time.Millisecond)
	defer timer.Stop()
	since, err := strconv.Atoi(strings.TrimPrefix(r.URL.Query().Get("since"), "s"))
	if err != nil {
		since = 0
	}
	for waiting := wait > 0 && since > 0; waiting; {
		s.mu.Lock()
		news, now := s.news, s.happens
		s.mu.Unlock()
		if now > since {
			break
		}
		select {
		case <-news:
		case <-timer.C:
			waiting = false
		case <-r.Context().Done():
			return
		}
	}
	s.as(func(c *call) any { return c.news(since) })(w, r)
}

// news returns the events since a stream position, in the caller's rooms.
func (c *call) news(since int) any {
	join, invite, leave := map[string]any{}, map[string]any{}, map[string]any{}
	for id, r := range c.rooms {
		word, at := r.membership(c.user.ID)
		switch {
		case word == "invite" && at > since:
			invite[id] = map[string]any{"invite_state": map[string]any{"events": events(r.now(), 0)}}
		case word == "leave" && at > since && since > 0:
			leave[id] = map[string]any{"timeline": map[string]any{"events": events(r.Events, since)}}
		case word == "join" && r.Events[len(r.Events)-1].at > since:
			news := map[string]any{"timeline": map[string]any{"events": events(r.Events, since)}}
			if at > since { // the caller is new in the room, so all of its state is included
				news["state"] = map[string]any{"events": events(r.now(), 0)}
			}
			join[id] = news
		}
	}
	return map[string]any{"next_batch": fmt.Sprintf("s%d", c.happens), "rooms": map[string]any{"join": join, "invite": invite, "leave": leave}}
}

// events encodes the events after a stream position.
func events(all []*Event, after int) []any {
	list := []any{}
	for _, e := range all {
		if e.at <= after {
			continue
		}
		data := map[string]any{"event_id": e.ID, "type": e.Type, "sender": e.Sender, "content": e.Content, "origin_server_ts": time.Now().UnixMilli()}
		if e.StateKey != nil {
			data["state_key"] = *e.StateKey
			data["unsigned"] = map[string]any{"prev_content": e.before}
		}
		list = append(list, data)
	}
	return list
}
