//go:build goolm

package e2e

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// asking is how many people ask for something private: more than Synapse lets the bot begin chats
// with at once, which is ten.
const asking = 13

// TestSynapseDefaults has many people at once ask for something private for the first time, on a
// Synapse with the limits that it has unless told otherwise. Somebody else is answered before all
// of them are, makes a move that is shown, and each of them gets the answer: in a chat, or the word
// that it comes later, and then in a chat. What counts is the order: how fast a homeserver is does
// not matter.
func TestSynapseDefaults(t *testing.T) {
	t.Parallel()
	needPython(t)
	s := ownServer(t, newServer, synapse{})
	r := newRobot(t, s, "")
	host := newClient(t, s, "host")
	resp, err := host.CreateRoom(context.Background(), &mautrix.ReqCreateRoom{Preset: "public_chat", Name: "Hall", Invite: []id.UserID{r.id}})
	if err != nil {
		t.Fatal(err)
	}
	hall := resp.RoomID
	host.reads(hall, "Hello!")
	host.say(hall, "", "!study raumschach")
	g := &game{t: t, people: [2]*client{host, host}, room: hall, root: host.reads(hall, "begins:").ID}
	var people []*client
	for range asking {
		p := newClient(t, s, "guest")
		waitFor(t, "the room to let somebody in", p, "", func() bool { // so many in a second
			_, err := p.JoinRoomByID(context.Background(), hall)
			return err == nil
		})
		people = append(people, p)
	}
	for _, p := range people {
		host.await(hall, "everybody", joins(p.UserID))
	}
	time.Sleep(50 * time.Second) // what may be sent at once is saved up

	began := time.Now()
	asked := map[id.EventID]bool{}
	for _, p := range people {
		asked[p.say(hall, "", "!prefer")] = true
	}
	question := host.say(hall, "", "!variants")
	host.await(hall, "an answer", func(e *event.Event) bool {
		return says("gutenschach")(e) && e.Content.AsMessage().RelatesTo.GetReplyTo() == question
	})
	t.Logf("somebody else is answered after %s", time.Since(began))
	moved := time.Now()
	host.say(hall, g.root, "ba2-ba3")
	g.made()
	t.Logf("a move is shown after %s", time.Since(moved))
	told := func(words string) int {
		return host.count(hall, func(e *event.Event) bool {
			return says(words)(e) && asked[e.Content.AsMessage().RelatesTo.GetReplyTo()]
		})
	}
	waiting := map[*client]bool{}
	for _, p := range people {
		waiting[p] = true
	}
	for end := time.Now().Add(patience + 10*time.Minute); len(waiting) > 0 && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		for p := range waiting {
			invited := p.find("", func(e *event.Event) bool { return becomes(p.UserID, "invite")(e) && e.Sender == r.id })
			if invited == nil {
				continue
			}
			p.JoinRoomByID(context.Background(), invited.RoomID)
			if p.find(invited.RoomID, says("prefer default")) != nil {
				delete(waiting, p)
				t.Logf("%d of %d have their answer after %s; the room reads %d times that it came in private, %d times that it comes later",
					asking-len(waiting), asking, time.Since(began), told("in private"), told("only later"))
			}
		}
	}
	if len(waiting) > 0 {
		t.Errorf("%d of %d have no answer; the hall holds:\n%s", len(waiting), asking, host.transcript(hall))
	}
	text, err := os.ReadFile(r.log())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d refusals in the log", strings.Count(string(text), "M_LIMIT_EXCEEDED"))
}
