//go:build goolm

package e2e

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// tag finds the tags of a formatted message; these are what the bot itself writes.
var tag = regexp.MustCompile(`<[^>]*>`)
var allowed = regexp.MustCompile(`^(<br>|</?code>|</?strong>|</a>|<a href="https://matrix\.to/#/[^"<>]*">)$`)

// harmless checks that the bot's messages have no tags except its own, and no mentions except of
// their addressees.
func (c *client) harmless(room id.RoomID, people ...id.UserID) {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.events {
		m, ok := e.Content.Parsed.(*event.MessageEventContent)
		if !ok || e.RoomID != room || !strings.HasPrefix(string(e.Sender), "@raumbot") {
			continue
		}
		for _, found := range tag.FindAllString(m.FormattedBody, -1) {
			if !allowed.MatchString(found) {
				c.t.Errorf("the bot writes %q in %q", found, m.FormattedBody)
			}
		}
		for _, who := range m.Mentions.UserIDs {
			if !strings.Contains(fmt.Sprint(people), string(who)) {
				c.t.Errorf("the bot pings %s", who)
			}
		}
		if m.Mentions.Room {
			c.t.Error("the bot pings the room")
		}
	}
}

func TestHostile(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice, mallory := newClient(t, home, "alice"), newClient(t, home, "mallory")
	stranger := home.account(t, "stranger")
	if err := mallory.SetDisplayName(context.Background(), "<img src=x onerror=alert(1)>`code`<b>M"); err != nil {
		t.Fatal(err)
	}
	room := alice.room(false, "Den", r.id, mallory)
	text := func(body string) *event.MessageEventContent {
		return &event.MessageEventContent{MsgType: event.MsgText, Body: body}
	}

	// Markup in names, in what is typed, and in what is quoted back.
	mallory.say(room, "", "!challenge <script>alert(1)</script> <b>raumschach</b>")
	mallory.reads(room, "There is no game called")
	mallory.say(room, "", "!<img>help")
	mallory.say(room, "", "!help </code><script>")
	mallory.reads(room, "script")
	mallory.say(room, "", "!seek raumschach")
	mallory.reads(room, "seeks an opponent")

	// What is too long, and what is nested too deep.
	mallory.say(room, "", "!challenge "+strings.Repeat("x", 60000))
	mallory.reads(room, "too long")
	nested := text("!variants")
	nested.Format, nested.FormattedBody = event.FormatHTML, strings.Repeat("<div>", 8000)+`!variants <a href="https://matrix.to/#/@x:y">x</a>`
	mallory.send(room, "", nested)
	mallory.say(room, "", "!rules raumschach")
	mallory.reads(room, "Unicorn")

	// Mentions that say something else than they do, of strangers, and of nobody.
	mallory.say(room, "", "!challenge @"+stranger+":localhost raumschach")
	mallory.reads(room, "Nobody is known here as")
	forged := text("hello everybody")
	forged.Mentions = &event.Mentions{UserIDs: []id.UserID{alice.UserID}, Room: true}
	mallory.send(room, "", forged)
	disguised := text("!challenge " + string(mallory.UserID) + " raumschach")
	disguised.Format = event.FormatHTML
	disguised.FormattedBody = fmt.Sprintf(`!challenge <a href="https://matrix.to/#/%s">%s</a> raumschach white`, alice.UserID, mallory.UserID)
	disguised.Mentions = &event.Mentions{UserIDs: []id.UserID{mallory.UserID}, Room: true}
	mallory.send(room, "", disguised)
	alice.await(room, "the challenge, with a ping", func(e *event.Event) bool { return says("challenges")(e) && pings(e, alice.UserID) })

	// Other bots are not answered, nor is what only looks like a message of the bot.
	notice := text("!variants")
	notice.MsgType = event.MsgNotice
	mallory.send(room, "", notice)

	alice.say(room, "", "!accept 2")
	g := &game{t: t, people: [2]*client{mallory, alice}, room: room, root: alice.reads(room, "begins:").ID}

	// An edit repairs a mistake, and undoes nothing.
	typo := mallory.say(room, g.root, "!raum muve")
	mallory.reads(room, "Did you mean")
	mallory.edit(room, typo, "!move ba2-ba3")
	g.made()
	mallory.edit(room, typo, "!move ba2-ba3")
	reply := alice.say(room, g.root, "eb4-eb3")
	g.made()
	alice.edit(room, reply, "!move ea4-ea3")
	alice.reads(room, "Your original message counts")
	if _, err := alice.RedactEvent(context.Background(), room, reply); err != nil {
		t.Fatal(err)
	}
	alice.press(alice.await(room, "a move", func(e *event.Event) bool { return says(" plays ")(e) && thread(e) == g.root }), "💥")
	alice.say(room, g.root, "!log")
	alice.reads(room, "eb4-eb3")
	if told := g.told(alice); told != 2 {
		t.Errorf("%d moves are told, want 2", told)
	}

	// Somebody else's game is not for one to move in, nor their buttons to press.
	eve := newClient(t, home, "eve")
	if _, err := alice.InviteUser(context.Background(), room, &mautrix.ReqInviteUser{UserID: eve.UserID}); err != nil {
		t.Fatal(err)
	}
	eve.join(room)
	eve.say(room, g.root, "!resign 2 confirm")
	eve.say(room, g.root, "ba3-ba4")
	eve.reads(room, "act in game 2")

	// A flood is dammed, and others are heard meanwhile.
	for range 80 {
		mallory.say(room, "", "!game 2")
	}
	alice.say(room, "", "!variants")
	alice.await(room, "an answer", func(e *event.Event) bool { return says("gutenschach")(e) && pings(e) })
	mallory.reads(room, "a lot") // to ask, or to hear, as the flood comes slowly or fast
	if n := alice.count(room, func(e *event.Event) bool { return says(" so far.")(e) }); n > 60 {
		t.Errorf("%d of 80 questions are answered", n)
	}
	alice.harmless(room, alice.UserID, mallory.UserID, eve.UserID)
}

// edit changes a message, as chat programs do.
func (c *client) edit(room id.RoomID, message id.EventID, body string) {
	c.t.Helper()
	c.send(room, "", &event.MessageEventContent{
		MsgType: event.MsgText, Body: "* " + body,
		NewContent: &event.MessageEventContent{MsgType: event.MsgText, Body: body},
		RelatesTo:  (&event.RelatesTo{}).SetReplace(message),
	})
}

// TestLateKeys sends messages whose key the bot does not have. It says so and requests the key.
// When the key arrives, even after a restart, the command is carried out once.
func TestLateKeys(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice := newClient(t, home, "alice")
	room := alice.room(true, "Den", r.id)
	ctx := context.Background()
	if err := alice.machine.CryptoStore.RemoveOutboundGroupSession(ctx, room); err != nil {
		t.Fatal(err)
	}
	// The key is shared with nobody else.
	if err := alice.machine.ShareGroupSession(ctx, room, []id.UserID{alice.UserID}); err != nil {
		t.Fatal(err)
	}
	session, err := alice.machine.CryptoStore.GetOutboundGroupSession(ctx, room)
	if err != nil {
		t.Fatal(err)
	}
	key := session.Internal.Key()
	alice.say(room, "", "!study raumschach")
	alice.await("", "a request for the key", func(e *event.Event) bool {
		asked, ok := e.Content.Parsed.(*event.RoomKeyRequestEventContent)
		return ok && e.Sender == r.id && asked.Action == event.KeyRequestActionRequest && asked.Body.RoomID == room &&
			asked.Body.SessionID == session.ID() && asked.Body.Algorithm == id.AlgorithmMegolmV1
	})
	alice.reads(room, "I can't read your last message")
	r.stop()
	r.start()
	for device := range must(alice.machine.FetchKeys(ctx, []id.UserID{r.id}, true))(t)[r.id] {
		to := must(alice.machine.GetOrFetchDevice(ctx, r.id, device))(t)
		content := event.Content{Parsed: &event.RoomKeyEventContent{Algorithm: id.AlgorithmMegolmV1, RoomID: room, SessionID: session.ID(), SessionKey: key}}
		if err := alice.machine.SendEncryptedToDevice(ctx, to, event.ToDeviceRoomKey, content); err != nil {
			t.Fatal(err)
		}
	}
	alice.reads(room, "Game 1 begins")
	r.stop()
	r.start()
	alice.say(room, "", "!variants")
	alice.reads(room, "gutenschach")
	if n := alice.count(room, says("begins")); n != 1 {
		t.Errorf("the game has begun %d times", n)
	}
}

func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// TestMissedMessages sends more messages while the bot is down than one sync returns. The first
// ones count as well.
func TestMissedMessages(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice := newClient(t, home, "alice")
	room := alice.room(false, "Den", r.id)
	r.stop()
	alice.say(room, "", "!study raumschach")
	for i := range 120 {
		alice.say(room, "", fmt.Sprintf("small talk %d", i))
	}
	alice.say(room, "", "!study gutenschach")
	r.start()
	first := alice.reads(room, "Game 1 begins")
	second := alice.reads(room, "Game 2 begins")
	if !strings.Contains(first.Content.AsMessage().Body, "Raumschach") || !strings.Contains(second.Content.AsMessage().Body, "Gutenschach") {
		t.Error("what was said while the bot was down is carried out in another order")
	}
	alice.say(room, "", "!variants")
	alice.reads(room, "gutenschach")
	if n := alice.count(room, says("begins")); n != 2 {
		t.Errorf("%d games have begun", n)
	}
}
