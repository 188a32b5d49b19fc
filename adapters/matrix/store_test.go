package matrix

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/adapters/matrix/matrixtest"
)

// TestDamagedStore damages the file in different places. It is either refused with an explanation
// for the operator, or can still be read.
func TestDamagedStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "matrix.db")
	store, err := openStore(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 500 {
		if err := store.putNote(t.Context(), fmt.Sprintf("note/%d", i), strings.Repeat("x", 200)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := store.db.Exec(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	store.close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for name, damage := range map[string]func([]byte) []byte{
		"another file":      func([]byte) []byte { return []byte("not a database, but long enough to be read as if it were one") },
		"cut off":           func(data []byte) []byte { return data[:len(data)/2] },
		"a page of zeroes":  func(data []byte) []byte { clear(data[len(data)/2 : len(data)/2+4096]); return data },
		"the header":        func(data []byte) []byte { clear(data[:100]); return data },
		"a flipped bit":     func(data []byte) []byte { data[len(data)/2] ^= 1; return data },
		"a root page":       func(data []byte) []byte { clear(data[4096 : 4096+64]); return data },
		"empty":             func([]byte) []byte { return nil },
		"rubbish in a page": func(data []byte) []byte { copy(data[len(data)-4096:], strings.Repeat("rubbish", 500)); return data },
	} {
		file := filepath.Join(t.TempDir(), "damaged.db")
		if err := os.WriteFile(file, damage([]byte(string(whole))), 0o600); err != nil {
			t.Fatal(err)
		}
		store, err := openStore(t.Context(), file)
		if err != nil {
			refused++
			if !strings.Contains(err.Error(), "damaged.db is damaged: move it away") {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if _, _, err := store.notes(t.Context(), "note/", 1000); err != nil {
			t.Errorf("%s is accepted and cannot be read: %v", name, err)
		}
		store.close()
	}
	if refused < 5 {
		t.Errorf("only %d damaged files are refused", refused)
	}
}

// TestLargeRoom joins a room of 500 members, one of whom is challenged.
func TestLargeRoom(t *testing.T) {
	s := testSession(t, &homeserver{})
	ctx := context.Background()
	for i := range 500 {
		who := fmt.Sprintf("@member%d:x", i)
		e := received(t, fmt.Sprintf(`{"event_id":"$m%d","type":"m.room.member","state_key":%q,"sender":%q,"content":{"membership":"join","displayname":"Member %d"}}`, i, who, who, i))
		if err := s.applyState(ctx, "!hall:x", e); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.store.SetMembership(ctx, "!hall:x", "@raumbot:x", event.MembershipJoin); err != nil {
		t.Fatal(err)
	}
	if direct, err := s.isDirect(ctx, "!hall:x"); err != nil || direct {
		t.Errorf("direct: %v, %v", direct, err)
	}
	w := s.parse(ctx, incoming{place: place{room: "!hall:x"}}, &event.MessageEventContent{Body: "!challenge Member 77 raumschach",
		Mentions: &event.Mentions{UserIDs: []id.UserID{"@member77:x"}}})
	if w.mentions["@member77:x"].Name != "Member 77" || len(w.mentions) != 1 {
		t.Errorf("mentions %+v in %q", w.mentions, w.text)
	}
	members, err := s.store.GetRoomJoinedOrInvitedMembers(ctx, "!hall:x")
	if err != nil || len(members) != 501 {
		t.Errorf("%d members, %v", len(members), err)
	}
}

// TestTwoBots has another bot in the room. They do not answer each other, and each answers to its
// own name.
func TestTwoBots(t *testing.T) {
	c := newClub(t)
	other := c.server.AddUser("other")
	c.alice.Invite(c.den, other)
	other.Join(c.den)
	notice := func(body string) {
		other.Send(c.den, "m.room.message", map[string]any{"msgtype": "m.notice", "body": body})
	}
	for _, body := range []string{"!games all", "raumbot: help", "!raum variants", "ba2-ba3", "I don't know “dance”. Did you mean `games`?"} {
		notice(body)
	}
	c.alice.Say(c.den, "other: variants")
	c.alice.Say(c.den, "raumbot: rules raumschach")
	c.reads(c.den, "Unicorn")
	if n := len(c.messages(c.den)); n != 2 { // the greeting and the answer
		t.Errorf("the bot has said %d things: %q", n, c.messages(c.den))
	}
}

// messages returns the texts of the bot's messages in a room.
func (c *club) messages(room *matrixtest.Room) (all []string) {
	c.server.Look(func() { all = room.Bodies(c.robot) })
	return all
}
