package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/tournament"
)

// playMatches begins the further games that the matches of a round need: the
// second of two, and one that decides. The colours change with each.
func (c *call) playMatches(t *tournament.Tournament, n int) (notices []bot.Message, err error) {
	for match := range t.Matches(n) + 1 {
		games := t.Rounds[n-1].Match(match)
		if len(games) == 0 {
			continue
		}
		last := games[len(games)-1]
		pending := slices.ContainsFunc(games, func(g bot.TournamentGame) bool { return g.Result == pairing.Pending })
		gone := t.Entrants[last.White-1].Gone || t.Entrants[last.Black-1].Gone
		switch {
		case pending && (len(games) >= min(t.BestOf, t.AtOnce) || gone):
			continue
		case !pending:
			if _, final := t.Decided(games); final {
				continue
			}
		}
		next := bot.TournamentGame{Game: pairing.Game{White: last.Black, Black: last.White}, Match: match, Decides: len(games) >= t.BestOf}
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
