package desk

import (
	"errors"
	"math"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// join enters the user into a tournament.
func join(c *action.Call) (bot.Reply, error) {
	t, err := meant(c, func(t *tournament.Tournament) bool { return t.TakesEntries() && t.Entrant(c.Me.ID) == 0 })
	if outside := (*action.NotEnterable)(nil); errors.As(err, &outside) {
		return bot.Reply{}, notHere(t)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	mine, err := mayEnter(c, t)
	if err != nil {
		return bot.Reply{}, err
	}
	e := bot.Entrant{Player: c.Me.ID, User: c.Request.From, Room: c.Request.Room, Ready: t.CheckIn, Team: t.TeamAt(c.Request.Places()), Rating: mine.Seed()}
	switch {
	case t.Phase == bot.Running:
		return enterLate(c, t, e)
	case len(t.Entrants) >= t.Most:
		t.Waiting = append(t.Waiting, e)
		return c.Answer(phrase.Of("%s is full. You are number %d on its waiting list, and are told if a place becomes free. `leave %d` takes you off.",
			phrase.Upper(t.Heading()), len(t.Waiting), t.ID)), c.Tx.PutTournament(t.Tournament)
	}
	t.Entrants = append(t.Entrants, e)
	text := phrase.Of("%s enters %s, which has %s now.", e.User.Said(), t.Heading(), players(len(t.Entrants)))
	reply := action.AnnounceEntrants(c, t, e.Team, text)
	begun, err := beginIfFull(c, t)
	reply.Notices = append(reply.Notices, begun...)
	if err != nil {
		return bot.Reply{}, err
	}
	return reply, c.Tx.PutTournament(t.Tournament)
}

// mayEnter returns the user's rating for a tournament, or a problem if they can't enter it.
func mayEnter(c *action.Call, t *tournament.Tournament) (mine bot.Rating, err error) {
	if err := takes(c, t); err != nil {
		return mine, err
	}
	if err := mayPlayAt(c, t); err != nil {
		return mine, err
	}
	if mine, err = play.Rating(c, c.Me.ID, t.Variants[0]); err != nil {
		return mine, err
	}
	switch value := int(math.Round(mine.Value)); {
	case t.RatingFrom > 0 && value < t.RatingFrom || t.RatingTo > 0 && value > t.RatingTo:
		return mine, bot.Problemf(bot.NotAllowed, "Your rating in %s is %d, and %s. `tournaments` lists others.", bot.Title(t.Variants[0]), value, t.RatingWords())
	case t.Phase == bot.Entering && len(t.Entrants) >= t.Most && len(t.Waiting) >= bot.MaxEntrants:
		return mine, bot.Problemf(bot.NotNow, "%s is full, and so is its waiting list. `tournaments` lists others.", phrase.Upper(t.Heading()))
	}
	return mine, nil
}

// takes returns a problem if a tournament takes no entry of the user, whatever their rating.
func takes(c *action.Call, t *tournament.Tournament) error {
	n := t.Entrant(c.Me.ID)
	switch {
	case t.Phase == bot.Drafted:
		return bot.Problemf(bot.NotNow, "%s has not been announced yet. `tournament %d open` does so.", phrase.Upper(t.Heading()), t.ID)
	case t.Over():
		return bot.Problemf(bot.NotNow, "%s is over. `tournaments` lists others.", phrase.Upper(t.Heading()))
	case n > 0 && !t.Entrants[n-1].Gone:
		return bot.Problemf(bot.NotNow, "You are in %s already. `leave %d` leaves it.", t.Heading(), t.ID)
	case t.System != bot.Ladder && t.WasEntrant(c.Me):
		return bot.Problemf(bot.NotNow, "You are out of %s, and cannot come back while it runs.", t.Heading())
	case t.Waits(c.Me.ID) >= 0:
		return bot.Problemf(bot.NotNow, "You are on the waiting list of %s already. `leave %d` takes you off.", t.Heading(), t.ID)
	case !t.TakesEntries():
		return bot.Problemf(bot.NotNow, "%s has begun, and takes no more entries. `tournaments` lists others.", phrase.Upper(t.Heading()))
	case t.Bars(c.Me):
		return bot.Problemf(bot.NotAllowed, "The organisers of %s have removed you. One of them can take that back with `readmit %d NAME`.", t.Heading(), t.ID)
	case t.Phase == bot.Running && t.Active() >= t.Most:
		return bot.Problemf(bot.NotNow, "%s is full. `tournaments` lists others.", phrase.Upper(t.Heading()))
	case !action.EnterableHere(c, t) && t.Scope == bot.ThisServer:
		return bot.Problemf(bot.NotAllowed, "%s is for those in its server. Say `join %d` there.", phrase.Upper(t.Heading()), t.ID)
	case !action.EnterableHere(c, t):
		return bot.Problemf(bot.NotAllowed, "%s is for those in its room. Say `join %d` there.", phrase.Upper(t.Heading()), t.ID)
	case tournament.MatchOf(t).CaptainOf(c.Me.ID) == 1-t.TeamAt(c.Request.Places()):
		return bot.Problemf(bot.NotAllowed, "You are the captain of the other team in %s. Say `join %d` in its room.", t.Heading(), t.ID)
	}
	return nil
}

// mayPlayAt returns a problem if the user is barred from the room of a tournament, or from the
// invited room of a league where they speak.
func mayPlayAt(c *action.Call, t *tournament.Tournament) error {
	if t.Season != nil {
		for _, room := range t.Season.Rooms {
			if slices.Contains(c.Request.Places(), room) {
				if err := notBarredAt(c, room); err != nil {
					return err
				}
			}
		}
	}
	return notBarredAt(c, t.TeamRoom(t.TeamAt(c.Request.Places())))
}

// notBarredAt returns a problem if the user is barred from a room.
func notBarredAt(c *action.Call, home bot.RoomID) error {
	places := []bot.RoomID{home}
	if c.Request.Room == home {
		places = c.Request.Places()
	}
	barred, err := action.BarredFrom(c, places, c.Me)
	if barred {
		return action.ErrBarred()
	}
	return err
}

// seedRating returns the rating by which a player is seeded in a tournament: the rating in its
// first variant.
func seedRating(c *action.Call, t *tournament.Tournament, p bot.PlayerID) (int, error) {
	r, err := play.Rating(c, p, t.Variants[0])
	return r.Seed(), err
}

// enterLate enters a player into a running tournament.
func enterLate(c *action.Call, t *tournament.Tournament, e bot.Entrant) (bot.Reply, error) {
	number := t.Entrant(e.Player)
	if number > 0 { // they return to a ladder
		t.Entrants[number-1].Gone, t.Entrants[number-1].Timeouts = false, 0
		t.Entrants[number-1].User, t.Entrants[number-1].Room = e.User, e.Room
	} else {
		if len(t.Entrants) >= bot.MaxEntrants {
			return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has had %d players, and takes no more.", phrase.Upper(t.Heading()), bot.MaxEntrants)
		}
		t.Entrants = append(t.Entrants, e)
		number = len(t.Entrants)
	}
	if t.System == bot.Ladder {
		t.Rungs, t.Quiet = append(t.Rungs, number), c.Uptime.Moment()
		return action.AnnounceEntrants(c, t, e.Team, phrase.Of("%s enters %s, on rung %d.", e.User.Said(), t.Heading(), len(t.Rungs))), c.Tx.PutTournament(t.Tournament)
	}
	for i := range t.Rounds {
		kind := pairing.Half
		if i >= tournament.LateHalves {
			kind = pairing.Zero
		}
		t.Rounds[i].Byes = append(t.Rounds[i].Byes, bot.TournamentBye{Bye: pairing.Bye{Entrant: number, Kind: kind}})
	}
	text := phrase.Of("%s enters %s.", e.User.Said(), t.Heading())
	if len(t.Rounds) > 0 {
		text = phrase.Of("%s enters %s late, with %s for the %s missed.", e.User.Said(), t.Heading(), tournament.PointWords(float64(min(len(t.Rounds), tournament.LateHalves))/2),
			phrase.Count(len(t.Rounds), "%d round", "%d rounds"))
	}
	return action.AnnounceEntrants(c, t, e.Team, text), c.Tx.PutTournament(t.Tournament)
}

// notHere returns the problem that a tournament cannot be entered from here.
func notHere(t *tournament.Tournament) *bot.Problem {
	if t.Scope == bot.ThisServer {
		return bot.Problemf(bot.NotAllowed, "Tournament %d is for those in its server. Say `join %d` there.", t.ID, t.ID)
	}
	return bot.Problemf(bot.NotAllowed, "Tournament %d is for those in its room. Say `join %d` there.", t.ID, t.ID)
}
