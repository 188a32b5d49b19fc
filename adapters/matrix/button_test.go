package matrix

import (
	"fmt"
	"testing"

	"raumbot/bot"
)

func TestButtonKeys(t *testing.T) {
	offer := withKeys([]bot.Button{{Label: "Accept", Command: "accept 7"}, {Label: "Decline", Command: "decline 7"}})
	if got := legend(offer); got != "\n✅ Accept · ❌ Decline" {
		t.Errorf("got %q", got)
	}
	draw := buttonSet{Buttons: withKeys([]bot.Button{{Label: "Accept the draw", Command: "draw 7 accept"}, {Label: "No", Command: "draw 7 decline"}, {Label: "Offer", Command: "draw 7"}})}
	for key, want := range map[string]string{
		"✅": "draw 7 accept", "👍": "draw 7 accept", "👍🏽": "draw 7 accept", "❌": "draw 7 decline", "👎": "draw 7 decline", "🤝": "draw 7", "♟️": "", "": "", "1️⃣": "",
	} {
		if got, ok := draw.command(key); got != want || ok != (want != "") {
			t.Errorf("%s: got %q, %v, want %q", key, got, ok, want)
		}
	}
	confirm := buttonSet{Buttons: withKeys([]bot.Button{{Label: "Play it", Command: "move 7 ve2-ve4!"}, {Label: "Resign", Command: "resign 7 confirm"}})}
	if got, _ := confirm.command("✅"); got != "move 7 ve2-ve4!" {
		t.Errorf("got %q", got)
	}
	if got, _ := confirm.command("1⃣"); got != "resign 7 confirm" { // as some clients send it
		t.Errorf("got %q", got)
	}
}

// TestManyButtons gives each button a reaction of its own, and drops buttons for which none is left.
func TestManyButtons(t *testing.T) {
	var buttons []bot.Button
	for i := range 25 {
		buttons = append(buttons, bot.Button{Label: fmt.Sprint(i), Command: fmt.Sprintf("accept %d", i)})
	}
	all := withKeys(buttons)
	seen := map[string]bool{}
	for i, b := range all {
		if seen[plainKey(b.Key)] || b.Label != fmt.Sprint(i) {
			t.Errorf("button %d: %+v", i, b)
		}
		seen[plainKey(b.Key)] = true
	}
	if len(all) != 11 { // a sign and ten digits
		t.Errorf("%d buttons can be pressed", len(all))
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
