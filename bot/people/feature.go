package people

import (
	"errors"

	"raumbot/bot/action"
)

// Feature returns the commands and hooks of the package.
func Feature() action.Feature {
	return action.Feature{Commands: commands(),
		Due: func(b *action.Batch) error {
			return errors.Join(mergeDueLinks(b), sendDueAlarms(b), forgetDueGuests(b))
		},
		Leave:  dropLink,
		Forget: forgetPerson,
		Check:  checkPlayers,
	}
}
