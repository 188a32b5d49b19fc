package rooms

import (
	"raumbot/bot/action"
	"slices"
)

// Feature returns the commands and hooks of the package.
func Feature() action.Feature {
	return action.Feature{Commands: slices.Concat(organiseCommands(), learnCommands())}
}
