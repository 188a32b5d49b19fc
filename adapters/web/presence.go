package web

import (
	"cmp"
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
	// visitAfter is how long users of a public site count as present after they have asked for a
	// page.
	visitAfter = 3 * time.Minute
)

// presence keeps who is in the room, or which signed-in users are on a public site.
type presence struct {
	mu     sync.Mutex
	people map[bot.UserID]*present
	// changes counts how often somebody may have come or gone. changed is called after each time.
	changes int
	changed func()
	// goneAfter and visitAfter are [goneAfter] and [visitAfter], except in tests.
	goneAfter, visitAfter time.Duration
}

// present is a person who is there.
type present struct {
	user    bot.User
	streams int
	until   time.Time   // when the person is gone, if there is no stream
	visit   *time.Timer // reports a change when the last visit does not count any more
	visited time.Time   // until when the last visit counts
}

func newPresence(changed func()) *presence {
	return &presence{people: map[bot.UserID]*present{}, changed: changed, goneAfter: goneAfter, visitAfter: visitAfter}
}

// seen records that a person has come in or has spoken.
func (p *presence) seen(user bot.User) {
	p.update(user, func(who *present) { who.until = time.Now().Add(quietAfter) })
}

// visits records that a person has asked for a page.
func (p *presence) visits(user bot.User) {
	p.update(user, func(who *present) {
		who.visited = time.Now().Add(p.visitAfter)
		if who.visit == nil {
			who.visit = time.AfterFunc(p.visitAfter, p.change)
		} else {
			who.visit.Reset(p.visitAfter)
		}
	})
}

// watch records that a person has opened a stream. The caller must call the returned function when
// it ends.
func (p *presence) watch(user bot.User) (leave func()) {
	stream := func(more int) func(*present) {
		return func(who *present) {
			who.streams += more
			who.until = time.Now().Add(p.goneAfter)
		}
	}
	p.update(user, stream(1))
	return func() {
		p.update(user, stream(-1))
		time.AfterFunc(p.goneAfter, p.change)
	}
}

// leaves records that a person has signed out. If they have other streams, they are still there.
func (p *presence) leaves(user bot.User) {
	p.update(user, func(who *present) { who.until, who.visited = time.Time{}, time.Time{} })
	p.change()
}

// update changes the record of a person. It reports a change if they have come.
func (p *presence) update(user bot.User, change func(*present)) {
	p.mu.Lock()
	who := p.people[user.UserID]
	came := who == nil || !who.here(time.Now())
	if who == nil {
		p.forgetOthers()
		who = &present{}
		p.people[user.UserID] = who
	}
	who.user = user
	change(who)
	p.mu.Unlock()
	if came {
		p.change()
	}
}

// forgetOthers forgets the people who are not there. The caller must hold the lock.
func (p *presence) forgetOthers() {
	now := time.Now()
	for id, who := range p.people {
		if !who.here(now) {
			delete(p.people, id)
		}
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

// here reports whether the person is there.
func (w *present) here(now time.Time) bool {
	return w.streams > 0 || now.Before(w.until) || now.Before(w.visited)
}

// users returns the people who are there, sorted by name.
func (p *presence) users() (all []bot.User) {
	p.mu.Lock()
	p.forgetOthers()
	for _, who := range p.people {
		all = append(all, who.user)
	}
	p.mu.Unlock()
	slices.SortFunc(all, func(a, b bot.User) int {
		return cmp.Or(strings.Compare(bot.FoldName(a.Name), bot.FoldName(b.Name)), strings.Compare(a.UserID.String(), b.UserID.String()))
	})
	return all
}

// names returns the names of the people who are there, sorted.
func (p *presence) names() (all []string) {
	for _, u := range p.users() {
		all = append(all, u.Name)
	}
	return all
}

// othersThan reports whether somebody else than a person is there.
func (p *presence) othersThan(user bot.UserID) bool {
	return slices.ContainsFunc(p.users(), func(other bot.User) bool { return other.UserID != user })
}
