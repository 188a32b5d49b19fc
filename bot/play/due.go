package play

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// dueGames handles the games and challenges that are due.
func dueGames(b *action.Batch) error {
	now := b.Uptime.Moment()
	games := func(limit int) ([]bot.GameID, error) { return b.Tx.Due(now, limit) }
	return action.EachDue(b, games, func(id bot.GameID) any { return id }, "game", func(id bot.GameID) error { return handleDue(b.Call, id) })
}

// handleDue handles a challenge or game that is due.
func handleDue(c *action.Call, id bot.GameID) error {
	ch, err := c.Tx.Challenge(id)
	if err == nil {
		return expire(c, ch)
	}
	if !errors.Is(err, bot.ErrNotFound) {
		return err
	}
	g, err := c.Tx.Game(id)
	if err != nil {
		return err
	}
	switch {
	// nobody can reopen it any more
	case g.Over() && g.Settles != 0 && g.Settles <= c.Uptime.Moment():
		g.Settles = 0
		return c.Tx.PutGame(g)
	case g.Over(): // something else that was due at the same time has ended it
		return nil
	}
	if !g.Pace.Ticks() {
		text := phrase.Of("%s: nobody has moved for %s.", phrase.Upper(bot.GameNumber(g.ID)), bot.DurationWords(bot.LongSilence))
		return closeGame(c, g, bot.Result{Reason: bot.ByInactivity, Aborted: true}, text)
	}
	if c.Overdue(g) {
		return endOnTime(c, g)
	}
	if g.Deadline != 0 && g.Deadline <= c.Uptime.Moment() { // a bank of time is left
		_, err := action.DrawTime(c, &g)
		return err
	}
	return remind(c, g)
}

// expire ends a challenge that nobody has accepted in time, and tells the challenger.
func expire(c *action.Call, ch bot.Challenge) error {
	if err := DropChallenge(c, ch, bot.Expired); err != nil {
		return err
	}
	text := phrase.Of("%s has not answered the challenge of %s (%s), which has expired.", ch.To.User.Said(), ch.From.User.Said(), ch.Words())
	if ch.Open() {
		text = phrase.Of("Nobody has answered the challenge of %s (%s), which has expired.", ch.From.User.Said(), ch.Words())
	}
	return c.Enqueue([]bot.Message{ch.From.Address().ChallengeMessage(ch, text)})
}

// endOnTime ends a game in which the player to move has run out of time. If that player has not
// moved yet, the game is aborted instead of lost.
func endOnTime(c *action.Call, g bot.Game) error {
	late := g.Turn
	if g.Moves < 2 {
		text := phrase.Of("%s: %s has not begun in time.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(late))
		return closeGame(c, g, bot.Result{Reason: bot.NotBegun, Aborted: true}, text)
	}
	winner := late.Other()
	text := phrase.Of("%s: the time of %s is up.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(late))
	return closeGame(c, g, bot.Result{Reason: bot.OnTime, Winner: &winner}, text)
}

// closeGame ends a game without a command, and queues the announcements.
func closeGame(c *action.Call, g bot.Game, result bot.Result, text phrase.Text) error {
	reply, err := end(c, g, result, text)
	if err != nil {
		return err
	}
	return c.Enqueue(reply.Notices)
}
