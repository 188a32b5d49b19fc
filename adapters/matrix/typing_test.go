package matrix

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestTyping shows a typing notice for work that takes long, and none for quick work.
func TestTyping(t *testing.T) {
	for long, want := range map[bool]int32{false: 0, true: 2} {
		var notices atomic.Int32
		shown := make(chan struct{}, 2)
		s := testSession(t, &homeserver{
			before: func(r *http.Request) {
				if strings.Contains(r.URL.Path, "/typing/") {
					notices.Add(1)
					shown <- struct{}{}
				}
			},
			refuse: func(path string) (int, string) {
				if strings.Contains(path, "/typing/") {
					return http.StatusOK, "{}"
				}
				return 0, ""
			},
		})
		began := time.Now()
		stop := s.typing(t.Context(), "!den:x")
		if long {
			<-shown
		}
		stop()
		if got := notices.Load(); got != want && (long || time.Since(began) < typingAfter) {
			t.Errorf("it takes long: %t, %d notices, want %d", long, got, want)
		}
	}
}

// TestReadReceipt marks commands as read, and no other messages in the room.
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
