package service_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
)

// listed returns the games that a stranger is shown as being played, a line each, by the list of the first page and by one that is read anew.
func (s *stage) listed(limit int) (kept, read []string) {
	s.t.Helper()
	say := func(list service.GameList) (all []string) {
		for _, g := range list.Games {
			all = append(all, fmt.Sprintf("%d %d moves, %s", g.ID, g.Moves, g.Standing))
		}
		return append(all, fmt.Sprint("there are more: ", list.More != 0))
	}
	lists, err := s.service.ViewGames(s.t.Context(), bot.Request{}, service.ListGames{Others: true, Limit: limit}, service.ListGames{Limit: limit})
	if err != nil {
		s.t.Fatal(err)
	}
	return say(lists[0]), say(lists[1])
}

// TestCurrentGames begins, publishes, hides, plays and ends games at random: the list of those being played, which is kept for strangers, is at any moment
// what they find who read all games.
func TestCurrentGames(t *testing.T) {
	for _, limit := range []int{3, 50} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			s := newStage(t, "")
			start := s.now
			dice := rand.New(rand.NewPCG(uint64(limit), 7))
			seen := map[int]int{} // how often a list had so many lines
			for n, games := 0, 0; n < 250; n++ {
				s.now = start // so that nothing is read anew for its age
				who, other := "alice", "bob"
				if dice.IntN(2) == 0 {
					who, other = other, who
				}
				id := 1 + dice.IntN(max(games, 1))
				switch dice.IntN(6) {
				case 0:
					s.say(fmt.Sprintf("%s@lobby: challenge %s raumschach white %s", who, other, []string{"public", "private"}[dice.IntN(2)]))
					games++
					s.say(fmt.Sprintf("%s@lobby: accept %d", other, games))
				case 1:
					s.say(fmt.Sprintf("%s@lobby: publish %d off", who, id))
				case 2:
					s.say(fmt.Sprintf("alice@lobby: publish %d", id))
					s.say(fmt.Sprintf("bob@lobby: publish %d", id))
				case 3:
					s.say(fmt.Sprintf("%s@lobby: move %d ab2-ab3", who, id))
				case 4:
					if dice.IntN(3) == 0 {
						s.say(fmt.Sprintf("%s@lobby: resign %d confirm", who, id))
					}
				default: // it is looked at twice
				}
				kept, read := s.listed(limit)
				if !slices.Equal(kept, read) {
					t.Fatalf("after step %d, %q, the list is\n%q\nand not\n%q", n, s.last.Text, kept, read)
				}
				seen[len(kept)]++
			}
			if len(seen) < 4 {
				t.Errorf("the lists had these lengths only: %v", seen)
			}
		})
	}
}

// TestCurrentGamesAreKept looks at the list of the games being played: they are not looked for again while they are the same, whatever is played in them and in
// games that strangers may not see; what is shown of them is what is.
func TestCurrentGamesAreKept(t *testing.T) {
	s := newStage(t, "")
	for n, sight := range []string{"public", "private", "public"} {
		s.say("alice@lobby: challenge bob raumschach white " + sight)
		s.say(fmt.Sprintf("bob@lobby: accept %d", n+1))
	}
	s.listed(9)
	until := service.CurrentUntil(s.service) // another time when they have been looked for again
	for n, line := range []string{"alice@lobby: move 1 ab2-ab3", "alice@lobby: move 2 ab2-ab3", "bob@lobby: move 1 eb4-eb3", "bob@lobby: publish 2"} {
		s.say(line)
		kept, read := s.listed(9)
		if !slices.Equal(kept, read) || !service.CurrentUntil(s.service).Equal(until) {
			t.Errorf("after line %d the list is %q, not %q, and kept until %v", n+1, kept, read, service.CurrentUntil(s.service))
		}
	}
	for _, line := range []string{"alice@lobby: publish 2", "bob@lobby: publish 1 off", "bob@lobby: resign 3 confirm"} {
		s.say(line)
		if kept, read := s.listed(9); !slices.Equal(kept, read) {
			t.Errorf("%s: the list is %q, not %q", line, kept, read)
		}
	}
}

// TestCurrentGamesOfTournament publishes the games of a tournament and hides them again, which no game's log tells: hidden they are gone at once, published they come
// after a while.
func TestCurrentGamesOfTournament(t *testing.T) {
	s := newStage(t, "")
	for _, line := range []string{"alice@lobby!: create roundrobin raumschach", "alice@lobby!: tournament 1 open", "alice@lobby: join 1", "bob@lobby: join 1", "alice@lobby!: tournament 1 start"} {
		s.say(line)
	}
	lines := func() int { kept, _ := s.listed(9); return len(kept) - 1 }
	if n := lines(); n != 0 {
		t.Fatalf("%d games of a tournament that is not public are listed", n)
	}
	s.say("alice@lobby!: publish tournament 1")
	s.now = s.now.Add(time.Minute)
	if n := lines(); n == 0 {
		t.Fatalf("no game of the tournament is listed: %q", s.said)
	}
	s.say("alice@lobby!: publish tournament 1 off")
	if n := lines(); n != 0 {
		t.Errorf("%d games are listed that are not public any more", n)
	}
}

// TestCurrentGamesWhileReading has games change while all games are being read, by who does not see it yet: they are looked at all the same.
func TestCurrentGamesWhileReading(t *testing.T) {
	var k service.CurrentGames
	now := time.Unix(0, 0)
	is := func(what string, found, changed []bot.GameID, kept bool) {
		t.Helper()
		if f, c, ok := k.Kept(now); !slices.Equal(f, found) || !slices.Equal(c, changed) || ok != kept {
			t.Errorf("%s: %v is kept and %v looked at besides, %v", what, f, c, ok)
		}
	}
	k.Reads(func() { k.Hear(7) }, now, 3, 1)
	is("a game begins meanwhile", []bot.GameID{3, 1}, []bot.GameID{7}, true)
	k.Reads(func() {}, now, 7, 3, 1)
	is("nothing happens meanwhile", []bot.GameID{7, 3, 1}, nil, true)
	k.Reads(func() {
		k.Hear(8)
		k.Reads(func() {}, now, 8, 7)
	}, now, 7)
	is("another reads meanwhile", []bot.GameID{8, 7}, nil, true)
	k.Reads(func() { k.Hear(0) }, now, 7)
	is("any game may have changed meanwhile", nil, nil, false)
	k.Reads(func() {}, now, 8)
	is("it is read again", []bot.GameID{8}, nil, true)
	for id := range bot.GameID(101) {
		k.Hear(id + 10)
	}
	is("too many games have changed", nil, nil, false)
}
