package bot

import (
	"slices"

	"raumbot/bot/pairing"
)

// knockoutRound returns the matches of a knockout's next round: by seeds in
// the first, later the winners of neighbouring matches. Whoever has no
// opponent goes through.
func (t Tournament) knockoutRound() (round Round) {
	n := len(t.Rounds) + 1
	var sides []int
	if n == 1 {
		sides = pairing.Bracket(len(t.Entrants))
	} else {
		for match := range 2 * t.matches(n) {
			sides = append(sides, t.through(n-1, match))
		}
	}
	for i, number := range sides {
		if number > 0 && t.Entrants[number-1].Gone {
			sides[i] = 0
		}
	}
	if n == t.total() && t.Third && n > 1 {
		for match := range 2 {
			sides = append(sides, t.out(n-1, match))
		}
	}
	for match := range len(sides) / 2 {
		a, b := sides[2*match], sides[2*match+1]
		if a == 0 {
			a, b = b, a
		}
		switch {
		case a == 0:
		case b == 0:
			round.Byes = append(round.Byes, TournamentBye{pairing.Bye{Entrant: a, Kind: pairing.Allocated}, match})
		default:
			round.Games = append(round.Games, t.matchGame(match, a, b))
		}
	}
	for i := range t.Entrants { // all others are out
		if !round.has(i + 1) {
			round.Byes = append(round.Byes, TournamentBye{pairing.Bye{Entrant: i + 1, Kind: pairing.Zero}, -1})
		}
	}
	return round
}

// matches returns how many matches a round has without that for the third place.
func (t Tournament) matches(round int) int { return 1 << (t.total() - round) }

// matchGame returns the first game of a match. Who has had White less often
// has it, or else the better seed in every other match.
func (t Tournament) matchGame(match, a, b int) TournamentGame {
	whites := func(number int) (n int) {
		for _, r := range t.Rounds {
			for _, g := range r.Games {
				if g.White == number {
					n++
				}
			}
		}
		return n
	}
	if whiteA, whiteB := whites(a), whites(b); whiteA > whiteB || whiteA == whiteB && (a < b) == (match%2 == 1) {
		a, b = b, a
	}
	return TournamentGame{Game: pairing.Game{White: a, Black: b}, Match: match}
}

// has reports whether an entrant has a game or a bye in the round.
func (r Round) has(number int) bool {
	return slices.ContainsFunc(r.Games, func(g TournamentGame) bool { return g.has(number) }) ||
		slices.ContainsFunc(r.Byes, func(b TournamentBye) bool { return b.Entrant == number })
}

// match returns the games of a match in their order.
func (r Round) match(match int) (games []TournamentGame) {
	for _, g := range r.Games {
		if g.Match == match {
			games = append(games, g)
		}
	}
	return games
}

// through returns who has won a match, zero for nobody or not yet.
func (t Tournament) through(round, match int) int {
	r := t.Rounds[round-1]
	for _, b := range r.Byes {
		if b.Match == match && b.Kind == pairing.Allocated {
			return b.Entrant
		}
	}
	games := r.match(match)
	if len(games) == 0 || slices.ContainsFunc(games, func(g TournamentGame) bool { return g.Result == pairing.Pending }) {
		return 0
	}
	winner, _ := t.decided(games)
	return winner
}

// out returns who has lost a match, zero for nobody.
func (t Tournament) out(round, match int) int {
	winner := t.through(round, match)
	games := t.Rounds[round-1].match(match)
	if winner == 0 || len(games) == 0 {
		return 0
	}
	if loser := games[0].other(winner); !t.Entrants[loser-1].Gone {
		return loser
	}
	return 0
}

// decided returns who has won a match whose games are over, zero for nobody,
// and whether that is final. Where one of two players has left, the other wins.
func (t Tournament) decided(games []TournamentGame) (winner int, final bool) {
	first := games[0]
	points, last := map[int]int{}, games[len(games)-1]
	played := 0
	for _, g := range games {
		white, black := g.Result.Halves()
		points[g.White], points[g.Black] = points[g.White]+white, points[g.Black]+black
		if g.Result != pairing.BothForfeit {
			played++
		}
	}
	goneWhite, goneBlack := t.Entrants[first.White-1].Gone, t.Entrants[first.Black-1].Gone
	switch {
	case last.Decides && last.Result == pairing.Drawn:
		return last.Black, true
	case last.Decides && last.Result == pairing.BothForfeit:
		return 0, true
	case len(games) < t.BestOf && !goneWhite && !goneBlack:
		return 0, false
	case len(games) < t.BestOf && goneWhite != goneBlack: // whatever the first game was
		return map[bool]int{true: first.Black, false: first.White}[goneWhite], true
	case points[first.White] > points[first.Black]:
		return first.White, true
	case points[first.Black] > points[first.White]:
		return first.Black, true
	case goneWhite && goneBlack || played == 0:
		return 0, true
	case goneWhite:
		return first.Black, true
	case goneBlack:
		return first.White, true
	}
	return 0, false
}

// playMatches begins the further games that the matches of a round need: the
// second of two, and one that decides. The colours change with each.
func (c *call) playMatches(t *Tournament, n int) (notices []Message, err error) {
	for match := range t.matches(n) + 1 {
		games := t.Rounds[n-1].match(match)
		if len(games) == 0 {
			continue
		}
		last := games[len(games)-1]
		pending := slices.ContainsFunc(games, func(g TournamentGame) bool { return g.Result == pairing.Pending })
		gone := t.Entrants[last.White-1].Gone || t.Entrants[last.Black-1].Gone
		switch {
		case pending && (len(games) >= min(t.BestOf, t.AtOnce) || gone):
			continue
		case !pending:
			if _, final := t.decided(games); final {
				continue
			}
		}
		next := TournamentGame{Game: pairing.Game{White: last.Black, Black: last.White}, Match: match, Decides: len(games) >= t.BestOf}
		r := &t.Rounds[n-1]
		r.Games = append(r.Games, next)
		more, err := c.beginGame(t, n, &r.Games[len(r.Games)-1])
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	return notices, nil
}
