package leaguetest

import (
	"fmt"

	"raumbot/bot"
	"raumbot/bot/league"
)

// CheckDivisions returns an error if the divisions of a season break a rule of [league.Divide].
func CheckDivisions(last [][]bot.PlayerID, entrants []league.Entrant, divisions [][]bot.PlayerID) error {
	if len(entrants) < league.Least {
		if divisions != nil {
			return fmt.Errorf("%d entrants have a season", len(entrants))
		}
		return nil
	}
	if want := max(1, (len(entrants)+league.Target/2)/league.Target); len(divisions) != want {
		return fmt.Errorf("%d divisions of %d entrants, not %d", len(divisions), len(entrants), want)
	}
	now := map[bot.PlayerID]int{}
	for i, members := range divisions {
		if n := len(members); n < league.Least || n > league.Most || n > league.Target && i < len(divisions)-1 {
			return fmt.Errorf("division %d of %d has %d members", i+1, len(divisions), n)
		}
		for _, p := range members {
			if now[p] != 0 {
				return fmt.Errorf("player %d is in divisions %d and %d", p, now[p], i+1)
			}
			now[p] = i + 1
		}
	}
	for _, e := range entrants {
		if now[e.Player] == 0 {
			return fmt.Errorf("player %d is in no division", e.Player)
		}
	}
	if len(now) != len(entrants) {
		return fmt.Errorf("%d players are in divisions, %d have entered", len(now), len(entrants))
	}
	return checkMoves(last, entrants, now, len(divisions))
}

// checkMoves returns an error if a member of the last season has moved too far, or if a newcomer or
// somebody who sat out has a place that others should have.
func checkMoves(last [][]bot.PlayerID, entrants []league.Entrant, now map[bot.PlayerID]int, divisions int) error {
	var sizes []int
	for _, table := range last {
		sizes = append(sizes, len(table))
	}
	reach := map[bot.PlayerID]int{} // the highest division that members of the last season may have
	for i, table := range last {
		up, down := league.Zones(sizes, i+1)
		if up+down > len(table) {
			return fmt.Errorf("in division %d of %v %d go up and %d down", i+1, sizes, up, down)
		}
		for place, p := range table {
			reach[p] = i - max(len(last)-divisions, 0)
			switch to := now[p]; {
			case to == 0:
			case to < reach[p] || to > i+2:
				return fmt.Errorf("player %d moves from division %d of %d to %d of %d", p, i+1, len(last), to, divisions)
			case place < up && to > min(i, divisions):
				return fmt.Errorf("player %d in place %d of division %d has lost a promotion", p, place+1, i+1)
			}
		}
	}
	for _, e := range entrants {
		if _, member := reach[e.Player]; member {
			continue
		}
		if err := checkOther(e, entrants, reach, now, divisions); err != nil {
			return err
		}
	}
	return nil
}

// checkOther returns an error if an entrant who has not played in the last season is in a higher
// division than they belong to, though a member of it, or for somebody who sat out also a newcomer,
// could have the place.
func checkOther(e league.Entrant, entrants []league.Entrant, reach, now map[bot.PlayerID]int, divisions int) error {
	to := now[e.Player]
	if e.Left > 0 && to >= min(e.Left+1, divisions) || e.Left == 0 && !e.Rating.Provisional() {
		return nil
	}
	for _, o := range entrants {
		highest, member := reach[o.Player]
		if now[o.Player] > to && (member && highest <= to || !member && e.Left > 0 && o.Left == 0) {
			return fmt.Errorf("player %d, who left division %d, is in %d, and player %d in %d", e.Player, e.Left, to, o.Player, now[o.Player])
		}
	}
	return nil
}
