package desk

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/tournament"
)

// EndDivision gives half a point to both players of each game of a division that has not begun. The
// division is over if no game of it goes on. It stores the division.
func EndDivision(c *action.Call, t *tournament.Tournament) ([]bot.Message, error) {
	if t.Over() {
		return nil, nil
	}
	tournament.DivisionOf(t).Halve()
	t.Paused = 0
	notices, err := advance(c, t)
	if err == nil && !t.Over() && len(t.Running()) == 0 { // not all rounds could be paired
		notices, err = complete(c, t, bot.NoPairing)
	}
	if err != nil {
		return nil, err
	}
	return notices, c.Tx.PutTournament(t.Tournament)
}

// ResumeDivision begins the games of a division that have not begun because the rules of the game
// could not be read. It stores the division.
func ResumeDivision(c *action.Call, t *tournament.Tournament) ([]bot.Message, error) {
	notices, err := advance(c, t)
	return notices, errors.Join(err, c.Tx.PutTournament(t.Tournament))
}

// CancelSeason ends all games of a division, or the registration for a season, without a result. It
// stores the tournament.
func CancelSeason(c *action.Call, t *tournament.Tournament, why bot.Cause) error {
	if t.Over() {
		return nil
	}
	if _, err := callOff(c, t, why); err != nil {
		return err
	}
	return c.Tx.PutTournament(t.Tournament)
}
