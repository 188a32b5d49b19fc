package compose_test

import (
	"slices"
	"testing"

	"raumbot/rules"
	"raumbot/rules/compose"
	"raumbot/rules/games"
)

// TestExamples looks for an example of each rule that a variant has by its definition, and of no
// other. Each is a legal move that shows the rule, in a position that can be written and read, and
// not every move there does.
func TestExamples(t *testing.T) {
	if err := games.Install(); err != nil {
		t.Fatal(err)
	}
	for _, v := range rules.Variants() {
		has := func(fits func(rules.Kind) bool) bool { return slices.ContainsFunc(v.Kinds[1:], fits) }
		royal := has(func(k rules.Kind) bool { return k.Royal })
		pawn := v.DoubleStep != rules.NoDoubleStep
		want := map[compose.Rule]bool{
			compose.DoubleStep: pawn, compose.EnPassant: pawn && !v.NoEnPassant, compose.Castling: len(v.Castling) > 0,
			compose.Promotion: has(func(k rules.Kind) bool { return k.Promotion != nil }),
			compose.Rifle: has(func(k rules.Kind) bool {
				return slices.ContainsFunc(k.Moves, func(m rules.Movement) bool { return m.Mode == rules.Rifle })
			}),
			compose.Aura: has(func(k rules.Kind) bool { return len(k.Aura) > 0 }), compose.Key: has(func(k rules.Kind) bool { return k.Freeze != "" }),
			compose.Transfer: v.Transfer, compose.Reserve: v.Reserve.Code != "", compose.Checkmate: royal, compose.Marriage: v.Marriage != "",
			compose.Loss: len(v.Survival.Families) > 0,
		}
		for _, e := range compose.Examples(v) {
			if !want[e.Rule] {
				t.Errorf("%s: an example of %s", v.Name, e.Rule)
			}
			delete(want, e.Rule)
			for c := range rules.Cell(v.Board.Len()) {
				piece := e.Before.At(c)
				if piece == rules.NoPiece {
					continue
				}
				if moves, captures := v.Reach(piece.Kind(), piece.Side(), c); len(moves)+len(captures) == 0 {
					t.Errorf("%s %s: the %s on %s could never move", v.Name, e.Rule, v.Kind(piece).Name, v.Board.Name(c))
				}
			}
			line := e.Before.Line()
			p, err := rules.ReadPosition(v, line)
			if err != nil {
				t.Errorf("%s %s: %v", v.Name, e.Rule, err)
				continue
			}
			m, err := p.ReadText(e.Before.Text(e.Move))
			if err != nil || !e.Rule.Shown(p, m) || p.Turn() != rules.White {
				t.Errorf("%s %s: %s in %s: %v", v.Name, e.Rule, e.Before.Text(e.Move), line, err)
			}
			others := slices.DeleteFunc(p.Legal(), func(m rules.Move) bool { return e.Rule.Shown(p, m) })
			if len(others) == 0 {
				t.Errorf("%s %s: every move of %s shows it", v.Name, e.Rule, line)
			}
			frozen := e.Rule == compose.Aura || e.Rule == compose.Key
			if frozen != (e.Frozen != rules.NoCell) || frozen && (p.FrozenAt(e.Frozen) || !e.After().FrozenAt(e.Frozen)) {
				t.Errorf("%s %s: %s does not freeze cell %d", v.Name, e.Rule, p.Text(m), e.Frozen)
			}
			if again, ok := compose.Named(v, e.Rule.String()); !ok || again != e {
				t.Errorf("%s: %s is not found by its name", v.Name, e.Rule)
			}
		}
		for rule, missing := range want {
			if missing {
				t.Errorf("%s: no example of %s", v.Name, rule)
			}
		}
	}
}
