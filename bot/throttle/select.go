package throttle

import (
	"errors"
)

// ErrNotForUs is the error of a request that was overheard and not addressed to the bot.
var ErrNotForUs = errors.New("not for the bot")
