package play

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// cancel withdraws a challenge.
func cancel(c *action.Call) (bot.Reply, error) {
	// "cancel" answers the question, and is not about a challenge
	if c.Last.Yes != "" && c.Args.Game == 0 && c.Args.Word("name") == "" {
		return c.Answer(phrase.Of("All right, nothing has changed.")), nil
	}
	if what := c.Args.Word("what"); what != "" {
		return ownOffers(c, what)
	}
	ch, err := pending(c, toCancel)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := recordWithdrawal(c, ch); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s withdraws the challenge to %s.", c.Me.Said(), ch.Opponent())
	other := ch.To
	if ch.Open() {
		other = ch.From
	}
	notice := other.Address().ChallengeMessage(ch, text)
	notice.Silent = true
	if notice.Room != (bot.RoomID{}) {
		notice.To = nil // there is nothing to answer any more
	}
	notices, err := unaddressed(c, other.Player, notice)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.Reply(notices, phrase.Of("You have withdrawn challenge %d.", ch.ID)), DropChallenge(c, ch, bot.Withdrawn)
}

// recordWithdrawal stores in the record of the player to whom a challenge went that it is
// withdrawn.
func recordWithdrawal(c *action.Call, ch bot.Challenge) error {
	if ch.Open() {
		return nil
	}
	to, err := action.CurrentPlayer(c.Tx, ch.To.Player)
	if err != nil || to.Absent() {
		return err
	}
	return recordDecline(c, to, bot.Decline{From: c.Me.ID, Withdrawn: true, Guest: c.Me.Guest()})
}

// ownOffers tells which offers of a kind the asker has open in games. Offers cannot be withdrawn.
func ownOffers(c *action.Call, what string) (bot.Reply, error) {
	games, err := c.GamesOf(false)
	if err != nil {
		return bot.Reply{}, err
	}
	var open []phrase.Text
	for _, g := range games {
		if side, plays := g.Side(c.Me.ID); plays && g.Offer != nil && g.Offer.By == side && g.Offer.Command() == what {
			open = append(open, openOffer(*g.Offer, g, side.Other()))
		}
	}
	if len(open) == 0 {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have no offer of that kind open. `games` lists what is open.")
	}
	open = append(open, phrase.Of("An offer can't be withdrawn; it lapses when either of you moves."))
	return c.Answer(phrase.Join(open, " ")), nil
}
