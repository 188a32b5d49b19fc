package service

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// The bounds of what a player can set.
const (
	maxReminders    = 5
	maxReminderTime = 30 * 24 // hours
)

// place returns the message that says something of a game to one of its
// players, where they see it.
func (c *call) place(g bot.Game, side rules.Side, text string) bot.Message {
	seat := g.Seats[side]
	m := bot.Message{
		Platform: seat.User.Platform,
		Audience: bot.Thread,
		Room:     seat.Room,
		To:       []bot.User{seat.User},
		Game:     g.ID,
		Text:     text,
		Buttons:  c.service.gameButtons(g),
	}
	if seat.Room == (bot.RoomID{}) {
		m.Audience = bot.Private
	}
	return m
}

// remind tells the player to move how much time is left, once for all
// reminders that are due.
func (c *call) remind(g bot.Game) error {
	now := c.uptime.Moment()
	seat := g.Seats[g.Turn]
	p, err := c.tx.Player(seat.Player)
	if err != nil {
		return err
	}
	at := c.remindAt(p, g.Remind[0])
	g.Remind = slices.DeleteFunc(g.Remind, func(m bot.Moment) bool { return m <= now })
	if at > now {
		g.PutOff(at)
	}
	if err := c.tx.PutGame(g); err != nil || at != now {
		return err
	}
	if p.Settings.Digest {
		return c.digest(p, seat.User)
	}
	m := c.place(g, g.Turn, phrase.Of("%s, it is your move in %s%s.", g.Name(g.Turn), g.Summary(), c.until(g)))
	return c.enqueue([]bot.Message{m})
}

// setReminders says or sets when the player is reminded.
func setReminders(c *call) (bot.Reply, error) {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(c.args.Word("hours"), ",", " ")))
	switch {
	case len(words) == 0:
		return c.answer(phrase.Of("Your reminders come %s. `remind 24 2` changes that, `remind off` ends it, `remind default` restores it.", c.me.Reminders.Words())), nil
	case len(words) == 1 && words[0] == "off":
		c.me.Reminders = bot.Reminders{Off: true}
	case len(words) == 1 && words[0] == "default":
		c.me.Reminders = bot.Reminders{}
	default:
		hours, err := readHours(words)
		if err != nil {
			return bot.Reply{}, err
		}
		c.me.Reminders = bot.Reminders{Before: hours}
	}
	text := phrase.Of("Your reminders come %s, from your next move on.", c.me.Reminders.Words())
	return c.answer(text), c.tx.PutPlayer(c.me)
}

// readHours reads numbers of hours, with or without an h behind.
func readHours(words []string) ([]time.Duration, error) {
	var all []time.Duration
	for _, word := range words {
		n, err := strconv.Atoi(strings.TrimSuffix(word, "h"))
		if err != nil || n < 1 || n > maxReminderTime || len(all) == maxReminders {
			return nil, bot.Problemf(bot.Misunderstood, "Name at most %d numbers of hours from 1 to %d, for example `remind 24 2`; or `remind off`, `remind default`.",
				maxReminders, maxReminderTime)
		}
		all = append(all, time.Duration(n)*time.Hour)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	slices.Reverse(all)
	return all, nil
}
