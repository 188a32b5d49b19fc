package throttle

import (
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

const (
	// maxDeclines is how many of one player's challenges an opponent can decline within
	// declineMemory before further ones are refused. It is more than 1 because a decline may only
	// be about the colour or the pace.
	maxDeclines   = 2
	declineMemory = 24 * time.Hour
	// maxWithdrawals is how many challenges to the same opponent a player can withdraw within
	// declineMemory before further ones are refused. There is a limit because each challenge
	// notifies the opponent.
	maxWithdrawals = 3
)

// recent returns the records that are not older than declineMemory.
func recent(all []bot.Decline, now bot.Moment) []bot.Decline {
	return slices.DeleteFunc(slices.Clone(all), func(d bot.Decline) bool { return now >= d.At.Plus(declineMemory) })
}

// Declined returns to, the player who got a challenge, with d added to their declines at the
// current time. d records that the player has declined the challenge or that the challenger has
// withdrawn it.
func Declined(to bot.Player, d bot.Decline, up bot.Uptime) bot.Player {
	d.At = up.Moment()
	to.Declines = append(recent(to.Declines, d.At), d)
	return to
}

// MayChallenge returns a *[bot.Problem] if the player by may not challenge other now, because other
// has recently declined too many of their challenges, or by has withdrawn too many. All guests
// count as one player.
func MayChallenge(by, other bot.Player, up bot.Uptime) error {
	var declined, withdrawn []bot.Decline
	for _, d := range recent(other.Declines, up.Moment()) {
		switch {
		case !by.Is(d.From) && !(by.Guest() && d.Guest):
		case d.Withdrawn:
			withdrawn = append(withdrawn, d)
		default:
			declined = append(declined, d)
		}
	}
	again := func(all []bot.Decline, most int) phrase.Text {
		return bot.Timestamp(up.Calendar(all[len(all)-most].At.Plus(declineMemory)))
	}
	switch {
	case by.Guest() && (len(declined) >= maxDeclines || len(withdrawn) >= maxWithdrawals):
		return bot.NotAccepting(other) // the declined challenges may have been other guests'
	case len(declined) >= maxDeclines:
		return bot.Problemf(bot.NotNow, "%s has declined your challenges. Ask again after %s, or wait for a challenge of theirs.", other.Said(), again(declined, maxDeclines))
	case len(withdrawn) >= maxWithdrawals:
		return bot.Problemf(bot.NotNow, "You have withdrawn %d challenges to %s today. Ask again after %s, or wait for a challenge of theirs.",
			len(withdrawn), other.Said(), again(withdrawn, maxWithdrawals))
	}
	return nil
}
