package play

import (
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// remindAt returns when to send a player a reminder that is due: now, after their quiet hours, or
// with the next digest. It returns zero if a digest has covered the reminder.
func remindAt(c *action.Call, p bot.Player, due bot.Moment) bot.Moment {
	at, s := c.Uptime.Moment(), p.Settings
	if s.Digest && s.Digested != 0 {
		if due <= s.Digested {
			return 0
		}
		at = max(at, s.Digested.Plus(action.DigestEvery))
	}
	calendar := c.Uptime.Calendar(at)
	if end, quiet := s.Quiet.End(calendar, p.Zone); quiet {
		// rounded up, because a Moment is a whole second
		at = at.Plus(end.Sub(calendar) + time.Second - time.Nanosecond)
	}
	return at
}

// sendDigest sends a player one message that lists the games in which it is their move, except
// studies.
func sendDigest(c *action.Call, p bot.Player, to bot.User) error {
	games, err := c.Tx.GamesOf(p.ID, false, bot.Page{})
	if err != nil {
		return err
	}
	games = slices.DeleteFunc(bot.TurnOf(games, p.ID), bot.Game.Study)
	slices.SortStableFunc(games, bot.CompareTime)
	lines := []phrase.Text{phrase.Count(len(games), "It is your move in %d game.", "It is your move in %d games.")}
	lines = append(lines, gameLines(c, games)...)
	p.Settings.Digested = c.Uptime.Moment()
	if err := c.Tx.PutPlayer(p); err != nil {
		return err
	}
	return c.Enqueue(bot.Awaiting(bot.Address{User: to}.Message(phrase.Join(lines, "\n"), c.Bot.Button("games"))))
}

// remind reminds the player to move in a game, or puts the reminder off as remindAt says. One
// message names all games of the player in the same place whose reminders are due now or soon.
// remind does nothing if the reminder of the game was sent with that of another.
func remind(c *action.Call, g bot.Game) error {
	now := c.Uptime.Moment()
	if !g.RemindsBy(now) {
		return nil
	}
	seat := g.Seats[g.Turn]
	p, err := c.Tx.Player(seat.Player)
	if err != nil {
		return err
	}
	at := remindAt(c, p, g.Remind[0])
	if at != now || p.Settings.Digest {
		g.DropReminders(now)
		if at > now {
			g.PutOff(at)
		}
		if err := c.Tx.PutGame(g); err != nil || at != now {
			return err
		}
		return sendDigest(c, p, seat.User)
	}
	games, err := remindedWith(c, g, now.Plus(remindTogether))
	if err != nil {
		return err
	}
	for i := range games {
		games[i].DropReminders(now.Plus(remindTogether))
		if err := c.Tx.PutGame(games[i]); err != nil {
			return err
		}
	}
	return c.Enqueue(bot.Awaiting(reminder(c, seat.Address(), games)))
}

// remindTogether is how far ahead a reminder may be due to be sent with one that is due now.
const remindTogether = 10 * time.Minute

// remindedWith returns the games for a reminder about g, in the order of their deadlines: g, and
// the player's other games in the same place in which they are to move and a reminder is due by a
// moment.
func remindedWith(c *action.Call, g bot.Game, by bot.Moment) ([]bot.Game, error) {
	seat := g.Seats[g.Turn]
	same := func(other bot.Seat) bool { return other.Room == seat.Room && other.User.UserID == seat.User.UserID }
	all, err := c.Tx.GamesOf(seat.Player, false, bot.Page{})
	if err != nil {
		return nil, err
	}
	games := slices.DeleteFunc(bot.TurnOf(all, seat.Player), func(other bot.Game) bool {
		return other.ID == g.ID || !same(other.Seats[other.Turn]) || !other.RemindsBy(by) || c.Overdue(other)
	})
	games = append(games, g)
	slices.SortStableFunc(games, bot.CompareTime)
	return games, nil
}

// reminder returns the message that reminds a player of games.
func reminder(c *action.Call, to bot.Address, games []bot.Game) bot.Message {
	g := games[0]
	if len(games) == 1 {
		return to.GameMessage(g, phrase.Of("%s, it is your move in %s%s.", g.Name(g.Turn), g.Summary(), until(c, g)), buttonsBelow(c, g)...)
	}
	lines := append([]phrase.Text{phrase.Of("%s, it is your move in %d games:", g.Name(g.Turn), len(games))}, gameLines(c, games)...)
	return to.Message(phrase.Join(lines, "\n"), c.Bot.Button("games"))
}

// gameLines returns a line about each of some games that wait for a player, and how many more there
// are.
func gameLines(c *action.Call, games []bot.Game) (lines []phrase.Text) {
	for _, g := range games[:min(len(games), tournament.Listed)] {
		lines = append(lines, phrase.Upper(g.Summary())+until(c, g)+".")
	}
	if more := len(games) - tournament.Listed; more > 0 {
		lines = append(lines, phrase.Of("... and %d more, as `games` lists them.", more))
	}
	return lines
}
