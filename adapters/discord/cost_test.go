package discord_test

import (
	"maps"
	"strings"
	"testing"
)

// TestMoveCosts counts the requests that a move causes: it is posted, and the buttons of the
// message before it are removed. A press has its own answer besides, for which other limits hold.
func TestMoveCosts(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	c.flush()
	card := c.said(c.thread("1"), "Game 1 begins")
	thread := c.gameThread()
	before := map[string]int{}
	note := func() { c.Look(func() { before = maps.Clone(c.Requests) }) }
	must := func(how string) {
		t.Helper()
		c.flush()
		c.Look(func() {
			for route, n := range c.Requests {
				made := n - before[route]
				posts := route == "POST /channels/{channel}/messages" || route == "PATCH /channels/{channel}/messages/{message}"
				if posts && made != 1 || !posts && made != 0 && !strings.Contains(route, "callback") && !strings.Contains(route, "/webhooks/") {
					t.Errorf("%s causes %d requests %s", how, made, route)
				}
			}
		})
	}
	note()
	c.Say(c.alice, thread, "bb1-cc2")
	card = c.next(card)
	must("a move in words")

	m := c.preview(c.Press(c.bob, card, "Move"), ply{kind: "Unicorn", from: "dd5", to: "ce4"})
	note()
	c.done(c.Press(c.bob, m, "Play it"))
	c.next(card)
	must("a move by buttons")
}
