package service

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// The bounds of what a player can set.
const (
	maxReminders    = 5
	maxReminderTime = 30 * 24 // hours
)

// setReminders shows or sets when the player is reminded.
func setReminders(c *call) (bot.Reply, error) {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(c.args.Word("hours"), ",", " ")))
	switch {
	case len(words) == 0 && c.me.Reminders.Off:
		return c.answer(phrase.Of("You get no reminders. `remind 24 2` or `remind default` brings them back.")), nil
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
	if c.me.Reminders.Off {
		return c.answer(phrase.Of("From your next move on you get no reminders.")), c.tx.PutPlayer(c.me)
	}
	text := phrase.Of("Your reminders come %s, from your next move on.", c.me.Reminders.Words())
	return c.answer(text), c.tx.PutPlayer(c.me)
}

// readHours reads numbers of hours, with or without an h after them.
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
