package service

import (
	"slices"
	"time"

	"raumbot/bot"
)

const (
	// maxGames is how many games against others one player has at once.
	maxGames = 500
	// maxReceived is how many challenges wait for one player at once.
	maxReceived = 50
	// maxBetween is how many challenges of one player wait for the same other.
	maxBetween = 5
	// maxDeclines is how often within declineMemory somebody declines another before further
	// challenges are kept from them: once may be about the colour or the pace.
	maxDeclines   = 2
	declineMemory = 24 * time.Hour
)

// recent returns the declines that are not forgotten yet.
func recent(all []bot.Decline, now bot.Moment) []bot.Decline {
	return slices.DeleteFunc(slices.Clone(all), func(d bot.Decline) bool { return now >= d.At.Plus(declineMemory) })
}

// keepDecline notes that the speaker has declined somebody's challenge.
func (c *call) keepDecline(from bot.PlayerID) error {
	now := c.uptime.Moment()
	c.me.Declines = append(recent(c.me.Declines, now), bot.Decline{From: from, At: now})
	return c.tx.PutPlayer(c.me)
}

// mayInvite makes sure that one more challenge of the speaker is no burden to somebody.
func (c *call) mayInvite(other bot.Player) error {
	declines := slices.DeleteFunc(recent(other.Declines, c.uptime.Moment()), func(d bot.Decline) bool { return !c.me.Is(d.From) })
	if len(declines) >= maxDeclines {
		until := declines[len(declines)-maxDeclines].At.Plus(declineMemory)
		return bot.Problemf(bot.NotNow, "%s has declined your challenges. Ask again after %s, or wait for a challenge of theirs.", other.Name, bot.Timestamp(c.uptime.Calendar(until)))
	}
	all, err := c.tx.ChallengesOf(other.ID)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(ch bot.Challenge) bool { return !ch.IsTo(other.ID) || c.expired(ch) })
	if len(all) >= maxReceived {
		return bot.Problemf(bot.NotNow, "%s has %d challenges to answer already. Ask again later, or let others find you with `seek`.", other.Name, len(all))
	}
	if mine := slices.DeleteFunc(all, func(ch bot.Challenge) bool { return !ch.IsFrom(c.me.ID) }); len(mine) >= maxBetween {
		return bot.Problemf(bot.NotNow, "%s has %d challenges of yours to answer. `games` lists them, `cancel ID` withdraws one.", other.Name, len(mine))
	}
	return nil
}
