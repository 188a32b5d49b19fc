package service

import (
	"slices"
	"strings"

	"raumbot/bot"
)

// Organisers give reasons in their own words, which those who have blocked them never read: neither in a notice, nor
// where a result is shown later. A message to a room leaves them out if any of its players has blocked the organiser.

// reasoned is a text with the asker's own words, and the one that those who have blocked the asker get instead.
type reasoned struct{ with, without string }

// spare removes the asker's own words from the messages that reach somebody who has blocked the asker.
func (c *call) spare(messages []bot.Message) error {
	r := c.reasoned
	if r.with == r.without {
		return nil
	}
	for i := range messages {
		m := &messages[i]
		if !strings.Contains(m.Text, r.with) {
			continue
		}
		reached, err := c.reaches(c.me, *m)
		if err != nil {
			return err
		}
		if reached {
			m.Text = strings.ReplaceAll(m.Text, r.with, r.without)
		}
	}
	return nil
}

// reaches reports whether somebody who has blocked its author reads a message.
func (c *call) reaches(author bot.Player, m bot.Message) (bool, error) {
	for _, u := range m.To {
		if p, err := c.tx.PlayerOf(u.UserID); err == nil && p.Blocks(author) {
			return true, nil
		}
	}
	if m.Room == (bot.RoomID{}) || m.Audience != bot.Public && m.Audience != bot.Thread {
		return false, nil
	}
	places := []bot.RoomID{m.Room}
	if m.Room == c.request.Room {
		places = c.request.Places()
	}
	if g, err := c.tx.Game(m.Game); err == nil {
		for _, seat := range g.Seats {
			if seat.Room == m.Room {
				places = append(places, seat.Within...)
			}
		}
	}
	return c.blockedAround(author, places)
}

// maxReaders bounds the players of a place who are checked for blocks. If there are more, one of them is assumed to
// have blocked the author.
const maxReaders = 2000

// blockedAround reports whether a player in one of some places, or in a tournament there, has blocked an author.
func (c *call) blockedAround(author bot.Player, places []bot.RoomID) (bool, error) {
	for _, place := range places {
		players, err := c.tx.PlayersIn(place, 0, maxReaders)
		if err != nil {
			return true, err
		}
		ids, err := c.tx.TournamentsIn(place, false, 0)
		for _, id := range ids {
			t, missing := loadTournament(c.tx, id)
			if missing != nil {
				return true, missing
			}
			players = append(players, t.People()...)
		}
		if err != nil || len(players) >= maxReaders {
			return true, err
		}
		for _, id := range players {
			p, err := present(c.tx, id)
			if err != nil || p.Blocks(author) {
				return true, err
			}
		}
	}
	return false, nil
}

// resultWords says how a game ended, in words that the asker may read.
func (c *call) resultWords(g bot.Game) string { return bot.ResultWords(c.asRead(g)) }

// asRead returns a game without the organiser's remark on its result, unless everyone who reads the answer may read
// it.
func (c *call) asRead(g bot.Game) bot.Game {
	if g.Result == nil || g.Result.Remark == "" || !g.Result.Adjudicated() || c.mayReadRemark(g) {
		return g
	}
	result := *g.Result
	result.Remark = ""
	g.Result = &result
	return g
}

// mayReadRemark reports whether nobody who reads the answer has blocked the organiser who decided a game; false if
// that is unknown.
func (c *call) mayReadRemark(g bot.Game) bool {
	log, err := c.tx.Log(g.ID)
	at := slices.IndexFunc(log, func(e bot.Entry) bool { return e.What == bot.Ended })
	if err != nil || at < 0 {
		return false
	}
	author, err := present(c.tx, log[at].By)
	if err != nil || c.me.Blocks(author) {
		return false
	}
	if c.args.Word("show") == "" || c.request.Room == (bot.RoomID{}) {
		return true
	}
	blocked, err := c.blockedAround(author, c.request.Places())
	return err == nil && !blocked
}
