package service_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/pages"
)

// listed returns the games that a stranger is shown as ongoing on the first page, a line each.
func (s *stage) listed() (all []string) {
	s.t.Helper()
	lists, err := s.service.ViewGames(s.t.Context(), bot.Request{}, pages.ListGames{Others: true, Limit: 2})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, g := range lists[0].Games {
		all = append(all, fmt.Sprintf("%d, %d moves", g.ID, g.Moves))
	}
	return append(all, fmt.Sprint("more: ", lists[0].More != 0))
}

// TestCurrentGames looks at the first page of ongoing games while it is cached: what is played,
// ended and hidden shows at once, a new game within a second.
func TestCurrentGames(t *testing.T) {
	s := newStage(t, "")
	now := s.now
	expect := func(want ...string) {
		t.Helper()
		s.now = now // however much time has passed while things were said
		if got := s.listed(); !slices.Equal(got, want) {
			t.Errorf("the page lists %q, not %q", got, want)
		}
	}
	begin := func(id int, sight string) {
		s.say("alice@lobby: challenge bob raumschach white " + sight)
		s.say(fmt.Sprintf("bob@lobby: accept %d", id))
	}
	for id, sight := range []string{"public", "private", "public"} {
		begin(id+1, sight)
	}
	expect("3, 0 moves", "1, 0 moves", "more: false")
	s.say("alice@lobby: move 3 ab2-ab3")
	expect("3, 1 moves", "1, 0 moves", "more: false")
	begin(4, "public")
	expect("3, 1 moves", "1, 0 moves", "more: false")
	now = now.Add(time.Second)
	expect("4, 0 moves", "3, 1 moves", "more: true")
	s.say("alice@lobby: publish 3 off")
	expect("4, 0 moves", "more: true")
	s.say("bob@lobby: resign 4 confirm")
	expect("more: true")
	now = now.Add(time.Second)
	expect("1, 0 moves", "more: false")
}
