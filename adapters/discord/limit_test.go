package discord

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestGlobalLimit makes far more requests than Discord allows, each of which takes a while. At no
// time do more than maxRequests count that may have come within one second. Of each urgency some
// get through although those that are less urgent take all they can get.
func TestGlobalLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &globalLimit{}
		var mu sync.Mutex
		var made []time.Time // when Discord counted each request
		request := func(u urgency, takes time.Duration) {
			for !l.begin(u) {
				time.Sleep(10 * time.Millisecond)
			}
			time.Sleep(takes)
			mu.Lock()
			made = append(made, time.Now())
			mu.Unlock()
			time.Sleep(takes)
			l.end()
		}
		var all sync.WaitGroup
		order := []urgency{unhurried, watching, answering, moving}
		for i, u := range order[:len(order)-1] {
			for n := range 200 {
				all.Go(func() { request(u, time.Duration(n%7)*50*time.Millisecond) })
			}
			time.Sleep(100 * time.Millisecond)
			for range 5 {
				if !l.begin(order[i+1]) {
					t.Fatalf("a request of urgency %d waits for those of urgency %d", order[i+1], u)
				}
				l.end()
			}
		}
		all.Wait()
		for i, at := range made {
			n := 0
			for _, other := range made[i:] {
				if other.Sub(at) < time.Second {
					n++
				}
			}
			if n > maxRequests {
				t.Errorf("%d requests in a second", n)
			}
		}
		time.Sleep(countsFor)
		synctest.Wait()
		if l.count != 0 {
			t.Errorf("%d requests still count", l.count)
		}
	})
}
