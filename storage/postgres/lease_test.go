package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/storage/storagetest"
)

// leasesOf returns the leases of two processes on one database.
func leasesOf(t *testing.T) (first, second *leases) {
	t.Helper()
	e, err := Open(t.Context(), storagetest.Postgres(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	second = newLeases(e.pool, processName())
	t.Cleanup(second.close)
	return e.member.leases, second
}

func TestLeases(t *testing.T) {
	first, second := leasesOf(t)
	t.Run("of one process", func(t *testing.T) { storagetest.CheckLeases(t, first, first) })
	if _, err := first.pool.Exec(t.Context(), "delete from lease"); err != nil {
		t.Fatal(err)
	}
	t.Run("of two processes", func(t *testing.T) { storagetest.CheckLeases(t, first, second) })
}

// TestLeaseIsKept keeps a lease for longer than its term, and takes it from a process that says nothing any more.
func TestLeaseIsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for leases to run out")
	}
	t.Parallel()
	first, second := leasesOf(t)
	lease, err := first.TryHold(t.Context(), "sweep")
	if err != nil {
		t.Fatal(err)
	}
	lease.SetNote([]byte("17"))
	for begun := time.Now(); time.Since(begun) < leaseTerm+2*round; time.Sleep(round / 2) {
		if _, err := second.TryHold(t.Context(), "sweep"); !errors.Is(err, bot.ErrLeased) || !lease.Valid() {
			t.Fatalf("after %s: %v, valid: %t", time.Since(begun), err, lease.Valid())
		}
	}
	first.cancel() // as if it had died: nothing is given back
	<-first.stopped
	next, err := bot.Hold(t.Context(), second, "sweep")
	if err != nil {
		t.Fatal(err)
	}
	if lease.Valid() || !errors.Is(context.Cause(lease.Context()), bot.ErrLeaseLost) {
		t.Errorf("the one that died still holds it: valid %t, cause %v", lease.Valid(), context.Cause(lease.Context()))
	}
	if note := string(next.Note()); note != "17" {
		t.Errorf("its note is %q", note)
	}
	lease.Release()
	if !next.Valid() {
		t.Error("the one that died gives back what is another's")
	}
}

// TestLeaseIsLost takes a lease away in the database, as when a standby is promoted that did not know of it.
func TestLeaseIsLost(t *testing.T) {
	t.Parallel()
	first, second := leasesOf(t)
	lease, err := first.TryHold(t.Context(), "sweep")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.pool.Exec(t.Context(), "delete from lease"); err != nil {
		t.Fatal(err)
	}
	next, err := second.TryHold(t.Context(), "sweep")
	if err != nil {
		t.Fatal(err)
	}
	<-lease.Context().Done()
	if !next.Valid() {
		t.Error("the next holder has lost it, too")
	}
}

// TestLeaseEndsAsleep lets a machine sleep, whose monotonic clock stands still meanwhile.
func TestLeaseEndsAsleep(t *testing.T) {
	first, _ := leasesOf(t)
	held, err := first.TryHold(t.Context(), "sweep")
	if err != nil {
		t.Fatal(err)
	}
	first.mu.Lock()
	mine := first.mine["sweep"]
	mine.date = mine.date.Add(-leaseTerm)
	first.mu.Unlock()
	if held.Valid() {
		t.Error("a lease is held that has run out by the calendar")
	}
}

// TestLeasesEndWithTheEpoch has a process take the database to itself after another has died with a task: it need not wait until that
// runs out, and reads its note, which was kept when it was asked to be.
func TestLeasesEndWithTheEpoch(t *testing.T) {
	url := storagetest.Postgres(t)
	dead, err := Open(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	lease, err := dead.Leases().TryHold(t.Context(), "courier/discord")
	if err != nil {
		t.Fatal(err)
	}
	lease.SetNote([]byte("busy"))
	if err := lease.KeepNote(t.Context()); err != nil {
		t.Fatal(err)
	}
	dead.member.leases.cancel() // as if it had died: nothing is given back
	<-dead.member.leases.stopped
	dead.member.leases.loseAll()
	if err := dead.Close(); err != nil {
		t.Fatal(err)
	}
	next, err := Open(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	if lease, err = next.Leases().TryHold(t.Context(), "courier/discord"); err != nil || string(lease.Note()) != "busy" {
		t.Errorf("a task of the epoch before: %v", err)
	}
}

// TestLostLeaseIsHadAgain has a process claim a task that it has taken for lost while the server has not: it need not wait until that runs out.
func TestLostLeaseIsHadAgain(t *testing.T) {
	first, second := leasesOf(t)
	before, err := first.TryHold(t.Context(), "sweep")
	if err != nil {
		t.Fatal(err)
	}
	before.SetNote([]byte("17"))
	first.loseAll()
	if _, err := second.TryHold(t.Context(), "sweep"); !errors.Is(err, bot.ErrLeased) {
		t.Errorf("another process is told %v", err)
	}
	again, err := first.TryHold(t.Context(), "sweep")
	if err != nil {
		t.Fatal(err)
	}
	if note := string(again.Note()); note != "17" {
		t.Errorf("the note it has not kept yet is read as %q", note)
	}
	before.Release()
	if err := again.KeepNote(t.Context()); err != nil || before.Valid() || !again.Valid() {
		t.Errorf("the lost one is valid: %t, the next one: %t, %v", before.Valid(), again.Valid(), err)
	}
	first.loseAll()
	if _, err := second.pool.Exec(t.Context(), "update lease set until = '-infinity'"); err != nil {
		t.Fatal(err)
	}
	between, err := second.TryHold(t.Context(), "sweep")
	if err != nil {
		t.Fatal(err)
	}
	between.SetNote([]byte("18"))
	between.Release()
	if again, err = first.TryHold(t.Context(), "sweep"); err != nil {
		t.Fatal(err)
	}
	if note := string(again.Note()); note != "18" {
		t.Errorf("the note of another process between is read as %q", note)
	}
}

// TestWaitsForTheEnd has a task that another process holds looked for when it runs out, not all the time.
func TestWaitsForTheEnd(t *testing.T) {
	first, second := leasesOf(t)
	if _, err := first.TryHold(t.Context(), "sweep"); err != nil {
		t.Fatal(err)
	}
	for _, l := range []*leases{first, second} { // they do nothing by themselves
		l.cancel()
		<-l.stopped
	}
	const left = time.Hour
	second.due = time.Now().Add(2 * left)
	before := time.Now()
	if _, err := first.pool.Exec(t.Context(), "update lease set until = clock_timestamp() + $1", left); err != nil {
		t.Fatal(err)
	}
	after := time.Now()
	if _, err := second.TryHold(t.Context(), "sweep"); !errors.Is(err, bot.ErrLeased) {
		t.Fatalf("a task that is held: %v", err)
	}
	if early, late := before.Add(left).Sub(second.due), second.due.Sub(after.Add(left)); early > time.Since(before) || late > 0 {
		t.Errorf("it is looked for again %s before or %s after the end", early, late)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := second.TryHold(canceled, "sweep"); err == nil {
		t.Fatal("nobody was asked, and it is held")
	}
	if second.due.After(time.Now()) {
		t.Errorf("after an error it is looked for again in %s", time.Until(second.due))
	}
}
