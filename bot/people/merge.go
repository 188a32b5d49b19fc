package people

import (
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
)

// merge merges the asker into another player, whom it returns. The other's record stays, and
// everything that referred to the asker refers to the other afterwards.
func merge(c *action.Call, other bot.Player) (bot.Player, error) {
	gone := c.Me
	err := c.Bot.InTurn(func(f action.Feature) error {
		if f.Merge == nil {
			return nil
		}
		return f.Merge(c, gone.ID, other.ID)
	})
	if err != nil {
		return other, err
	}
	other = other.AdvanceStreak(c.Uptime).With(gone.AdvanceStreak(c.Uptime))
	if gone.Guest() && !c.Bot.Guests.Allow(bot.GuestsTogether) {
		// Nobody else knows the guest, and the list would grow each time that a person comes as a
		// guest.
		other.Former = slices.DeleteFunc(other.Former, func(id bot.PlayerID) bool { return id == gone.ID })
	}
	// The old record must release its users before the new one takes them.
	return other, errors.Join(
		c.Tx.PutPlayer(bot.Player{ID: gone.ID, Since: gone.Since, Joined: other.ID}),
		c.Tx.PutPlayer(other),
		dropCodes(c, func(code linkCode) bool { return code.Player == gone.ID || code.Player == other.ID }),
	)
}

// mayMerge returns a problem if the asker can't be merged with another player.
func mayMerge(c *action.Call, other bot.Player) error {
	switch {
	case other.ID == c.Me.ID:
		return bot.Problemf(bot.NotNow, "You are one player already. Say it from your other account.")
	case len(other.Former)+len(c.Me.Former) >= action.MaxJoined-1:
		return bot.Problemf(bot.NotNow, "You have linked too many accounts.")
	}
	games, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{})
	if err != nil {
		return err
	}
	for _, g := range games {
		if g.Has(other.ID) {
			return bot.Problemf(bot.NotNow, "You and %s play %s against each other. When it is over, you can link.", other.Said(), bot.GameNumber(g.ID))
		}
	}
	challenges, err := c.Tx.ChallengesOf(c.Me.ID)
	if err != nil {
		return err
	}
	err = c.Bot.InTurn(func(f action.Feature) error {
		if f.MayMerge == nil {
			return nil
		}
		return f.MayMerge(c, other)
	})
	if err != nil {
		return err
	}
	for _, ch := range challenges {
		if ch.From.Player == other.ID || ch.To.Player == other.ID {
			return bot.Problemf(bot.NotNow, "Challenge %d is between you and %s. `cancel %d` or `decline %d` ends it, and then you can link.", ch.ID, other.Said(), ch.ID, ch.ID)
		}
	}
	for _, p := range []bot.Player{c.Me, other} {
		if p.Settings.Vacation.Lasts(c.Uptime.Moment()) {
			return bot.Problemf(bot.NotNow, "%s is on vacation. `vacation off` there ends it, and then you can link.", p.Said())
		}
	}
	return nil
}
