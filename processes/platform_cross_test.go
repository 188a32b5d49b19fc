package processes

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
	"raumbot/adapters/matrix/matrixtest"
)

// club is a running program that serves a Discord guild and a Matrix room.
type club struct {
	t       *testing.T
	discord *discordtest.Server
	alice   *discordtest.User
	channel *discordtest.Channel
	matrix  *matrixtest.Server
	robot   *matrixtest.User
	bob     *matrixtest.User
	den     *matrixtest.Room
}

// newClub starts the program, and waits until it has joined both.
func newClub(t *testing.T) *club {
	t.Helper()
	c := &club{t: t, discord: discordtest.New(t), matrix: matrixtest.New(t)}
	c.channel = c.discord.AddGuild("Club").AddChannel("games")
	c.alice = c.discord.AddUser("alice")
	c.robot, c.bob = c.matrix.AddUser("raumbot"), c.matrix.AddUser("bob")
	s := startServer(t, []string{
		"DISCORD_TOKEN=" + c.discord.Token, "RAUMBOT_DISCORD_API=" + c.discord.API,
		"MATRIX_HOMESERVER=" + c.matrix.URL, "MATRIX_USER=raumbot", "MATRIX_PASSWORD=" + matrixtest.Password,
		"RAUMBOT_DATABASE=" + filepath.Join(t.TempDir(), "raumbot.db"),
	})
	t.Cleanup(func() { s.end(os.Interrupt) })
	c.discord.Wait("a greeting on Discord", func() bool { return len(c.channel.Messages) == 1 })
	c.den = c.bob.CreateRoom("Den", c.robot)
	c.reads("Hello!")
	return c
}

// reads waits for a message of the bot in the Matrix room that contains a text, and returns the
// event.
func (c *club) reads(words string) (found *matrixtest.Event) {
	c.t.Helper()
	c.matrix.Wait(words, func() bool {
		for _, e := range c.den.From(c.robot, "m.room.message") {
			if body, _ := e.Content["body"].(string); e.Content["msgtype"] != "m.image" && strings.Contains(body, words) {
				found = e
				return true
			}
		}
		return false
	})
	return found
}

// replies sends a message in the thread of an event.
func (c *club) replies(root *matrixtest.Event, text string) {
	c.bob.Send(c.den, "m.room.message", map[string]any{"msgtype": "m.text", "body": text, "m.relates_to": map[string]any{
		"rel_type": "m.thread", "event_id": root.ID, "is_falling_back": true, "m.in_reply_to": map[string]any{"event_id": root.ID},
	}})
}

// told waits until both rooms have a message with a text, and a number of boards.
func (c *club) told(words string, boards int) {
	c.t.Helper()
	c.reads(words)
	c.matrix.Wait("boards on Matrix", func() bool { return len(c.matrixBoards()) == boards })
	c.discord.Wait(words+", with its board", func() bool {
		said := slices.ContainsFunc(c.thread().Messages, func(m *discordtest.Message) bool { return strings.Contains(m.Content, words) })
		return said && len(c.discordBoards()) == boards
	})
}

// discordBoards returns the pictures in the game's thread, matrixBoards those in the room. Call
// them within Look.
func (c *club) discordBoards() (all [][]byte) {
	for _, m := range c.thread().Messages {
		for _, f := range m.Files {
			all = append(all, f.Data)
		}
	}
	return all
}

func (c *club) matrixBoards() (all [][]byte) {
	for _, e := range c.den.From(c.robot, "m.room.message") {
		if url, _ := e.Content["url"].(string); e.Content["msgtype"] == "m.image" {
			all = append(all, c.matrix.Uploads[url])
		}
	}
	return all
}

// thread returns the game's thread on Discord, nil if there is none. Call it within Look.
func (c *club) thread() *discordtest.Channel {
	for _, channel := range c.discord.Channels {
		if channel.Parent == c.channel {
			return channel
		}
	}
	return &discordtest.Channel{}
}

// TestTwoPlatformsOneGame has alice on Discord seek an opponent, and bob on Matrix accept. They
// play, each in their own room, and see each move with a board there; then alice resigns.
func TestTwoPlatformsOneGame(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	slash := func(channel *discordtest.Channel, command string, options discordtest.Options) {
		t.Helper()
		i := c.discord.Slash(c.alice, channel, command, options)
		c.discord.Wait("an answer to "+command, func() bool { return i.Done })
	}
	slash(c.channel, "seek", discordtest.Options{"variant": "raumschach", "colour": "white"})
	c.bob.Say(c.den, "!accept 1")
	root := c.reads("begins: Raumschach, alice (White) against bob (Black)")
	c.told("begins", 1)
	var thread *discordtest.Channel
	c.discord.Look(func() { thread = c.thread() })

	slash(thread, "move", discordtest.Options{"move": "ba2-ba3"})
	c.told("alice plays Pawn ba2-ba3", 2)
	c.replies(root, "eb4-eb3")
	c.told("bob plays Pawn eb4-eb3", 3)
	slash(thread, "move", discordtest.Options{"move": "bb2-bb3"})
	c.told("alice plays Pawn bb2-bb3", 4)
	c.replies(root, "ba2-ba3")
	c.reads("No piece stands on ba2") // seen by bob only
	slash(thread, "resign", discordtest.Options{"sure": "confirm"})
	c.told("resigns", 5)

	var boards [][]byte
	c.discord.Look(func() {
		boards = append(boards, c.discordBoards()...)
		if slices.ContainsFunc(thread.Messages, func(m *discordtest.Message) bool { return strings.Contains(m.Content, "No piece stands") }) {
			t.Error("alice reads of bob's mistake")
		}
	})
	c.matrix.Look(func() { boards = append(boards, c.matrixBoards()...) })
	for i, data := range boards {
		if board, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || board.Width < 400 {
			t.Errorf("picture %d is %d wide, %v", i, board.Width, err)
		}
	}
}
