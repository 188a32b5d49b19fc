package bot

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot/phrase"
)

// Quiet is the part of the day in which a player wants no reminders: from one
// hour to another, in a zone east of UTC. Both hours are equal where there is none.
type Quiet struct {
	From, To int
	East     time.Duration
}

// end returns when the quiet hours end that a time lies in.
func (q Quiet) end(at time.Time) (time.Time, bool) {
	at = at.In(time.FixedZone("", int(q.East/time.Second)))
	since := (at.Hour() - q.From + 24) % 24
	if since >= (q.To-q.From+24)%24 {
		return at, false
	}
	end := time.Date(at.Year(), at.Month(), at.Day(), q.To, 0, 0, 0, at.Location())
	if !end.After(at) {
		end = end.AddDate(0, 0, 1)
	}
	return end.UTC(), true
}

// words says when, as part of a sentence.
func (q Quiet) words() string {
	minutes := int(q.East / time.Minute)
	zone := "UTC"
	if minutes != 0 {
		zone += fmt.Sprintf("%+d", minutes/60)
		if rest := max(minutes%60, -minutes%60); rest > 0 {
			zone += fmt.Sprintf(":%02d", rest)
		}
	}
	return phrase.Of("from %d to %d o'clock (%s)", q.From, q.To, zone)
}

var quietForm = regexp.MustCompile(`^([0-9]{1,2})-([0-9]{1,2})(?: (?:utc)?([+-])([0-9]{1,2})(?::([0-9]{2}))?)?$`)

// readQuiet reads "22-7", "22-7 +2" or "22-7 -3:30".
func readQuiet(text string) (q Quiet, ok bool) {
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
func setQuiet(c *call) (Reply, error) {
	words := strings.Join(strings.Fields(strings.ToLower(c.args.word("hours"))), " ")
	switch q, ok := readQuiet(words); {
	case ok:
		c.me.Settings.Quiet = q
	case words == "off":
		c.me.Settings.Quiet = Quiet{}
	case words != "":
		return Reply{}, problem(Misunderstood, "Name two hours of the day, and how far your clock is ahead of universal time (UTC): `quiet 22-7 +2`; or `quiet off`.")
	}
	if c.me.Settings.Quiet == (Quiet{}) {
		return c.answer(phrase.Of("You have no quiet hours. `quiet 22-7 +2` sets some.")), c.tx.PutPlayer(c.me)
	}
	text := phrase.Of("Your quiet hours are %s: reminders wait until they end, but your time runs on. `quiet off` ends that.", c.me.Settings.Quiet.words())
	return c.answer(text), c.tx.PutPlayer(c.me)
}

// setDigest says or sets whether the player gets one message a day instead of reminders.
func setDigest(c *call) (Reply, error) {
	if word := c.args.word("when"); word != "" {
		c.me.Settings.Digest = word == "on"
		if err := c.tx.PutPlayer(c.me); err != nil {
			return Reply{}, err
		}
	}
	if c.me.Settings.Digest {
		return c.answer(phrase.Of("Your reminders come together, in one message a day at most. `digest off` changes that.")), nil
	}
	return c.answer(phrase.Of("You are reminded of each game by itself. `digest on` puts your reminders together, in one message a day at most.")), nil
}

// digestEvery is the time between two digests.
const digestEvery = day

// remindAt returns when a player may be told of a reminder that is due: at
// once, or after their quiet hours, or with the next digest; zero if a digest has told it already.
func (c *call) remindAt(p Player, due Moment) Moment {
	at, s := c.uptime.Moment(), p.Settings
	if s.Digest && s.Digested != 0 {
		if due <= s.Digested {
			return 0
		}
		at = max(at, s.Digested.Plus(digestEvery))
	}
	calendar := c.uptime.Calendar(at)
	if end, quiet := s.Quiet.end(calendar); quiet {
		at = at.Plus(end.Sub(calendar) + time.Second - time.Nanosecond) // Moments are whole seconds
	}
	return at
}

// putOff takes what is due before a moment out of the reminders of a game, and
// reminds then, unless the time of the player is up by then.
func (g *Game) putOff(until Moment) {
	g.Remind = slices.DeleteFunc(g.Remind, func(m Moment) bool { return m <= until })
	if until < g.Deadline {
		g.Remind = slices.Insert(g.Remind, 0, until)
	}
}

// digest tells a player of all the games that wait for their move.
func (c *call) digest(p Player, to User) error {
	games, err := c.tx.GamesOf(p.ID, false, Page{})
	if err != nil {
		return err
	}
	games = slices.DeleteFunc(turnOf(games, p.ID), Game.study)
	slices.SortStableFunc(games, func(a, b Game) int { // those without a deadline last
		return cmp.Compare(uint64(a.Deadline-1), uint64(b.Deadline-1))
	})
	lines := []string{phrase.Count(len(games), "It is your move in %d game.", "It is your move in %d games.")}
	for _, g := range games[:min(len(games), listed)] {
		lines = append(lines, phrase.Upper(g.Summary())+c.until(g)+".")
	}
	if more := len(games) - listed; more > 0 {
		lines = append(lines, phrase.Of("... and %d more, as `games` lists them.", more))
	}
	p.Settings.Digested = c.uptime.Moment()
	if err := c.tx.PutPlayer(p); err != nil {
		return err
	}
	return c.enqueue([]Message{{Platform: to.Platform, Audience: Private, To: []User{to}, Text: strings.Join(lines, "\n"),
		Buttons: []Button{c.service.button("games")}}})
}
