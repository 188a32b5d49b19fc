package matrix

import (
	"testing"

	"raumbot/adapters/matrix/matrixtest"
)

// TestMutedRoom mutes the bot for one move. Both players read the move in private, and everything
// after that in the thread of the game again.
func TestMutedRoom(t *testing.T) {
	c := newClub(t)
	root := c.begin()
	c.alice.Mute(c.den, true)
	c.replies(c.alice, root, "ba2-ba3")
	for _, who := range []*matrixtest.User{c.alice, c.bob} {
		c.readsInPrivate(who, "alice plays Pawn ba2-ba3")
	}
	c.replies(c.bob, root, "bb2-bb3") // it is answered nevertheless
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

// TestKickedFromRoom removes the bot from the room while a game is played, and invites it again
// after a move has been made.
func TestKickedFromRoom(t *testing.T) {
	c := newClub(t)
	root := c.begin()
	c.alice.Kick(c.den, c.robot)
	c.alice.Say(c.chats[c.alice], "move 1 ba2-ba3")
	c.readsInPrivate(c.bob, "alice plays Pawn ba2-ba3")
	c.alice.Invite(c.den, c.robot)
	c.server.Wait("the bot", func() bool { return c.den.Has(c.robot) })
	c.replies(c.bob, root, "eb4-eb3")
	c.reads(c.den, "bob plays Pawn eb4-eb3")
}

// readsInPrivate waits for a notice of the bot with some words in the chat with somebody.
func (c *club) readsInPrivate(who *matrixtest.User, words string) {
	c.t.Helper()
	c.reads(c.chats[who], words)
}

// TestSentInPrivate asks in the room for an answer that is for one user alone. The answer comes in
// private, and a note in the room says only that.
func TestSentInPrivate(t *testing.T) {
	c := newClub(t)
	c.begin()
	c.alice.Say(c.chats[c.alice], "challenge @bob:x raumschach white private")
	c.readsInPrivate(c.bob, "challenges bob")
	c.bob.Say(c.chats[c.bob], "accept 2")
	c.readsInPrivate(c.alice, "Game 2 begins")
	for n, question := range []struct{ text, words string }{
		{"!board 2", "Game 2, Raumschach"}, {"!games", "Game 2, Raumschach"}, {"!moves 1", "61 legal moves"}, {"!export 2", "Game 2 as a record"}, {"!block @bob:x", "can no longer challenge"}, {"!challenge @bob:x raumschach", "You have blocked bob"},
	} {
		c.alice.Say(c.den, question.text)
		c.readsInPrivate(c.alice, question.words)
		c.server.Wait("a note", func() bool {
			notes := 0
			for _, e := range c.den.From(c.robot, "m.room.message") {
				if e.Content["body"] == "I've sent you the answer in private." {
					notes++
				}
			}
			return notes == n+1
		})
		if c.said(c.den, question.words) > 0 {
			t.Errorf("%s is answered in the room", question.text)
		}
	}
	c.alice.Say(c.den, "!board 1 here")
	c.reads(c.den, "Game 1, Raumschach")
}
