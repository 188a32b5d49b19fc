package throttle

import (
	"errors"
)

// ErrNotForUs ends a command that was overheard and meant for somebody else.
var ErrNotForUs = errors.New("not for the bot")
