package desk

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// score records the result of a finished game in its tournament, and returns the messages about it.
func score(c *action.Call, g bot.Game) ([]bot.Message, error) {
	if g.Tournament == 0 {
		return nil, nil
	}
	t, err := action.LoadTournament(c.Tx, g.Tournament)
	if err != nil {
		return nil, err
	}
	_, entry := t.Find(g.ID)
	if entry == nil {
		return nil, fmt.Errorf("game %d is not in its tournament %d", g.ID, t.ID)
	}
	settle(t, entry, g)
	if t.System == bot.Ladder {
		t.Quiet = c.Uptime.Moment()
	}
	notices := climbed(c, t, *entry)
	notices = append(notices, countTimeouts(c, t, g)...)
	more, err := advance(c, t)
	if err != nil {
		return nil, err
	}
	return append(notices, more...), c.Tx.PutTournament(t.Tournament)
}

// countTimeouts counts losses on time in a row, and removes entrants with too many.
func countTimeouts(c *action.Call, t *tournament.Tournament, g bot.Game) []bot.Message {
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
		if t.Timeouts > 0 && e.Timeouts >= t.Timeouts && !e.Gone && t.Phase == bot.Running {
			t.RecordLeaving(number)
			text := phrase.Of("%s has lost %s on time in a row, and is out of %s.", e.User.Said(), games(e.Timeouts), t.Heading())
			notices = append(notices, toEntrantAndHome(t, *e, text)...)
		}
	}
	return notices
}

// endAbandoned ends the remaining games of a round if each of them has an entrant who has left the
// tournament. The entrants who have left lose. In a division of a league, where games do not wait
// for their round, it ends each game that has such an entrant.
func endAbandoned(c *action.Call, t *tournament.Tournament, n int) ([]bot.Message, error) {
	gone := func(number int) bool { return t.Entrants[number-1].Gone }
	games := t.Rounds[n-1].Games
	if t.Season == nil && slices.ContainsFunc(games, func(g bot.TournamentGame) bool {
		return g.Result == pairing.Pending && !gone(g.White) && !gone(g.Black)
	}) {
		return nil, nil
	}
	var notices []bot.Message
	for i := range games {
		if games[i].Result != pairing.Pending || !gone(games[i].White) && !gone(games[i].Black) {
			continue
		}
		more, err := endForfeited(c, t, &games[i], gone(games[i].White), gone(games[i].Black))
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	return notices, nil
}

// forfeit ends all ongoing games of an entrant.
func forfeit(c *action.Call, t *tournament.Tournament, number int) ([]bot.Message, error) {
	if t.System == bot.Ladder {
		t.Quiet = c.Uptime.Moment()
	}
	var notices []bot.Message
	for _, g := range t.Running() {
		if !g.Has(number) {
			continue
		}
		more, err := endForfeited(c, t, g, g.White == number, g.Black == number)
		if err != nil {
			return nil, err
		}
		notices = append(append(notices, more...), climbed(c, t, *g)...)
	}
	return notices, nil
}

// endForfeited ends an ongoing game because one or both players have left the tournament.
func endForfeited(c *action.Call, t *tournament.Tournament, entry *bot.TournamentGame, white, black bool) ([]bot.Message, error) {
	if entry.ID == 0 { // it has not begun
		entry.Result = pairing.Forfeited(white, black)
		return nil, nil
	}
	g, err := c.Tx.Game(entry.ID)
	if isAside(err) { // players can leave, and be forgotten, all the same
		entry.Result = pairing.Forfeited(white, black)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for side, number := range [2]int{entry.White, entry.Black} {
		if t.Entrants[number-1].User.Name == bot.NobodyName { // they are being forgotten
			g.Seats[side].User = bot.User{UserID: g.Seats[side].User.UserID, Name: bot.NobodyName}
		}
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
	return conclude(c, t, entry, g, result, text)
}

// isAside reports whether an error is that of a record which has been set aside as damaged.
func isAside(err error) bool {
	damage := (*bot.Damage)(nil)
	return errors.As(err, &damage) && damage.Aside
}

// conclude ends a game on behalf of its tournament.
func conclude(c *action.Call, t *tournament.Tournament, entry *bot.TournamentGame, g bot.Game, result bot.Result, text phrase.Text) ([]bot.Message, error) {
	notices, err := play.Finish(c, &g, result, text)
	settle(t, entry, g)
	return notices, err
}

// settle records the result of a game that is over. The player to move gets back what was drawn
// from the bank for the turn and has not been used.
func settle(t *tournament.Tournament, entry *bot.TournamentGame, g bot.Game) {
	entry.Result = g.Scored()
	t.Entrants[[2]int{entry.White, entry.Black}[g.Turn]-1].Bank += g.Drawn
}

// abortAll ends all ongoing games of a tournament without a result.
func abortAll(c *action.Call, t *tournament.Tournament, why bot.Reason) error {
	for _, entry := range t.Running() {
		g, err := c.Tx.Game(entry.ID)
		if isAside(err) {
			continue
		}
		if err != nil {
			return err
		}
		notices, err := conclude(c, t, entry, g, bot.Result{Reason: why, Aborted: true}, phrase.Sprintf("%s: %s.", phrase.Upper(bot.GameNumber(g.ID)), why.Words()))
		if err := errors.Join(err, c.Enqueue(notices)); err != nil {
			return err
		}
	}
	return nil
}

// dueInTournaments advances the tournaments in which something is due.
func dueInTournaments(b *action.Batch) error {
	now := b.Uptime.Moment()
	tournaments := func(limit int) ([]*tournament.Tournament, error) {
		return wrap(b.Tx.DueTournaments(now, limit))
	}
	return action.EachDue(b, tournaments, func(t *tournament.Tournament) any { return t.ID }, "tournament", func(t *tournament.Tournament) error { return wakeTournament(b.Call, t) })
}

// wakeTournament advances a tournament in which something is due.
func wakeTournament(c *action.Call, t *tournament.Tournament) error {
	now := c.Uptime.Moment()
	var notices []bot.Message
	var err error
	switch {
	case t.Phase == bot.Drafted:
		notices, err = callOff(c, t, bot.NeverAnnounced)
	case t.Phase == bot.Entering && t.Starts == 0:
		notices, err = callOff(c, t, bot.NeverStarted)
	case t.Phase == bot.Entering && t.Starts > now:
		t.CheckIn = true
		notices = broadcast(c, t, phrase.Of("%s begins %s. Those who have entered confirm with `checkin %d`, or lose their places.", phrase.Upper(t.Heading()),
			bot.Timestamp(c.Uptime.Calendar(t.Starts)), t.ID), nil, c.Bot.Button("checkin", t.ID.String()))
	case t.Phase == bot.Entering:
		notices, err = begin(c, t)
	case t.Paused != 0:
		t.Paused = 0
		notices = broadcast(c, t, phrase.Of("The pause of %s is over.", t.Heading()), nil)
	case t.System == bot.Ladder:
		why := bot.NoCause
		if t.Ends == 0 || t.Ends > now {
			why = bot.NobodyPlayed
		}
		notices, err = closeLadder(c, t, why)
	}
	if err != nil {
		return err
	}
	more, err := advance(c, t)
	return errors.Join(err, c.Tx.PutTournament(t.Tournament), c.Enqueue(append(notices, more...)))
}
