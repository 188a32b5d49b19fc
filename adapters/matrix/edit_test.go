package matrix

import (
	"testing"

	"raumbot/adapters/matrix/matrixtest"
)

// TestInvalidEdits has bob edit messages that are not his, or not there. Apps ignore that, and so
// does the bot.
func TestInvalidEdits(t *testing.T) {
	c := newClub(t)
	edit := func(who *matrixtest.User, of, text string) {
		who.Send(c.den, "m.room.message", map[string]any{"msgtype": "m.text", "body": "* " + text,
			"m.new_content": map[string]any{"msgtype": "m.text", "body": text},
			"m.relates_to":  map[string]any{"rel_type": "m.replace", "event_id": of}})
	}
	original := c.alice.Say(c.den, "!varients")
	edit(c.bob, original, "!rules raumschach")
	edit(c.bob, "$nowhere", "!challenge @alice:x raumschach")
	edit(c.alice, original, "!rules stockschach216")
	c.reads(c.den, "Stockschach")
	if n := c.said(c.den, "Raumschach") + c.said(c.den, "editing it changes nothing"); n != 0 {
		t.Errorf("%d answers to edits that are invalid", n)
	}
}

// TestSpaces is invited to a space, in which nobody talks: it greets in the room after that alone.
func TestSpaces(t *testing.T) {
	c := newClub(t)
	space := c.alice.CreateSpace("Club", c.robot)
	hall := c.alice.CreateRoom("Hall", c.robot)
	c.server.Wait("both are joined", func() bool { return space.Has(c.robot) && hall.Has(c.robot) })
	c.reads(hall, "Hello!")
	c.alice.Say(space, "!games")
	c.reads(space, "in private")
	if n := c.said(space, "Hello!"); n != 0 {
		t.Error("it greets in a space")
	}
}
