package pairing

import (
	"cmp"
	"errors"
	"slices"

	"raumbot/bot/pairing/dutch"
)

// Swiss pairs by FIDE's Dutch system (Handbook C.04.3). Nobody meets an opponent twice, unless
// their first game was forfeited, and nobody gets the pairing-allocated bye twice or, if avoidable,
// after a win by forfeit.
type Swiss struct{}

// Pair implements [Pairer]. If only requested byes make it impossible to pair the others, these do
// not play either: a single one gets the pairing-allocated bye if they have not had it, all others
// half a point.
func (Swiss) Pair(s State) (Round, error) {
	round, err := s.swiss()
	if !errors.Is(err, ErrNoPairing) || len(s.Byes) == 0 {
		return round, err
	}
	all := s
	all.Byes = nil
	if _, err := all.swiss(); err != nil {
		return Round{}, err
	}
	return s.idle(), nil
}

// idle returns a round of byes only.
func (s State) idle() Round {
	round := Round{Byes: s.absent()}
	all := s.histories()
	for _, h := range all {
		kind := Half
		if len(all) == 1 && !h.allocated {
			kind = Allocated
		}
		round.Byes = append(round.Byes, Bye{h.entrant, kind})
	}
	return round
}

// swiss pairs the entrants who are to play. Entrants who have won by forfeit do not get the
// pairing-allocated bye (criterion C2), unless there is no other way, as in a small tournament.
func (s State) swiss() (Round, error) {
	all := s.histories()
	if len(all) < 2 {
		return Round{}, ErrNoPairing
	}
	field := dutch.Field{Played: len(s.Rounds), Last: len(s.Rounds) >= s.Total-1, Initial: dutch.White}
	for _, h := range all {
		field.Players = append(field.Players, h.player)
	}
	games, bye, err := dutch.Pair(field)
	if errors.Is(err, dutch.ErrNoPairing) {
		for i, h := range all {
			field.Players[i].MayBye = !h.allocated
		}
		games, bye, err = dutch.Pair(field)
	}
	if errors.Is(err, dutch.ErrNoPairing) {
		return Round{}, ErrNoPairing
	}
	if err != nil {
		return Round{}, err
	}
	entrant := map[int]int{}
	for _, h := range all {
		entrant[h.player.Number] = h.entrant
	}
	round := Round{}
	for _, g := range games {
		round.Games = append(round.Games, Game{White: entrant[g.White], Black: entrant[g.Black]})
	}
	if bye != 0 {
		round.Byes = append(round.Byes, Bye{entrant[bye], Allocated})
	}
	round.Byes = append(round.Byes, s.absent()...)
	return round, s.whole(round)
}

// history is what matters of an entrant's previous rounds.
type history struct {
	entrant   int
	player    dutch.Player
	allocated bool  // has had the pairing-allocated bye
	took      bool  // took part: was paired, or had that bye
	met       []int // entrants
}

// histories returns the histories of the entrants to be paired, the best seed first. Pairing
// numbers are given in order of rating, leaving out those who have not taken part yet.
func (s State) histories() (all []*history) {
	of := map[int]*history{}
	seeds := slices.Clone(s.Entrants)
	slices.SortStableFunc(seeds, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Number, b.Number))
	})
	for _, e := range seeds {
		of[e.Number] = &history{entrant: e.Number, player: dutch.Player{MayBye: true}}
	}
	for _, r := range s.Rounds {
		r.enter(of)
	}
	playing := map[int]bool{}
	for _, e := range s.playing() {
		playing[e.Number] = true
	}
	number := 0
	for _, e := range seeds {
		h := of[e.Number]
		if h.took || playing[e.Number] {
			number++
			h.player.Number = number
		}
		if playing[e.Number] {
			all = append(all, h)
		}
	}
	for _, h := range all {
		for _, n := range h.met {
			h.player.Met = append(h.player.Met, of[n].player.Number)
		}
	}
	return all
}

// enter adds a round to the histories of all entrants.
func (r Round) enter(of map[int]*history) {
	for _, b := range r.Byes {
		h := of[b.Entrant]
		h.allocated = h.allocated || b.Kind == Allocated
		h.took = h.took || b.Kind == Allocated
		h.unplayed(b.Kind.Halves())
	}
	for _, g := range r.Games {
		white, black := of[g.White], of[g.Black]
		white.took, black.took = true, true
		w, b := g.Result.Halves()
		if !g.Result.Played() {
			white.unplayed(w)
			black.unplayed(b)
			continue
		}
		lead := white.player.Score - black.player.Score
		white.played(g.Black, w, dutch.White, lead)
		black.played(g.White, b, dutch.Black, -lead)
	}
}

// unplayed adds a round that was not played.
func (h *history) unplayed(halves int) {
	float := dutch.Level
	if halves > 0 {
		float = dutch.Down
	}
	if halves >= Allocated.Halves() { // as much as a win
		h.player.MayBye = false
	}
	h.float(float)
	h.player.Score += halves
}

// played adds a game; lead is by how much the score was above the opponent's.
func (h *history) played(opponent, halves int, colour dutch.Colour, lead int) {
	float := dutch.Level
	switch {
	case lead > 0:
		float = dutch.Down
	case lead < 0:
		float = dutch.Up
	}
	h.float(float)
	h.player.Score += halves
	h.player.Colours = append(h.player.Colours, colour)
	h.met = append(h.met, opponent)
}

func (h *history) float(f dutch.Float) { h.player.Floats = [2]dutch.Float{f, h.player.Floats[0]} }
