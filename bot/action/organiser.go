package action

import (
	"errors"

	"raumbot/bot"
)

// A platform tells the bot whether a user who speaks organises the room, but not who else does. The
// bot therefore remembers the organisers of a room, to send them reports and to keep them from
// barring each other.

// noteOrganiser remembers whether the asker organises the room where they speak, and the server
// around it.
func noteOrganiser(c *Call) error {
	for _, place := range []bot.RoomID{c.Request.Room, c.Request.Server()} {
		if place == (bot.RoomID{}) {
			continue
		}
		r, err := bot.RoomRecord(c.Tx, place)
		if err == nil && r.NoteOrganiser(c.Me, c.Request.Organises(place), c.Uptime.Beat.UTC()) {
			err = c.Tx.PutRoom(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// BarredFrom reports whether a player is barred from the games of at least one of some places.
func BarredFrom(c *Call, places []bot.RoomID, p bot.Player) (bool, error) {
	for _, place := range places {
		if p.ID == c.Me.ID && c.Request.Organises(place) {
			continue
		}
		r, err := c.Tx.Room(place)
		if errors.Is(err, bot.ErrNotFound) {
			continue
		}
		if err != nil || r.Bars(p, c.Uptime.Beat) {
			return err == nil, err
		}
	}
	return false, nil
}

// MayShare returns an error if a player of a new game or challenge is barred from a room where it
// would be shown.
func MayShare(c *Call, seats ...bot.Seat) error {
	for _, seat := range seats {
		for _, taken := range seats {
			if taken.Player == 0 || taken.User.Platform == bot.Computer {
				continue
			}
			p := c.Me
			if taken.Player != c.Me.ID {
				var err error
				if p, err = CurrentPlayer(c.Tx, taken.Player); err != nil {
					return err
				}
			}
			barred, err := BarredFrom(c, seat.Places(), p)
			switch {
			case err != nil:
				return err
			case barred && p.ID == c.Me.ID:
				return ErrBarred()
			case barred:
				return bot.Problemf(bot.NotAllowed, "%s can't play in that room. In private, with me alone, you can challenge them all the same.", p.Said())
			}
		}
	}
	return nil
}

// ErrBarred returns the problem for a user who is barred from a room.
func ErrBarred() *bot.Problem {
	p := bot.Problemf(bot.NotAllowed, "An organiser of that room has barred you from its games and tournaments. In private, with me alone, you can challenge others all the same.")
	p.Personal = true
	return p
}
