package play

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// seek makes an open challenge, which anybody may accept. Without arguments it lists the open
// challenges.
func seek(c *action.Call) (bot.Reply, error) {
	if c.Args.Variant == nil && c.Args.Pace == nil && len(c.Args.Words) == 0 {
		return listSeeks(c)
	}
	if err := Usual(c, c.Command.Usage(), c.Command.Example); err != nil {
		return bot.Reply{}, err
	}
	ch, err := proposal(c)
	if err == nil {
		err = underGameLimit(c, c.Me)
	}
	if err == nil {
		err = mayGuestSeek(c)
	}
	if err == nil {
		err = open(c, &ch)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s seeks an opponent: %s. `accept %d` begins the game.", ch.From.User.Said(), ch.Words(), ch.ID)
	if c.Request.Room == (bot.RoomID{}) {
		return c.Answer(phrase.Of("Challenge %d is open: %s. Whoever says `seek` or `accept %s` finds it; `cancel %d` withdraws it.",
			ch.ID, ch.Words(), ch.From.User.Said(), ch.ID)), nil
	}
	notices := []bot.Message{ch.From.Address().ChallengeMessage(ch, text, c.Bot.Button("accept", ch.ID.String()))}
	notices[0].To = nil // it is for everybody
	return bot.Reply{Notices: notices}, nil
}

// mayGuestSeek returns an error if the asker is a guest, and all guests together have the maximum
// number of open challenges.
func mayGuestSeek(c *action.Call) error {
	if !c.Me.Guest() {
		return nil
	}
	all, err := c.Tx.OpenChallenges(0)
	all = slices.DeleteFunc(all, func(ch bot.Challenge) bool { return !ch.ByGuest() || c.Expired(ch) })
	if err == nil && len(all) >= maxGuestSeeks {
		err = bot.Problemf(bot.NotNow, "Many guests seek an opponent already. `seek` lists them, and `accept` begins a game.")
	}
	return err
}

// Seeks returns the open challenges that the asker has made or may accept, from all places, those
// of guests last.
func Seeks(c *action.Call) ([]bot.Challenge, error) {
	const read = 500 // more than anybody looks through
	all, err := c.Tx.OpenChallenges(read)
	all = slices.DeleteFunc(all, func(ch bot.Challenge) bool {
		unwelcome, unknown := action.Unwelcome(c, ch)
		err = errors.Join(err, unknown)
		return unwelcome || c.Expired(ch)
	})
	slices.SortStableFunc(all, bot.GuestsLast)
	return all, err
}

// listSeeks lists the open challenges.
func listSeeks(c *action.Call) (bot.Reply, error) {
	all, err := Seeks(c)
	if err != nil {
		return bot.Reply{}, err
	}
	var lines []phrase.Text
	var buttons []bot.Button
	more := 0
	for _, ch := range all {
		switch {
		case len(lines) == tournament.Listed:
			more++
		case ch.IsFrom(c.Me.ID):
			lines = append(lines, phrase.Of("%d, yours: %s. `cancel %d` withdraws it.", ch.ID, ch.Words(), ch.ID))
		default:
			lines = append(lines, phrase.Of("%d, from %s: %s. `accept %d` begins the game.", ch.ID, ch.From.User.Said(), ch.Words(), ch.ID))
			buttons = append(buttons, bot.Button{Label: phrase.Of("Accept %d", ch.ID), Command: fmt.Sprintf("accept %d", ch.ID)})
		}
	}
	if len(lines) == 0 {
		return c.Answer(phrase.Of("Nobody seeks an opponent. `seek VARIANT` does, and the computer always has time: `challenge computer`."), action.PlayComputer(action.LessonVariant)), nil
	}
	if more > 0 {
		lines = append(lines, phrase.Of("… and %d more.", more))
	}
	return c.Answer(phrase.Join(lines, "\n"), buttons...), nil
}
