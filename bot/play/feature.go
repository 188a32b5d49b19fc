package play

import (
	"slices"

	"raumbot/bot/action"
)

// Feature returns what the package adds to the bot.
func Feature() action.Feature {
	return action.Feature{Commands: slices.Concat(beginCommands(), playCommands(), lookCommands()),
		Due:    func(b *action.Batch) error { return dueGames(b) },
		Leave:  leavePlay,
		Forget: forgetPlay,
		Merge:  mergePlay,
		Check:  checkGames,
	}
}
