package action

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"raumbot/bot"
)

// WakeUp signals that there may be messages to deliver or items that are due.
func (s *Bot) WakeUp() { s.Changed.Send() }

// problemFor converts any error of a command into a problem to show to the user. It logs errors
// that the operator has to know of.
func (s *Bot) problemFor(c *Call, err error) *bot.Problem {
	var p *bot.Problem
	var damage *bot.Damage
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &damage):
		return damage.Problem()
	case errors.Is(err, bot.ErrDamaged):
		s.Log.Error("the database is damaged", "err", err)
		return bot.Problemf(bot.Internal, "The bot's database is damaged, so nothing is done any more. Tell the operator: it needs a backup.")
	case errors.Is(err, bot.ErrDisk):
		s.Log.Error("the disk has failed", "err", err)
		return bot.Problemf(bot.Internal, "The bot's disk has failed, so nothing can be kept. Tell the operator.")
	case errors.Is(err, bot.ErrGone):
		s.Log.Error("the file of the database is gone", "err", err)
		return bot.Problemf(bot.Internal, "The bot's database has been taken away, so nothing can be kept. Tell the operator.")
	case errors.Is(err, bot.ErrTaken):
		return bot.Problemf(bot.Internal, "Another instance of the bot has just taken over. Wait a little, see whether it has been done, and say it again if not.")
	case errors.Is(err, bot.ErrAway):
		s.Log.Error("a command needs the database", "err", err)
		return bot.Problemf(bot.Away, "The bot's database cannot be reached at the moment. Wait a little, see whether it has been done, and say it again if not.")
	case errors.Is(err, bot.ErrFull):
		s.Log.Error("the disk is full", "err", err)
		return bot.Problemf(bot.Internal, "There is no room left on the bot's disk, so nothing was changed. Tell the operator, and say it again when there is.")
	}
	return s.unexpected(c, err)
}

// unexpected logs an unexpected error and returns the problem to show for it. Both contain the same
// reference.
func (s *Bot) unexpected(c *Call, err error) *bot.Problem {
	ref := fmt.Sprintf("%04X", s.Dice(1<<16))
	s.Log.Error("command failed", append(c.logged(), "ref", ref, "err", err)...)
	return bot.Problemf(bot.Internal, "Something went wrong (ref %s), and nothing was changed. Please try again, and tell the operator if it stays so.", ref)
}

// SecretLength is the number of random bytes in a secret.
const SecretLength = 16

// Secret returns a new random secret.
func (s *Bot) Secret() (string, error) {
	random := make([]byte, SecretLength)
	_, err := io.ReadFull(s.Secrets, random)
	return base64.RawURLEncoding.EncodeToString(random), err
}
