package service

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// score reports a finished game to its tournament, and returns the messages about it there.
func (c *call) score(g bot.Game) ([]bot.Message, error) {
	if g.Tournament == 0 {
		return nil, nil
	}
	t, err := loadTournament(c.tx, g.Tournament)
	if err != nil {
		return nil, err
	}
	_, entry := t.Find(g.ID)
	if entry == nil {
		return nil, fmt.Errorf("game %d is not in its tournament %d", g.ID, t.ID)
	}
	entry.Result = g.Scored()
	if t.System == bot.Ladder {
		t.Quiet = c.uptime.Moment()
	}
	notices := c.climbed(t, *entry)
	notices = append(notices, c.countTimeouts(t, g)...)
	more, err := c.advance(t)
	if err != nil {
		return nil, err
	}
	return append(notices, more...), c.tx.PutTournament(t.Tournament)
}

// countTimeouts counts losses on time in a row, and removes entrants with too many.
func (c *call) countTimeouts(t *tournament.Tournament, g bot.Game) []bot.Message {
	late := g.Result.Reason == bot.OnTime || g.Result.Reason == bot.NotBegun
	var notices []bot.Message
	for side, seat := range g.Seats {
		number := t.Entrant(seat.Player)
		e := &t.Entrants[number-1]
		switch {
		case !late || rules.Side(side) != g.Turn:
			e.Timeouts = 0
		default:
			e.Timeouts++
		}
		if e.Timeouts >= t.Timeouts && !e.Gone && t.Phase == bot.Running {
			t.Drop(number)
			text := phrase.Of("%s has lost %s on time in a row, and is out of %s.", e.User.Said(), games(e.Timeouts), t.Heading())
			notices = append(notices, toEntrantAndHome(t, *e, text)...)
		}
	}
	return notices
}

// endAbandoned ends the last games of a round once all of them are of entrants who have left: they lose them.
func (c *call) endAbandoned(t *tournament.Tournament, n int) ([]bot.Message, error) {
	gone := func(number int) bool { return t.Entrants[number-1].Gone }
	games := t.Rounds[n-1].Games
	if slices.ContainsFunc(games, func(g bot.TournamentGame) bool {
		return g.Result == pairing.Pending && !gone(g.White) && !gone(g.Black)
	}) {
		return nil, nil
	}
	var notices []bot.Message
	for i := range games {
		if games[i].Result != pairing.Pending {
			continue
		}
		more, err := c.endForfeited(t, &games[i], gone(games[i].White), gone(games[i].Black))
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	return notices, nil
}

// forfeit ends all ongoing games of an entrant.
func (c *call) forfeit(t *tournament.Tournament, number int) ([]bot.Message, error) {
	if t.System == bot.Ladder {
		t.Quiet = c.uptime.Moment()
	}
	var notices []bot.Message
	for _, g := range t.Running() {
		if !g.Has(number) {
			continue
		}
		more, err := c.endForfeited(t, g, g.White == number, g.Black == number)
		if err != nil {
			return nil, err
		}
		notices = append(append(notices, more...), c.climbed(t, *g)...)
	}
	return notices, nil
}

// endForfeited ends an ongoing game because one or both players have left the tournament.
func (c *call) endForfeited(t *tournament.Tournament, entry *bot.TournamentGame, white, black bool) ([]bot.Message, error) {
	g, err := c.tx.Game(entry.ID)
	if err != nil {
		return nil, err
	}
	result, text := bot.Result{Reason: bot.BothWithdrew, Aborted: true}, phrase.Of("%s: both players have left the tournament.", phrase.Upper(bot.GameNumber(g.ID)))
	if white != black {
		winner := rules.White
		if white {
			winner = rules.Black
		}
		result = bot.Result{Reason: bot.ByWithdrawal, Winner: &winner}
		text = phrase.Of("%s: %s has left the tournament.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(winner.Other()))
		if white && t.Removed(entry.White) || black && t.Removed(entry.Black) {
			result.Reason = bot.ByExpulsion
			text = phrase.Of("%s: %s has been removed from the tournament.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(winner.Other()))
		}
	}
	return c.conclude(entry, g, result, text)
}

// conclude ends a game on behalf of its tournament.
func (c *call) conclude(entry *bot.TournamentGame, g bot.Game, result bot.Result, text string) ([]bot.Message, error) {
	notices, err := c.finish(&g, result, text)
	entry.Result = g.Scored()
	return notices, err
}

// abortAll ends all ongoing games of a tournament, without a result.
func (c *call) abortAll(t *tournament.Tournament, why bot.Reason) error {
	for _, entry := range t.Running() {
		g, err := c.tx.Game(entry.ID)
		if err != nil {
			return err
		}
		notices, err := c.conclude(entry, g, bot.Result{Reason: why, Aborted: true}, fmt.Sprintf("%s: %s.", phrase.Upper(bot.GameNumber(g.ID)), why.Words()))
		if err := errors.Join(err, c.enqueue(notices)); err != nil {
			return err
		}
	}
	return nil
}

// wakeTournament does what is due in a tournament.
func (c *call) wakeTournament(t *tournament.Tournament) error {
	now := c.uptime.Moment()
	var notices []bot.Message
	var err error
	switch {
	case t.Phase == bot.Drafted:
		notices, err = c.callOff(t, bot.NeverAnnounced)
	case t.Phase == bot.Entering && t.Starts == 0:
		notices, err = c.callOff(t, bot.NeverStarted)
	case t.Phase == bot.Entering && t.Starts > now:
		t.CheckIn = true
		notices = c.broadcast(t, phrase.Of("%s begins %s. Those who have entered confirm with `checkin %d`, or lose their places.", phrase.Upper(t.Heading()),
			bot.Timestamp(c.uptime.Calendar(t.Starts)), t.ID), nil, c.service.button("checkin", t.ID.String()))
	case t.Phase == bot.Entering:
		notices, err = c.begin(t)
	case t.Paused != 0:
		t.Paused = 0
		notices = c.broadcast(t, phrase.Of("The pause of %s is over.", t.Heading()), nil)
	case t.System == bot.Ladder:
		why := bot.NoCause
		if t.Ends == 0 || t.Ends > now {
			why = bot.NobodyPlayed
		}
		notices, err = c.closeLadder(t, why)
	}
	if err != nil {
		return err
	}
	more, err := c.advance(t)
	return errors.Join(err, c.tx.PutTournament(t.Tournament), c.enqueue(append(notices, more...)))
}
