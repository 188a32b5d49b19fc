package bot

import (
	"slices"
	"time"
)

// Bar keeps a person from beginning games in a room and from entering its tournaments.
type Bar struct {
	Player, By PlayerID
	At         time.Time
}

// Organiser records that a player organised a room when they last changed something there.
type Organiser struct {
	Player PlayerID
	Seen   time.Time
}

const (
	// MaxBarred is how many people can be barred from one room.
	MaxBarred = 200
	// maxKnown limits how many organisers of a room are remembered, and knownFor how long each is. A
	// record older than knownAgain is renewed.
	maxKnown   = 10
	knownFor   = 90 * Day
	knownAgain = 7 * Day
)

// Bars reports whether a player is barred from the room's games. A bar has no effect on organisers
// of the room.
func (r Room) Bars(p Player, now time.Time) bool {
	return slices.ContainsFunc(r.Barred, func(b Bar) bool { return p.Is(b.Player) }) && !r.OrganisedBy(p, now)
}

// OrganisedBy reports whether a player is known as an organiser of the room.
func (r Room) OrganisedBy(p Player, now time.Time) bool {
	return slices.ContainsFunc(r.Organisers, func(o Organiser) bool { return p.Is(o.Player) && now.Sub(o.Seen) < knownFor })
}

// NoteOrganiser records whether a player who speaks in the room organises it. It reports whether
// the record has changed.
func (r *Room) NoteOrganiser(p Player, organises bool, now time.Time) bool {
	at := slices.IndexFunc(r.Organisers, func(o Organiser) bool { return p.Is(o.Player) })
	if organises && at >= 0 && now.Sub(r.Organisers[at].Seen) < knownAgain || !organises && at < 0 {
		return false
	}
	r.Organisers = slices.DeleteFunc(slices.Clone(r.Organisers), func(o Organiser) bool { return p.Is(o.Player) || now.Sub(o.Seen) >= knownFor })
	if organises {
		r.Organisers = append(r.Organisers[max(0, len(r.Organisers)-maxKnown+1):], Organiser{p.ID, now})
	}
	return true
}
