// Package leaguetest plays divisions and whole leagues at random, and checks what package league
// promises: every range of places contains the final place, no range widens, and nobody moves too
// far between two seasons.
package leaguetest

import (
	"fmt"
	"math/rand/v2"
	"time"

	"raumbot/bot"
	"raumbot/bot/league"
	"raumbot/bot/pairing"
	"raumbot/bot/tournament"
)

// Division is a division that is being played.
type Division struct {
	*tournament.Tournament
	// Shown are the ranges shown last. Tables counts how often they were shown, and Exact how often
	// with so few undecided games that they are exact.
	Shown         []league.Range
	Tables, Exact int
	// Longest is the longest time that computing ranges took.
	Longest time.Duration
}

// NewDivision returns a division in which nothing has been paired.
func NewDivision(players []bot.PlayerID) *Division {
	d := &Division{Tournament: tournament.Of(bot.Tournament{Phase: bot.Running})}
	d.System, d.AtOnce, d.TieBreaks = bot.RoundRobin, league.AtOnce, league.TieBreaks()
	d.Groups = [][]int{nil}
	for i, p := range players {
		d.Entrants = append(d.Entrants, bot.Entrant{Player: p})
		d.Groups[0] = append(d.Groups[0], i+1)
	}
	return d
}

// PairAll pairs all rounds, as at the beginning of a season.
func (d *Division) PairAll() error {
	for len(d.Rounds) < d.Total() {
		if err := d.pair(); err != nil {
			return err
		}
	}
	return nil
}

func (d *Division) pair() error {
	r, err := d.PairNext()
	d.Rounds = append(d.Rounds, r)
	return err
}

// Open returns the games of a tournament that are paired and have no result, whether they have
// begun or not.
func Open(t *tournament.Tournament) (all []*bot.TournamentGame) {
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; g.Result == pairing.Pending {
				all = append(all, g)
			}
		}
	}
	return all
}

// gone reports whether an entrant has withdrawn.
func (d *Division) gone(number int) bool { return d.Entrants[number-1].Gone }

// Withdraw withdraws an entrant, who forfeits all games that have no result.
func (d *Division) Withdraw(number int) {
	d.Entrants[number-1].Gone = true
	for _, g := range Open(d.Tournament) {
		if g.Has(number) {
			g.Result = forfeited(d.gone(g.White), d.gone(g.Black))
		}
	}
}

// forfeited returns the result of a game of which one or both players have left.
func forfeited(white, black bool) pairing.Result {
	switch {
	case white && black:
		return pairing.BothForfeit
	case white:
		return pairing.WhiteForfeits
	}
	return pairing.BlackForfeits
}

// Show computes the ranges, and returns an error if one has widened.
func (d *Division) Show() error {
	began := time.Now()
	ranges, err := league.Ranges(d.Tournament)
	if err != nil {
		return err
	}
	d.Longest = max(d.Longest, time.Since(began))
	d.Tables++
	if len(Open(d.Tournament)) <= league.MostExact && len(d.Rounds) == d.Total() {
		d.Exact++
	}
	for i, r := range ranges {
		if r.Best < 1 || r.Best > r.Worst || r.Worst > len(d.Entrants) {
			return fmt.Errorf("entrant %d of %d can finish %v", i+1, len(d.Entrants), r)
		}
		if d.Shown != nil && (r.Best < d.Shown[i].Best || r.Worst > d.Shown[i].Worst) {
			return fmt.Errorf("the range of entrant %d widened from %v to %v with %d open games:\n%v", i+1, d.Shown[i], r, len(Open(d.Tournament)), d.Rounds)
		}
	}
	d.Shown = ranges
	return nil
}

// Finish ends the division, and returns its final standings. It returns an error if a final place
// was not in the range shown last, and so not in all others, or is not the only place of the range
// shown then.
func (d *Division) Finish() ([]tournament.Place, error) {
	d.Phase = bot.Completed
	places, err := d.Standings()
	if err != nil {
		return nil, err
	}
	for _, p := range places {
		if r := d.Shown[p.Entrant-1]; p.Place < r.Best || p.Place > r.Worst {
			return nil, fmt.Errorf("entrant %d finished in place %d, outside %v", p.Entrant, p.Place, r)
		}
	}
	if err := d.Show(); err != nil {
		return nil, err
	}
	for _, p := range places {
		if want := (league.Range{Best: p.Place, Worst: p.Place}); d.Shown[p.Entrant-1] != want {
			return nil, fmt.Errorf("entrant %d finished in place %d, and the range is %v", p.Entrant, p.Place, d.Shown[p.Entrant-1])
		}
	}
	return places, nil
}

// results are the results that an open game can end in, the usual ones more often.
var results = []pairing.Result{pairing.WhiteWins, pairing.WhiteWins, pairing.WhiteWins, pairing.BlackWins, pairing.BlackWins, pairing.BlackWins,
	pairing.Drawn, pairing.Drawn, pairing.WhiteForfeits, pairing.BlackForfeits, pairing.BothForfeit}

// PlayAtRandom plays a division to its end in random order, with withdrawals in some, and shows
// ranges after each result. In one that is played in rounds, the rounds are paired and abandoned
// games ended as in any tournament.
func (d *Division) PlayAtRandom(r *rand.Rand, rounds bool) error {
	leaving := r.IntN(3)
	if r.IntN(10) == 0 {
		leaving = len(d.Entrants)
	}
	if !rounds {
		if err := d.PairAll(); err != nil {
			return err
		}
	}
	for {
		for d.closeRounds(); rounds && d.MayPair(0); d.closeRounds() {
			if err := d.pair(); err != nil {
				return err
			}
		}
		if err := d.Show(); err != nil {
			return err
		}
		if d.Exhausted() {
			break
		}
		open := Open(d.Tournament)
		number := 1 + r.IntN(len(d.Entrants))
		if leaving > 0 && r.IntN(len(d.Entrants)) == 0 {
			leaving--
			if rounds {
				d.Entrants[number-1].Gone = true
			} else {
				d.Withdraw(number)
			}
		} else if len(open) > 0 {
			open[r.IntN(len(open))].Result = results[r.IntN(len(results))]
		}
	}
	_, err := d.Finish()
	return err
}

// closeRounds ends the games of a round if each has an entrant who has left, and closes rounds
// that are over.
func (d *Division) closeRounds() {
	for i := range d.Rounds {
		var abandoned []*bot.TournamentGame
		over := true
		for j := range d.Rounds[i].Games {
			switch g := &d.Rounds[i].Games[j]; {
			case g.Result != pairing.Pending:
			case d.gone(g.White) || d.gone(g.Black):
				abandoned = append(abandoned, g)
			default:
				over = false
			}
		}
		if over {
			for _, g := range abandoned {
				g.Result = forfeited(d.gone(g.White), d.gone(g.Black))
			}
			d.Rounds[i].Closed = true
		}
	}
}
