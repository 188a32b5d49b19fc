package service

import (
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// seek makes an open challenge, which anybody may accept; without arguments it lists the open ones.
func seek(c *call) (bot.Reply, error) {
	if c.args.Variant == nil && c.args.Pace == nil && len(c.args.Words) == 0 {
		return listSeeks(c)
	}
	if err := c.usual(c.command.Usage(), c.command.Example); err != nil {
		return bot.Reply{}, err
	}
	ch, err := c.proposal()
	if err == nil {
		err = c.hasRoom(c.me)
	}
	if err == nil {
		err = c.open(&ch)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s seeks an opponent: %s. `accept %d` begins the game.", ch.From.User.Said(), ch.Words(), ch.ID)
	if c.request.Room == (bot.RoomID{}) {
		return c.answer(phrase.Of("Challenge %d is open: %s. Whoever says `seek` or `accept %s` finds it; `cancel %d` withdraws it.",
			ch.ID, ch.Words(), ch.From.User.Said(), ch.ID)), nil
	}
	notices := []bot.Message{ch.From.Address().ChallengeMessage(ch, text, c.service.button("accept", ch.ID.String()))}
	notices[0].To = nil // it is for everybody
	return bot.Reply{Notices: notices}, nil
}

// listSeeks lists the open challenges of all places.
func listSeeks(c *call) (bot.Reply, error) {
	const read = 500 // more than anybody looks through
	all, err := c.tx.OpenChallenges(read)
	if err != nil {
		return bot.Reply{}, err
	}
	var lines []string
	var buttons []bot.Button
	more := 0
	for _, ch := range all {
		unwelcome, err := c.unwelcome(ch)
		switch {
		case err != nil:
			return bot.Reply{}, err
		case unwelcome || c.expired(ch):
		case len(lines) == tournament.Listed:
			more++
		case ch.IsFrom(c.me.ID):
			lines = append(lines, phrase.Of("%d, yours: %s. `cancel %d` withdraws it.", ch.ID, ch.Words(), ch.ID))
		default:
			lines = append(lines, phrase.Of("%d, from %s: %s. `accept %d` begins the game.", ch.ID, ch.From.User.Said(), ch.Words(), ch.ID))
			buttons = append(buttons, bot.Button{Label: phrase.Of("Accept %d", ch.ID), Command: fmt.Sprintf("accept %d", ch.ID)})
		}
	}
	if len(lines) == 0 {
		return c.answer(phrase.Of("Nobody seeks an opponent. `seek VARIANT` does, and the computer always has time: `challenge computer`."), playComputer(lessonVariant)), nil
	}
	if more > 0 {
		lines = append(lines, phrase.Of("… and %d more.", more))
	}
	return c.answer(strings.Join(lines, "\n"), buttons...), nil
}
