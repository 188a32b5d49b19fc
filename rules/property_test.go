package rules

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// eachPosition plays random games of every variant, in which captures and rare moves are preferred.
// It calls check with each position and its legal moves.
func eachPosition(t *testing.T, games, plies int, check func(t *testing.T, p *Position, legal []Move, random *rand.Rand)) {
	for _, v := range Variants() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(2007, uint64(len(v.Name))))
			for range games {
				p := v.Start()
				for range plies {
					legal := p.Legal()
					check(t, p, legal, random)
					if t.Failed() {
						t.Fatalf("in %s", p.Line())
					}
					if len(legal) == 0 {
						break
					}
					var err error
					if p, err = p.Play(rareMove(p, legal, random)); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// rareMove picks a move at random, usually one with a special effect.
func rareMove(p *Position, legal []Move, random *rand.Rand) Move {
	var rare []Move
	for _, m := range legal {
		_, victim := p.Capture(m)
		if m.Special != Ordinary || m.Promotion != NoKind || victim != NoPiece {
			rare = append(rare, m)
		}
	}
	if len(rare) > 0 && random.IntN(3) > 0 {
		return rare[random.IntN(len(rare))]
	}
	return legal[random.IntN(len(legal))]
}

// mirrored returns the position with colours swapped and the board reflected by the
// array's symmetry.
func mirrored(t *testing.T, p *Position) *Position {
	t.Helper()
	v := p.Variant()
	flip := func(name string) string { return v.Board.Name(v.opposite(v.mustCell(name))) }
	army := func(field string) string {
		if field == "-" {
			return field
		}
		pieces := strings.Split(field, ",")
		for i, piece := range pieces {
			pieces[i] = piece[:3] + flip(piece[3:])
		}
		return strings.Join(pieces, ",")
	}
	f := strings.Fields(p.Line())
	side := map[string]string{"w": "b", "b": "w"}[f[0]]
	rights, passing := f[3], f[4]
	if rights != "-" {
		cells := strings.Split(rights, ",")
		for i := range cells {
			cells[i] = flip(cells[i])
		}
		rights = strings.Join(cells, ",")
	}
	if via, to, ok := strings.Cut(passing, ">"); ok {
		passing = flip(via) + ">" + flip(to)
	}
	hand := map[string]string{"w": "b", "b": "w"}[f[5]]
	if hand == "" {
		hand = f[5]
	}
	other, err := ReadPosition(v, strings.Join([]string{side, army(f[2]), army(f[1]), rights, passing, hand, f[6], f[7]}, " "))
	if err != nil {
		t.Fatal(err)
	}
	return other
}

func TestMirrorSymmetry(t *testing.T) {
	eachPosition(t, 3, 60, func(t *testing.T, p *Position, legal []Move, _ *rand.Rand) {
		v := p.Variant()
		other := mirrored(t, p)
		var want []string
		for _, m := range legal {
			m.From, m.To = v.opposite(m.From), v.opposite(m.To)
			if m.Via != NoCell {
				m.Via = v.opposite(m.Via)
			}
			want = append(want, v.Text(m))
		}
		slices.Sort(want)
		if got := other.LegalTexts(); !slices.Equal(got, want) {
			t.Errorf("the mirrored position has other moves:\n%v\n%v", got, want)
		}
		if other.Status() != p.Status() {
			t.Errorf("the mirrored position is %s, not %s", other.Status(), p.Status())
		}
	})
}

func TestLegalIsInCanonicalOrder(t *testing.T) {
	eachPosition(t, 2, 40, func(t *testing.T, p *Position, _ []Move, _ *rand.Rand) {
		texts := p.LegalTexts()
		if !slices.IsSorted(texts) || len(slices.Compact(slices.Clone(texts))) != len(texts) {
			t.Errorf("not sorted or not unique: %v", texts)
		}
	})
}

func TestPositionLineRoundTrip(t *testing.T) {
	eachPosition(t, 3, 60, func(t *testing.T, p *Position, legal []Move, _ *rand.Rand) {
		again, err := ReadPosition(p.Variant(), p.Line())
		if err != nil {
			t.Fatal(err)
		}
		if again.Line() != p.Line() || again.Status() != p.Status() || !slices.Equal(again.Legal(), legal) {
			t.Errorf("read again it is %s", again.Line())
		}
	})
}

func TestMovesRoundTripAsText(t *testing.T) {
	eachPosition(t, 2, 30, func(t *testing.T, p *Position, legal []Move, random *rand.Rand) {
		for range min(12, len(legal)) {
			m := rareMove(p, legal, random)
			for _, text := range []string{p.Text(m), p.Describe(m), strings.ToUpper(p.Text(m))} {
				if got, err := p.ReadMove(text); err != nil || got != m {
					t.Errorf("%q is read as %s: %v", text, p.Text(got), err)
				}
			}
		}
	})
}

// TestAcceptedIsListed checks that every listed move is accepted, and that every other pair of
// cells is refused with a reason.
func TestAcceptedIsListed(t *testing.T) {
	eachPosition(t, 1, 40, func(t *testing.T, p *Position, legal []Move, random *rand.Rand) {
		cells := p.Variant().Board.Len()
		for range 60 {
			m := Move{From: Cell(random.IntN(cells)), To: Cell(random.IntN(cells)), Via: NoCell}
			if own := p.occupied[p.turn].cells(); random.IntN(4) > 0 && len(own) > 0 {
				m.From = own[random.IntN(len(own))]
			}
			_, err := p.Play(m)
			var refused *MoveError
			switch {
			case slices.Contains(legal, m):
				if err != nil {
					t.Errorf("%s is listed and refused: %v", p.Text(m), err)
				}
			case !errors.As(err, &refused) || refused.Reason == 0 || refused.Error() == "":
				t.Errorf("%s is not listed and answered by %v", p.Text(m), err)
			}
		}
		for range min(20, len(legal)) {
			m := legal[random.IntN(len(legal))]
			if _, err := p.Play(m); err != nil {
				t.Errorf("%s is listed and refused: %v", p.Text(m), err)
			}
		}
	})
}

// TestPlayAccountsForPieces checks that a move changes the numbers of pieces only as its capture
// and promotion say, and does not change the position in which it was played.
func TestPlayAccountsForPieces(t *testing.T) {
	eachPosition(t, 3, 80, func(t *testing.T, p *Position, legal []Move, random *rand.Rand) {
		if len(legal) == 0 {
			return
		}
		before := p.Line()
		m := rareMove(p, legal, random)
		next, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if p.Line() != before {
			t.Errorf("%s changed the position that it was played in", p.Text(m))
		}
		want := p.count
		if _, victim := p.Capture(m); victim != NoPiece {
			want[victim]--
		}
		if m.Promotion != NoKind {
			want[p.board[m.From]]--
			want[MakePiece(m.Promotion, p.turn)]++
		}
		if p.reserve[p.turn] && !next.reserve[p.turn] {
			want[MakePiece(p.reserveKind, p.turn)]++
		}
		if next.count != want {
			t.Errorf("%s leaves other numbers of pieces than it should", p.Text(m))
		}
		var placed [2 * maxKinds]uint8
		for c := range Cell(p.Variant().Board.Len()) {
			if piece := next.At(c); piece != NoPiece {
				placed[piece]++
			}
		}
		if placed != next.count {
			t.Errorf("after %s the counts are not those of the board", p.Text(m))
		}
	})
}

func TestFigureIsClear(t *testing.T) {
	eachPosition(t, 2, 40, func(t *testing.T, p *Position, legal []Move, random *rand.Rand) {
		for range min(10, len(legal)) {
			m := rareMove(p, legal, random)
			for _, c := range p.Figure(m) {
				empty := p.At(c) == NoPiece || m.Special == Castling
				if !empty || c == m.From || c == m.To {
					t.Errorf("%s passes over %s", p.Text(m), p.Variant().Board.Name(c))
				}
			}
		}
	})
}
