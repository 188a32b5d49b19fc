package service

import (
	"errors"
	"time"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// mayOverturn is how long organisers can take back a decision or a removal.
const mayOverturn = 24 * time.Hour

// overturn takes back an organiser's decision of a game. The game goes on, and the player to move has the full time again.
func (c *call) overturn(g bot.Game) (bot.Reply, error) {
	if _, err := c.judges(g); err != nil {
		return bot.Reply{}, err
	}
	if err := c.impartial(g); err != nil {
		return bot.Reply{}, err
	}
	switch {
	case !g.Over() || !g.Result.Adjudicated():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "No organiser has decided %s, so there is nothing to take back.", bot.GameNumber(g.ID))
	case c.uptime.Beat.Sub(g.Result.At) > mayOverturn:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s was decided more than a day ago, and that stands.", phrase.Upper(bot.GameNumber(g.ID)))
	}
	for _, seat := range g.Seats {
		if p, err := present(c.tx, seat.Player); err != nil || p.Absent() {
			return bot.Reply{}, errors.Join(err, bot.Problemf(bot.NotNow, "Somebody who played %s has left, so it cannot go on.", bot.GameNumber(g.ID)))
		}
	}
	var more []bot.Message
	if g.Tournament != 0 {
		t, err := loadTournament(c.tx, g.Tournament)
		if err != nil {
			return bot.Reply{}, err
		}
		if more, err = c.reopenEntry(t, g); err != nil {
			return bot.Reply{}, err
		}
		if err := c.tx.PutTournament(t.Tournament); err != nil {
			return bot.Reply{}, err
		}
	}
	text := phrase.Of("%s: %s takes the decision back, and the game goes on. Offers and planned answers are gone.", phrase.Upper(bot.GameNumber(g.ID)), c.me.Said())
	notices, err := c.reopen(&g, text)
	return c.reply(append(notices, more...), phrase.Of("%s goes on.", phrase.Upper(bot.GameNumber(g.ID)))), err
}

// reopen resumes a game that has ended, and returns the announcements. text begins them.
func (c *call) reopen(g *bot.Game, text string) ([]bot.Message, error) {
	g.Result, g.Settles = nil, 0
	err := errors.Join(c.startClock(g), c.tx.PutGame(*g), c.note(g.ID, bot.Reopened))
	return announce(*g, []rules.Side{g.Turn}, text+" "+c.toMove(*g), g.Picture(), c.service.gameButtons(*g)...), err
}

// reopenEntry takes the result of a game out of its tournament, or fails if something else already follows from it. A tournament
// that the result has ended runs again. The caller stores the tournament.
func (c *call) reopenEntry(t *tournament.Tournament, g bot.Game) ([]bot.Message, error) {
	round, entry := t.Find(g.ID)
	if entry == nil {
		return nil, errors.New("a game that is not in its tournament")
	}
	if problem := c.settled(t, g, round, entry); problem != nil {
		return nil, problem
	}
	entry.Result = pairing.Pending
	t.Rounds[round-1].Closed = false
	t.Awaits = t.Awaits && t.MayPair(c.uptime.Moment())
	if t.Phase != bot.Completed {
		return nil, nil
	}
	t.Phase, t.Ended, t.Winners = bot.Running, time.Time{}, nil
	return c.broadcast(t, phrase.Of("%s is open again: %s goes on, and the final standings were not final.", phrase.Upper(t.Heading()), bot.GameNumber(g.ID)), nil,
		c.service.button("standings", t.ID.String())), nil
}

// settled returns why the result of a game can no longer be taken out of its tournament, nil if it can.
func (c *call) settled(t *tournament.Tournament, g bot.Game, round int, entry *bot.TournamentGame) *bot.Problem {
	games := t.Rounds[round-1].Match(entry.Match)
	switch {
	case t.Phase == bot.CalledOff, t.Phase == bot.Completed && (t.Why != bot.NoCause || !t.Ended.Equal(g.Result.At)):
		return bot.Problemf(bot.NotNow, "%s is over, so the result of %s stands.", phrase.Upper(t.Heading()), bot.GameNumber(g.ID))
	case t.Entrants[entry.White-1].Gone || t.Entrants[entry.Black-1].Gone:
		return bot.Problemf(bot.NotNow, "One of the players of %s is not in %s any more, so the result stands.", bot.GameNumber(g.ID), t.Heading())
	case t.System == bot.Ladder && !g.Result.Aborted && g.Result.Winner != nil:
		return bot.Problemf(bot.NotNow, "The rungs of %s have changed by the result of %s, so it stands.", t.Heading(), bot.GameNumber(g.ID))
	case t.System != bot.RoundRobin && t.System != bot.Ladder && round < len(t.Rounds):
		return bot.Problemf(bot.NotNow, "A further round of %s has been paired by the result of %s, so it stands: nobody's game there can be undone.", t.Heading(), bot.GameNumber(g.ID))
	case t.System == bot.Knockout && games[len(games)-1].ID != g.ID:
		return bot.Problemf(bot.NotNow, "The match has gone on after %s, so its result stands.", bot.GameNumber(g.ID))
	}
	return nil
}

// takeExpulsionBack takes back the removal of an entrant from a running tournament, and resumes the games that it ended.
func (c *call) takeExpulsionBack(t *tournament.Tournament, number int) ([]bot.Message, error) {
	x := t.Expulsion(number)
	switch {
	case x == nil:
		return nil, bot.Problemf(bot.NotNow, "%s cannot come back to %s any more.", t.EntrantName(number), t.Heading())
	case c.uptime.Beat.Sub(x.At) > mayOverturn:
		return nil, bot.Problemf(bot.NotNow, "%s was removed from %s more than a day ago, and that stands.", t.EntrantName(number), t.Heading())
	case t.Phase == bot.Completed && !x.At.Equal(t.Ended):
		return nil, bot.Problemf(bot.NotNow, "%s is over. `standings %d` shows how it ended.", phrase.Upper(t.Heading()), t.ID)
	case x.Rounds != len(t.Rounds):
		return nil, bot.Problemf(bot.NotNow, "A further round of %s has been paired without %s, so the removal stands: nobody's game there can be undone.", t.Heading(), t.EntrantName(number))
	}
	t.Entrants[number-1].Gone = false
	if err := c.allPresent(t); err != nil {
		return nil, err
	}
	var notices []bot.Message
	if t.Phase == bot.Completed {
		t.Phase, t.Ended, t.Winners, t.Why = bot.Running, time.Time{}, nil, bot.NoCause
		notices = c.broadcast(t, phrase.Of("%s is open again: %s is back, and the final standings were not final.", phrase.Upper(t.Heading()), t.EntrantName(number)), nil,
			c.service.button("standings", t.ID.String()))
	}
	for _, id := range x.Games {
		g, err := c.tx.Game(id)
		if err != nil {
			return nil, err
		}
		if !g.Over() || g.Result.Reason != bot.ByExpulsion {
			continue // the opponent has left, too
		}
		more, err := c.reopenEntry(t, g)
		if err != nil {
			return nil, err
		}
		text := phrase.Of("%s: %s is back in the tournament, and the game goes on.", phrase.Upper(bot.GameNumber(g.ID)), t.EntrantName(number))
		announced, err := c.reopen(&g, text)
		if err != nil {
			return nil, err
		}
		notices = append(append(notices, more...), announced...)
	}
	t.ForgetExpulsion(number)
	more, err := c.advance(t)
	return append(notices, more...), err
}

// allPresent returns a problem if somebody was forgotten who is in a tournament: it cannot go on with them.
func (c *call) allPresent(t *tournament.Tournament) error {
	for i, e := range t.Entrants {
		if e.Gone {
			continue
		}
		p, err := present(c.tx, e.Player)
		if err != nil {
			return err
		}
		if p.Absent() {
			return bot.Problemf(bot.NotNow, "%s has left since, so %s cannot go on.", t.EntrantName(i+1), t.Heading())
		}
	}
	return nil
}
