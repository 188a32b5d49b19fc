package service

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
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

// setQuiet says or sets when the player wants no reminders.
func setQuiet(c *call) (bot.Reply, error) {
	words := strings.Join(strings.Fields(strings.ToLower(c.args.Word("hours"))), " ")
	switch q, ok := readQuiet(words); {
	case ok:
		c.me.Settings.Quiet = q
	case words == "off":
		c.me.Settings.Quiet = bot.Quiet{}
	case words != "":
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Name two hours of the day, and how far your clock is ahead of universal time (UTC): `quiet 22-7 +2`; or `quiet off`.")
	}
	if c.me.Settings.Quiet == (bot.Quiet{}) {
		return c.answer(phrase.Of("You have no quiet hours. `quiet 22-7 +2` sets some.")), c.tx.PutPlayer(c.me)
	}
	text := phrase.Of("Your quiet hours are %s: reminders wait until they end, but your time runs on. `quiet off` ends that.", c.me.Settings.Quiet.Words())
	return c.answer(text), c.tx.PutPlayer(c.me)
}

// setDigest says or sets whether the player gets one message a day instead of reminders.
func setDigest(c *call) (bot.Reply, error) {
	if word := c.args.Word("when"); word != "" {
		c.me.Settings.Digest = word == "on"
		if err := c.tx.PutPlayer(c.me); err != nil {
			return bot.Reply{}, err
		}
	}
	if c.me.Settings.Digest {
		return c.answer(phrase.Of("Your reminders come together, in one message a day at most. `digest off` changes that.")), nil
	}
	return c.answer(phrase.Of("You are reminded of each game by itself. `digest on` puts your reminders together, in one message a day at most.")), nil
}

// digestEvery is the time between two digests.
const digestEvery = bot.Day

// remindAt returns when a player may be told of a reminder that is due: at
// once, or after their quiet hours, or with the next digest; zero if a digest has told it already.
func (c *call) remindAt(p bot.Player, due bot.Moment) bot.Moment {
	at, s := c.uptime.Moment(), p.Settings
	if s.Digest && s.Digested != 0 {
		if due <= s.Digested {
			return 0
		}
		at = max(at, s.Digested.Plus(digestEvery))
	}
	calendar := c.uptime.Calendar(at)
	if end, quiet := s.Quiet.End(calendar); quiet {
		at = at.Plus(end.Sub(calendar) + time.Second - time.Nanosecond) // Moments are whole seconds
	}
	return at
}

// digest tells a player of all the games that wait for their move.
func (c *call) digest(p bot.Player, to bot.User) error {
	games, err := c.tx.GamesOf(p.ID, false, bot.Page{})
	if err != nil {
		return err
	}
	games = slices.DeleteFunc(turnOf(games, p.ID), bot.Game.Study)
	slices.SortStableFunc(games, func(a, b bot.Game) int { // those without a deadline last
		return cmp.Compare(uint64(a.Deadline-1), uint64(b.Deadline-1))
	})
	lines := []string{phrase.Count(len(games), "It is your move in %d game.", "It is your move in %d games.")}
	for _, g := range games[:min(len(games), tournament.Listed)] {
		lines = append(lines, phrase.Upper(g.Summary())+c.until(g)+".")
	}
	if more := len(games) - tournament.Listed; more > 0 {
		lines = append(lines, phrase.Of("... and %d more, as `games` lists them.", more))
	}
	p.Settings.Digested = c.uptime.Moment()
	if err := c.tx.PutPlayer(p); err != nil {
		return err
	}
	return c.enqueue([]bot.Message{{Platform: to.Platform, Audience: bot.Private, To: []bot.User{to}, Text: strings.Join(lines, "\n"),
		Buttons: []bot.Button{c.service.button("games")}}})
}
