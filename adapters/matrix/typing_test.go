package matrix

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestTyping shows a typing notice while something takes long, and none for what is quick.
func TestTyping(t *testing.T) {
	for pause, want := range map[time.Duration]int32{0: 0, 2 * typingAfter: 2} {
		var notices atomic.Int32
		s := testSession(t, &homeserver{
			before: func(r *http.Request) {
				if strings.Contains(r.URL.Path, "/typing/") {
					notices.Add(1)
				}
			},
			refuse: func(path string) (int, string) {
				if strings.Contains(path, "/typing/") {
					return http.StatusOK, "{}"
				}
				return 0, ""
			},
		})
		stop := s.typing(t.Context(), "!den:x")
		time.Sleep(pause)
		stop()
		if got := notices.Load(); got != want {
			t.Errorf("after %s: %d notices, want %d", pause, got, want)
		}
	}
}

// TestReadReceipt marks commands as read, and nothing else that is said in the room.
func TestReadReceipt(t *testing.T) {
	c := newClub(t)
	talk := c.alice.Say(c.den, "nice weather")
	command := c.alice.Say(c.den, "!variants")
	c.server.Wait("a read receipt", func() bool { return slices.Contains(c.den.Read, command) })
	c.server.Look(func() {
		if slices.Contains(c.den.Read, talk) {
			t.Error("talk is marked as read")
		}
	})
}
