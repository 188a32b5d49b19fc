package matrix

import (
	"testing"

	"raumbot/adapters/matrix/matrixtest"
)

// TestMutedRoom mutes the bot for one move. Both players read the move in private, and everything after that in the
// thread of the game again.
func TestMutedRoom(t *testing.T) {
	c := newClub(t)
	root := c.begin()
	c.alice.Mute(c.den, true)
	c.replies(c.alice, root, "ba2-ba3")
	for _, who := range []*matrixtest.User{c.alice, c.bob} {
		c.readsInPrivate(who, "alice plays Pawn ba2-ba3")
	}
	c.replies(c.bob, root, "bb2-bb3") // is answered, even so
	c.readsInPrivate(c.bob, "is White's")
	c.alice.Mute(c.den, false)
	c.replies(c.bob, root, "eb4-eb3")
	c.reads(c.den, "bob plays Pawn eb4-eb3")
	c.replies(c.alice, root, "!games room")
	c.reads(c.den, "Game 1, Raumschach")
	if n := c.said(c.den, "alice plays Pawn"); n != 0 {
		t.Errorf("the bot has announced a move %d times in a room in which it may not write", n)
	}
}

// TestKickedFromRoom removes the bot from the room while a game is played, and invites it again after a move has been made.
func TestKickedFromRoom(t *testing.T) {
	c := newClub(t)
	root := c.begin()
	c.alice.Kick(c.den, c.robot)
	c.alice.Say(c.chat(c.alice), "move 1 ba2-ba3")
	c.readsInPrivate(c.bob, "alice plays Pawn ba2-ba3")
	c.alice.Invite(c.den, c.robot)
	c.server.Wait("the bot", func() bool { return c.den.Has(c.robot) })
	c.replies(c.bob, root, "eb4-eb3")
	c.reads(c.den, "bob plays Pawn eb4-eb3")
}

// readsInPrivate waits for a notice of the bot with some words in a room of the bot and somebody.
func (c *club) readsInPrivate(who *matrixtest.User, words string) {
	c.t.Helper()
	c.server.Wait(who.ID+" reads in private "+words, func() bool {
		for _, r := range c.server.Rooms() {
			if r != c.den && r.Knows(who) && r.Said(c.robot, words) != nil {
				return true
			}
		}
		return false
	})
}
