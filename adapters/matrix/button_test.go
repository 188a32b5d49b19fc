package matrix

import (
	"fmt"
	"strings"
	"testing"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

func TestButtonKeys(t *testing.T) {
	offer := withKeys([]bot.RenderedButton{{Label: "Accept", Command: "accept 7"}, {Label: "Decline", Command: "decline 7"}})
	if got := legend(offer); got != "\n✅ Accept · ❌ Decline" {
		t.Errorf("got %q", got)
	}
	draw := buttonSet{Buttons: withKeys([]bot.RenderedButton{{Label: "Accept the draw", Command: "draw 7 accept"}, {Label: "No", Command: "draw 7 decline"}, {Label: "Offer", Command: "draw 7"}})}
	for key, want := range map[string]string{
		"✅": "draw 7 accept", "👍": "draw 7 accept", "👍🏽": "draw 7 accept", "❌": "draw 7 decline", "👎": "draw 7 decline", "🤝": "draw 7", "♟️": "", "": "", "1️⃣": "",
	} {
		if got, ok := draw.command(key); got != want || ok != (want != "") {
			t.Errorf("%s: got %q, %v, want %q", key, got, ok, want)
		}
	}
	confirm := buttonSet{Buttons: withKeys([]bot.RenderedButton{{Label: "Play it", Command: "move 7 ve2-ve4!"}, {Label: "Resign", Command: "resign 7 confirm"}})}
	if got, _ := confirm.command("✅"); got != "move 7 ve2-ve4!" {
		t.Errorf("got %q", got)
	}
	// Some clients send this form.
	if got, _ := confirm.command("1⃣"); got != "resign 7 confirm" {
		t.Errorf("got %q", got)
	}
}

// TestManyButtons gives each button a reaction of its own, and drops buttons for which none
// is left.
func TestManyButtons(t *testing.T) {
	var buttons []bot.RenderedButton
	for i := range 25 {
		buttons = append(buttons, bot.RenderedButton{Label: fmt.Sprint(i), Command: fmt.Sprintf("accept %d", i)})
	}
	all := withKeys(buttons)
	seen := map[string]bool{}
	for i, b := range all {
		if seen[plainKey(b.Key)] || b.Label != fmt.Sprint(i) {
			t.Errorf("button %d: %+v", i, b)
		}
		seen[plainKey(b.Key)] = true
	}
	if len(all) != len(digits) {
		t.Errorf("%d buttons can be pressed", len(all))
	}
}

// TestAlternatives marks several buttons of one command with digits, so that none of them looks
// like the one to choose.
func TestAlternatives(t *testing.T) {
	both := withKeys([]bot.RenderedButton{{Label: "In game 2", Command: "resign 2 confirm"}, {Label: "In game 1", Command: "resign 1 confirm"}, {Label: "Games", Command: "games"}})
	if got := legend(both); got != "\n1️⃣ In game 2 · 2️⃣ In game 1 · 📋 Games" {
		t.Errorf("got %q", got)
	}
}

// TestMenuKeys gives the options of a menu digits, if there are enough.
func TestMenuKeys(t *testing.T) {
	menu := &bot.RenderedMenu{}
	for level := range 8 {
		menu.Options = append(menu.Options, bot.RenderedButton{Label: fmt.Sprint("Level ", level+1), Command: fmt.Sprint("challenge computer level ", level+1)})
	}
	lines, options := menuKeys(menu, []keyedButton{{Key: "1️⃣"}})
	if !strings.HasPrefix(lines, "2️⃣ `challenge computer level 1`: Level 1\n3️⃣ `challenge computer level 2`: Level 2\n") {
		t.Errorf("got %q", lines)
	}
	if got, _ := (buttonSet{Buttons: options}).command("9️⃣"); got != "challenge computer level 8" {
		t.Errorf("got %q", got)
	}
	menu.Options = append(menu.Options, menu.Options[:3]...)
	if lines, options := menuKeys(menu, nil); len(options) != 0 || strings.Contains(lines, "1️⃣") {
		t.Errorf("got %q and %d options", lines, len(options))
	}
}

// TestRateLimit limits one user who sends too many commands, while another is answered.
func TestRateLimit(t *testing.T) {
	f := newRateLimiter()
	admitted := 0
	for range 10 * commandBurst {
		if f.admit("@mallory:example.org") {
			admitted++
		}
	}
	if admitted < commandBurst || admitted > 2*commandBurst {
		t.Errorf("%d commands were admitted", admitted)
	}
	if !f.warn("@mallory:example.org") || f.warn("@mallory:example.org") {
		t.Error("somebody who asks too much is told so once")
	}
	if f.admit("@mallory:example.org") || !f.admit("@alice:example.org") {
		t.Error("only who asks too much has to wait")
	}
}

// TestForbiddenReactions sends a question where reactions are forbidden: none is promised or added,
// except to those who may react.
func TestForbiddenReactions(t *testing.T) {
	const den id.RoomID = "!den:x"
	bob := bot.User{UserID: bot.UserID{Platform: Platform, ID: "@bob:x"}, Name: "bob"}
	for _, c := range []struct {
		name    string
		levels  *event.PowerLevelsEventContent
		to      []bot.User
		promise bool
	}{
		{"allowed", &event.PowerLevelsEventContent{}, []bot.User{bob}, true},
		{"forbidden", &event.PowerLevelsEventContent{Events: map[string]int{"m.reaction": 50}}, []bot.User{bob}, false},
		{"forbidden to all", &event.PowerLevelsEventContent{Events: map[string]int{"m.reaction": 50}}, nil, false},
		{"forbidden to all here", &event.PowerLevelsEventContent{Events: map[string]int{"m.reaction": 50}}, []bot.User{{UserID: bot.UserID{Platform: "discord", ID: "5"}, Name: "eve"}}, false},
		{"for moderators", &event.PowerLevelsEventContent{Events: map[string]int{"m.reaction": 50}, Users: map[id.UserID]int{"@bob:x": 50}}, []bot.User{bob}, true},
	} {
		h := &homeserver{}
		s := testSession(t, h)
		if err := s.store.SetPowerLevels(t.Context(), den, c.levels); err != nil {
			t.Fatal(err)
		}
		stop := s.answers.start(t.Context())
		m := bot.RenderedMessage{Game: 7, Text: "`accept 7` begins.", To: c.to, Buttons: []bot.RenderedButton{{Label: "Accept", Command: "accept 7"}},
			Menu: &bot.RenderedMenu{Options: []bot.RenderedButton{{Label: "Level 2", Command: "challenge computer level 2"}}}}
		sent, err := s.sendText(t.Context(), outgoing{place: place{room: den}, txn: "ask"}, m)
		if err != nil {
			t.Fatal(err)
		}
		stop()
		said := strings.Join(h.said, "\n")
		if strings.Contains(said, "\u2705") != c.promise || strings.Contains(said, digits[0]) != c.promise || !strings.Contains(said, "level 2") || len(h.sent) > 1 != c.promise {
			t.Errorf("%s: %d events, %s", c.name, len(h.sent), said)
		}
		if set, err := s.buttonSet(t.Context(), den, sent); err != nil || len(set.Buttons) == 0 {
			t.Errorf("%s: a reply to the message is not understood: %+v, %v", c.name, set, err)
		}
	}
}
