package action

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// Organisers give reasons in their own words. People who have blocked an organiser never read those
// words, neither in a notice nor where a result is shown later. A message to a room leaves them out
// if any player in the room has blocked the organiser.

// HideFromBlockers removes the asker's own words from messages to readers who have blocked the
// asker.
func (c *Call) HideFromBlockers(messages []bot.Message) error {
	r := c.Reasoned
	if r.With == r.Without {
		return nil
	}
	for i := range messages {
		m := &messages[i]
		if !phrase.Contains(m.Text, r.With) {
			continue
		}
		reached, err := readByBlocker(c, c.Me, *m)
		if err != nil {
			return err
		}
		if reached {
			m.Text = phrase.Replace(m.Text, r.With, r.Without)
		}
	}
	return nil
}

// readByBlocker reports whether a message is read by somebody who has blocked its author.
func readByBlocker(c *Call, author bot.Player, m bot.Message) (bool, error) {
	for _, u := range m.To {
		if p, err := c.Tx.PlayerOf(u.UserID); err == nil && p.Blocks(author) {
			return true, nil
		}
	}
	if m.Room == (bot.RoomID{}) || m.Audience != bot.Public && m.Audience != bot.Thread {
		return false, nil
	}
	places := []bot.RoomID{m.Room}
	if m.Room == c.Request.Room {
		places = c.Request.Places()
	}
	if g, err := c.Tx.Game(m.Game); err == nil {
		for _, seat := range g.Seats {
			if seat.Room == m.Room {
				places = append(places, seat.Within...)
			}
		}
	}
	return blockedAround(c, author, places)
}

// maxReaders limits the players of a place who are checked for blocks. If there are more, one of
// them is assumed to have blocked the author.
const maxReaders = 2000

// blockedAround reports whether a player in one of some places, or in a tournament there, has
// blocked an author. It returns true if that cannot be determined.
func blockedAround(c *Call, author bot.Player, places []bot.RoomID) (bool, error) {
	for _, place := range places {
		players, err := c.Tx.PlayersIn(place, 0, maxReaders)
		if err != nil {
			return true, err
		}
		ids, err := c.Tx.TournamentsIn(place, false, 0)
		for _, id := range ids {
			t, missing := LoadTournament(c.Tx, id)
			if missing != nil {
				return true, missing
			}
			players = append(players, t.People()...)
		}
		if err != nil || len(players) >= maxReaders {
			return true, err
		}
		for _, id := range players {
			p, err := CurrentPlayer(c.Tx, id)
			if err != nil || p.Blocks(author) {
				return true, err
			}
		}
	}
	return false, nil
}

// ResultWords returns a description of how a game ended, in words that the asker may read.
func (c *Call) ResultWords(g bot.Game) phrase.Text { return bot.ResultWords(WithoutHiddenRemark(c, g)) }

// WithoutHiddenRemark returns a game, without the organiser's remark on its result unless all
// readers of the answer may read it.
func WithoutHiddenRemark(c *Call, g bot.Game) bot.Game {
	if g.Result == nil || g.Result.Remark == "" || !g.Result.Adjudicated() || mayReadRemark(c, g) {
		return g
	}
	result := *g.Result
	result.Remark = ""
	g.Result = &result
	return g
}

// mayReadRemark reports whether no reader of the answer has blocked the organiser who decided a
// game. It returns false if that is unknown.
func mayReadRemark(c *Call, g bot.Game) bool {
	log, err := c.Tx.Log(g.ID)
	at := slices.IndexFunc(log, func(e bot.Entry) bool { return e.What == bot.Ended })
	if err != nil || at < 0 {
		return false
	}
	author, err := CurrentPlayer(c.Tx, log[at].By)
	if err != nil || c.Me.Blocks(author) {
		return false
	}
	if c.Args.Word("show") == "" || c.Request.Room == (bot.RoomID{}) {
		return true
	}
	blocked, err := blockedAround(c, author, c.Request.Places())
	return err == nil && !blocked
}
