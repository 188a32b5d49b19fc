package vote

import (
	"cmp"
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
)

// exportedVote is a line of the file of one's own results: a vote in a game that is over. Move
// counts the moves of both sides.
type exportedVote struct {
	Kind   string     `json:"kind"`
	Game   bot.GameID `json:"game"`
	Move   int        `json:"move"`
	Side   string     `json:"side"`
	Vote   string     `json:"vote"`
	Played string     `json:"played"`
}

// export returns the asker's votes in games that are over, in order.
func export(c *action.Call) (lines []any, err error) {
	var all []exportedVote
	err = votedIn(c.Tx, c.Me.ID, func(id bot.GameID, _ bot.PlayerID) error {
		g, err := c.Tx.Game(id)
		var damage *bot.Damage
		if errors.Is(err, bot.ErrNotFound) || errors.As(err, &damage) && damage.Aside || err == nil && !g.Over() {
			return nil
		}
		if err != nil {
			return err
		}
		turns, err := turnsOf(c.Tx, g)
		for _, turn := range turns {
			for _, v := range turn.Votes {
				if v.By == c.Me.ID {
					all = append(all, exportedVote{"vote", id, turn.Moves + 1, turn.Side.String(), v.Move, turn.Move})
				}
			}
		}
		return err
	})
	slices.SortFunc(all, func(a, b exportedVote) int { return cmp.Or(cmp.Compare(a.Game, b.Game), a.Move-b.Move) })
	for _, v := range all {
		lines = append(lines, v)
	}
	return lines, err
}
