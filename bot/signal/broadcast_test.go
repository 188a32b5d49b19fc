package signal_test

import (
	"sync"
	"testing"

	"raumbot/bot/signal"
)

// TestBroadcast checks that Send wakes all goroutines that are waiting, and none that come later.
func TestBroadcast(t *testing.T) {
	var b signal.Broadcast
	b.Send() // nobody waits
	var awake sync.WaitGroup
	for range 3 {
		next := b.Next()
		select {
		case <-next:
			t.Error("awake before the signal")
		default:
		}
		awake.Go(func() { <-next })
	}
	b.Send()
	awake.Wait()
	select {
	case <-b.Next():
		t.Error("an earlier signal wakes those who come later")
	default:
	}
}
