package games

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"raumbot/rules"
	"raumbot/rules/gamefile"
	"raumbot/rules/rulestest"
)

func sorted(moves []rules.Move) []rules.Move {
	slices.SortFunc(moves, func(a, b rules.Move) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Special, b.Special), cmp.Compare(a.Promotion, b.Promotion))
	})
	return moves
}

// TestNoFault checks that the files of the shipped games have no fault, which programs do not look
// for.
func TestNoFault(t *testing.T) {
	for _, name := range names {
		text, err := embedded.ReadFile(name + ".toml")
		if err == nil {
			_, err = gamefile.Read(name, text)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// TestSearchAgrees checks that the search position of the shipped games agrees with ordinary
// positions.
func TestSearchAgrees(t *testing.T) {
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1953, 1985))
			for range 4 {
				p := rulestest.Find(t, name).Start()
				s := rules.NewSearchPosition(p)
				for range 120 {
					legal := p.Legal()
					if len(legal) == 0 {
						break
					}
					if staged := s.Quiet(s.Tactical(nil)); !slices.Equal(sorted(staged), sorted(slices.Clone(legal))) {
						t.Fatalf("%s: a search has %d moves, the position %d", p.Line(), len(staged), len(legal))
					}
					for _, m := range legal {
						checkMove(t, s, p, m)
					}
					if s.Key() != p.Key() || s.Checked() != (p.Status() == rules.Check) || !s.HasMove() {
						t.Fatalf("%s: the search's state differs", p.Line())
					}
					m := legal[random.IntN(len(legal))]
					s.Make(m)
					var err error
					if p, err = p.Play(m); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// checkMove compares what the search position says of a move, and checks that it leaves the
// position unchanged.
func checkMove(t *testing.T, s *rules.SearchPosition, p *rules.Position, m rules.Move) {
	t.Helper()
	next, err := p.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	checks := next.Status() == rules.Check || next.Status() == rules.Checkmate
	if got := s.GivesCheck(m); got != checks {
		t.Fatalf("%s: %s gives check: %v, want %v", p.Line(), p.Text(m), got, checks)
	}
	var worth rules.Worth
	for i := range worth {
		worth[i] = 100
	}
	at, victim := p.Capture(m)
	gain := s.Exchange(m, &worth)
	if victim != rules.NoPiece {
		if gain < 0 && m.Promotion == rules.NoKind {
			t.Fatalf("%s: %s captures a piece of equal worth and loses %d", p.Line(), p.Text(m), -gain)
		}
		if !slices.Contains(s.CapturesOn(at, nil), m) && m.Special != rules.EnPassant {
			t.Fatalf("%s: the capture %s is missing", p.Line(), p.Text(m))
		}
	}
	if s.Position().Line() != p.Line() {
		t.Fatalf("looking at %s changed %s to %s", p.Text(m), p.Line(), s.Position().Line())
	}
}

// TestMovesAsText checks that the text of every legal move can be read, and that every refusal has
// a reason.
func TestMovesAsText(t *testing.T) {
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1971, 2001))
			v := rulestest.Find(t, name)
			p := v.Start()
			for range 150 {
				legal := p.Legal()
				if len(legal) == 0 {
					return
				}
				for range 6 {
					m := legal[random.IntN(len(legal))]
					for _, text := range []string{p.Text(m), p.Describe(m)} {
						if got, err := p.ReadMove(text); err != nil || got != m {
							t.Fatalf("%s: %q is read as %v: %v", p.Line(), text, got, err)
						}
					}
					from, to := rules.Cell(random.IntN(v.Board.Len())), rules.Cell(random.IntN(v.Board.Len()))
					wrong := rules.Move{From: legal[random.IntN(len(legal))].From, To: to, Via: rules.NoCell}
					if random.IntN(4) == 0 {
						wrong.From = from
					}
					if _, err := p.Play(wrong); !slices.Contains(legal, wrong) && (err == nil || err.Error() == "") {
						t.Fatalf("%s: %s is not refused", p.Line(), p.Text(wrong))
					}
					p.Targets(from)
					p.Attackers(to, rules.White)
					p.Figure(m)
				}
				var err error
				if p, err = p.Play(legal[random.IntN(len(legal))]); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
