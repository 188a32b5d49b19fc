//go:build goolm

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// script returns the moves of a whole game, from the vectors of the rules.
func script(t *testing.T, name string) (variant string, moves []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "rules", "testdata", "vectors", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, line := range lines[2:] {
		moves = append(moves, strings.Split(line, "\t")[1])
	}
	return strings.TrimPrefix(lines[0], "variant "), moves
}

// game is a game between two people in a room.
type game struct {
	t      *testing.T
	people [2]*client // White and Black
	room   id.RoomID
	root   id.EventID // of its thread
	plies  int
}

// begin begins a game: White challenges by a mention, Black accepts by a reaction or by text.
func begin(t *testing.T, room id.RoomID, white, black *client, variant string, byReaction bool) *game {
	t.Helper()
	white.challenge(room, black, variant+" white")
	offer := black.await(room, "a challenge", func(e *event.Event) bool { return says("challenges "+black.name)(e) && pings(e, black.UserID) })
	if byReaction {
		// The bot has shown what can be pressed.
		black.await(room, "the bot's own reaction", func(e *event.Event) bool {
			r, ok := e.Content.Parsed.(*event.ReactionEventContent)
			return ok && r.RelatesTo.EventID == offer.ID && r.RelatesTo.Key == "✅"
		})
		black.press(offer, "✅")
	} else {
		black.say(room, "", "!accept")
	}
	return &game{t: t, people: [2]*client{white, black}, room: room, root: white.reads(room, "begins:").ID}
}

func (g *game) mover() *client { return g.people[g.plies%2] }

// told counts the moves that the bot has told in the game's thread.
func (g *game) told(c *client) int {
	return c.count(g.room, func(e *event.Event) bool { return thread(e) == g.root && says(" plays ")(e) })
}

// pictures counts those in the game's thread.
func (g *game) pictures(c *client) int {
	return c.count(g.room, func(e *event.Event) bool { return thread(e) == g.root && isPicture(e) })
}

func isPicture(e *event.Event) bool {
	m, ok := e.Content.Parsed.(*event.MessageEventContent)
	return ok && m.MsgType == event.MsgImage
}

// made waits until the next move has been told to the other player, with its picture.
func (g *game) made() {
	g.t.Helper()
	g.plies++
	waitFor(g.t, fmt.Sprintf("move %d", g.plies), g.mover(), g.room, func() bool { return g.told(g.mover()) >= g.plies })
}

// play makes moves by text, as bare moves in the thread.
func (g *game) play(moves []string) {
	g.t.Helper()
	for _, m := range moves {
		g.mover().say(g.room, g.root, m)
		g.made()
	}
}

// press makes moves that each player sees in private before pressing the reaction that plays them.
func (g *game) press(moves []string) {
	g.t.Helper()
	for _, m := range moves {
		c := g.mover()
		c.say(g.room, g.root, m)
		preview := c.await("", "a preview of "+m, func(e *event.Event) bool {
			return e.RoomID != g.room && says(fmt.Sprintf("%s!", m))(e)
		})
		c.press(preview, "✅")
		g.made()
	}
}

// over checks the end of a game: each move told once, with one picture each, and the result.
func (g *game) over(result string) {
	g.t.Helper()
	for _, c := range g.people {
		c.reads(g.room, result)
		waitFor(g.t, "the pictures", c, g.room, func() bool { return g.pictures(c) >= g.plies+1 })
		if told, pictures := g.told(c), g.pictures(c); told != g.plies || pictures != g.plies+1 {
			g.t.Errorf("%s has read of %d moves and seen %d pictures, want %d and %d", c.name, told, pictures, g.plies, g.plies+1)
		}
	}
}

func waitFor(t *testing.T, what string, c *client, room id.RoomID, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if is() {
			return
		}
	}
	t.Fatalf("%s waits in vain for %s; the room holds:\n%s", c.name, what, c.transcript(room))
}

// picture fetches the last picture of a room, decrypted if it is encrypted, and checks that it is
// what the message says. It has no thumbnail, which clients would show in its place.
func (c *client) picture(room id.RoomID, encrypted bool) {
	c.t.Helper()
	e := c.await(room, "a picture", isPicture)
	m := e.Content.AsMessage()
	if encrypted == (m.File == nil) || encrypted == (m.URL != "") {
		c.t.Fatalf("the picture is in %q, encrypted %v", m.URL, m.File)
	}
	board, err := png.DecodeConfig(bytes.NewReader(c.fetch(m.URL, m.File)))
	if err != nil {
		c.t.Fatal(err)
	}
	if board.Width != m.Info.Width || board.Height != m.Info.Height || m.Info.AnoaBlurhash == "" || m.Info.MimeType != "image/png" ||
		m.Info.ThumbnailURL != "" || m.Info.ThumbnailFile != nil || m.Info.ThumbnailInfo != nil {
		c.t.Errorf("the picture is %v, and the message says %s", board, e.Content.VeryRaw)
	}
	if !strings.Contains(m.Body, "White to move") && !strings.Contains(m.Body, "Black to move") {
		c.t.Errorf("the picture says nothing to those who do not see it: %q", m.Body)
	}
}

func (c *client) fetch(url id.ContentURIString, file *event.EncryptedFileInfo) []byte {
	c.t.Helper()
	if file != nil {
		url = file.URL
	}
	data, err := c.DownloadBytes(context.Background(), url.ParseOrIgnore())
	if err == nil && file != nil {
		err = file.DecryptInPlace(data)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return data
}

func TestPlainByText(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	room := alice.room(false, "Den", r.id, bob)
	variant, moves := script(t, "gutenschach-06")
	g := begin(t, room, alice, bob, variant, false)
	g.play(moves)
	g.over("wins")
	alice.picture(room, false)
}

func TestPlainByReaction(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	room := alice.room(false, "Den", r.id, bob)
	playByReaction(t, r, room, alice, bob)
}

func TestEncryptedByReaction(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "")
	alice, bob := newClient(t, home, "alice"), newClient(t, home, "bob")
	room := alice.room(true, "Den", r.id, bob)
	playByReaction(t, r, room, alice, bob)
	bob.picture(room, true)
}

// playByReaction plays a whole game in which nothing is accepted or moved without a reaction.
func playByReaction(t *testing.T, r *robot, room id.RoomID, alice, bob *client) {
	t.Helper()
	for _, c := range []*client{alice, bob} {
		chat := c.directChat(r, false)
		c.say(chat, "", "confirm on")
		c.reads(chat, "You see each move")
	}
	variant, moves := script(t, "tunnelchess-paired-linepiece-06")
	g := begin(t, room, alice, bob, variant, true)
	g.press(moves)
	g.over("Checkmate!")
}
