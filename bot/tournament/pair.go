package tournament

import (
	"fmt"
	"runtime/debug"
	"slices"

	"raumbot/bot"
	"raumbot/bot/pairing"
)

// PairNext pairs the next round. It may take seconds.
func (t *Tournament) PairNext() (round bot.Round, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	if t.System == bot.Knockout {
		return t.knockoutRound(), nil
	}
	switch t.System {
	case bot.Simul:
		return SimulOf(t).boards(), nil
	case bot.TeamMatch:
		return MatchOf(t).round(), nil
	}
	var pairer pairing.Pairer = pairing.Swiss{}
	if t.System == bot.RoundRobin {
		pairer = t.Berger()
	}
	paired, err := pairer.Pair(t.State())
	if err != nil {
		return bot.Round{}, err
	}
	for _, g := range paired.Games {
		round.Games = append(round.Games, bot.TournamentGame{Game: g})
	}
	for _, b := range paired.Byes {
		round.Byes = append(round.Byes, bot.TournamentBye{Bye: b})
	}
	return round, nil
}

// State returns the tournament in the form used for pairing.
func (t *Tournament) State() pairing.State {
	s := pairing.State{Total: t.Total(), Swiss: t.System == bot.Swiss}
	for i, e := range t.Entrants {
		s.Entrants = append(s.Entrants, pairing.Entrant{Number: i + 1, Rating: e.Rating, Gone: e.Gone})
	}
	for _, r := range t.Rounds {
		var round pairing.Round
		for _, g := range r.Games {
			round.Games = append(round.Games, g.Game)
		}
		for _, b := range r.Byes {
			round.Byes = append(round.Byes, b.Bye)
		}
		s.Rounds = append(s.Rounds, round)
	}
	if t.System == bot.Swiss {
		s.Byes = t.requestedByes(len(t.Rounds) + 1)
	}
	return s
}

// requestedByes returns the byes requested for a round. An entrant's first byes give half a point.
// Later ones, and a bye in the last round, give nothing.
func (t *Tournament) requestedByes(round int) (byes []pairing.Bye) {
	for i, e := range t.Entrants {
		if e.Gone || !slices.Contains(e.Skips, round) {
			continue
		}
		kind := pairing.Half
		if t.halfByes(i+1) >= LateHalves || round == t.Total() {
			kind = pairing.Zero
		}
		byes = append(byes, pairing.Bye{Entrant: i + 1, Kind: kind})
	}
	return byes
}

// halfByes returns the number of an entrant's half-point byes.
func (t *Tournament) halfByes(number int) (n int) {
	for _, r := range t.Rounds {
		for _, b := range r.Byes {
			if b.Entrant == number && b.Kind == pairing.Half {
				n++
			}
		}
	}
	return n
}
