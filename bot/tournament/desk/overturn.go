package desk

import (
	"errors"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// reopenInTournament removes the result of a game from its tournament, if the game belongs to one.
func reopenInTournament(c *action.Call, g bot.Game) ([]bot.Message, error) {
	if g.Tournament == 0 {
		return nil, nil
	}
	t, err := action.LoadTournament(c.Tx, g.Tournament)
	if err != nil {
		return nil, err
	}
	notices, err := reopenEntry(c, t, g)
	if err != nil {
		return nil, err
	}
	return notices, c.Tx.PutTournament(t.Tournament)
}

// reopenEntry removes the result of a game from its tournament, or fails if the tournament has
// built on it. A tournament that the result has ended runs again. The caller stores the tournament.
func reopenEntry(c *action.Call, t *tournament.Tournament, g bot.Game) ([]bot.Message, error) {
	round, entry := t.Find(g.ID)
	if entry == nil {
		return nil, errors.New("a game that is not in its tournament")
	}
	if problem := settled(c, t, g, round, entry); problem != nil {
		return nil, problem
	}
	entry.Result = pairing.Pending
	if t.Season != nil {
		t.Season.Revised = true
	}
	t.Rounds[round-1].Closed = false
	t.Awaits = t.Awaits && t.MayPair(c.Uptime.Moment())
	if t.Phase != bot.Completed {
		return editTables(t), nil
	}
	t.Phase, t.Ended, t.Winners = bot.Running, time.Time{}, nil
	return announceReopened(c, t, phrase.Of("%s is open again: %s goes on, and the final standings were not final.", phrase.Upper(t.Heading()), bot.GameNumber(g.ID)))
}

// announceReopened tells why a tournament that was over is open again. A simul or a team match gets
// a table again.
func announceReopened(c *action.Call, t *tournament.Tournament, text phrase.Text) ([]bot.Message, error) {
	if t.System.OneTable() {
		return nil, enqueueTables(c, t, text+"\n"+tournament.Results(t))
	}
	return broadcast(c, t, text, nil, c.Bot.Button("standings", t.ID.String())), nil
}

// settled returns the reason why the result of a game can no longer be removed from its tournament,
// nil if it can.
func settled(c *action.Call, t *tournament.Tournament, g bot.Game, round int, entry *bot.TournamentGame) *bot.Problem {
	games := t.Rounds[round-1].Match(entry.Match)
	switch {
	case t.Phase == bot.CalledOff, t.Phase == bot.Completed && (t.Season != nil || t.Why != bot.NoCause || !t.Ended.Equal(g.Result.At)):
		return bot.Problemf(bot.NotNow, "%s is over, so the result of %s stands.", phrase.Upper(t.Heading()), bot.GameNumber(g.ID))
	case t.Entrants[entry.White-1].Gone || t.Entrants[entry.Black-1].Gone:
		return bot.Problemf(bot.NotNow, "One of the players of %s is not in %s any more, so the result stands.", bot.GameNumber(g.ID), t.Heading())
	case t.System == bot.Ladder && !g.Result.Aborted && g.Result.Winner != nil:
		return bot.Problemf(bot.NotNow, "The rungs of %s have changed by the result of %s, so it stands.", t.Heading(), bot.GameNumber(g.ID))
	case t.System != bot.RoundRobin && t.HasRounds() && round < len(t.Rounds):
		return bot.Problemf(bot.NotNow, "A further round of %s has been paired by the result of %s, so it stands: nobody's game there can be undone.", t.Heading(), bot.GameNumber(g.ID))
	case t.System == bot.Knockout && games[len(games)-1].ID != g.ID:
		return bot.Problemf(bot.NotNow, "The match has gone on after %s, so its result stands.", bot.GameNumber(g.ID))
	}
	return nil
}

// takeExpulsionBack undoes the removal of an entrant from a running tournament, and resumes the
// games that it ended.
func takeExpulsionBack(c *action.Call, t *tournament.Tournament, number int) ([]bot.Message, error) {
	x := t.Expulsion(number)
	switch {
	case x == nil:
		return nil, bot.Problemf(bot.NotNow, "%s cannot come back to %s any more.", t.EntrantName(number), t.Heading())
	case c.Uptime.Beat.Sub(x.At) > play.MayOverturn:
		return nil, bot.Problemf(bot.NotNow, "%s was removed from %s more than a day ago, and that stands.", t.EntrantName(number), t.Heading())
	case t.Phase == bot.Completed && !x.At.Equal(t.Ended):
		return nil, bot.Problemf(bot.NotNow, "%s is over. `standings %d` shows how it ended.", phrase.Upper(t.Heading()), t.ID)
	case x.Rounds != len(t.Rounds):
		return nil, bot.Problemf(bot.NotNow, "A further round of %s has been paired without %s, so the removal stands: nobody's game there can be undone.", t.Heading(), t.EntrantName(number))
	}
	t.Entrants[number-1].Gone = false
	if err := allPresent(c, t); err != nil {
		return nil, err
	}
	var notices []bot.Message
	var err error
	if t.Phase == bot.Completed {
		t.Phase, t.Ended, t.Winners, t.Why = bot.Running, time.Time{}, nil, bot.NoCause
		notices, err = announceReopened(c, t, phrase.Of("%s is open again: %s is back, and the final standings were not final.", phrase.Upper(t.Heading()), t.EntrantName(number)))
		if err != nil {
			return nil, err
		}
	}
	for _, id := range x.Games {
		g, err := c.Tx.Game(id)
		if err != nil {
			return nil, err
		}
		if !g.Over() || g.Result.Reason != bot.ByExpulsion {
			continue // the opponent has left, too
		}
		more, err := reopenEntry(c, t, g)
		if err != nil {
			return nil, err
		}
		text := phrase.Of("%s: %s is back in the tournament, and the game goes on.", phrase.Upper(bot.GameNumber(g.ID)), t.EntrantName(number))
		announced, err := play.Reopen(c, &g, text)
		if err != nil {
			return nil, err
		}
		notices = append(append(notices, more...), announced...)
	}
	if t.Season != nil {
		tournament.DivisionOf(t).Restore(number)
	}
	t.ForgetExpulsion(number)
	more, err := advance(c, t)
	return append(notices, more...), err
}

// allPresent returns a problem if an entrant of a tournament has been forgotten: it cannot be
// resumed then.
func allPresent(c *action.Call, t *tournament.Tournament) error {
	for i, e := range t.Entrants {
		if e.Gone {
			continue
		}
		p, err := action.CurrentPlayer(c.Tx, e.Player)
		if err != nil {
			return err
		}
		if p.Absent() {
			return bot.Problemf(bot.NotNow, "%s has left since, so %s cannot go on.", t.EntrantName(i+1), t.Heading())
		}
	}
	return nil
}
