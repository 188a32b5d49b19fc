package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// A game in a room may be seen by those who can see that room: whoever speaks in it, or elsewhere on its server if
// everyone on the server sees it. In private, people can see only their own games and public ones.

// maySee reports whether a game may be shown to the asker, where they ask.
func (c *call) maySee(g bot.Game) bool {
	if c.me.ID != 0 && g.Has(c.me.ID) || c.playedHere(g) {
		return true
	}
	return c.public(g) || g.Tournament != 0 && c.tournamentSight(g.Tournament).followed
}

// playedHere reports whether a game is played in a room that people where the asker speaks can see.
func (c *call) playedHere(g bot.Game) bool { return c.near(g.Seats[0]) || c.near(g.Seats[1]) }

// near reports whether the asker speaks where everyone sees the room of a seat.
func (c *call) near(seat bot.Seat) bool {
	here := c.request.Places()
	return slices.ContainsFunc(seat.Seers(), func(place bot.RoomID) bool { return slices.Contains(here, place) })
}

// tournamentSight is what the asker may see of a tournament.
type tournamentSight struct {
	followed  bool // the asker may see who plays in it, and all of its games
	published bool // anybody may see its games
	open      bool // everyone where the asker speaks may see it
}

// tournamentSight returns what the asker may see of a tournament. It reads each tournament once per call.
func (c *call) tournamentSight(id bot.TournamentID) tournamentSight {
	sight, known := c.follows[id]
	if !known {
		if t, err := loadTournament(c.tx, id); err == nil {
			sight = tournamentSight{c.followed(t), t.Published, c.within(t)}
		}
		if c.follows == nil {
			c.follows = map[bot.TournamentID]tournamentSight{}
		}
		c.follows[id] = sight
	}
	return sight
}

// followed reports whether the asker may see the entrants and games of a tournament: they can enter it from here,
// take part in it, or organise it.
func (c *call) followed(t *tournament.Tournament) bool {
	return c.within(t) || c.directs(t) || t.Had(c.me) || t.Waits(c.me.ID) >= 0 || slices.Contains(t.Asked, c.me.ID)
}

// noted reports whether the command shows notes that the asker made on a game while they could see it.
func (c *call) noted(g bot.Game) bool {
	if c.command.Name != "notes" || c.me.ID == 0 {
		return false
	}
	notes, err := c.tx.Notes(c.me.ID, g.ID)
	return err == nil && len(notes.Lines) > 0
}

// tournamentViews are the commands that show who plays in a tournament, and with what results.
var tournamentViews = []string{"tournament", "standings", "pairings", "crosstable", "report"}

// notShown returns the problem for somebody who may not see a game.
func notShown(g bot.Game) *bot.Problem {
	if g.Private() {
		return bot.Problemf(bot.NotAllowed, "%s is private to its players.", phrase.Upper(bot.GameNumber(g.ID)))
	}
	return bot.Problemf(bot.NotAllowed, "%s is for those who are where it is played. Ask there.", phrase.Upper(bot.GameNumber(g.ID)))
}
