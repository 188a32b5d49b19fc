package web

import (
	"slices"
	"strings"
	"sync"
	"time"

	"raumbot/bot"
)

const (
	// goneAfter is how long people whose last page has been closed still count as present. It is
	// longer than a browser takes to open a stream again.
	goneAfter = 15 * time.Second
	// quietAfter is how long people without an open stream, such as those whose browsers run no
	// scripts, count as present after they have spoken or come in.
	quietAfter = 10 * time.Minute
)

// presence keeps who is in the room.
type presence struct {
	mu     sync.Mutex
	people map[string]*present // by folded name
	// changes counts how often somebody may have come or gone. changed is called after each time.
	changes int
	changed func()
	// goneAfter is [goneAfter], except in tests.
	goneAfter time.Duration
}

// present is a person in the room.
type present struct {
	name    string
	streams int
	until   time.Time // when the person is gone, if there is no stream
}

func newPresence(changed func()) *presence {
	return &presence{people: map[string]*present{}, changed: changed, goneAfter: goneAfter}
}

// seen records that a person has come in or has spoken.
func (p *presence) seen(name string) { p.update(name, 0, quietAfter) }

// watch records that a person has opened a stream. The caller must call the returned function when
// it ends.
func (p *presence) watch(name string) (leave func()) {
	p.update(name, 1, p.goneAfter)
	return func() {
		p.update(name, -1, p.goneAfter)
		time.AfterFunc(p.goneAfter, p.change)
	}
}

func (p *presence) update(name string, streams int, stays time.Duration) {
	p.mu.Lock()
	folded, now := bot.FoldName(name), time.Now()
	who := p.people[folded]
	came := who == nil || !who.here(now)
	if who == nil {
		who = &present{}
		p.people[folded] = who
	}
	who.name = name
	who.streams += streams
	who.until = now.Add(stays)
	p.mu.Unlock()
	if came {
		p.change()
	}
}

// change counts a change, and reports it.
func (p *presence) change() {
	p.mu.Lock()
	p.changes++
	p.mu.Unlock()
	p.changed()
}

// version returns a number that is another after each change.
func (p *presence) version() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.changes
}

// here reports whether the person is in the room.
func (w *present) here(now time.Time) bool { return w.streams > 0 || now.Before(w.until) }

// names returns the names of the people in the room, sorted. It forgets the others.
func (p *presence) names() (all []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for folded, who := range p.people {
		if who.here(now) {
			all = append(all, who.name)
		} else {
			delete(p.people, folded)
		}
	}
	slices.SortFunc(all, func(a, b string) int { return strings.Compare(bot.FoldName(a), bot.FoldName(b)) })
	return all
}

// othersThan reports whether somebody else than a person is in the room.
func (p *presence) othersThan(name string) bool {
	return slices.ContainsFunc(p.names(), func(other string) bool { return bot.FoldName(other) != bot.FoldName(name) })
}
