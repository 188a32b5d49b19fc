//go:build goolm

package e2e

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"maunium.net/go/mautrix/event"
)

// TestMalformed sends malformed events. The bot goes on as if nothing had happened.
func TestMalformed(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	ctx := context.Background()
	for _, encrypted := range []bool{false, true} {
		room := alice.room(encrypted, "Den", r.id, bob)
		alice.say(room, "", "!variants")
		alice.reads(room, "gutenschach")
		for _, c := range [][2]string{
			{"m.room.message", `{}`},
			{"m.room.message", `{"msgtype":5,"body":["!games"]}`},
			{"m.room.message", `{"msgtype":"m.text"}`},
			{"m.room.message", `{"msgtype":"m.text","body":"!help","format":"org.matrix.custom.html","formatted_body":"<a href=\"https://matrix.to/#/@\">"}`},
			{"m.room.message", `{"msgtype":"m.text","body":"!help","m.relates_to":"there"}`},
			{"m.room.message", `{"msgtype":"m.text","body":"!help","m.relates_to":{"rel_type":"m.replace","event_id":"$none"}}`},
			{"m.room.message", `{"msgtype":"m.text","body":"!help","m.new_content":{},"m.relates_to":{"rel_type":"m.replace","event_id":"$none"}}`},
			{"m.room.message", `{"msgtype":"m.text","body":"ba2-ba3","m.relates_to":{"rel_type":"m.thread","event_id":"../../x"}}`},
			{"m.room.message", `{"msgtype":"m.text","body":"!help","m.mentions":{"user_ids":[5],"room":"yes"}}`},
			{"m.room.message", `{"msgtype":"m.text","body":"\u0000\u202e!games\ufeff"}`},
			{"m.reaction", `{"m.relates_to":{"rel_type":"m.annotation"}}`},
			{"m.reaction", `{"m.relates_to":{"rel_type":"m.annotation","event_id":"$none","key":"✅"}}`},
			{"m.reaction", `{}`},
			{"m.room.encrypted", `{}`},
			{"m.room.encrypted", `{"algorithm":"m.megolm.v1.aes-sha2","ciphertext":"AAAA","session_id":"x","sender_key":"y"}`},
			{"m.room.encrypted", `{"algorithm":"m.megolm.v1.aes-sha2","ciphertext":{"a":5}}`},
			{"m.room.encrypted", `{"algorithm":"m.olm.v1.curve25519-aes-sha2","ciphertext":"AAAA"}`},
		} {
			if _, err := alice.SendMessageEvent(ctx, room, event.Type{Type: c[0], Class: event.MessageEventType}, json.RawMessage(c[1])); err != nil {
				t.Logf("%s %s: %v", c[0], c[1], err)
			}
		}
		for _, c := range [][3]string{
			{"m.room.name", "", `{"name":5}`},
			{"m.room.name", "", `{}`},
			{"m.room.join_rules", "x", `{"join_rule":7}`},
			{"m.room.encryption", "x", `{"algorithm":7}`},
			{"m.room.tombstone", "", `{"replacement_room":"../x"}`},
			{"m.room.tombstone", "", `{"replacement_room":"!none:localhost"}`},
			{"m.room.tombstone", "", `{"replacement_room":5}`},
			{"m.room.history_visibility", "", `{"history_visibility":"nobody"}`},
		} {
			if _, err := alice.SendStateEvent(ctx, room, event.Type{Type: c[0], Class: event.StateEventType}, c[1], json.RawMessage(c[2])); err != nil {
				t.Logf("%s %s: %v", c[0], c[2], err)
			}
		}
		bob.say(room, "", "!variants")
		bob.await(room, "an answer", func(e *event.Event) bool { return says("gutenschach")(e) && pings(e) })
		alice.harmless(room, alice.UserID, bob.UserID)
	}
	// A room that was encrypted remains so, whatever its state says. The bot refuses alice's
	// unencrypted message in an encrypted one.
	room := alice.room(true, "Lair", r.id, bob)
	if _, err := alice.SendStateEvent(ctx, room, event.StateEncryption, "", json.RawMessage(`{"algorithm":"m.none"}`)); err != nil {
		t.Fatal(err)
	}
	asked := alice.say(room, "", "!rules raumschach")
	answer := alice.await(room, "an answer", says("This room is encrypted, but your message is not"))
	raw, err := alice.GetEvent(ctx, room, answer.ID)
	if err != nil {
		t.Fatal(err)
	}
	if raw.Type.Type != event.EventEncrypted.Type {
		t.Errorf("the bot answers %s with %s", asked, raw.Type.Type)
	}
	text, err := os.ReadFile(r.log())
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"panic", "broke the adapter", "level=ERROR"} {
		if strings.Contains(string(text), bad) {
			t.Errorf("the log says %q", bad)
		}
	}
}
