package season

import (
	"raumbot/bot/action"
)

// Feature returns the commands and hooks of the package. Its Due hook must run after those of
// packages play and desk, which end games on time.
func Feature(s *Seasons) action.Feature {
	return action.Feature{Commands: commands(),
		Due:      s.dueLeagues,
		Forget:   forget,
		MayMerge: mayMerge,
		Merge:    merge,
		Moved:    moved,
		Profile:  profile,
		Next:     openRegistration,
		Check:    check,
	}
}
