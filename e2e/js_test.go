//go:build goolm

package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestJavaScript lets a client that shares no code with the bot read and write in an encrypted room, and decrypt a
// picture and its thumbnail.
func TestJavaScript(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed, so the client in JavaScript is left out")
	}
	if _, err := os.Stat("js/node_modules/matrix-js-sdk"); errors.Is(err, fs.ErrNotExist) {
		t.Skip("npm ci has not been run in e2e/js, so the client in JavaScript is left out")
	}
	r := newRobot(t, home, "")
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	var complaints strings.Builder
	c := exec.CommandContext(ctx, node, "play.mjs", home.url, home.account(t, "judith"), password, string(r.id))
	c.Dir, c.Stderr = "js", &complaints
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &complaints)
	}
	var got struct {
		Encrypted, Intact, Thread bool
		PNG, JPEG, Alt            string
		Width, Height, SmallBytes int
		Said                      struct {
			W, H  int
			Small struct {
				MimeType string
				Size     int
			} `json:"thumbnail_info"`
		}
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !got.Encrypted || !got.Intact || !got.Thread || got.PNG != "PNG" || got.Width != got.Said.W || got.Height != got.Said.H ||
		got.JPEG != "ffd8ff" || got.Said.Small.MimeType != "image/jpeg" || got.Said.Small.Size != got.SmallBytes || got.Width == 0 || !strings.Contains(got.Alt, "Raumschach") {
		t.Errorf("the client has found %s", out)
	}
}
