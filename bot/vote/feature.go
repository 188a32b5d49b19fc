package vote

import (
	"raumbot/bot/action"
)

// Feature returns the commands and hooks of the package. Its Due hook must run before that of
// package play.
func Feature() action.Feature {
	return action.Feature{Commands: commands(),
		Due:      func(b *action.Batch) error { return due(b) },
		Leave:    leave,
		Forget:   forget,
		MayMerge: mayMerge,
		Merge:    merge,
		Moved:    moved,
		Refused:  meant,
		Next:     next,
		Export:   export,
		Check:    check,
	}
}
