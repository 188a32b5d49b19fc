//go:build goolm

package e2e

import (
	"bytes"
	"image/gif"
	"strings"
	"testing"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// TestFiles asks for an animation and for an export, with and without encryption.
func TestFiles(t *testing.T) {
	t.Parallel()
	r := newRobot(t, home, "[limits]\nuser = 0\nroom = 0\n")
	for _, encrypted := range []bool{true, false} {
		alice := newClient(t, home, "alice")
		room := alice.room(encrypted, "Den", r.id)
		chat := alice.directChat(r, encrypted)
		for range 20 {
			alice.say(room, "", "!study raumschach")
		}
		waitFor(t, "twenty games", alice, room, func() bool { return alice.count(room, says("begins")) == 20 })
		last := alice.reads(room, "begins")
		alice.say(room, last.ID, "ba2-ba3")
		alice.reads(room, "plays Pawn ba2-ba3")
		alice.say(room, last.ID, "!replay here")
		alice.film(room, encrypted)
		alice.say(room, "", "!export all")
		alice.export(chat, encrypted)
	}
}

// sealed makes sure that the file of a message is encrypted, or not.
func (c *client) sealed(m *event.MessageEventContent, encrypted bool) {
	c.t.Helper()
	if encrypted == (m.File == nil) || encrypted == (m.URL != "") {
		c.t.Errorf("the file is in %q, encrypted %v", m.URL, m.File)
	}
}

// film fetches the game in motion that was said in a room.
func (c *client) film(room id.RoomID, encrypted bool) {
	c.t.Helper()
	m := c.await(room, "a game in motion", func(e *event.Event) bool {
		return isPicture(e) && e.Content.AsMessage().Info.MimeType == "image/gif"
	}).Content.AsMessage()
	c.sealed(m, encrypted)
	data := c.fetch(m.URL, m.File)
	film, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		c.t.Fatal(err)
	}
	if len(film.Image) != 2 || film.Config.Width != m.Info.Width || film.Config.Height != m.Info.Height || m.Info.Size != len(data) || !m.Info.IsAnimated {
		c.t.Errorf("the film has %d pictures and %+v, and the message says %+v", len(film.Image), film.Config, m.Info)
	}
}

// export fetches the games that were handed over in a chat.
func (c *client) export(chat id.RoomID, encrypted bool) {
	c.t.Helper()
	m := c.await(chat, "a file", func(e *event.Event) bool {
		m, ok := e.Content.Parsed.(*event.MessageEventContent)
		return ok && m.MsgType == event.MsgFile
	}).Content.AsMessage()
	c.sealed(m, encrypted)
	data := c.fetch(m.URL, m.File)
	if m.Info.Size != len(data) || m.Info.MimeType != "text/plain" || m.FileName != "games-1.txt" || m.Body != m.FileName {
		c.t.Errorf("%d bytes come as %q, %q: %+v", len(data), m.Body, m.FileName, m.Info)
	}
	if text := string(data); strings.Count(text, "Raumschach")+strings.Count(text, "raumschach") < 20 || !strings.Contains(text, "ba2-ba3") {
		c.t.Errorf("the file holds:\n%s", text)
	}
}
