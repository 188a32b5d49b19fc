package postgres

import (
	"errors"
	"fmt"
	"time"

	"raumbot/bot"
)

// absence is what the last update that needed the server has found: updates ask it one after the other, and where one waits in vain, those
// behind it need not.
type absence struct {
	err error     // nil if the server has answered
	at  time.Time // when err was found
}

// met records how an update has ended.
func (a *absence) met(err error) {
	switch {
	case !isAway(err), errors.Is(err, errUnkept):
		*a = absence{}
	case errors.Is(err, errOutcome): // that of another update
		*a = absence{bot.ErrAway, time.Now()}
	default:
		*a = absence{err, time.Now()}
	}
}

// since returns an error if an update has waited long enough since it began, and the server was asked in vain last, at some time since then.
func (a *absence) since(begun time.Time) error {
	if a.err == nil || a.at.Before(begun) || time.Since(begun) <= patience {
		return nil
	}
	return fmt.Errorf("%w: %w", bot.ErrAway, a.err)
}
