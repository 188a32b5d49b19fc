package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// What is played in a room is for those who can see that room: who speaks in it, or elsewhere on its
// server if all people of the server see it. What is said in private shows no more than one's own games, and those that are public.

// maySee reports whether a game may be shown to the asker, where they ask.
func (c *call) maySee(g bot.Game) bool {
	if c.me.ID != 0 && g.Has(c.me.ID) || c.playedHere(g) {
		return true
	}
	return c.public(g) || g.Tournament != 0 && c.tournamentSight(g.Tournament).followed
}

// playedHere reports whether a game is seen where the asker speaks, or elsewhere on the same server.
func (c *call) playedHere(g bot.Game) bool { return c.near(g.Seats[0]) || c.near(g.Seats[1]) }

// near reports whether the asker speaks where all people see the room of a seat.
func (c *call) near(seat bot.Seat) bool {
	here := c.request.Places()
	return slices.ContainsFunc(seat.Seers(), func(place bot.RoomID) bool { return slices.Contains(here, place) })
}

// tournamentSight tells who may see the games of a tournament, as far as the asker is concerned.
type tournamentSight struct {
	followed  bool // the asker may see who plays in it, and all of its games
	published bool // anybody may see its games
}

// tournamentSight returns what the asker may see of a tournament of a number. Each tournament is read once in a call.
func (c *call) tournamentSight(id bot.TournamentID) tournamentSight {
	sight, known := c.follows[id]
	if !known {
		if t, err := loadTournament(c.tx, id); err == nil {
			sight = tournamentSight{c.followed(t), t.Published}
		}
		if c.follows == nil {
			c.follows = map[bot.TournamentID]tournamentSight{}
		}
		c.follows[id] = sight
	}
	return sight
}

// followed reports whether the asker may see the entrants and games of a tournament: those whom its scope
// lets enter from here, who take part in it, or organise it.
func (c *call) followed(t *tournament.Tournament) bool {
	return c.within(t) || c.directs(t) || t.Had(c.me) || t.Waits(c.me.ID) >= 0 || slices.Contains(t.Asked, c.me.ID)
}

// noted reports whether the command is about notes that the asker has made on a game while it was shown.
func (c *call) noted(g bot.Game) bool {
	if c.command.Name != "notes" || c.me.ID == 0 {
		return false
	}
	notes, err := c.tx.Notes(c.me.ID, g.ID)
	return err == nil && len(notes.Lines) > 0
}

// tournamentViews are the commands that tell who plays in a tournament, and how.
var tournamentViews = []string{"tournament", "standings", "pairings", "crosstable", "report"}

// notShown refuses a game to somebody who may not see it.
func notShown(g bot.Game) *bot.Problem {
	if g.Private() {
		return bot.Problemf(bot.NotAllowed, "%s is private to its players.", phrase.Upper(bot.GameNumber(g.ID)))
	}
	return bot.Problemf(bot.NotAllowed, "%s is for those who are where it is played. Ask there.", phrase.Upper(bot.GameNumber(g.ID)))
}
