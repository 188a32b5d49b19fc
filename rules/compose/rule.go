package compose

import (
	"slices"

	"raumbot/rules"
)

// Rule is a rule of a game other than how its pieces move.
type Rule uint8

// The rules of which there are examples.
const (
	DoubleStep Rule = iota
	EnPassant
	Castling
	Promotion
	Rifle     // a capture without a move
	Aura      // a piece freezes an enemy
	Key       // a set is frozen without its key piece
	Transfer  // pieces pass to the other board
	Reserve   // a piece from beside the board joins in
	Checkmate // wins
	Marriage  // wins
	Loss      // of too many pieces of a family
	ruleCount
)

var ruleNames = [ruleCount]string{"double-step", "en-passant", "castling", "promotion", "rifle", "aura", "key", "transfer", "reserve", "checkmate", "marriage", "loss"}

// String returns the rule's name in addresses.
func (r Rule) String() string { return ruleNames[r] }

// Shown reports whether a legal move of White uses the rule.
func (r Rule) Shown(p *rules.Position, m rules.Move) bool {
	switch r {
	case DoubleStep:
		return m.Special == rules.DoubleStep
	case EnPassant:
		return m.Special == rules.EnPassant
	case Castling:
		return m.Special == rules.Castling
	case Promotion:
		return m.Promotion != rules.NoKind
	case Rifle:
		return m.Special == rules.RifleCapture
	case Transfer:
		k := p.Variant().Kind(p.At(m.From))
		return p.Variant().Transfer && m.Special == rules.Ordinary && !k.Royal && !k.Pawn
	}
	after, err := p.Play(m)
	if err != nil {
		return false
	}
	switch r {
	case Aura, Key:
		_, found := r.frozen(p, after)
		return found
	case Reserve:
		return p.Reserve(rules.White) != rules.NoPiece && after.Reserve(rules.White) == rules.NoPiece
	case Checkmate:
		return after.Status() == rules.Checkmate
	case Marriage:
		return after.Status() == rules.Marriage
	}
	return after.Status() == rules.Triples || after.Status() == rules.Extinction
}

// frozen returns the cell of a black piece that is frozen after a move and was not before, by the
// aura of a piece or, for the rule [Key], because its set has lost its key piece.
func (r Rule) frozen(p, after *rules.Position) (rules.Cell, bool) {
	for c := range rules.Cell(p.Variant().Board.Len()) {
		piece := after.At(c)
		if piece == rules.NoPiece || piece.Side() != rules.Black || p.At(c) != piece || p.FrozenAt(c) || !after.FrozenAt(c) {
			continue
		}
		if after.Frozen(piece) == (r == Key) {
			return c, true
		}
	}
	return rules.NoCell, false
}

// Example is a rule as a move of White shows it.
type Example struct {
	Rule   Rule
	Before *rules.Position
	Move   rules.Move
	// Frozen is the cell of the piece that the move freezes, if any, else [rules.NoCell].
	Frozen rules.Cell
}

// After returns the position after the move.
func (e Example) After() *rules.Position {
	after, err := e.Before.Play(e.Move)
	if err != nil {
		panic(err) // the move was found among the legal ones
	}
	return after
}

// examplesKey is the key of a variant's examples among what is derived from the variant.
type examplesKey struct{}

// Examples returns an example of each rule that a variant has, in positions with few pieces. A rule
// for which no position is found is left out. The result must not be changed.
func Examples(v *rules.Variant) []Example {
	return v.Derived(examplesKey{}, func() any {
		all := []Example{}
		for r := range ruleCount {
			for _, base := range bases(v) {
				if e, ok := searches[r](base); ok {
					e.Rule = r
					all = append(all, e)
					break
				}
			}
		}
		return all
	}).([]Example)
}

// Named returns the example of the rule with a name.
func Named(v *rules.Variant, name string) (Example, bool) {
	all := Examples(v)
	i := slices.IndexFunc(all, func(e Example) bool { return e.Rule.String() == name })
	if i < 0 {
		return Example{}, false
	}
	return all[i], true
}
