package people

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/when"
)

const (
	// alarmMemo is the key prefix of alarms: reminders that come once, at a time that the player has
	// named. The time and the player's ID follow it.
	alarmMemo = "alarm/"
	// maxAlarms is the number of alarms that a player can have.
	maxAlarms = 5
	// maxAlarmTime is how long before its time an alarm can be set.
	maxAlarmTime = 30 * bot.Day
)

// saysWhen reports whether words say when reminders come, as far as they are certainly meant so:
// hours before a deadline, or when one comes once. Other words may be part of a sentence.
func saysWhen(words string) bool {
	said, delay := untilAlarm(words)
	_, known := when.ParseDelay(said)
	return insteadForm.MatchString(words) || signed.MatchString(words) || delay && (known || signed.MatchString(said)) || certainTime.MatchString(said) || when.NamesTime(said)
}

var (
	// signed matches words that begin with a number, which may have a sign.
	signed = regexp.MustCompile(`^[-−+]?[0-9]`)
	// certainTime matches words that are meant as a time of day or a day even if they are none.
	certainTime = regexp.MustCompile(`(?i)^(?:` + when.Pattern(when.At) + `)\s+[0-9]`)
)

// untilAlarm returns the words that say when a reminder that comes once is to come, without "me"
// and "in" before them, and whether they are a length of time from now.
func untilAlarm(words string) (said string, delay bool) {
	fields := strings.Fields(words)
	if len(fields) > 1 && command.Myself(fields[0]) {
		fields = fields[1:]
	}
	return when.After.Cut(strings.Join(fields, " "))
}

// readOnce reads when a reminder that comes once is to come: "in 2 hours", "me at 18:00", "tomorrow
// 9:00". zone is a sentence about the time zone, if one matters. once is false if the text is about
// the standing reminders.
func readOnce(c *action.Call, text string) (at bot.Moment, zone phrase.Text, once bool, err error) {
	now := c.Uptime.Moment()
	said, delay := untilAlarm(text)
	switch {
	case delay:
		after, ok := when.ParseDelay(said)
		if !ok {
			err = bot.Problemf(bot.Misunderstood, "%s is no time from now. Write `remind in 2 hours`, `remind in 90 minutes` or `remind at 18:00`.", bot.QuoteWord(said))
		}
		return now.Plus(after), "", true, err
	case !certainTime.MatchString(said) && !when.NamesTime(said):
		return 0, "", false, nil
	}
	then, named, err := when.ReadTime(said, c.Me.Zone, c.Uptime.Beat)
	if err == nil && named == "" {
		zone = " " + bot.AskZone()
	}
	return now.Plus(then.Sub(c.Uptime.Calendar(now))), zone, true, err
}

// alarm is a reminder that comes once.
type alarm struct {
	at     bot.Moment
	player bot.PlayerID
	to     bot.User
}

// key returns the key of the memo for an alarm. A player can have one alarm for each moment.
func (a alarm) key() string { return fmt.Sprintf("%s%020d/%d", alarmMemo, int64(a.at), a.player) }

// alarms returns the wanted ones among up to limit alarms, the earliest first. A limit of zero
// means no limit. The time and the player decide: the rest of an alarm is read only if it is
// wanted.
func alarms(c *action.Call, limit int, wanted func(alarm) bool) (all []alarm, err error) {
	keys, err := c.Tx.Memos(action.OwnMemos, alarmMemo, limit)
	for _, key := range keys {
		at, player, _ := strings.Cut(strings.TrimPrefix(key, alarmMemo), "/")
		moment, unclear := strconv.ParseInt(at, 10, 64)
		id, unknown := strconv.ParseUint(player, 10, 64)
		if err := errors.Join(unclear, unknown); err != nil {
			return nil, err
		}
		a := alarm{at: bot.Moment(moment), player: bot.PlayerID(id)}
		if !wanted(a) {
			continue
		}
		value, missing := c.Tx.Memo(action.OwnMemos, key)
		if err := errors.Join(missing, json.Unmarshal(value, &a.to)); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, err
}

// myAlarms returns the alarms of the asker.
func myAlarms(c *action.Call) ([]alarm, error) {
	return alarms(c, 0, func(a alarm) bool { return c.Me.Is(a.player) })
}

// dropAlarms deletes the alarms of the asker.
func dropAlarms(c *action.Call) error {
	mine, err := myAlarms(c)
	for _, a := range mine {
		err = errors.Join(err, c.Tx.PutMemo(action.OwnMemos, a.key(), nil))
	}
	return err
}

// setAlarm reminds the asker once, at some time. zone is a sentence about the time zone, or "".
func setAlarm(c *action.Call, at bot.Moment, zone phrase.Text) (bot.Reply, error) {
	mine, err := myAlarms(c)
	switch {
	case err != nil:
		return bot.Reply{}, err
	case len(mine) >= maxAlarms:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have asked for %d such reminders already, and that is the limit.", maxAlarms)
	case at > c.Uptime.Moment().Plus(maxAlarmTime):
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "I can remind you within the next %s, for example `remind in 2 hours`.", bot.DurationWords(maxAlarmTime))
	}
	a := alarm{at: at, player: c.Me.ID, to: c.Request.From}
	value, err := json.Marshal(a.to)
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("I'll remind you once, at %s. Your other reminders stay as they are.", bot.Timestamp(c.Uptime.Calendar(a.at)))
	return c.Answer(text + zone), c.Tx.PutMemo(action.OwnMemos, a.key(), value)
}

// alarmWords tells when the asker's alarms come. It is empty if there are none.
func alarmWords(c *action.Call) (phrase.Text, error) {
	mine, err := myAlarms(c)
	if err != nil || len(mine) == 0 {
		return "", err
	}
	var times []phrase.Text
	for _, a := range mine {
		times = append(times, bot.Timestamp(c.Uptime.Calendar(a.at)))
	}
	return " " + phrase.Of("You are also reminded once at %s.", phrase.Join(times, ", ")), nil
}

// sendDueAlarms sends the reminders whose time has come.
func sendDueAlarms(b *action.Batch) error {
	due := func(limit int) ([]alarm, error) {
		return alarms(b.Call, limit, func(a alarm) bool { return a.at <= b.Call.Uptime.Moment() })
	}
	return action.EachDue(b, due, func(a alarm) any { return a.key() }, "alarm", func(a alarm) error {
		m := bot.Address{User: a.to}.Message(phrase.Of("You asked to be reminded now. `games` shows what waits for you."), b.Call.Bot.Button("games"))
		return errors.Join(b.Call.Enqueue(bot.Awaiting(m)), b.Call.Tx.PutMemo(action.OwnMemos, a.key(), nil))
	})
}
