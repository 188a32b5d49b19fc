package service

import (
	"errors"
	"slices"

	"raumbot/bot"
)

// Platforms tell of whoever speaks whether they organise the room, and of nobody else. So the organisers of a room are
// remembered, for reports to them and so that they do not bar each other.

// noteOrganiser remembers whether the asker organises the room where they speak, and the server around it.
func (c *call) noteOrganiser() error {
	for _, place := range []bot.RoomID{c.request.Room, c.request.Server()} {
		if place == (bot.RoomID{}) {
			continue
		}
		r, err := c.roomRecord(place)
		if err == nil && r.NoteOrganiser(c.me, c.request.Organises(place), c.uptime.Beat.UTC()) {
			err = c.tx.PutRoom(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// organisersOf returns the known organisers of some places whom a message can reach, without those whom spared names.
func (c *call) organisersOf(places []bot.RoomID, spared func(bot.Player) bool) (all []bot.Player, err error) {
	for _, place := range places {
		r, err := c.tx.Room(place)
		if errors.Is(err, bot.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, o := range r.Organisers {
			p, err := present(c.tx, o.Player)
			if err != nil {
				return nil, err
			}
			known := slices.ContainsFunc(all, func(other bot.Player) bool { return other.ID == p.ID })
			if !known && !p.Absent() && !spared(p) && r.OrganisedBy(p, c.uptime.Beat) {
				all = append(all, p)
			}
		}
	}
	return all, nil
}

// barredFrom reports whether a player is barred from the games of one of some places.
func (c *call) barredFrom(places []bot.RoomID, p bot.Player) (bool, error) {
	for _, place := range places {
		if p.ID == c.me.ID && c.request.Organises(place) {
			continue
		}
		r, err := c.tx.Room(place)
		if errors.Is(err, bot.ErrNotFound) {
			continue
		}
		if err != nil || r.Bars(p, c.uptime.Beat) {
			return err == nil, err
		}
	}
	return false, nil
}

// mayShare returns an error if a player of a new game or challenge is barred from a room where it would be shown.
func (c *call) mayShare(seats ...bot.Seat) error {
	for _, seat := range seats {
		for _, taken := range seats {
			if taken.Player == 0 || taken.User.Platform == bot.Computer {
				continue
			}
			p := c.me
			if taken.Player != c.me.ID {
				var err error
				if p, err = present(c.tx, taken.Player); err != nil {
					return err
				}
			}
			barred, err := c.barredFrom(seat.Places(), p)
			switch {
			case err != nil:
				return err
			case barred && p.ID == c.me.ID:
				return youAreBarred()
			case barred:
				return bot.Problemf(bot.NotAllowed, "%s can't play in that room. In private, with me alone, you can challenge them all the same.", p.Said())
			}
		}
	}
	return nil
}

// youAreBarred is the refusal for somebody who is barred from a room.
func youAreBarred() *bot.Problem {
	p := bot.Problemf(bot.NotAllowed, "An organiser of that room has barred you from its games and tournaments. In private, with me alone, you can challenge others all the same.")
	p.Personal = true
	return p
}
