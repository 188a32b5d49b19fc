//go:build goolm

package e2e

import (
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// figure matches a picture in the HTML of a message, with its URL and title.
var figure = regexp.MustCompile(`<img data-mx-emoticon src="(mxc://[^"]+)" alt="" title="([^"]+)" height="32"> `)

// TestFigures shows pictures of men in the texts of a room without encryption, and none in one with
// it. Clients can load them, small too. When the homeserver has lost them, the bot uploads others.
func TestFigures(t *testing.T) {
	t.Parallel()
	s := ownServer(t, newServer, home.software)
	r := newRobot(t, s, "emoji = true\n")
	alice, bob := newClient(t, s, "alice"), newClient(t, s, "bob")
	room, vault := alice.room(false, "Den", r.id, bob), alice.room(true, "Vault", r.id, bob)
	// figures asks for the moves of game 1 until figures come that are not old, and returns these.
	figures := func(old []string) (urls []string) {
		for end := time.Now().Add(patience); ; time.Sleep(2 * time.Second) {
			asked := alice.say(room, "", "!moves 1")
			m := alice.await(room, "the moves", func(e *event.Event) bool {
				m, ok := e.Content.Parsed.(*event.MessageEventContent)
				return ok && m.RelatesTo.GetReplyTo() == asked
			}).Content.AsMessage()
			if strings.Contains(m.Body, "mxc:") || !strings.Contains(m.Body, "\nPawn: ") {
				t.Fatalf("the moves are %q", m.Body)
			}
			var titles []string
			urls = nil
			for _, found := range figure.FindAllStringSubmatch(m.FormattedBody, -1) {
				urls, titles = append(urls, found[1]), append(titles, found[2])
			}
			if len(urls) > 0 && (len(old) == 0 || urls[0] != old[0]) {
				if got := strings.Join(titles, " "); got != "Queen Bishop Unicorn Knight Pawn" {
					t.Errorf("there are figures of %s", got)
				}
				return urls
			}
			if time.Now().After(end) {
				t.Fatalf("the moves are %q, with figures at %v", m.FormattedBody, urls)
			}
		}
	}
	begin(t, room, alice, bob, "raumschach", false)
	first := figures(nil)
	for _, url := range first {
		uri := id.ContentURIString(url).ParseOrIgnore()
		whole, err := alice.Download(t.Context(), uri)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.DecodeConfig(whole.Body)
		whole.Body.Close()
		if err != nil || picture.Width != 96 {
			t.Errorf("the figure is %+v, %v", picture, err)
		}
		small, err := alice.DownloadThumbnail(t.Context(), uri, 32, 32)
		if err != nil {
			t.Fatal(err)
		}
		small.Body.Close()
	}
	alice.say(vault, "", "!rules raumschach")
	explained := alice.reads(vault, "Pieces:").Content.AsMessage()
	if strings.Contains(explained.FormattedBody, "<img") || !strings.Contains(explained.FormattedBody, "Unicorn") {
		t.Errorf("in an encrypted room it says %q", explained.FormattedBody)
	}
	r.stop()
	lost, err := filepath.Glob(filepath.Join(s.dir, "media*", "*"))
	if err != nil || len(lost) == 0 {
		t.Fatalf("there are no media: %v", err)
	}
	for _, path := range lost {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
	r.start()
	r.logged("logged in", 2)
	figures(first)
}
