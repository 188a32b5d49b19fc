package action

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// A game in a room may be seen by people who can see that room. They speak in it, or elsewhere on
// its server if everyone on the server sees it. In private, people can see only their own games and
// public ones.

// MaySee reports whether a game may be shown to the asker in the place where they ask.
func (c *Call) MaySee(g bot.Game) bool {
	if c.Me.ID != 0 && g.Has(c.Me.ID) || c.VisibleHere(g) || votesIn(c, g) {
		return true
	}
	return c.Public(g) || g.Tournament != 0 && c.tournamentSight(g.Tournament).followed
}

// votesIn reports whether the asker belongs to a team that plays a game.
func votesIn(c *Call, g bot.Game) bool {
	if c.Me.ID == 0 || !slices.ContainsFunc(g.Seats[:], func(s bot.Seat) bool { return s.User.Platform == bot.Team }) {
		return false
	}
	votes, err := c.Bot.Ports.VotesIn(c, g)
	return err == nil && votes
}

// VisibleHere reports whether a game is played in a room that everyone where the asker speaks can
// see.
func (c *Call) VisibleHere(g bot.Game) bool {
	return c.SeatVisibleHere(g.Seats[0]) || c.SeatVisibleHere(g.Seats[1])
}

// SeatVisibleHere reports whether everyone where the asker speaks can see the room of a seat.
func (c *Call) SeatVisibleHere(seat bot.Seat) bool {
	here := c.Request.Places()
	return slices.ContainsFunc(c.Bot.Reaches.VisibleTo(seat), func(place bot.RoomID) bool { return slices.Contains(here, place) })
}

// tournamentSight is what the asker may see of a tournament.
type tournamentSight struct {
	followed  bool // the asker may see who plays in it, and all of its games
	published bool // anybody may see its games
	open      bool // everyone where the asker speaks may see it
}

// tournamentSight returns what the asker may see of a tournament. It reads each tournament once per
// call.
func (c *Call) tournamentSight(id bot.TournamentID) tournamentSight {
	sight, err := Cached(c, id, func() (tournamentSight, error) {
		t, err := LoadTournament(c.Tx, id)
		if err != nil {
			return tournamentSight{}, err
		}
		return tournamentSight{c.Followed(t), t.Published, EnterableHere(c, t)}, nil
	})
	if err != nil {
		return tournamentSight{}
	}
	return sight
}

// Followed reports whether the asker may see the entrants and games of a tournament: they can enter
// it from here, take part in it, lead a team of it, organise it, or have been asked to organise it.
func (c *Call) Followed(t *tournament.Tournament) bool {
	return EnterableHere(c, t) || MayDirect(c, t) || t.WasEntrant(c.Me) || tournament.MatchOf(t).CaptainOf(c.Me.ID) >= 0 || t.Waits(c.Me.ID) >= 0 || slices.Contains(t.Asked, c.Me.ID)
}

// NotShown returns the problem for a user who may not see a game.
func NotShown(g bot.Game) *bot.Problem {
	if g.Private() {
		return noGame(g.ID)
	}
	return bot.Problemf(bot.NotAllowed, "%s is for those who are where it is played. Ask there.", phrase.Upper(bot.GameNumber(g.ID)))
}
