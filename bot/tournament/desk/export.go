package desk

import (
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// exportedPlace is a line of the file of one's own results: how one has finished a tournament, a
// simul, a match or a season of a league.
type exportedPlace struct {
	Kind       string           `json:"kind"`
	Tournament bot.TournamentID `json:"tournament"`
	Name       string           `json:"name"`
	Format     string           `json:"format"`
	Ended      string           `json:"ended"`
	Place      int              `json:"place"`
	Players    int              `json:"players"`
	Points     float64          `json:"points"`
	Wins       int              `json:"wins"`
	Draws      int              `json:"draws"`
	Losses     int              `json:"losses"`
}

// export returns how the asker has finished each tournament that is over and in which they were
// paired.
func export(c *action.Call) (lines []any, err error) {
	err = action.EachTournamentOf(c, c.Me.ID, true, func(t *tournament.Tournament) error {
		if len(t.Rounds) == 0 {
			return nil
		}
		places, err := t.Standings()
		for _, p := range places {
			if t.Entrants[p.Entrant-1].Player == c.Me.ID {
				lines = append(lines, exportedPlace{"tournament", t.ID, phrase.English(t.Heading()), phrase.English(t.System.Title()), t.Ended.UTC().Format(time.DateOnly),
					p.Place, len(places), p.Points, p.Wins, p.Draws, p.Losses})
			}
		}
		return err
	})
	return lines, err
}
