//go:build goolm

package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// needNode returns a Node with which the client in JavaScript works, or skips a test. That is the
// one that npm has installed beside it, or another that is new enough.
func needNode(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat("js/node_modules/matrix-js-sdk"); errors.Is(err, fs.ErrNotExist) {
		t.Skip("npm ci has not been run in e2e/js, so the client in JavaScript is left out")
	}
	for _, node := range []string{"js/node_modules/.bin/node", "node"} {
		version, err := exec.Command(node, "--version").Output()
		if major, _, _ := strings.Cut(strings.TrimPrefix(string(version), "v"), "."); err == nil && must(strconv.Atoi(major))(t) >= 22 {
			path, err := exec.LookPath(node)
			if err == nil {
				path, err = filepath.Abs(path)
			}
			return must(path, err)(t)
		}
	}
	t.Skip("there is no Node 22, so the client in JavaScript is left out")
	return ""
}

// TestJavaScript lets a client that shares no code with the bot read and write in an encrypted
// room, and decrypt a picture. It excludes insecure devices.
func TestJavaScript(t *testing.T) {
	t.Parallel()
	node := needNode(t)
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
		PNG, Alt                  string
		Unread                    []string
		Shields                   []*int
		Width, Height             int
		Said                      struct {
			W, H  int
			Small json.RawMessage `json:"thumbnail_info"`
		}
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !got.Encrypted || !got.Intact || !got.Thread || got.PNG != "PNG" || got.Width != got.Said.W || got.Height != got.Said.H ||
		got.Said.Small != nil || got.Width == 0 || !strings.Contains(got.Alt, "Raumschach") {
		t.Errorf("the client has found %s", out)
	}
	if len(got.Unread) > 0 || len(got.Shields) != 3 || slices.ContainsFunc(got.Shields, func(reason *int) bool { return reason != nil }) {
		t.Errorf("the client warns of %s", out)
	}
}
