package matrix

import (
	"context"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// peerKey marks the membership of a raumbot in a room, so that several of them know of each other.
// Its value is the time when the bot joined, in milliseconds, zero if it did before it could tell.
const peerKey = "raumbot.since"

// peers knows the raumbots in each room that mark their memberships. The one that has been there
// for longest answers what begins with "!" or with the usual prefix; or else each of them would
// begin a game for one command. The others have to be called by their names.
//
// A member who only pretends to be a raumbot can silence another in the room to that extent. It
// says so there, and organisers can remove that member.
type peers struct {
	s  *session
	mu sync.Mutex // guards since
	// since has, by room, when each raumbot joined, this one included if it has marked its membership.
	since map[id.RoomID]map[id.UserID]int64
	// starters has who began each of the last threads, in rooms with other raumbots.
	starters *lru.Cache[id.EventID, id.UserID]
}

func newPeers(s *session) *peers {
	starters, err := lru.New[id.EventID, id.UserID](eventMemory)
	if err != nil {
		panic(err) // the size is a constant
	}
	return &peers{s: s, since: map[id.RoomID]map[id.UserID]int64{}, starters: starters}
}

// load loads what earlier runs have seen.
func (p *peers) load(ctx context.Context) error {
	names, values, err := p.s.store.notes(ctx, peerNote, math.MaxInt32)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, name := range names {
		room, who, _ := strings.Cut(strings.TrimPrefix(name, peerNote), " ")
		since, _ := strconv.ParseInt(values[i], 10, 64)
		p.set(id.RoomID(room), id.UserID(who), since)
	}
	return nil
}

// set notes a raumbot in memory. The caller holds mu.
func (p *peers) set(room id.RoomID, who id.UserID, since int64) {
	if p.since[room] == nil {
		p.since[room] = map[id.UserID]int64{}
	}
	p.since[room][who] = since
}

// put notes a raumbot in a room.
func (p *peers) put(ctx context.Context, room id.RoomID, who id.UserID, since int64) error {
	p.mu.Lock()
	p.set(room, who, since)
	p.mu.Unlock()
	return p.s.store.putNote(ctx, peerNote+string(room)+" "+string(who), strconv.FormatInt(since, 10))
}

// drop forgets a raumbot that has left a room.
func (p *peers) drop(ctx context.Context, room id.RoomID, who id.UserID) error {
	p.mu.Lock()
	_, known := p.since[room][who]
	delete(p.since[room], who)
	p.mu.Unlock()
	if !known {
		return nil
	}
	return p.s.store.putNote(ctx, peerNote+string(room)+" "+string(who), "")
}

// see reads a membership. The bot's own is read as well, for a bot that has lost its store.
func (p *peers) see(ctx context.Context, room id.RoomID, e *event.Event) error {
	who := id.UserID(e.GetStateKey())
	since, marked := e.Content.Raw[peerKey].(float64)
	valid := marked && since >= 0 && since < 1<<53 // what a number in JSON holds exactly
	switch {
	case membership(e) == event.MembershipJoin && valid:
		return p.put(ctx, room, who, int64(since))
	case who == p.s.api.UserID: // it has not been marked yet
		return nil
	}
	return p.drop(ctx, room, who)
}

// first returns the raumbot that has been in a room for longest. That is this one if there is no
// other.
func (p *peers) first(room id.RoomID) id.UserID {
	p.mu.Lock()
	defer p.mu.Unlock()
	first := p.s.api.UserID
	earliest := p.since[room][first] // zero if it is not marked: it was there before it could tell
	for who, since := range p.since[room] {
		if since < earliest || since == earliest && who < first {
			first, earliest = who, since
		}
	}
	return first
}

// answering returns the raumbot that answers to "!" where a message was sent: in the thread of
// a game the one that referees it, elsewhere in the room the first.
func (p *peers) answering(ctx context.Context, h incoming) id.UserID {
	p.mu.Lock()
	among := maps.Clone(p.since[h.place.room])
	p.mu.Unlock()
	delete(among, p.s.api.UserID)
	if h.direct || h.game != 0 || len(among) == 0 {
		return p.s.api.UserID
	}
	if h.thread != "" {
		starter := p.starter(ctx, h.place.room, h.thread)
		if _, other := among[starter]; other {
			return starter
		}
	}
	return p.first(h.place.room)
}

// starter returns who began a thread, empty if that is not known.
func (p *peers) starter(ctx context.Context, room id.RoomID, thread id.EventID) id.UserID {
	if who, ok := p.starters.Get(thread); ok {
		return who
	}
	root, err := p.s.api.GetEvent(ctx, room, thread)
	if err != nil {
		return ""
	}
	p.starters.Add(thread, root.Sender)
	return root.Sender
}

// call returns what has to stand before a command in a place, if that is not "!".
func (p *peers) call(ctx context.Context, at place) string {
	first := p.first(at.room)
	if first == p.s.api.UserID || at.thread != "" { // the threads are those of its games
		return ""
	}
	own := p.s.user(ctx, at.room, p.s.api.UserID).Name
	if slices.Contains(p.s.namesOf(ctx, at.room, first), bot.FoldName(own)) {
		own = string(p.s.api.UserID)
	}
	return own + ": "
}

// marked reports whether the bot has marked its membership in a room.
func (p *peers) marked(room id.RoomID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ok := p.since[room][p.s.api.UserID]
	return ok
}

// enter marks the bot's membership in a room that it has just joined.
func (p *peers) enter(ctx context.Context, room id.RoomID) error {
	return p.mark(ctx, room, time.Now().UnixMilli())
}

// memberChanged handles a change of a membership: if a raumbot has come, this one shows it that it
// was there before, or tells the room that it has to be called by its name now.
func (p *peers) memberChanged(ctx context.Context, room id.RoomID, e *event.Event) error {
	who := id.UserID(e.GetStateKey())
	p.mu.Lock()
	since, known := p.since[room][who]
	p.mu.Unlock()
	if !known {
		return nil
	}
	if who == p.s.api.UserID {
		if lostMark(e) {
			return p.mark(ctx, room, since)
		}
		return nil
	}
	if !p.marked(room) {
		if err := p.mark(ctx, room, 0); err != nil {
			return err
		}
	}
	if p.first(room) == who {
		p.introduce(ctx, room)
	}
	return nil
}

// lostMark reports whether a membership has been marked before, and is not any more: a homeserver
// writes it anew when its user changes their name or picture.
func lostMark(e *event.Event) bool {
	if e.Unsigned.PrevContent == nil || e.Content.Raw[peerKey] != nil {
		return false
	}
	return e.Unsigned.PrevContent.Raw[peerKey] != nil
}

// leave forgets the raumbots of a room that the bot has left.
func (p *peers) leave(ctx context.Context, room id.RoomID) error {
	p.mu.Lock()
	known := maps.Clone(p.since[room])
	p.mu.Unlock()
	for who := range known {
		if err := p.drop(ctx, room, who); err != nil {
			return err
		}
	}
	return nil
}

// mark marks the bot's membership in a room. It does not wait for the homeserver.
func (p *peers) mark(ctx context.Context, room id.RoomID, since int64) error {
	if err := p.put(ctx, room, p.s.api.UserID, since); err != nil {
		return err
	}
	p.s.answers.post(string(room), &answerJob{
		do:   func(ctx context.Context) error { return p.sendMark(ctx, room, since) },
		fail: func(err error) { p.s.log.Warn("cannot mark the bot's membership", "room", room, "err", err) },
	}, nil)
	return nil
}

// sendMark sends the bot's membership in a room with its mark.
func (p *peers) sendMark(ctx context.Context, room id.RoomID, since int64) error {
	content := map[string]any{}
	err := p.s.api.StateEvent(ctx, room, event.StateMember, string(p.s.api.UserID), &content)
	if err != nil || content["membership"] != string(event.MembershipJoin) { // or else it would join again
		return err
	}
	content[peerKey] = since
	ctx, t, end, err := p.s.sending.begin(context.WithValue(ctx, urgencyKey{}, noting), room)
	if err != nil {
		return err
	}
	defer end()
	return t.do(ctx, func() error {
		_, err := p.s.api.SendStateEvent(ctx, room, event.StateMember, string(p.s.api.UserID), content)
		return err
	})
}

// introduce tells a room that another raumbot answers what begins with "!", and how to call this
// one.
func (p *peers) introduce(ctx context.Context, room id.RoomID) {
	h := incoming{place: place{room: room}}
	first := p.first(room)
	text := p.s.translate(ctx, h, phrase.Of("%s is a raumbot, too, and was here before me, so it answers what begins with `!`. For me, begin with my name, as in `games`. In the threads of my games, `!` means me.", p.s.user(ctx, room, first).Name))
	sp := outgoing{place: h.place, txn: "raumbot-other-" + string(room) + "-" + string(first)}
	p.s.answers.say(sp, bot.RenderedMessage{Text: text}, "introduce the bot beside another")
}
