package matrix

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix/id"

	"raumbot/adapters/matrix/matrixtest"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestTwoRaumbots has a second raumbot come to a room with one: only the first answers to "!",
// after restarts too, the second to its name and in its own games, and to "!" when the first
// has gone.
func TestTwoRaumbots(t *testing.T) {
	c := newClub(t)
	c.alice.Say(c.den, "!variants")
	c.reads(c.den, "Stockschach")
	second := *c // another program
	second.robot, second.service = c.server.AddUser("springer"), service.New(service.Ports{Store: storage.Memory()})
	second.options.User, second.options.Store = "springer", filepath.Join(t.TempDir(), "springer.db")
	c.alice.Invite(c.den, second.robot)
	second.start()
	t.Cleanup(func() { second.stop() })
	second.reads(c.den, "springer: games")
	marked := func(u *matrixtest.User) {
		c.server.Wait("the membership of "+u.ID+" is marked", func() bool {
			events := c.den.From(u, "m.room.member")
			return len(events) > 0 && events[len(events)-1].Content[peerKey] != nil
		})
	}
	marked(c.robot)
	marked(second.robot)

	c.robot.SetMember(c.den, map[string]any{"displayname": "Rook"}) // which loses the mark
	marked(c.robot)

	c.alice.Say(c.den, "!challenge @bob:x raumschach white")
	c.reads(c.den, "challenges bob")
	c.alice.Say(c.den, "springer: challenge @bob:x raumschach black")
	challenge := second.reads(c.den, "challenges bob")
	c.bob.Say(c.den, "springer: accept 1")
	root := second.reads(c.den, "Game 1 begins")
	c.replies(c.bob, root, "!move ba2-ba3")
	second.reads(c.den, "plays Pawn ba2-ba3")
	second.stop()
	second.start()
	c.bob.Say(c.den, "!accept 1")
	c.reads(c.den, "Game 1 begins")
	c.alice.Say(c.den, "springer: rules stockschach216")
	second.reads(c.den, "Stockschach 216")
	if body, _ := challenge.Content["body"].(string); !strings.Contains(body, "springer: accept 1") {
		t.Errorf("the second bot tells to say something else than its name: %s", body)
	}
	if n := c.said(c.den, "no ongoing game"); n != 0 {
		t.Error("the first bot answers in a game of the second")
	}
	if n := second.said(c.den, "challenges bob"); n != 1 {
		t.Errorf("the second bot has made %d challenges", n)
	}
	begun := 0
	c.server.Look(func() {
		for _, body := range slices.Concat(c.den.Bodies(c.robot), c.den.Bodies(second.robot)) {
			if strings.Contains(body, "Game 1 begins") {
				begun++
			}
		}
	})
	if begun != 2 {
		t.Errorf("%d games have begun", begun)
	}
	if n := second.said(c.den, "Hello!") + c.said(c.den, "raumbot: games"); n != 0 {
		t.Error("the wrong bot introduces itself")
	}

	c.alice.Kick(c.den, c.robot)
	c.server.Wait("the first has gone", func() bool { return !c.den.Has(c.robot) })
	c.alice.Say(c.den, "!rules gutenschach")
	second.reads(c.den, "Gutenschach")
}

// TestMarkWithinLimits has the bot come to a room when it has used up the limit of the homeserver:
// it marks its membership all the same, and introduces itself beside another.
func TestMarkWithinLimits(t *testing.T) {
	limited(t, 1, matrixtest.SynapseMessages, func(r *limitRig) {
		ctx, room := r.t.Context(), id.RoomID(r.rooms[0].ID)
		for range matrixtest.SynapseMessages.Burst {
			r.say(0, r.people[0], "variants")
		}
		time.Sleep(time.Second)
		if err := r.s.peers.put(ctx, room, "@springer:x", 1); err != nil {
			t.Fatal(err)
		}
		if err := r.s.peers.enter(ctx, room); err != nil {
			t.Fatal(err)
		}
		r.s.peers.introduce(ctx, room)
		r.until(0, 1, "raumbot: games")
		r.server.Look(func() {
			events := r.rooms[0].From(r.robot, "m.room.member")
			if events[len(events)-1].Content[peerKey] == nil {
				t.Error("the membership is not marked")
			}
		})
	})
}

// TestPretendedRaumbot has a member pretend to be a raumbot that was there before: the bot says so,
// and what begins with "!" is not for it. It still answers to its name, in the threads of its games
// and in direct chats, and to "!" when the member has gone.
func TestPretendedRaumbot(t *testing.T) {
	c := newClub(t)
	root := c.begin()
	for _, nonsense := range []any{"first", true, map[string]any{}, nil, -1e300, 1e300} {
		c.bob.SetMember(c.den, map[string]any{peerKey: nonsense})
	}
	c.alice.Say(c.den, "!variants")
	c.reads(c.den, "Stockschach")
	mallory := c.server.AddUser("mallory")
	c.alice.Invite(c.den, mallory)
	for range 3 {
		mallory.SetMember(c.den, map[string]any{peerKey: 0})
	}
	c.reads(c.den, "raumbot: games")
	c.alice.Say(c.den, "!rules gutenschach")
	c.alice.Say(c.den, "raumbot: rules raumschach")
	c.reads(c.den, "5x5x5")
	c.replies(c.alice, root, "!move 1 ab1-ac3")
	c.reads(c.den, "plays Knight ab1-ac3")
	c.alice.Say(c.chats[c.alice], "!rules stockschach216")
	c.reads(c.chats[c.alice], "Stockschach 216")
	if n := c.said(c.den, "Gutenschach"); n != 1 { // in the list of all games
		t.Errorf("it answers what is another's: Gutenschach is said %d times", n)
	}
	if n := c.said(c.den, "was here before me"); n != 1 {
		t.Errorf("it speaks of the other %d times", n)
	}
	c.alice.Kick(c.den, mallory)
	c.server.Wait("mallory has gone", func() bool { return !c.den.Has(mallory) })
	c.alice.Say(c.den, "!rules gutenschach")
	c.server.Wait("an answer", func() bool { return strings.Contains(strings.Join(c.den.Bodies(c.robot)[1:], "\n"), "Gutenschach") })
}
