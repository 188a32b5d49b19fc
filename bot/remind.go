package bot

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Reminders says when a player wants to be reminded. The zero value is the
// default: after half and after four fifths of the time for a move.
type Reminders struct {
	Off bool `json:",omitzero"`
	// Before lists how long before the deadline, the longest first.
	Before []time.Duration `json:",omitzero"`
}

// The bounds of what a player can set.
const (
	maxReminders    = 5
	maxReminderTime = 30 * 24 // hours
)

// moments returns when to remind of a move for which there is a time from a
// moment on.
func (r Reminders) moments(k countdown, from Moment, whole time.Duration) []Moment {
	var all []Moment
	switch {
	case r.Off:
	case r.Before == nil:
		all = []Moment{k.after(from, whole/2), k.after(from, whole*4/5)}
	default:
		for _, before := range r.Before {
			if before < whole {
				all = append(all, k.after(from, whole-before))
			}
		}
	}
	return all
}

// words says when, as part of a sentence.
func (r Reminders) words() string {
	switch {
	case r.Off:
		return phrase.Of("never")
	case r.Before == nil:
		return phrase.Of("after half and after four fifths of the time for a move")
	}
	var words []string
	for _, before := range r.Before {
		words = append(words, spell(before))
	}
	return phrase.Of("%s before the deadline", strings.Join(words, ", "))
}

// place returns the message that says something of a game to one of its
// players, where they see it.
func (c *call) place(g Game, side rules.Side, text string) Message {
	seat := g.Seats[side]
	m := Message{
		Platform: seat.User.Platform,
		Audience: Thread,
		Room:     seat.Room,
		To:       []User{seat.User},
		Game:     g.ID,
		Text:     text,
		Buttons:  c.service.gameButtons(g),
	}
	if seat.Room == (RoomID{}) {
		m.Audience = Private
	}
	return m
}

// remind tells the player to move how much time is left, once for all
// reminders that are due.
func (c *call) remind(g Game) error {
	now := c.uptime.Moment()
	seat := g.Seats[g.Turn]
	p, err := c.tx.Player(seat.Player)
	if err != nil {
		return err
	}
	at := c.remindAt(p, g.Remind[0])
	g.Remind = slices.DeleteFunc(g.Remind, func(m Moment) bool { return m <= now })
	if at > now {
		g.putOff(at)
	}
	if err := c.tx.PutGame(g); err != nil || at != now {
		return err
	}
	if p.Settings.Digest {
		return c.digest(p, seat.User)
	}
	m := c.place(g, g.Turn, phrase.Of("%s, it is your move in %s%s.", g.name(g.Turn), g.Summary(), c.until(g)))
	return c.enqueue([]Message{m})
}

// setReminders says or sets when the player is reminded.
func setReminders(c *call) (Reply, error) {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(c.args.word("hours"), ",", " ")))
	switch {
	case len(words) == 0:
		return c.answer(phrase.Of("Your reminders come %s. `remind 24 2` changes that, `remind off` ends it, `remind default` restores it.", c.me.Reminders.words())), nil
	case len(words) == 1 && words[0] == "off":
		c.me.Reminders = Reminders{Off: true}
	case len(words) == 1 && words[0] == "default":
		c.me.Reminders = Reminders{}
	default:
		hours, err := readHours(words)
		if err != nil {
			return Reply{}, err
		}
		c.me.Reminders = Reminders{Before: hours}
	}
	text := phrase.Of("Your reminders come %s, from your next move on.", c.me.Reminders.words())
	return c.answer(text), c.tx.PutPlayer(c.me)
}

// readHours reads numbers of hours, with or without an h behind.
func readHours(words []string) ([]time.Duration, error) {
	var all []time.Duration
	for _, word := range words {
		n, err := strconv.Atoi(strings.TrimSuffix(word, "h"))
		if err != nil || n < 1 || n > maxReminderTime || len(all) == maxReminders {
			return nil, problem(Misunderstood, "Name at most %d numbers of hours from 1 to %d, for example `remind 24 2`; or `remind off`, `remind default`.",
				maxReminders, maxReminderTime)
		}
		all = append(all, time.Duration(n)*time.Hour)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	slices.Reverse(all)
	return all, nil
}
