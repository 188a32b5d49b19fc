package matrix

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"maunium.net/go/mautrix/crypto/attachment"

	"raumbot/adapters/matrix/matrixtest"
)

// attach sends a message with a file; change may change its content.
func (c *club) attach(who *matrixtest.User, room *matrixtest.Room, caption, text string, change func(content map[string]any)) string {
	address := "mxc://x/attached" + strings.Repeat("a", len(caption))
	c.server.Look(func() { c.server.Uploads[address] = []byte(text) })
	content := map[string]any{"msgtype": "m.file", "body": caption, "filename": "pond.toml", "url": address, "info": map[string]any{"size": len(text)}}
	if caption == "" {
		content["body"] = "pond.toml"
	}
	if change != nil {
		change(content)
	}
	return who.Send(room, "m.room.message", content)
}

// reply replies to a message.
func reply(who *matrixtest.User, room *matrixtest.Room, to, text string) {
	who.Send(room, "m.room.message", map[string]any{"msgtype": "m.text", "body": text, "m.relates_to": map[string]any{"m.in_reply_to": map[string]any{"event_id": to}}})
}

// TestAttachedGame adds a game by a file with a caption and by a reply to a file, encrypted and
// unencrypted. Users who do not moderate the room cannot.
func TestAttachedGame(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	data, err := os.ReadFile("../../bot/service/testdata/games/pond.toml")
	if err != nil {
		t.Fatal(err)
	}
	pond := string(data)
	c.attach(c.bob, c.den, "!variant add", pond, nil)
	c.reads(nil, "Only an organiser of this room")
	file := c.attach(c.alice, c.den, "", pond, nil)
	c.server.Look(func() {
		if c.server.Downloads > 0 {
			t.Errorf("%d files were asked for", c.server.Downloads)
		}
	})
	reply(c.alice, c.den, file, "!variant add")
	c.reads(c.den, "alice has added a game to this place")
	c.attach(c.alice, c.den, "!variant add", strings.Replace(pond, "acht", "8", 1), nil)
	c.reads(c.den, "by a new version")

	other := c.alice.CreateRoom("Other", c.robot)
	c.reads(other, "Hello!")
	c.alice.Say(other, "!rules pondcube")
	c.reads(other, "There is no game called")

	// Encrypted files come with their key.
	key := attachment.NewEncryptedFile()
	sealed := []byte(strings.Replace(pond, "acht", "ACHT", 1))
	key.EncryptInPlace(sealed)
	described, err := json.Marshal(key)
	if err != nil {
		t.Fatal(err)
	}
	c.attach(c.alice, c.den, "!variant add ", string(sealed), func(content map[string]any) {
		file := map[string]any{}
		if err := json.Unmarshal(described, &file); err != nil {
			t.Fatal(err)
		}
		file["url"] = content["url"]
		content["file"] = file
		delete(content, "url")
	})
	c.reads(c.den, "ACHT Figuren")
}

// TestAttachedElsewhere attaches files that are not on a homeserver or too large. They are not
// requested, or no game is added.
func TestAttachedElsewhere(t *testing.T) {
	c := newClub(t)
	for _, address := range []string{"https://example.org/a.toml", "mxc://../..", "mxc://x/../../admin", "mxc://x/a?b", "mxc://x", "mxc://x/%2e%2e", ""} {
		before := c.said(c.den, "could not be fetched")
		c.attach(c.alice, c.den, "!variant add", "format = 1", func(content map[string]any) { content["url"] = address })
		c.server.Wait(address, func() bool { return len(c.den.Bodies(c.robot)) > 0 && c.count("could not be fetched") > before })
	}
	c.attach(c.alice, c.den, "!variant add", "format = 1", func(content map[string]any) { content["info"] = map[string]any{"size": 1 << 20} })
	c.reads(c.den, "is too large")
	c.server.Look(func() {
		if c.server.Downloads > 0 {
			t.Errorf("%d files were asked for", c.server.Downloads)
		}
	})
	c.attach(c.alice, c.den, "!variant add  ", strings.Repeat("#", 100<<10), func(content map[string]any) { delete(content, "info") })
	c.server.Wait("a second refusal", func() bool { return c.count("is too large") > 1 })
}

// count counts the messages of the bot with some words in the den. The caller has locked
// the server.
func (c *club) count(words string) (n int) {
	for _, body := range c.den.Bodies(c.robot) {
		if strings.Contains(body, words) {
			n++
		}
	}
	return n
}
