package season

import (
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// barExpelled bars those from the next season whom the organisers have removed from the divisions
// of this one. It takes them out of the registration, if that is open. The caller stores the
// league.
func (l *League) barExpelled(tx bot.Tx, divisions []*tournament.Tournament) error {
	registration, err := l.registration(tx)
	if err != nil {
		return err
	}
	for _, t := range divisions {
		for _, p := range t.Barred {
			if slices.Contains(l.Barred, p) { // an organiser may have let them enter again since
				continue
			}
			l.Barred = append(l.Barred, p)
			if registration != nil {
				registration.Barred = append(registration.Barred, p)
				registration.Entrants = slices.DeleteFunc(registration.Entrants, func(e bot.Entrant) bool { return e.Player == p })
			}
		}
	}
	if registration == nil {
		return nil
	}
	return tx.PutTournament(registration.Tournament)
}

// each calls do for every league, and stores the league if do reports that it has changed it.
func each(tx bot.Tx, do func(*League) (changed bool)) error {
	leagues, err := all(tx)
	for _, l := range leagues {
		if do(l) {
			err = errors.Join(err, l.save(tx))
		}
	}
	return err
}

// forget removes the asker from the records of leagues. Their entries are those of tournaments.
func forget(c *action.Call) error {
	return each(c.Tx, func(l *League) bool {
		organised, was := slices.Contains(l.Organisers, c.Me.ID), l.former(c.Me.ID) != 0
		l.Organisers = slices.DeleteFunc(l.Organisers, func(p bot.PlayerID) bool { return p == c.Me.ID })
		l.setFormer(c.Me.ID, 0)
		return organised || was // Barred is left alone: removals stay in force
	})
}

// mayMerge returns a problem if the asker and another player are in the same season of a league. In
// one tournament of it, package desk forbids it.
func mayMerge(c *action.Call, other bot.Player) error {
	leagues, err := current(c.Tx)
	for _, l := range leagues {
		if err != nil {
			return err
		}
		if !l.Running {
			continue
		}
		mine, missing := l.divisionOf(c.Tx, c.Me.ID)
		theirs, unread := l.divisionOf(c.Tx, other.ID)
		if err = errors.Join(missing, unread); err == nil && mine != nil && theirs != nil {
			return bot.Problemf(bot.NotNow, "You and %s both play in season %d of %s. When it is over, you can link.", other.Said(), l.Number, l.title())
		}
	}
	return err
}

// merge changes references to the player from into references to the player into. Who was in two
// divisions counts as from the higher one.
func merge(c *action.Call, from, into bot.PlayerID) error {
	return each(c.Tx, func(l *League) (changed bool) {
		for _, list := range []*[]bot.PlayerID{&l.Organisers, &l.Barred} {
			if i := slices.Index(*list, from); i >= 0 {
				changed = true
				if slices.Contains(*list, into) {
					*list = slices.Delete(*list, i, i+1)
				} else {
					(*list)[i] = into
				}
			}
		}
		if was := l.former(from); was != 0 {
			changed = true
			if now := l.former(into); now == 0 || was < now {
				l.setFormer(into, was)
			}
			l.setFormer(from, 0)
		}
		return changed
	})
}

// moved has leagues follow a room whose contents are shown in another one. If they are shown
// nowhere, the room gets no more messages, and the leagues go on.
func moved(tx bot.Tx, from, to bot.RoomID) error {
	return each(tx, func(l *League) (changed bool) {
		for _, place := range []*bot.RoomID{&l.Home, &l.Server} {
			if *place == from && to != (bot.RoomID{}) {
				*place, changed = to, true
			}
		}
		if to == (bot.RoomID{}) && from == l.Home && !slices.Contains(l.Muted, from) {
			l.Muted, changed = append(l.Muted, from), true
		}
		for _, list := range []*[]bot.RoomID{&l.Rooms, &l.Muted} {
			i := slices.Index(*list, from)
			switch {
			case i < 0 || to == (bot.RoomID{}) && list == &l.Muted:
			case to == (bot.RoomID{}) || slices.Contains(*list, to):
				*list, changed = slices.Delete(*list, i, i+1), true
			default:
				(*list)[i], changed = to, true
			}
		}
		l.Rooms = slices.DeleteFunc(l.Rooms, func(r bot.RoomID) bool { return r == l.Home }) // an invited room has replaced it
		return changed
	})
}

// profile lists the leagues of which a player has been the champion, as far as everyone where the
// asker speaks may see them.
func profile(c *action.Call, p bot.Player) ([]phrase.Text, error) {
	if p.ID == 0 {
		return nil, nil
	}
	var won []phrase.Text
	err := action.EachTournamentOf(c, p.ID, true, func(t *tournament.Tournament) error {
		if t.Season != nil && t.Season.Division == 1 && t.Phase == bot.Completed && action.EnterableHere(c, t) &&
			slices.ContainsFunc(t.Winners, func(n int) bool { return t.Entrants[n-1].Player == p.ID }) {
			won = append(won, phrase.Of("%s (season %d)", tournament.LeagueName(t.Name, t.Variants[0]), t.Season.Number))
		}
		return nil
	})
	if len(won) == 0 {
		return nil, err
	}
	text := phrase.Join(won[:min(len(won), play.Favourites)], "; ")
	if more := len(won) - play.Favourites; more > 0 {
		text += "; " + phrase.Of("and %d more", more)
	}
	return []phrase.Text{phrase.Of("League champion: %s.", text)}, err
}
