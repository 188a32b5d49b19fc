package service

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
)

// vacation starts, ends or shows the asker's vacation.
func vacation(c *call) (bot.Reply, error) {
	words := strings.Fields(strings.ToLower(c.args.Word("days")))
	switch {
	case len(words) == 0 || len(words) == 1 && words[0] == "status":
		return c.answer(c.vacationWords()), nil
	case len(words) == 1 && words[0] == "off":
		return c.endVacation()
	}
	until, ends, err := c.readVacation(words)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.beginVacation(until, ends)
}

// vacationWords describes the asker's vacation, or how much of it is left.
func (c *call) vacationWords() string {
	v, left := c.me.Settings.Vacation, c.me.Settings.Vacation.Left(c.year())
	if v.Lasts(c.uptime.Moment()) {
		return phrase.Of("You are on vacation until %s, and have %s of this year left. `vacation off` ends it early.", bot.Timestamp(c.uptime.Calendar(v.Until)), bot.DayCount(left))
	}
	return phrase.Of("You are not on vacation. You have %s left this year; `vacation DAYS` begins one.", bot.DayCount(left))
}

// year returns the current calendar year in UTC.
func (c *call) year() int { return c.uptime.Beat.UTC().Year() }

// readVacation reads "10", "10 days", "until 2026-08-20" or "until monday", when that day begins by the asker's clock. ends says so in a sentence.
func (c *call) readVacation(words []string) (until bot.Moment, ends string, err error) {
	now := c.uptime.Moment()
	if len(words) == 2 && strings.HasPrefix(words[1], "day") {
		words = words[:1]
	}
	if len(words) == 1 {
		if n, err := strconv.Atoi(strings.TrimSuffix(words[0], "d")); err == nil && n > 0 && n <= 10*bot.VacationDays {
			return now.Plus(time.Duration(n) * bot.Day), "", nil
		}
	}
	if len(words) > 1 && command.Until(words[0]) {
		date, ok := bot.ParseDay(strings.Join(words[1:], " "), c.uptime.Beat.In(bot.Zone(c.me.Zone)))
		begins := bot.WallClock(c.me.Zone, date.Year(), date.Month(), date.Day(), 0)
		far := begins.Sub(c.uptime.Beat)
		if ok && far > 0 && far <= 10*bot.VacationDays*bot.Day {
			ends = phrase.Of("Otherwise it ends when %s begins (%s).", date.Format(time.DateOnly), cmp.Or(c.me.Zone, "UTC"))
			if c.me.Zone == "" {
				ends += " " + askZone()
			}
			return now.Plus(begins.Sub(c.uptime.Calendar(now)) + time.Second - time.Nanosecond), ends, nil // Moments are whole seconds
		}
	}
	return 0, "", bot.Problemf(bot.Misunderstood, "Say for how many days, from 1 to %d, `vacation 10`, or until which day to come, `vacation until %s`; or `vacation off`, `vacation status`.",
		bot.VacationDays, c.uptime.Beat.In(bot.Zone(c.me.Zone)).AddDate(0, 0, 10).Format(time.DateOnly))
}

// beginVacation starts the asker's vacation, which stops their clocks. ends says more of its end, if there is more to say.
func (c *call) beginVacation(until bot.Moment, ends string) (bot.Reply, error) {
	now, year := c.uptime.Moment(), c.year()
	v := c.me.Settings.Vacation
	next, need := v.Begin(now, until, year)
	left := v.Left(year)
	switch {
	case v.Lasts(now):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You are on vacation until %s already. `vacation off` ends it, and then you can begin another.", bot.Timestamp(c.uptime.Calendar(v.Until)))
	case need > left:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "That is %s, and you have %s of this year's %d left.", bot.DayCount(need), bot.DayCount(left), bot.VacationDays)
	}
	return c.changeVacation(next, ends,
		phrase.Of("%s is on vacation until %s.", c.me.Said(), bot.Timestamp(c.uptime.Calendar(until))))
}

// endVacation restarts the asker's clocks, and gives back the days that have not begun.
func (c *call) endVacation() (bot.Reply, error) {
	now, v := c.uptime.Moment(), c.me.Settings.Vacation
	if !v.Lasts(now) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s", c.vacationWords())
	}
	return c.changeVacation(v.End(now), "", phrase.Of("%s is back from vacation.", c.me.Said()))
}

// changeVacation sets the asker's vacation, moves their deadlines and tells their opponents. A deadline that has
// passed stays, even if no sweep has run since. ends is for the asker alone, text for the opponents.
func (c *call) changeVacation(v bot.Vacation, ends, text string) (bot.Reply, error) {
	before := c.me
	c.me.Settings.Vacation = v
	games, err := c.tx.GamesOf(c.me.ID, false, bot.Page{})
	if err != nil {
		return bot.Reply{}, err
	}
	var notices []bot.Message
	for _, g := range games {
		side, _ := g.Side(c.me.ID)
		if !g.Vacation || !g.Pace.Ticks() || c.overdue(g) {
			continue
		}
		if g.Turn == side {
			g.Recount(c.uptime.Moment(), c.countdown(g, before), c.countdown(g, c.me))
			if err := c.tx.PutGame(g); err != nil {
				return bot.Reply{}, err
			}
		}
		line := phrase.Of("In %s %s", bot.GameNumber(g.ID), c.toMove(g))
		notices = gather(notices, g.Seats[side.Other()].Address(), line, text)
	}
	answer := c.answer(strings.Join(slices.DeleteFunc([]string{c.vacationWords(), ends, standsStill(len(notices) > 0)}, func(s string) bool { return s == "" }), " "))
	return bot.Reply{Answer: answer.Answer, Notices: notices}, c.tx.PutPlayer(c.me)
}

// standsStill says whether opponents are told about a vacation.
func standsStill(told bool) string {
	if told {
		return phrase.Of("Your opponents are told.")
	}
	return phrase.Of("No game of yours that goes on allows vacations.")
}

// gather adds a line about a game to the message with such lines for the same place, or to a new one with a heading.
func gather(all []bot.Message, to bot.Address, line, heading string) []bot.Message {
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

// clockWords describes the time banks of a game, and says which players are on vacation.
func (c *call) clockWords(g bot.Game) (lines []string, err error) {
	if g.Over() {
		return nil, nil
	}
	if g.Pace.Fischer() {
		lines = append(lines, phrase.Of("In the bank at the beginning of the turn: %s %s, %s %s.",
			g.Name(0), bot.Spell(g.Banks[0]), g.Name(1), bot.Spell(g.Banks[1])))
	}
	for _, seat := range g.Seats {
		p, err := c.tx.Player(seat.Player)
		if err != nil {
			return nil, err
		}
		if v := p.Settings.Vacation; g.Vacation && v.Lasts(c.uptime.Moment()) {
			lines = append(lines, phrase.Of("%s is on vacation until %s.", seat.User.Said(), bot.Timestamp(c.uptime.Calendar(v.Until))))
		}
	}
	return lines, nil
}
