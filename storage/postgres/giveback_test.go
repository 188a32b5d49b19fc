package postgres

import (
	"strings"
	"testing"

	"raumbot/storage/storagetest"
)

// TestUnansweredClaimIsGivenBack has a process claim a task without hearing the answer, and then stop politely: another has the task at once.
func TestUnansweredClaimIsGivenBack(t *testing.T) {
	direct := storagetest.Postgres(t)
	p := storagetest.NewProxy(t, direct)
	first, second := joined(t, p.URL), joined(t, direct)
	p.Arm(1, storagetest.Unanswered, func(sql string) bool {
		return strings.HasPrefix(sql, "end of: ") && strings.Contains(sql, "insert into lease")
	})
	if _, err := first.Leases().TryHold(t.Context(), "sweep"); err == nil {
		t.Fatal("a task is held of which nobody has said so")
	}
	if sql, cut := p.Disarm(); !cut {
		t.Fatalf("nothing was cut: %s", sql)
	}
	var owner string
	if err := second.pool.QueryRow(t.Context(), "select owner from lease where task = 'sweep' and until > clock_timestamp()").Scan(&owner); err != nil || owner != first.name {
		t.Fatalf("the server says that %q has the task, %v", owner, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Leases().TryHold(t.Context(), "sweep"); err != nil {
		t.Errorf("the task of who has stopped: %v", err)
	}
}
