package tournament

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// knockoutRound returns the matches of a knockout's next round: by seeds in the first round, later
// between the winners of adjacent matches. A player without an opponent advances.
func (t *Tournament) knockoutRound() (round bot.Round) {
	n := len(t.Rounds) + 1
	var sides []int
	if n == 1 {
		sides = pairing.Bracket(len(t.Entrants))
	} else {
		for match := range 2 * t.Matches(n) {
			sides = append(sides, t.MatchWinner(n-1, match))
		}
	}
	for i, number := range sides {
		if number > 0 && t.Entrants[number-1].Gone {
			sides[i] = 0
		}
	}
	if n == t.Total() && t.Third && n > 1 {
		for match := range 2 {
			sides = append(sides, t.remainingLoser(n-1, match))
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
			round.Byes = append(round.Byes, bot.TournamentBye{Bye: pairing.Bye{Entrant: a, Kind: pairing.Allocated}, Match: match})
		default:
			round.Games = append(round.Games, t.matchGame(match, a, b))
		}
	}
	for i := range t.Entrants { // all others have been eliminated
		if !round.Has(i + 1) {
			round.Byes = append(round.Byes, bot.TournamentBye{Bye: pairing.Bye{Entrant: i + 1, Kind: pairing.Zero}, Match: -1})
		}
	}
	return round
}

// Matches returns the number of matches of a round, not counting the match for third place.
func (t *Tournament) Matches(round int) int { return 1 << (t.Total() - round) }

// matchGame returns the first game of a match. The player who has had White less often gets White.
// If both have had it equally often, the better seed gets it in every other match.
func (t *Tournament) matchGame(match, a, b int) bot.TournamentGame {
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
	return bot.TournamentGame{Game: pairing.Game{White: a, Black: b}, Match: match}
}

// MatchWinner returns the winner of a match, zero if there is none yet.
func (t *Tournament) MatchWinner(round, match int) int {
	r := t.Rounds[round-1]
	for _, b := range r.Byes {
		if b.Match == match && b.Kind == pairing.Allocated {
			return b.Entrant
		}
	}
	games := r.Match(match)
	if len(games) == 0 || slices.ContainsFunc(games, func(g bot.TournamentGame) bool { return g.Result == pairing.Pending }) {
		return 0
	}
	winner, _ := t.Decided(games)
	return winner
}

// remainingLoser returns the loser of a match, zero if there is none or the loser has left.
func (t *Tournament) remainingLoser(round, match int) int {
	winner := t.MatchWinner(round, match)
	games := t.Rounds[round-1].Match(match)
	if winner == 0 || len(games) == 0 {
		return 0
	}
	if loser := games[0].Other(winner); !t.Entrants[loser-1].Gone {
		return loser
	}
	return 0
}

// Decided returns the winner of a match whose games so far are over, zero if there is none, and
// whether that is final. If one of the players has left, the other wins.
func (t *Tournament) Decided(games []bot.TournamentGame) (winner int, final bool) {
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
	case len(games) < t.BestOf && goneWhite != goneBlack: // regardless of the first game
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

// MatchProspect describes what winning the match of a game would mean.
func (t *Tournament) MatchProspect(g bot.TournamentGame, number int) phrase.Text {
	n := len(t.Rounds)
	opponent := t.EntrantName(g.Other(number))
	switch {
	case g.Match >= t.Matches(n):
		return phrase.Of("If you win the match against %s, you are third.", opponent)
	case n == t.Total():
		return phrase.Of("If you win the match against %s, you have won the tournament.", opponent)
	}
	return t.byRound(n+1, phrase.Of("If you win the match against %s, you are in the final.", opponent),
		phrase.Of("If you win the match against %s, you are in the semi-finals.", opponent),
		phrase.Of("If you win the match against %s, you are in the quarter-finals.", opponent),
		phrase.Of("If you win the match against %s, you are in round %d of %d.", opponent, n+1, t.Total()))
}
