package people

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/when"
)

// vacation starts, ends or shows the asker's vacation.
func vacation(c *action.Call) (bot.Reply, error) {
	words := strings.Fields(strings.ToLower(c.Args.Word("days")))
	switch {
	case len(words) == 0 || len(words) == 1 && words[0] == "status":
		return c.Answer(vacationWords(c)), nil
	case len(words) == 1 && words[0] == "off":
		return endVacation(c)
	}
	until, ends, err := readVacation(c, words)
	if err != nil {
		return bot.Reply{}, err
	}
	return beginVacation(c, until, ends)
}

// vacationWords describes the asker's vacation, or how much of it is left.
func vacationWords(c *action.Call) phrase.Text {
	v, left := c.Me.Settings.Vacation, c.Me.Settings.Vacation.Left(year(c))
	if v.Lasts(c.Uptime.Moment()) {
		return phrase.Of("You are on vacation until %s, and have %s of this year left. `vacation off` ends it early.", bot.Timestamp(c.Uptime.Calendar(v.Until)), bot.DayCount(left))
	}
	return phrase.Of("You are not on vacation. You have %s left this year; `vacation DAYS` begins one.", bot.DayCount(left))
}

// year returns the current calendar year in UTC.
func year(c *action.Call) int { return c.Uptime.Beat.UTC().Year() }

// daysForm matches a number of days for a vacation, or a word that can stand in its place.
var daysForm = regexp.MustCompile(`(?i)^(?:[0-9]{1,5}|off|aus|status)$`)

// saysDays reports whether words say how long a vacation is, or are a word in place of that.
func saysDays(words string) bool {
	length, _ := when.During.Cut(words)
	_, known := when.ParseSpan(length)
	_, until := when.Until.Cut(length)
	return known || until || daysForm.MatchString(length)
}

// readVacation reads the end of a vacation: "10", "10 days", "for a week", "until 2026-08-20" or
// "until monday".
// A vacation until a day ends when that day begins in the asker's time zone, and ends is a sentence
// about that.
func readVacation(c *action.Call, words []string) (until bot.Moment, ends phrase.Text, err error) {
	now := c.Uptime.Moment()
	length, _ := when.During.Cut(strings.Join(words, " "))
	if _, err := strconv.Atoi(length); err == nil {
		length += "d"
	}
	if lasts, ok := when.ParseSpan(length); ok && lasts%bot.Day == 0 && lasts <= 10*bot.VacationDays*bot.Day {
		return now.Plus(lasts), "", nil
	}
	if day, ok := when.Until.Cut(strings.Join(words, " ")); ok {
		date, err := when.ReadDay(day, c.Uptime.Beat.In(bot.Zone(c.Me.Zone)))
		if err != nil {
			return 0, "", err
		}
		begins := bot.WallClock(c.Me.Zone, date.Year(), date.Month(), date.Day(), 0)
		if begins.Sub(c.Uptime.Beat) <= 10*bot.VacationDays*bot.Day {
			ends = phrase.Of("Otherwise it ends when %s begins (%s).", date.Format(time.DateOnly), cmp.Or(c.Me.Zone, "UTC"))
			if c.Me.Zone == "" {
				ends += " " + bot.AskZone()
			}
			// Moments are whole seconds, so the time is rounded up.
			return now.Plus(begins.Sub(c.Uptime.Calendar(now)) + time.Second - time.Nanosecond), ends, nil
		}
	}
	return 0, "", bot.Problemf(bot.Misunderstood, "Say for how many days, from 1 to %d, `vacation 10`, or until which day to come, `vacation until %s`; or `vacation off`, `vacation status`.",
		bot.VacationDays, when.ExampleDay(c.Uptime.Beat.In(bot.Zone(c.Me.Zone)), 10))
}

// beginVacation starts the asker's vacation, which stops their clocks. ends is a sentence about its
// end, or empty.
func beginVacation(c *action.Call, until bot.Moment, ends phrase.Text) (bot.Reply, error) {
	now, year := c.Uptime.Moment(), year(c)
	v := c.Me.Settings.Vacation
	next, need := v.Begin(now, until, year)
	left := v.Left(year)
	switch {
	case v.Lasts(now):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You are on vacation until %s already. `vacation off` ends it, and then you can begin another.", bot.Timestamp(c.Uptime.Calendar(v.Until)))
	case need > left:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "That is %s, and you have %s of this year's %d left.", bot.DayCount(need), bot.DayCount(left), bot.VacationDays)
	}
	return changeVacation(c, next, ends,
		phrase.Of("%s is on vacation until %s.", c.Me.Said(), bot.Timestamp(c.Uptime.Calendar(until))))
}

// endVacation ends the asker's vacation: their clocks run again, and days that have not begun are
// not counted.
func endVacation(c *action.Call) (bot.Reply, error) {
	now, v := c.Uptime.Moment(), c.Me.Settings.Vacation
	if !v.Lasts(now) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s", vacationWords(c))
	}
	return changeVacation(c, v.End(now), "", phrase.Of("%s is back from vacation.", c.Me.Said()))
}

// changeVacation sets the asker's vacation, moves their deadlines and tells their opponents. A
// deadline that has passed is not moved, even if no sweep has run since. ends is told to the asker
// alone, text to the opponents.
func changeVacation(c *action.Call, v bot.Vacation, ends, text phrase.Text) (bot.Reply, error) {
	c.Me = c.Me.AdvanceStreak(c.Uptime)
	before := c.Me
	c.Me.Settings.Vacation = v
	games, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{})
	if err != nil {
		return bot.Reply{}, err
	}
	var notices []bot.Message
	for _, g := range games {
		side, _ := g.Side(c.Me.ID)
		if !g.Vacation || !g.Pace.Ticks() || c.Overdue(g) {
			continue
		}
		if g.Turn == side {
			g.Recount(c.Uptime.Moment(), c.Countdown(g, before), c.Countdown(g, c.Me))
			if err := c.Tx.PutGame(g); err != nil {
				return bot.Reply{}, err
			}
		}
		line := phrase.Of("In %s %s", bot.GameNumber(g.ID), c.ToMove(g))
		notices = addLine(notices, g.Seats[side.Other()].Address(), line, text)
	}
	answer := c.Answer(phrase.Join(slices.DeleteFunc([]phrase.Text{vacationWords(c), ends, tellsOpponents(len(notices) > 0)}, func(s phrase.Text) bool { return s == "" }), " "))
	return bot.Reply{Answer: answer.Answer, Notices: notices}, c.Tx.PutPlayer(c.Me)
}

// tellsOpponents says whether opponents are told about a vacation.
func tellsOpponents(told bool) phrase.Text {
	if told {
		return phrase.Of("Your opponents are told.")
	}
	return phrase.Of("No game of yours that goes on allows vacations.")
}

// addLine adds a line about a game to the message for the same place. If there is none, it adds a
// message with a heading.
func addLine(all []bot.Message, to bot.Address, line, heading phrase.Text) []bot.Message {
	m := to.Message(heading + "\n" + line)
	at := slices.IndexFunc(all, m.SamePlace)
	if at < 0 {
		return append(all, m)
	}
	all[at].Text += "\n" + line
	if !slices.Contains(all[at].To, m.To[0]) {
		all[at].To = append(all[at].To, m.To[0])
	}
	return all
}
