package compose

import (
	"slices"

	"raumbot/rules"
)

// searches find an example of each rule with more pieces on a sketch. ok is false if the variant
// does not have the rule, or if no example is found.
var searches = [ruleCount]func(s sketch) (e Example, ok bool){
	DoubleStep: doubleStep,
	EnPassant:  enPassant,
	Castling:   castling,
	Promotion:  promotion,
	Rifle:      rifle,
	Aura:       aura,
	Key:        key,
	Transfer:   transfer,
	Reserve:    reserve,
	Checkmate:  checkmate,
	Marriage:   marriage,
	Loss:       loss,
}

// kinds returns the kinds of a variant that fit.
func kinds(v *rules.Variant, fits func(*rules.Kind) bool) (all []rules.KindID) {
	for i := range v.Kinds[1:] {
		if fits(&v.Kinds[i+1]) {
			all = append(all, rules.KindID(i+1))
		}
	}
	return all
}

// homes returns the cells on which pieces of a side and a kind begin, those nearest to the centre
// of the board first.
func homes(v *rules.Variant, side rules.Side, id rules.KindID) []rules.Cell {
	start := v.Start()
	return slices.DeleteFunc(central(v.Board), func(c rules.Cell) bool { return start.At(c) != rules.MakePiece(id, side) })
}

// pawns returns the kinds that make double steps.
func pawns(v *rules.Variant) []rules.KindID {
	if v.DoubleStep == rules.NoDoubleStep {
		return nil
	}
	return kinds(v, func(k *rules.Kind) bool { return k.Pawn })
}

func doubleStep(s sketch) (e Example, ok bool) {
	v := s.variant
	for _, id := range pawns(v) {
		for _, c := range homes(v, rules.White, id) {
			if e, ok = s.with(rules.White, id, c).find(DoubleStep); ok {
				return e, true
			}
		}
	}
	return e, false
}

func enPassant(s sketch) (e Example, ok bool) {
	v := s.variant
	if v.NoEnPassant {
		return e, false
	}
	for _, id := range pawns(v) {
		for _, home := range homes(v, rules.Black, id) {
			if e, ok = passing(s.with(rules.Black, id, home), id, home); ok {
				return e, true
			}
		}
	}
	return e, false
}

// passing finds a capture of a Pawn of Black in passing, which begins on a cell.
func passing(s sketch, id rules.KindID, home rules.Cell) (e Example, ok bool) {
	alone, ok := s.read(rules.Black)
	if !ok {
		return e, false
	}
	for _, step := range alone.LegalFrom(home) {
		if step.Special != rules.DoubleStep {
			continue
		}
		for _, c := range central(s.variant.Board) {
			if _, captures := s.variant.Reach(id, rules.White, c); !s.free(c) || c == step.To || !slices.Contains(captures, step.Via) {
				continue
			}
			p, ok := s.with(rules.White, id, c).read(rules.Black)
			if !ok {
				continue
			}
			if after, err := p.Play(step); err == nil && after.Status() == rules.Ongoing {
				if e, ok = s.findIn(after, EnPassant); ok {
					return e, true
				}
			}
		}
	}
	return e, false
}

func castling(s sketch) (e Example, ok bool) {
	v := s.variant
	for _, line := range v.Castling {
		c, found := v.Board.Cell(line.Partner)
		partner := v.Start().At(c)
		if !found || partner == rules.NoPiece {
			continue
		}
		with := s.with(rules.White, partner.Kind(), c)
		with.rights = line.Partner
		if key := v.Kind(partner).Freeze; key != "" {
			with = with.withKey(rules.White, key)
		}
		if e, ok = with.find(Castling); ok {
			return e, true
		}
	}
	return e, false
}

// withKey returns the sketch with the key pieces of a side, where they begin.
func (s sketch) withKey(side rules.Side, code string) sketch {
	id, _ := s.variant.KindByCode(code)
	for _, c := range homes(s.variant, side, id) {
		s = s.with(side, id, c)
	}
	return s
}

func promotion(s sketch) (e Example, ok bool) {
	v := s.variant
	for _, id := range kinds(v, func(k *rules.Kind) bool { return k.Promotion != nil }) {
		for _, c := range central(v.Board) {
			if !s.free(c) {
				continue
			}
			if e, ok = s.with(rules.White, id, c).find(Promotion); ok {
				return e, true
			}
		}
	}
	return e, false
}

func rifle(s sketch) (e Example, ok bool) {
	v := s.variant
	shoots := func(k *rules.Kind) bool {
		return slices.ContainsFunc(k.Moves, func(m rules.Movement) bool { return m.Mode == rules.Rifle })
	}
	for _, id := range kinds(v, shoots) {
		from := v.DiagramCell(id)
		_, captures := v.Reach(id, rules.White, from)
		if e, ok = takes(s.with(rules.White, id, from), captures, Victims(v), Rifle); ok {
			return e, true
		}
	}
	return e, false
}

// takes finds an example with one of some black pieces on one of some free cells.
func takes(s sketch, cells []rules.Cell, victims []rules.KindID, r Rule) (e Example, ok bool) {
	for _, to := range cells {
		for _, victim := range victims {
			if !s.free(to) {
				continue
			}
			if e, ok = s.with(rules.Black, victim, to).find(r); ok {
				return e, true
			}
		}
	}
	return e, false
}

func aura(s sketch) (e Example, ok bool) {
	v := s.variant
	for _, id := range kinds(v, func(k *rules.Kind) bool { return len(k.Aura) > 0 }) {
		s := s.with(rules.White, id, v.DiagramCell(id))
		if e, ok = takes(s, central(v.Board), Victims(v), Aura); ok {
			return e, true
		}
	}
	return e, false
}

// maxShots is how many captures by one piece are tried.
const maxShots = 40

func key(s sketch) (e Example, ok bool) {
	v := s.variant
	free := kinds(v, func(k *rules.Kind) bool { return !k.Royal && !k.Pawn && k.Freeze == "" && len(k.Aura) == 0 })
	for _, frozen := range kinds(v, func(k *rules.Kind) bool { return k.Freeze != "" }) {
		lock, found := v.KindByCode(v.Kinds[frozen].Freeze)
		if !found {
			continue
		}
		for _, id := range free {
			from := v.DiagramCell(id)
			_, captures := v.Reach(id, rules.White, from)
			// The frozen piece stands on the level of the one that takes, so that a picture shows
			// both large.
			beside := slices.DeleteFunc(central(v.Board), func(c rules.Cell) bool {
				return c == from || !s.free(c) || v.Board.Place(c).Level != v.Board.Place(from).Level
			})
			for _, c := range beside[:min(len(beside), maxShots)] {
				with := s.with(rules.Black, frozen, c).with(rules.White, id, from)
				if e, ok = takes(with, captures[:min(len(captures), maxShots)], []rules.KindID{lock}, Key); ok {
					return e, true
				}
			}
		}
	}
	return e, false
}

func transfer(s sketch) (e Example, ok bool) {
	v := s.variant
	if !v.Transfer {
		return e, false
	}
	for _, id := range kinds(v, func(k *rules.Kind) bool { return !k.Royal && !k.Pawn }) {
		if e, ok = s.with(rules.White, id, v.DiagramCell(id)).find(Transfer); ok {
			return e, true
		}
	}
	return e, false
}

func reserve(s sketch) (e Example, ok bool) {
	v := s.variant
	for _, code := range v.Reserve.After {
		id, _ := v.KindByCode(code)
		for _, c := range homes(v, rules.White, id) {
			s := s.with(rules.White, id, c)
			s.hand = "w"
			if e, ok = s.find(Reserve); ok {
				return e, true
			}
		}
	}
	return e, false
}

func marriage(s sketch) (e Example, ok bool) {
	v := s.variant
	spouse, found := v.KindByCode(v.Marriage)
	if !found {
		return e, false
	}
	for _, c := range central(v.Board) {
		if !s.free(c) {
			continue
		}
		if e, ok = s.with(rules.White, spouse, c).find(Marriage); ok {
			return e, true
		}
	}
	return e, false
}

func loss(s sketch) (e Example, ok bool) {
	v := s.variant
	if len(v.Survival.Families) == 0 {
		return e, false
	}
	for _, id := range kinds(v, func(k *rules.Kind) bool { return !k.Pawn }) {
		for _, c := range central(v.Board) {
			if !s.free(c) {
				continue
			}
			if e, ok = s.with(rules.White, id, c).find(Loss); ok {
				return e, true
			}
		}
	}
	return e, false
}
