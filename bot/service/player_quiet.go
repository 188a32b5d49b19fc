package service

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

var quietForm = regexp.MustCompile(`^([0-9]{1,2})-([0-9]{1,2})(?: (?:utc)?([+-])([0-9]{1,2})(?::([0-9]{2}))?)?$`)

// readQuiet reads "22-7", "22-7 +2" or "22-7 -3:30".
func readQuiet(text string) (q bot.Quiet, ok bool) {
	parts := quietForm.FindStringSubmatch(text)
	if parts == nil {
		return q, false
	}
	q.From, _ = strconv.Atoi(parts[1])
	q.To, _ = strconv.Atoi(parts[2])
	hours, _ := strconv.Atoi(parts[4])
	minutes, _ := strconv.Atoi(parts[5])
	ok = q.From <= 24 && q.To <= 24 && q.From%24 != q.To%24 && hours <= 14 && minutes < 60
	q.From, q.To = q.From%24, q.To%24
	q.East = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if parts[3] == "-" {
		q.East = -q.East
	}
	return q, ok
}

// setQuiet shows or sets when the player wants no reminders.
func setQuiet(c *call) (bot.Reply, error) {
	words := strings.Join(strings.Fields(strings.ToLower(c.args.Word("hours"))), " ")
	switch q, ok := readQuiet(words); {
	case ok:
		c.me.Settings.Quiet = q
	case words == "off":
		c.me.Settings.Quiet = bot.Quiet{}
	case words != "":
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Name two different hours of the day, from 0 to 24, and how far your clock is ahead of universal time (UTC), from -14 to +14: `quiet 22-7 +2`; or `quiet off`.")
	}
	if c.me.Settings.Quiet == (bot.Quiet{}) {
		return c.answer(phrase.Of("You have no quiet hours. `quiet 22-7 +2` sets some.")), c.tx.PutPlayer(c.me)
	}
	text := phrase.Of("Your quiet hours are %s: reminders wait until they end, but your time runs on. `quiet off` ends that.", c.me.Settings.Quiet.Words())
	return c.answer(text), c.tx.PutPlayer(c.me)
}

// digestEvery is the time between two digests.
const digestEvery = bot.Day
