package matrix

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/adapters/matrix/matrixtest"
	"raumbot/bot/service"
	"raumbot/bot/variants"
	"raumbot/storage"
)

// club is a running bot on a homeserver for tests, with alice and bob in a room.
type club struct {
	t                 *testing.T
	server            *matrixtest.Server
	robot, alice, bob *matrixtest.User
	den               *matrixtest.Room
	chats             map[*matrixtest.User]*matrixtest.Room // with the bot
	service           *service.Service
	options           Options
	stop              func()
}

// newClub starts a bot and waits until it has joined the room.
func newClub(t *testing.T) *club {
	t.Helper()
	return newClubWith(t, service.Ports{Store: storage.Memory(), LocalGames: variants.Limits{Size: 64 << 10, Count: 3}})
}

// newClubWith is newClub with a store and a clock of the test.
func newClubWith(t *testing.T, ports service.Ports) *club {
	t.Helper()
	c := &club{t: t, server: matrixtest.New(t), service: service.New(ports)}
	c.robot, c.alice, c.bob = c.server.AddUser("raumbot"), c.server.AddUser("alice"), c.server.AddUser("bob")
	c.options = Options{Homeserver: c.server.URL, User: "raumbot", Password: matrixtest.Password, Invites: []string{"all"},
		Store: filepath.Join(t.TempDir(), "matrix.db")}
	c.den = c.alice.CreateRoom("Den", c.robot, c.bob)
	c.bob.Join(c.den)
	c.start()
	t.Cleanup(func() { c.stop() })
	c.reads(c.den, "Hello!")
	c.chats = map[*matrixtest.User]*matrixtest.Room{}
	// The users create the chats, because those that the bot creates are encrypted.
	for _, who := range []*matrixtest.User{c.alice, c.bob} {
		c.chats[who] = who.CreateRoom("", c.robot)
		c.reads(c.chats[who], "Hello!")
	}
	return c
}

// start runs the bot until stop is called.
func (c *club) start() {
	c.t.Helper()
	client, err := New(c.options)
	if err != nil {
		c.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { c.service.Run(ctx, client) })
	running.Go(func() {
		if err := client.Listen(ctx, c.service); err != nil {
			c.t.Error(err)
		}
	})
	c.stop = sync.OnceFunc(func() {
		cancel()
		running.Wait()
	})
}

// reads waits for a notice of the bot with some words, in a room or, if that is nil, in any room.
func (c *club) reads(room *matrixtest.Room, words string) (found *matrixtest.Event) {
	c.t.Helper()
	c.server.Wait(words, func() bool {
		for _, r := range c.server.Rooms() {
			if room != nil && r != room {
				continue
			}
			if found = r.Said(c.robot, words); found != nil {
				return true
			}
		}
		return false
	})
	return found
}

// said counts the messages of the bot with some words in a room.
func (c *club) said(room *matrixtest.Room, words string) (n int) {
	c.server.Look(func() {
		for _, e := range room.From(c.robot, "m.room.message") {
			if body, _ := e.Content["body"].(string); strings.Contains(body, words) {
				n++
			}
		}
	})
	return n
}

// replies sends a message in the thread of an event.
func (c *club) replies(who *matrixtest.User, root *matrixtest.Event, text string) {
	who.Send(c.den, "m.room.message", map[string]any{"msgtype": "m.text", "body": text, "m.relates_to": map[string]any{
		"rel_type": "m.thread", "event_id": root.ID, "is_falling_back": true, "m.in_reply_to": map[string]any{"event_id": root.ID},
	}})
}

// begin begins game 1, which alice plays with White, and returns the root of its thread.
func (c *club) begin() *matrixtest.Event {
	c.t.Helper()
	c.alice.Say(c.den, "!challenge @bob:x raumschach white")
	c.reads(c.den, "challenges bob")
	c.bob.Say(c.den, "!accept 1")
	root := c.reads(c.den, "Game 1 begins")
	c.reads(c.den, "White's side at the bottom") // the picture
	c.delivered()
	return root
}

// delivered waits until the bot has delivered everything, and so knows the threads and buttons. A
// picture begins with the words of its text, which comes after it.
func (c *club) delivered() {
	c.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		status, err := c.service.Status(c.t.Context())
		if err != nil || time.Now().After(end) {
			c.t.Fatal("not everything is delivered: ", err)
		}
		if status.Outbox[Platform].Depth == 0 {
			return
		}
	}
}

// TestLevelByReaction chooses the computer's level by reacting with the digit before it.
func TestLevelByReaction(t *testing.T) {
	c := newClub(t)
	c.alice.Say(c.den, "!challenge computer raumschach")
	asked := c.reads(c.den, "2️⃣ !challenge computer raumschach level 2: Level 2")
	c.alice.Send(c.den, "m.reaction", map[string]any{"m.relates_to": map[string]any{"rel_type": "m.annotation", "event_id": asked.ID, "key": "2️⃣"}})
	c.reads(c.den, "Game 1 begins: Raumschach")
	c.reads(c.den, "Computer, level 2")
}

// TestOneTimeline plays in an app that shows threads in the timeline of the room: moves are typed
// there, or in reply to the picture, on which one can react, too.
func TestOneTimeline(t *testing.T) {
	c := newClub(t)
	c.begin()
	c.bob.Say(c.den, "ea4-ea3") // it is not his turn
	c.bob.Say(c.den, "!rules octhex146")
	c.reads(c.den, "OctHex") // his move has been read
	c.alice.Say(c.den, "what about ab1-ac3 here")
	c.alice.Say(c.den, "ac3")
	c.alice.Say(c.den, "ab1-ac3")
	c.reads(c.den, "alice plays Knight ab1-ac3")
	if n := c.said(c.den, "Did you mean"); n > 0 {
		t.Error("talk in the room is answered")
	}
	reply := func(text string) {
		picture := c.reads(c.den, "Last move")
		c.bob.Send(c.den, "m.room.message", map[string]any{"msgtype": "m.text", "body": text,
			"m.relates_to": map[string]any{"m.in_reply_to": map[string]any{"event_id": picture.ID}}})
	}
	reply("eb4-eb9")
	c.reads(c.den, "eb9")
	picture := c.reads(c.den, "Last move")
	c.delivered()
	c.bob.Send(c.den, "m.reaction", map[string]any{"m.relates_to": map[string]any{"rel_type": "m.annotation", "event_id": picture.ID, "key": "🔍"}})
	c.reads(c.chats[c.bob], "Black")
	reply("Pawn eb3")
	c.reads(c.den, "bob plays Pawn eb4-eb3")
	c.alice.Say(c.den, "!challenge @bob:x raumschach white")
	c.reads(c.den, "accept 2")
	c.bob.Say(c.den, "!accept 2")
	c.reads(c.den, "Game 2 begins")
	c.alice.Say(c.den, "ac3-ab1") // two games wait for her, so it is not known which one is meant
	c.alice.Say(c.den, "!variants")
	c.reads(c.den, "These games can be played")
	if n := c.said(c.den, "You have played"); n > 0 {
		t.Errorf("%d moves typed below the board are answered, although it is shown what was played", n)
	}
	if n := c.said(c.den, "ac3-ab1"); n > 0 {
		t.Error("a move is played although it may be meant for two games")
	}
}
