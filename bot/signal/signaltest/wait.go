// Package signaltest lets tests wait for what a simulated server has been told.
package signaltest

import (
	"sync"
	"testing"
	"time"
)

// recheck is how often a condition is checked that no change is announced for.
const recheck = 100 * time.Millisecond

// Wait waits until condition returns true. It calls condition with changed.L locked, at every
// broadcast of changed and every 100 milliseconds. If that takes longer than patience, the test
// fails; the failure names what the test has waited for and has the text that state returns.
func Wait(t testing.TB, changed *sync.Cond, patience time.Duration, what string, condition func() bool, state func() string) {
	t.Helper()
	changed.L.Lock()
	defer changed.L.Unlock()
	for deadline := time.Now().Add(patience); !condition(); {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s\n%s", what, state())
		}
		timer := time.AfterFunc(recheck, changed.Broadcast)
		changed.Wait()
		timer.Stop()
	}
}
