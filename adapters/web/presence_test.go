package web

import (
	"slices"
	"testing"
	"time"
)

// TestPresence opens pages, and closes them. A person who has closed all of theirs is gone a little
// later, and that is reported.
func TestPresence(t *testing.T) {
	changed := make(chan struct{}, 100)
	p := newPresence(func() { changed <- struct{}{} })
	p.goneAfter = 10 * time.Millisecond
	p.seen(roomUser("Carol")) // without scripts
	leaveOne, leaveOther := p.watch(roomUser("Ana")), p.watch(roomUser("Ana"))
	leaveBen := p.watch(roomUser("ben"))
	if got := p.names(); !slices.Equal(got, []string{"Ana", "ben", "Carol"}) {
		t.Errorf("%q are here", got)
	}
	leaveOne()
	leaveBen()
	for p.version() < 5 { // three have come; the page that was closed first, and ben's
		<-changed
	}
	if got := p.names(); !slices.Equal(got, []string{"Ana", "Carol"}) {
		t.Errorf("%q are here after ben has left", got)
	}
	if !p.othersThan(roomUser("ANA").UserID) {
		t.Error("Carol is not counted")
	}
	p.people[roomUser("Carol").UserID].until = time.Now()
	if p.othersThan(roomUser("ANA").UserID) {
		t.Error("somebody else is counted who is silent")
	}
	leaveOther()
}
