package coach

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"slices"
)

// Feature returns what the package adds to the bot.
func Feature(w *Analysts) action.Feature {
	return action.Feature{Commands: slices.Concat(firstCommands(), engineCommands(w)),
		Due:     func(b *action.Batch) error { return duePuzzles(b) },
		Forget:  forgetAnalyses,
		Moved:   moveDaily,
		Refused: puzzleMeant,
		Next:    unsolvedDaily,
		Export:  exportDailies,
		Check:   checkDailies,
		Profile: func(c *action.Call, p bot.Player) ([]phrase.Text, error) { return puzzleWords(c, p), nil },
	}
}
