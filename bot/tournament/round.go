package tournament

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// Seat returns where an entrant plays: in the tournament's room if the tournament is for that room
// alone, else where they joined.
// The games of a simul, a team match or a league are shown in private.
func (t *Tournament) Seat(number int) bot.Seat {
	e := t.Entrants[number-1]
	if t.InPrivate() {
		return bot.Seat{Player: e.Player, User: e.User}
	}
	return bot.Seat{Player: e.Player, User: e.User, Room: t.Address(e).Room}
}

// PairingLines lists the games and byes of a round.
func (t *Tournament) PairingLines(n int) phrase.Text {
	var lines []phrase.Text
	r := t.Rounds[n-1]
	for _, g := range r.Games {
		result := phrase.Said(g.Result.String())
		if g.ID != 0 && result != "" {
			result += " "
		}
		if g.ID != 0 {
			result += "(" + bot.GameNumber(g.ID) + ")"
		}
		lines = append(lines, phrase.Sprintf("%s – %s: %s", t.EntrantName(g.White), t.EntrantName(g.Black), result))
	}
	byes := map[pairing.ByeKind][]phrase.Text{}
	for _, b := range r.Byes {
		if t.System == bot.Knockout && b.Kind == pairing.Allocated && b.Match >= t.Matches(n) {
			lines = append(lines, phrase.Of("Third place without a game: %s", t.EntrantName(b.Entrant)))
			continue
		}
		if out := t.System == bot.Knockout && b.Kind == pairing.Zero; !out && !t.Entrants[b.Entrant-1].Gone {
			byes[b.Kind] = append(byes[b.Kind], t.EntrantName(b.Entrant))
		}
	}
	for _, kind := range []pairing.ByeKind{pairing.Allocated, pairing.Half, pairing.Zero} {
		if names := byes[kind]; names != nil {
			lines = append(lines, phrase.Sprintf("%s: %s", phrase.Upper(t.byeWords(kind)), bot.Listing(names)))
		}
	}
	if lines == nil {
		return phrase.Of("Nobody plays.")
	}
	return phrase.Join(lines, "\n")
}

// byeWords describes a bye.
func (t *Tournament) byeWords(kind pairing.ByeKind) phrase.Text {
	switch {
	case t.System == bot.Knockout:
		return phrase.Of("wins without a game")
	case t.System == bot.RoundRobin: // either everybody has such a round, or nobody
		return phrase.Of("does not play")
	case kind == pairing.Allocated:
		return phrase.Of("bye (1 point)")
	case kind == pairing.Half:
		return phrase.Of("half-point bye")
	}
	return phrase.Of("zero-point bye")
}

// MayPair reports whether the next round may be paired at a time.
func (t *Tournament) MayPair(now bot.Moment) bool {
	if t.Phase != bot.Running || t.System == bot.Ladder || len(t.Rounds) >= t.Total() {
		return false
	}
	open := 0
	for _, r := range t.Rounds {
		if !r.Closed {
			open++
		}
	}
	switch {
	case t.Season != nil: // its games wait for their players, not for each other
		return true
	case t.System == bot.RoundRobin || t.System == bot.TeamMatch:
		return open < t.AtOnce && now >= t.nextRound()
	case open > 0:
		return false
	// nobody plays, so there is nothing to wait for
	case t.System == bot.Knockout && len(t.knockoutRound().Games) == 0:
		return true
	}
	return now >= t.nextRound()
}

// Exhausted reports whether there is nothing left to play.
func (t *Tournament) Exhausted() bool {
	if slices.ContainsFunc(t.Rounds, func(r bot.Round) bool { return !r.Closed }) {
		return false
	}
	return len(t.Rounds) >= t.Total() || t.System != bot.Knockout && t.Active() < 2
}
