package postgres

import (
	"context"
	"maps"
	"slices"
	"time"
)

// close releases all leases, and what the server may take for held.
func (l *leases) close() {
	l.cancel()
	<-l.stopped
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	for end := time.Now().Add(round); l.asks() && time.Now().Before(end); {
		time.Sleep(round / 100)
	}
	l.mu.Lock()
	all, unsure := slices.Collect(maps.Values(l.mine)), slices.Collect(maps.Keys(l.unsure))
	l.mu.Unlock()
	l.giveBack(all, true)
	if len(unsure) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), renewal)
	defer cancel()
	_, _ = l.pool.Exec(ctx, `with back as (update lease set until = '-infinity' where task = any($2) and owner = $1 returning 1)
		select pg_notify(current_schema(), $3) where exists (select from back)`, l.owner, unsure, l.owner+" "+freed) // else they run out by themselves
}

// asks reports whether the server is being asked for a task.
func (l *leases) asks() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.claiming) > 0
}

// listed are leases as the server is told of them. The fields of one have the same index.
type listed struct {
	tasks []string
	terms []int64
	notes [][]byte
}

// add adds a lease. leases.mu must be held.
func (l *listed) add(held *lease) {
	l.tasks, l.terms, l.notes = append(l.tasks, held.task), append(l.terms, held.term), append(l.notes, held.note)
}

// giveBack ends leases, and tells the server, and the other processes if tell is set. Those that bar has ended are kept for admit while the
// server may not be told.
func (l *leases) giveBack(all []*lease, tell bool) {
	now := time.Now()
	var back listed
	l.mu.Lock()
	for _, held := range all {
		switch {
		case l.mine[held.task] == held:
			if held.valid(now) {
				back.add(held)
			}
			l.drop(held, nil)
		case l.given[held.task] == held && l.barred:
			held.left = true
		case l.given[held.task] == held:
			delete(l.given, held.task)
			back.add(held)
		}
	}
	l.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), renewal)
	defer cancel()
	l.free(ctx, l.pool, back, tell)
	if tell && len(back.tasks) > 0 {
		l.announce()
	}
}

// free tells the server that tasks are free, and the other processes if tell is set. What another process has by now remains as it is.
func (l *leases) free(ctx context.Context, server querier, back listed, tell bool) {
	if len(back.tasks) == 0 {
		return
	}
	rows, err := server.Query(ctx, `with back as (update lease l set until = '-infinity', note = m.note from unnest($2::text[], $3::bigint[], $4::bytea[]) as m (task, term, note)
		where l.task = m.task and l.term = m.term and l.owner = $1 returning 1) select pg_notify(current_schema(), $5) where $6 and exists (select from back)`,
		l.owner, back.tasks, back.terms, back.notes, l.owner+" "+freed, tell)
	if err == nil { // else the leases run out by themselves
		rows.Close()
	}
}
