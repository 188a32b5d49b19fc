package command

import "raumbot/bot"

// MayBeUsed returns a *[bot.Problem] if the user by is a guest who may not use the command. allowed
// is the setting for guests.
func (c *Command) MayBeUsed(by bot.User, allowed bot.Guests) error {
	if allowed.Allow(c.Guests) {
		return nil
	}
	return NeedsAccount(by, allowed)
}

// NeedsAccount returns a *[bot.Problem] if the user by is a guest. It is for actions that guests
// may never take. allowed is the setting for guests.
func NeedsAccount(by bot.User, allowed bot.Guests) error {
	switch {
	case by.Platform != bot.Guest:
		return nil
	case allowed.Allow(bot.GuestsTogether):
		return bot.Problemf(bot.NotAllowed, "That needs an account. As a guest you play, learn, solve puzzles and watch. Sign in to do more: your games come along.")
	case allowed.Allow(bot.GuestsAlone):
		return bot.Problemf(bot.NotAllowed, "That needs an account. As a guest you play the computer, learn, solve puzzles and watch. Sign in to do more: your games come along.")
	}
	return bot.Problemf(bot.NotAllowed, "Guests cannot play here any more. Sign in: your games come along.")
}
