package leaguetest

import (
	"fmt"
	"slices"

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

// checkMoves returns an error if somebody has moved too far, or a newcomer is above a member of
// the last season who could have the place.
func checkMoves(last [][]bot.PlayerID, entrants []league.Entrant, now map[bot.PlayerID]int, divisions int) error {
	var sizes []int
	for _, table := range last {
		sizes = append(sizes, len(table))
	}
	fewer := max(len(last)-divisions, 0)
	reach := map[bot.PlayerID]int{} // the highest division that members of the last season may have
	for i, table := range last {
		up, down := league.Zones(sizes, i+1)
		if up+down > len(table) {
			return fmt.Errorf("in division %d of %v %d go up and %d down", i+1, sizes, up, down)
		}
		for place, p := range table {
			to := now[p]
			reach[p] = i - fewer
			switch {
			case to == 0:
			case to < i-fewer || to > i+2:
				return fmt.Errorf("player %d moves from division %d of %d to %d of %d", p, i+1, len(last), to, divisions)
			case place < up && to > min(i, divisions):
				return fmt.Errorf("player %d in place %d of division %d has lost a promotion", p, place+1, i+1)
			}
		}
	}
	for _, e := range entrants {
		_, member := reach[e.Player]
		if member || e.Left > 0 || !e.Rating.Provisional() {
			continue
		}
		for p, highest := range reach {
			if now[p] > now[e.Player] && highest <= now[e.Player] {
				return fmt.Errorf("new player %d is in division %d, and %d of the last season in %d", e.Player, now[e.Player], p, now[p])
			}
		}
	}
	for _, e := range entrants {
		_, member := reach[e.Player]
		if home := min(e.Left+1, divisions); !member && e.Left > 0 && now[e.Player] < home && slices.ContainsFunc(entrants, func(o league.Entrant) bool {
			highest, played := reach[o.Player]
			return now[o.Player] > now[e.Player] && (played && highest <= now[e.Player] || !played && o.Left == 0)
		}) {
			return fmt.Errorf("player %d, who left division %d, returns to %d", e.Player, e.Left, now[e.Player])
		}
	}
	return nil
}
