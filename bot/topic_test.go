package bot_test

import (
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// TestTopic compares the topics of a game that goes on and of one that an organiser has decided,
// whose remark is for the players. In private there is none.
func TestTopic(t *testing.T) {
	white := rules.White
	g := bot.Game{ID: 7, Variant: "raumschach", Pace: bot.Pace{PerMove: 72 * time.Hour}, Rated: true}
	g.Seats[0].User.Name, g.Seats[1].User.Name = "alice", "bob"
	in := bot.Address{Room: bot.RoomID{Platform: "matrix", ID: "!den:x"}}
	const begins = "Game 7, Raumschach, alice (White) against bob (Black): 3 days per move, rated."
	if got := bot.Render(in.GameMessage(g, ""), phrase.Language{}).Topic; got != begins {
		t.Errorf("got %q", got)
	}
	g.Result = &bot.Result{Winner: &white, Reason: bot.ByRuling, Remark: "bob was rude"}
	if got := bot.Render(in.GameMessage(g, ""), phrase.Language{}).Topic; got != begins+" Result: alice (White) won by an organiser's decision." {
		t.Errorf("got %q", got)
	}
	if g.Result.Remark == "" {
		t.Error("the game has lost the remark")
	}
	private := bot.Address{User: bot.User{UserID: bot.UserID{Platform: "matrix", ID: "@bob:x"}}}
	if got := private.GameMessage(g, "").Topic; got != "" {
		t.Errorf("in private: %q", got)
	}
}
