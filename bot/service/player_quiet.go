package service

import (
	"regexp"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

var quietForm = regexp.MustCompile(`^([0-9]{1,2})-([0-9]{1,2})(?: (.+))?$`)

// readQuiet reads "22-7", which is by the player's own clock, or with a zone "22-7 Berlin", "22-7 +2" or "22-7 -3:30".
func readQuiet(text string) (q bot.Quiet, err error) {
	parts := quietForm.FindStringSubmatch(text)
	if parts == nil {
		return q, noQuiet()
	}
	q.From, _ = strconv.Atoi(parts[1])
	q.To, _ = strconv.Atoi(parts[2])
	if q.From > 24 || q.To > 24 || q.From%24 == q.To%24 {
		return q, noQuiet()
	}
	q.From, q.To = q.From%24, q.To%24
	q.Own = parts[3] == ""
	if q.Own {
		return q, nil
	}
	zone, ok := bot.ParseZone(parts[3])
	if !ok {
		return q, bot.NoZone(parts[3])
	}
	q.Zone = zone
	return q, nil
}

func noQuiet() error {
	return bot.Problemf(bot.Misunderstood, "Name two different hours of the day, from 0 to 24, and a time zone if it is not your own: `quiet 22-7`, `quiet 22-7 Berlin`; or `quiet off`.")
}

// setQuiet shows or sets when the player wants no reminders.
func setQuiet(c *call) (bot.Reply, error) {
	words := strings.Join(strings.Fields(c.args.Word("hours")), " ")
	switch {
	case strings.EqualFold(words, "off"):
		c.me.Settings.Quiet = bot.Quiet{}
	case words != "":
		q, err := readQuiet(words)
		if err != nil {
			return bot.Reply{}, err
		}
		c.me.Settings.Quiet = q
	}
	if c.me.Settings.Quiet == (bot.Quiet{}) {
		return c.answer(phrase.Of("You have no quiet hours. `quiet 22-7` sets some.")), c.tx.PutPlayer(c.me)
	}
	text := c.quietWords()
	if c.me.Settings.Quiet.Own && c.me.Zone == "" {
		text += " " + askZone()
	}
	return c.answer(text), c.tx.PutPlayer(c.me)
}

// quietWords tells the asker's quiet hours.
func (c *call) quietWords() string {
	return phrase.Of("Your quiet hours are %s: reminders wait until they end, but your time runs on. `quiet off` ends that.", c.me.Settings.Quiet.Words(c.me.Zone))
}

// askZone tells somebody whose time zone is needed and not known how to name it.
func askZone() string {
	return phrase.Of("I don't know your time zone: `prefer time Europe/Berlin` is how to name it.")
}

// digestEvery is the time between two digests.
const digestEvery = bot.Day
