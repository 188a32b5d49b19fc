package service

import (
	"regexp"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// quietForm matches two hours of the day and perhaps a zone: "22-7", "from 10 pm to 7 am Berlin".
var quietForm = regexp.MustCompile(`(?i)^(?:(?:from|between|von|zwischen) )?` + quietHour + `(?: ?[-–] ?| (?:to|and|until|till|bis|und) )` + quietHour + `(?: (.+))?$`)

const quietHour = `([0-9]{1,2})(?::00)?(?: ?(am|pm|h|uhr))?`

// readQuiet reads "22-7", which is by the player's own clock, or with a zone "22-7 Berlin", "22-7 +2" or "22-7 -3:30".
func readQuiet(text string) (q bot.Quiet, err error) {
	parts := quietForm.FindStringSubmatch(text)
	if parts == nil {
		return q, noQuiet()
	}
	var ok [2]bool
	q.From, ok[0] = hourOfDay(parts[1], parts[2])
	q.To, ok[1] = hourOfDay(parts[3], parts[4])
	if !ok[0] || !ok[1] || q.From == q.To {
		return q, noQuiet()
	}
	q.Own = parts[5] == ""
	if q.Own {
		return q, nil
	}
	zone, known := bot.ParseZone(parts[5])
	if !known {
		return q, bot.NoZone(parts[5])
	}
	q.Zone = zone
	return q, nil
}

// hourOfDay returns an hour from 0 to 23, given as it is written with what stands behind it: "24", or "11" and "pm".
func hourOfDay(written, half string) (hour int, ok bool) {
	hour, _ = strconv.Atoi(written)
	switch strings.ToLower(half) {
	case "am", "pm":
		if hour < 1 || hour > 12 {
			return 0, false
		}
		hour %= 12
		if strings.EqualFold(half, "pm") {
			hour += 12
		}
	}
	return hour % 24, hour <= 24
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
