package coach

import (
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
)

// forgetAnalyses removes the asker from the followers of all analyses.
func forgetAnalyses(c *action.Call) error {
	waiting, err := c.Tx.WaitingAnalyses(0)
	for _, a := range waiting {
		followers := len(a.Followers)
		for _, f := range a.Followers {
			if c.Me.Is(f.Player) {
				err = errors.Join(err, c.Tx.PutMemo(f.Where.Message("").Platform, bot.ShownKey(f.Progress), nil))
			}
		}
		a.Followers = slices.DeleteFunc(slices.Clone(a.Followers), func(f bot.Follower) bool { return c.Me.Is(f.Player) })
		if len(a.Followers) < followers {
			err = errors.Join(err, c.Tx.PutAnalysis(a))
		}
	}
	return err
}
