package rules

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// same reports the differences between a position of a search and one of a game,
// except in the status, which a search does not determine.
func same(t *testing.T, what string, got, want *Position) {
	t.Helper()
	if got.Line() != want.Line() {
		t.Errorf("%s: the position is\n%s, not\n%s", what, got.Line(), want.Line())
	}
	if got.count != want.count || got.occupied != want.occupied || got.frozen != want.frozen || got.royals != want.royals {
		t.Errorf("%s: counts, sets or frozen kinds differ", what)
	}
}

func TestMakeEqualsPlay(t *testing.T) {
	eachPosition(t, 2, 60, func(t *testing.T, p *Position, legal []Move, random *rand.Rand) {
		s := NewSearchPosition(p)
		for range min(6, len(legal)) {
			m := rareMove(p, legal, random)
			next, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			s.Make(m)
			same(t, p.Text(m), s.Position(), next)
			if s.Key() != next.Key() {
				t.Errorf("%s: the key is not the one computed afresh", p.Text(m))
			}
			board := p.board
			for _, c := range s.Changes() {
				if board[c.Cell] != c.Before {
					t.Errorf("%s: a change of %s that was not there", p.Text(m), p.variant.Board.Name(c.Cell))
				}
				board[c.Cell] = c.After
			}
			if board != next.board {
				t.Errorf("%s: the changes do not lead to the board", p.Text(m))
			}
			if s.Checked() != (next.status == Check || next.status == Checkmate) || !next.status.Finished() && !s.HasMove() {
				t.Errorf("%s: status %s, checked %v, a move %v", p.Text(m), next.status, s.Checked(), s.HasMove())
			}
			if next.status == Checkmate || next.status == Stalemate {
				if s.HasMove() {
					t.Errorf("%s: a move in %s", p.Text(m), next.status)
				}
			} else if s.Position().status.Finished() != next.status.Finished() {
				t.Errorf("%s: status %s, not %s", p.Text(m), s.Position().status, next.status)
			}
			s.Unmake()
			same(t, "taken back: "+p.Text(m), s.Position(), p)
			if s.Key() != p.Key() {
				t.Errorf("%s: the key is another after taking it back", p.Text(m))
			}
		}
	})
}

// TestLineOfSearch checks a long line of moves, made and unmade, against the positions of the game.
func TestLineOfSearch(t *testing.T) {
	for _, v := range Variants() {
		random := rand.New(rand.NewPCG(1907, 5))
		g := NewGame(v)
		s := NewSearchPosition(v.Start())
		for range 120 {
			legal := g.Position().Legal()
			if len(legal) == 0 || g.Outcome().Over() {
				break
			}
			m := rareMove(g.Position(), legal, random)
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			s.Make(m)
		}
		for ply := g.Ply(); ply >= 0; ply-- {
			same(t, v.Name, s.Position(), g.PositionAt(ply))
			if ply > 0 {
				s.Unmake()
			}
		}
	}
}

func TestMakeNullPassesTheTurn(t *testing.T) {
	eachPosition(t, 1, 30, func(t *testing.T, p *Position, _ []Move, _ *rand.Rand) {
		if p.status != Ongoing {
			return
		}
		s := NewSearchPosition(p)
		s.MakeNull()
		if s.Key() != s.Position().Key() || s.Position().Turn() == p.Turn() || s.Position().passed != NoCell {
			t.Errorf("after passing: %s", s.Position().Line())
		}
		s.Unmake()
		same(t, "passed and taken back", s.Position(), p)
	})
}

func sorted(p *Position, moves []Move) []string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, p.Text(m))
	}
	slices.Sort(texts)
	return texts
}

func TestStagesAreTheLegalMoves(t *testing.T) {
	eachPosition(t, 2, 60, func(t *testing.T, p *Position, legal []Move, random *rand.Rand) {
		s := NewSearchPosition(p)
		want := sorted(p, legal)
		if got := sorted(p, s.Legal(nil)); !slices.Equal(got, want) {
			t.Errorf("all: %v, not %v", got, want)
		}
		tactical, quiet := s.Tactical(nil), s.Quiet(nil)
		for _, m := range tactical {
			if _, victim := p.Capture(m); victim == NoPiece && m.Promotion == NoKind {
				t.Errorf("%s is not tactical", p.Text(m))
			}
		}
		for _, m := range quiet {
			if _, victim := p.Capture(m); victim != NoPiece || m.Promotion != NoKind {
				t.Errorf("%s is not quiet", p.Text(m))
			}
		}
		if got := sorted(p, append(slices.Clone(tactical), quiet...)); !slices.Equal(got, want) {
			t.Errorf("in stages: %v, not %v", got, want)
		}
		var captures, captured []Move
		for _, m := range tactical {
			if _, victim := p.Capture(m); victim != NoPiece && m.Special != EnPassant {
				captures = append(captures, m)
			}
		}
		for _, c := range p.occupied[p.turn.Other()].cells() {
			captured = s.CapturesOn(c, captured)
		}
		if got, want := sorted(p, captured), sorted(p, captures); !slices.Equal(got, want) {
			t.Errorf("captures by victim: %v, not %v", got, want)
		}
		for range 20 {
			cells := p.variant.Board.Len()
			m := Move{From: Cell(random.IntN(cells)), To: Cell(random.IntN(cells)), Via: NoCell}
			if len(legal) > 0 && random.IntN(2) == 0 {
				m = legal[random.IntN(len(legal))]
			}
			if s.Allows(m) != slices.Contains(legal, m) {
				t.Errorf("%s is allowed: %v", p.Text(m), s.Allows(m))
			}
		}
		same(t, "after listing", s.Position(), p)
	})
}

// TestStagesAlongALine checks the captures and checks that are derived from those of earlier
// positions of a line that goes forward and back.
func TestStagesAlongALine(t *testing.T) {
	for _, v := range Variants() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(512, uint64(len(v.Name))))
			s := NewSearchPosition(v.Start())
			for range 250 {
				p := s.Position()
				legal := s.Legal(nil)
				if random.IntN(3) > 0 {
					checkStages(t, s, legal)
				}
				switch {
				case t.Failed():
					t.Fatalf("in %s", p.Line())
				case len(legal) == 0 || s.Ply() > 0 && random.IntN(5) == 0:
					for range min(s.Ply(), 1+random.IntN(4)) {
						s.Unmake()
					}
				case random.IntN(20) == 0 && !s.Checked():
					s.MakeNull()
				default:
					s.Make(rareMove(p, legal, random))
				}
			}
		})
	}
}

// checkStages compares the captures, promotions and checks of a position with all legal moves.
func checkStages(t *testing.T, s *SearchPosition, legal []Move) {
	p := s.Position()
	var tactical, checks []Move
	for _, m := range legal {
		if _, victim := p.Capture(m); victim != NoPiece || m.Promotion != NoKind {
			tactical = append(tactical, m)
		}
		next := *p
		if next.apply(m); next.inCheck() {
			checks = append(checks, m)
		}
	}
	if got, want := sorted(p, s.Tactical(nil)), sorted(p, tactical); !slices.Equal(got, want) {
		t.Errorf("captures and promotions: %v, not %v", got, want)
	}
	if got := s.Checks(nil); !slices.Equal(got, checks) {
		t.Errorf("checks: %v, not %v", got, checks)
	}
}

func TestGivesCheck(t *testing.T) {
	eachPosition(t, 2, 60, func(t *testing.T, p *Position, legal []Move, _ *rand.Rand) {
		s := NewSearchPosition(p)
		for _, m := range legal {
			next := *p
			next.apply(m)
			if want := next.inCheck(); s.GivesCheck(m) != want {
				t.Errorf("%s gives check: %v, not %v", p.Text(m), !want, want)
			}
		}
		same(t, "after looking", s.Position(), p)
	})
}

// exchanged plays an exchange on copies of the position. Each side captures with its least valuable
// piece as found by [Position.Attackers], and each time both capturing and stopping are tried.
func exchanged(p *Position, c Cell, worth *Worth) int {
	var least Cell = NoCell
	rank := func(from Cell) int {
		if p.kinds[p.board[from].Kind()].royal {
			return 1 << 30
		}
		return worth[p.board[from].Kind()]
	}
	for _, from := range p.Attackers(c, p.turn) {
		if least == NoCell || rank(from) < rank(least) {
			least = from
		}
	}
	if least == NoCell {
		return 0
	}
	next := *p
	victim := next.lift(c)
	piece := next.lift(least)
	next.put(c, piece)
	next.updateFrozen(White)
	next.updateFrozen(Black)
	next.turn = p.turn.Other()
	if p.kinds[piece.Kind()].royal && len(next.Attackers(c, next.turn)) > 0 {
		return 0
	}
	return max(0, worth[victim.Kind()]-exchanged(&next, c, worth))
}

func TestExchangeEqualsPlayingItOut(t *testing.T) {
	eachPosition(t, 1, 50, func(t *testing.T, p *Position, legal []Move, random *rand.Rand) {
		s := NewSearchPosition(p)
		var worth Worth
		for i := range worth {
			worth[i] = 100 + (i*i*37)%900
		}
		for range min(8, len(legal)) {
			m := rareMove(p, legal, random)
			if m.Special == Castling || p.reserve[p.turn] && p.released>>p.board[m.From].Kind()&1 != 0 {
				continue
			}
			want := 0
			if _, victim := p.Capture(m); victim != NoPiece {
				want = worth[victim.Kind()]
			}
			if m.Promotion != NoKind {
				if p.keys>>m.Promotion&1 != 0 {
					continue // unfreezes its set, which an exchange ignores
				}
				want += worth[m.Promotion] - worth[p.board[m.From].Kind()]
			}
			next := *p
			next.apply(m)
			next.passed, next.passer = NoCell, NoCell
			want -= exchanged(&next, m.To, &worth)
			if got := s.Exchange(m, &worth); got != want {
				t.Errorf("%s gains %d, not %d", p.Text(m), got, want)
			}
			for _, least := range []int{want - 100, want - 1, want, want + 1, want + 100, 0} {
				if got := s.Gains(m, &worth, least); got != (want >= least) {
					t.Errorf("%s gains %d, but at least %d: %v", p.Text(m), want, least, got)
				}
			}
			same(t, "after an exchange", s.Position(), p)
		}
	})
}

func TestOccurrencesAreTheGames(t *testing.T) {
	for _, v := range Variants() {
		g := NewGame(v)
		random := rand.New(rand.NewPCG(3, 3))
		// A piece moves back and forth, so that positions repeat.
		for range 12 {
			legal := g.Position().Legal()
			// An en passant cell changes the key: see Key.
			legal = slices.DeleteFunc(legal, func(m Move) bool { return m.Special == DoubleStep })
			m := legal[random.IntN(len(legal))]
			if g.Ply() >= 4 {
				back := g.Moves()[g.Ply()-2]
				back.From, back.To, back.Via, back.Special = back.To, back.From, NoCell, Ordinary
				if slices.Contains(legal, back) {
					m = back
				}
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			if got := g.SearchPosition().Occurrences(); got != g.Occurrences() {
				t.Errorf("%s, ply %d: %d occurrences, not %d", v.Name, g.Ply(), got, g.Occurrences())
			}
		}
	}
}

func TestMobilityOfFreeCells(t *testing.T) {
	for _, v := range Variants() {
		for id := range v.Kinds[1:] {
			for _, c := range []Cell{0, v.Board.Center(), Cell(v.Board.Len() - 1)} {
				moves, _ := v.Reach(KindID(id+1), White, c)
				quiet, captures := v.Mobility(KindID(id+1), White, c, 0)
				// Several paths to one cell count more than once.
				if int(quiet+0.5) < len(moves) || captures != 0 {
					t.Errorf("%s: a %s on %s has %v quiet moves on an empty board, not %d", v.Name, v.Kinds[id+1].Code, v.Board.Name(c), quiet, len(moves))
				}
				crowded, _ := v.Mobility(KindID(id+1), White, c, 0.5)
				if crowded >= quiet && quiet > 0 {
					t.Errorf("%s: a %s moves more freely in a crowd", v.Name, v.Kinds[id+1].Code)
				}
			}
		}
	}
}

func BenchmarkSearchMake(b *testing.B) {
	for _, v := range Variants() {
		p := middleGame(b, v)
		moves := p.Legal()
		b.Run(v.Name, func(b *testing.B) {
			b.ReportAllocs()
			s := NewSearchPosition(p)
			for i := 0; b.Loop(); i++ {
				s.Make(moves[i%len(moves)])
				s.Checked()
				s.Unmake()
			}
		})
	}
}

func BenchmarkSearchTactical(b *testing.B) {
	for _, v := range Variants() {
		p := middleGame(b, v)
		var moves []Move
		b.Run(v.Name, func(b *testing.B) {
			b.ReportAllocs()
			s := NewSearchPosition(p)
			for b.Loop() {
				moves = s.Tactical(moves[:0])
			}
		})
	}
}
