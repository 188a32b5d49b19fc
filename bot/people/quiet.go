package people

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/when"
)

// quietForm matches two hours of the day and perhaps a zone: "22-7", "from 10 pm to 7 am Berlin".
var quietForm = regexp.MustCompile(`(?i)^(?:(?:` + when.Pattern(when.From) + `) )?` + quietHour + `(?: ?[-–] ?| (?:` + when.Pattern(when.To, when.Until) + `) )` + quietHour + `(?: (.+))?$`)

const quietHour = `([0-9]{1,2})(?::00)?(?: ?(am|pm|h|uhr))?`

// saysQuiet reports whether words are certainly meant as two hours of the day, perhaps with a zone,
// or are a word in place of them. Others may be part of a sentence.
func saysQuiet(words string) bool {
	words = strings.Join(strings.Fields(words), " ")
	return quietForm.MatchString(words) && signed.MatchString(words) || insteadForm.MatchString(words)
}

// readQuiet reads quiet hours: "22-7" in the player's own time zone, or with a zone "22-7 Berlin",
// "22-7 +2" or "22-7 -3:30".
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

// hourOfDay returns an hour from 0 to 23. It takes the number and its suffix: "24", or "11" and
// "pm".
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
func setQuiet(c *action.Call) (bot.Reply, error) {
	words := strings.Join(strings.Fields(c.Args.Word("hours")), " ")
	switch {
	case strings.EqualFold(words, "off"):
		c.Me.Settings.Quiet = bot.Quiet{}
	case words != "":
		q, err := readQuiet(words)
		if err != nil {
			return bot.Reply{}, err
		}
		c.Me.Settings.Quiet = q
	}
	if c.Me.Settings.Quiet == (bot.Quiet{}) {
		return c.Answer(phrase.Of("You have no quiet hours. `quiet 22-7` sets some.")), c.SaveMe()
	}
	text := quietWords(c)
	if c.Me.Settings.Quiet.Own && c.Me.Zone == "" {
		text += " " + bot.AskZone()
	}
	return c.Answer(text), c.SaveMe()
}

// quietWords describes the asker's quiet hours.
func quietWords(c *action.Call) phrase.Text {
	return phrase.Of("Your quiet hours are %s: reminders wait until they end, but your time runs on. `quiet off` ends that.", c.Me.Settings.Quiet.Words(c.Me.Zone))
}

// quietHours returns the current value of the parameter of quiet.
func quietHours(c *action.Call) map[string]string {
	q := c.Me.Settings.Quiet
	if q == (bot.Quiet{}) {
		return map[string]string{"hours": "off"}
	}
	hours := fmt.Sprintf("%d-%d", q.From, q.To)
	if !q.Own {
		hours += " " + q.In(c.Me.Zone)
	}
	return map[string]string{"hours": hours}
}
