package matrix

import (
	"slices"
	"testing"

	"raumbot/adapters/matrix/matrixtest"
)

// TestVoteByReaction has a room play against the computer. People propose moves, and vote by
// reacting with the digit of a move or by saying it. The bot marks what they say, and tells them
// nothing in private.
func TestVoteByReaction(t *testing.T) {
	c := newClub(t)
	c.alice.Say(c.den, "!vote challenge computer raumschach white 1d level 1 known 0 quorum 3")
	c.reads(c.den, "Everybody here plays as Team 1")
	c.alice.Say(c.den, "!vote ab2-ab3")
	c.reads(c.den, "alice proposes Pawn ab2-ab3")
	c.bob.Say(c.den, "!abstimmen ac2-ac3")
	asked := c.reads(c.den, "bob proposes Pawn ac2-ac3")
	said := c.bob.Say(c.den, "!vote ab2-ab3")
	c.server.Wait("a mark", func() bool {
		return slices.ContainsFunc(c.den.From(c.robot, "m.reaction"), func(e *matrixtest.Event) bool {
			to, _ := e.Content["m.relates_to"].(map[string]any)
			return to["event_id"] == said && to["key"] == "✅"
		})
	})
	c.server.Look(func() {
		for _, r := range c.server.Rooms() {
			if said := r.From(c.robot, "m.room.message"); r != c.den && len(said) > 1 { // a greeting
				t.Errorf("in private the bot says %v", said[1].Content["body"])
			}
		}
	})
	c.bob.Say(c.den, "!vote ac2-ac3")
	c.delivered()
	c.react(c.bob, asked, "1️⃣")
	c.reads(c.den, "The votes: ab2-ab3 2.")
	c.reads(c.den, "Computer, level 1 plays")
}

// react adds a reaction to an event.
func (c *club) react(who *matrixtest.User, to *matrixtest.Event, key string) {
	who.Send(c.den, "m.reaction", map[string]any{"m.relates_to": map[string]any{"rel_type": "m.annotation", "event_id": to.ID, "key": key}})
}
