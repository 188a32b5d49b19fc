package people

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/when"
)

// The limits of the reminders that a player can set.
const (
	maxReminders    = 5
	maxReminderTime = 30 * 24 // hours
)

// setReminders shows or sets when the player is reminded.
func setReminders(c *action.Call) (bot.Reply, error) {
	said := strings.TrimSpace(c.Args.Word("hours"))
	if at, zone, once, err := readOnce(c, said); err != nil {
		return bot.Reply{}, err
	} else if once {
		return setAlarm(c, at, zone)
	}
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(said, ",", " ")))
	switch {
	case len(words) == 0:
		return showReminders(c)
	case len(words) == 1 && (words[0] == "off" || words[0] == "aus"):
		if err := dropAlarms(c); err != nil {
			return bot.Reply{}, err
		}
		c.Me.Reminders = bot.Reminders{Off: true}
	case len(words) == 1 && words[0] == "default":
		c.Me.Reminders = bot.Reminders{}
	default:
		hours, err := readHours(words)
		if err != nil {
			return bot.Reply{}, err
		}
		c.Me.Reminders = bot.Reminders{Before: hours}
	}
	if c.Me.Reminders.Off {
		return c.Answer(phrase.Of("From your next move on you get no reminders.")), c.Tx.PutPlayer(c.Me)
	}
	text := phrase.Of("Your reminders come %s, from your next move on.", c.Me.Reminders.Words())
	return c.Answer(text), c.Tx.PutPlayer(c.Me)
}

// showReminders tells when the player is reminded.
func showReminders(c *action.Call) (bot.Reply, error) {
	once, err := alarmWords(c)
	text := phrase.Of("Your reminders come %s. `remind 24 2` changes that, `remind off` ends it, `remind default` restores it.", c.Me.Reminders.Words())
	if c.Me.Reminders.Off {
		text = phrase.Of("You get no reminders. `remind 24 2` or `remind default` brings them back.")
	}
	return c.Answer(text + once), err
}

// readHours reads numbers of hours. Behind a number may stand a unit of time: "24 hours", "1 day".
func readHours(words []string) ([]time.Duration, error) {
	var all []time.Duration
	for len(words) > 0 {
		length, taken := time.Duration(0), 1
		if n, err := strconv.Atoi(words[0]); err == nil && n <= maxReminderTime {
			length = time.Duration(n) * time.Hour
		}
		for n := min(2, len(words)); n > 0; n-- {
			if span, ok := when.ParseSpan(strings.Join(words[:n], " ")); ok {
				length, taken = span, n
				break
			}
		}
		if length < time.Hour || length > maxReminderTime*time.Hour || len(all) == maxReminders {
			return nil, bot.Problemf(bot.Misunderstood, "Name at most %d numbers of hours from 1 to %d, for example `remind 24 2`; or `remind off`, `remind default`.",
				maxReminders, maxReminderTime)
		}
		all, words = append(all, length), words[taken:]
	}
	slices.Sort(all)
	all = slices.Compact(all)
	slices.Reverse(all)
	return all, nil
}

// remindedAt returns the current value of the parameter of remind.
func remindedAt(c *action.Call) map[string]string {
	switch r := c.Me.Reminders; {
	case r.Off:
		return map[string]string{"hours": "off"}
	case r.Before == nil:
		return map[string]string{"hours": "default"}
	default:
		var hours []string
		for _, before := range r.Before {
			hours = append(hours, strconv.Itoa(int(before/time.Hour)))
		}
		return map[string]string{"hours": strings.Join(hours, " ")}
	}
}
