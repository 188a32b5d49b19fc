package action

import (
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// LoadTournament reads a tournament.
func LoadTournament(tx bot.Tx, id bot.TournamentID) (*tournament.Tournament, error) {
	record, err := tx.Tournament(id)
	return tournament.Of(record), err
}

// EachTournamentOf calls do for every tournament that concerns a player.
func EachTournamentOf(c *Call, p bot.PlayerID, over bool, do func(*tournament.Tournament) error) error {
	ids, err := c.Tx.TournamentsOf(p, over, 0)
	if err != nil {
		return err
	}
	for _, id := range ids {
		t, err := LoadTournament(c.Tx, id)
		if err == nil {
			err = do(t)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// NotEnterable is the problem of a tournament that the asker cannot enter from here.
type NotEnterable struct{ *bot.Problem }

// Unwrap returns the problem.
func (o *NotEnterable) Unwrap() error { return o.Problem }

// TournamentNumber returns the tournament whose number the user gave. The error is an
// [NotEnterable] if it is played elsewhere.
func TournamentNumber(c *Call) (*tournament.Tournament, error) {
	t, err := LoadTournament(c.Tx, c.Args.Tournament)
	if errors.Is(err, bot.ErrNotFound) || err == nil && t.Phase == bot.Drafted && !MayDirect(c, t) && !slices.Contains(t.Asked, c.Me.ID) {
		return t, bot.Problemf(bot.Unknown, "There is no tournament %d. `tournaments` lists them.", c.Args.Tournament)
	}
	switch {
	case err != nil || c.Followed(t):
		c.Closed = c.Closed || err == nil && !EnterableHere(c, t)
		return t, err
	case c.Command.Entrants && !c.Command.Alters(c.Args):
		return t, bot.Problemf(bot.NotAllowed, "Tournament %d is shown only where it is played. Ask there.", t.ID)
	case t.Bars(c.Me): // a former entrant is told more than a stranger
		return t, nil
	}
	return t, &NotEnterable{bot.Problemf(bot.NotAllowed, "Tournament %d is for those who are where it is played.", t.ID)}
}

// MayDirect reports whether the user may direct a tournament, as one of its organisers or as an
// organiser of its room who speaks there. Nobody directs a match between two rooms.
func MayDirect(c *Call, t *tournament.Tournament) bool {
	return t.Organises(c.Me.ID) || c.Request.Organiser && c.Request.Room == t.Home && c.Request.Room != (bot.RoomID{}) && t.System != bot.TeamMatch
}

// DirectedTournament returns the tournament that the user has named. It returns an error if they
// may not direct it.
func DirectedTournament(c *Call) (*tournament.Tournament, error) {
	t, err := TournamentNumber(c)
	if err == nil && !MayDirect(c, t) {
		err = bot.Problemf(bot.NotAllowed, "Only its organisers can do that in %s. `tournament %d` names them.", t.Heading(), t.ID)
	}
	return t, err
}

// EnterableHere reports whether a tournament can be entered from the place of the request.
func EnterableHere(c *Call, t *tournament.Tournament) bool {
	switch t.Scope {
	case bot.Everywhere:
		return true
	case bot.ThisServer:
		return slices.Contains(c.Request.Places(), t.Server)
	}
	if t.Season != nil && slices.ContainsFunc(t.Season.Rooms, func(r bot.RoomID) bool { return slices.Contains(c.Request.Places(), r) }) {
		return true
	}
	return slices.Contains(c.Request.Places(), t.Home) || t.Away != (bot.RoomID{}) && slices.Contains(c.Request.Places(), t.Away)
}

// AnnounceEntrants announces a change of the entrants in the tournament's room, or that of a team
// of a match, and to the user if they are elsewhere. For a league, only the user is told.
func AnnounceEntrants(c *Call, t *tournament.Tournament, team int, text phrase.Text) bot.Reply {
	if t.Season != nil {
		return c.Answer(text)
	}
	m := t.TeamRoom(team).Address().Message(text)
	m.Silent = true
	if t.Phase == bot.Entering {
		m.Buttons = []bot.Button{c.Bot.Button("join", t.ID.String())}
	}
	return c.Reply([]bot.Message{m}, text)
}
