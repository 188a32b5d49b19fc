package service_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/tournament"
)

// TestTournamentsToTheirEnd plays tournaments of each format and several sizes to
// their end: quiet ones, whose number of games must be that of the format, and
// eventful ones. The stage checks the store after each.
func TestTournamentsToTheirEnd(t *testing.T) {
	t.Parallel()
	formats := map[string][]string{
		"roundrobin raumschach 1d":               {"games 3"},
		"roundrobin raumschach 2d double groups": {"double yes", "groups 2"},
		"swiss raumschach 1d rated":              {"variants raumschach"},
		"swiss raumschach 2d by dates":           {"every 3d", "within 9d", "late 3"},
		"knockout raumschach 1d":                 {"third yes"},
		"knockout raumschach 1d two games":       {"bestof 2"},
		"knockout raumschach 1d two at once":     {"bestof 2", "games 2", "third yes"},
		"ladder raumschach 1d":                   {},
	}
	seen, planned := census{}, 0
	for organise, arrange := range formats {
		for _, people := range []int{2, 5, 16, 64} {
			if people == 64 && !*long && organise != "swiss raumschach 1d rated" {
				continue
			}
			large := people == 64 && strings.HasPrefix(organise, "roundrobin") // thousands of games
			if large && strings.HasSuffix(organise, "groups") {
				continue
			}
			if !large {
				t.Run(fmt.Sprintf("%s/%d quiet", organise, people), func(t *testing.T) {
					e := newEvent(t, uint64(people), people, organise, arrange...)
					e.must("boss", "tournament 1 start")
					judge(t, e.run(false), people)
				})
			}
			seeds := map[int]uint64{2: 2, 5: 3, 16: 2, 64: 1}
			if *long {
				seeds = map[int]uint64{2: 4, 5: 6, 16: 4, 64: 1}
			}
			for seed := range seeds[people] {
				planned++
				t.Run(fmt.Sprintf("%s/%d eventful %d", organise, people, seed), func(t *testing.T) {
					e := newEvent(t, seed, people, organise, arrange...)
					e.must("boss", "tournament 1 start")
					played := e.run(true)
					if played.Phase != bot.Completed {
						t.Errorf("it is %s: %s", played.Phase, played.Why)
					}
					seen.count(played)
				})
			}
		}
	}
	t.Log(seen)
	if seen["tournament"] < planned { // only some subtests were selected, or some have failed
		return
	}
	for _, what := range []string{"left", "late", "half-point bye", "allocated bye", "white forfeits", "black forfeits", "both forfeit", "deciding game", "out by time"} {
		if seen[what] == 0 {
			t.Errorf("in none of the tournaments there was this: %s", what)
		}
	}
}

// census counts what has happened in tournaments.
type census map[string]int

func (c census) count(t *tournament.Tournament) {
	c["tournament"]++
	for _, e := range t.Entrants {
		if e.Gone {
			c["left"]++
		}
		if e.Timeouts >= t.Timeouts {
			c["out by time"]++
		}
		if strings.HasPrefix(e.User.Name, "late") {
			c["late"]++
		}
	}
	for _, r := range t.Rounds {
		for _, b := range r.Byes {
			c[map[pairing.ByeKind]string{pairing.Half: "half-point bye", pairing.Allocated: "allocated bye", pairing.Zero: "zero-point bye"}[b.Kind]]++
		}
		for _, g := range r.Games {
			switch g.Result {
			case pairing.WhiteForfeits:
				c["white forfeits"]++
			case pairing.BlackForfeits:
				c["black forfeits"]++
			case pairing.BothForfeit:
				c["both forfeit"]++
			default:
				c["game"]++
			}
			if g.Decides {
				c["deciding game"]++
			}
		}
	}
}

// judge checks the result of a quiet tournament.
func judge(t *testing.T, played *tournament.Tournament, people int) {
	if played.Phase != bot.Completed || played.Why != "" {
		t.Errorf("it is %s: %s", played.Phase, played.Why)
	}
	games := 0
	for _, r := range played.Rounds {
		games += len(r.Games)
	}
	double := map[bool]int{false: 1, true: 2}[played.Double]
	rounds, least := 0, 0
	switch played.System {
	case bot.RoundRobin:
		per := people / max(played.GroupCount, 1)
		if people == 5 && played.GroupCount == 2 {
			rounds, least = 3*double, (3+1)*double
		} else if per >= 2 {
			rounds, least = (per-1+per%2)*double, max(played.GroupCount, 1)*per*(per-1)/2*double
		} else { // too few for two groups
			rounds, least = double, double
		}
		if games != least {
			t.Errorf("%d games, want %d", games, least)
		}
	case bot.Swiss:
		rounds = map[int]int{2: 1, 5: 4, 16: 5, 64: 7}[people]
		least = rounds * (people / 2)
		if games != least {
			t.Errorf("%d games, want %d", games, least)
		}
	case bot.Knockout:
		rounds = map[int]int{2: 1, 5: 3, 16: 4, 64: 6}[people]
		if games < people-1 || len(played.Winners) != 1 {
			t.Errorf("%d games, winners %v", games, played.Winners)
		}
	case bot.Ladder:
		rounds = 1
	}
	if len(played.Rounds) != rounds {
		t.Errorf("%d rounds, want %d", len(played.Rounds), rounds)
	}
	if len(played.Winners) == 0 {
		t.Error("nobody has won")
	}
}

// TestMentionedOnLadder challenges somebody by a mention, without saying on which of two ladders:
// the buttons that ask carry no mention, and reach whom was mentioned.
func TestMentionedOnLadder(t *testing.T) {
	e := newEvent(t, 1, 2, "ladder raumschach 2d", "games 2")
	for _, said := range [][2]string{
		{"boss", "create ladder raumschach 2d"}, {"boss", "tournament 2 open"}, {"p01", "join 2"}, {"p02", "join 2"},
		{"boss", "tournament 1 start"}, {"boss", "tournament 2 start"},
	} {
		e.must(said[0], said[1])
	}
	r := saying("p02", "challenge <@17> ladder")
	r.Mentions = map[string]bot.User{"<@17>": saying("p01", "").From}
	_, err := e.service.Handle(context.Background(), r)
	which := (*bot.Problem)(nil)
	if !errors.As(err, &which) || len(which.Buttons) != 2 {
		t.Fatalf("%v", err)
	}
	for _, b := range which.Buttons {
		e.must("p02", b.Command)
	}
}
