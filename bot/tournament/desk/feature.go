package desk

import (
	"raumbot/bot/action"
)

// Feature returns the commands and hooks of the package.
func Feature() action.Feature {
	return action.Feature{Commands: commands(),
		Ended:    score,
		Reopened: reopenInTournament,
		Due:      func(b *action.Batch) error { return dueInTournaments(b) },
		Leave:    leaveTournaments,
		Forget:   forgetEntries,
		MayMerge: meetInTournament,
		Merge:    mergeTournaments,
		Moved:    moveTournaments,
		Profile:  trophies,
		Export:   export,
		Check:    checkTournaments,
	}
}
