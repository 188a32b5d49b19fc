package match

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"raumbot/bot/engine"
	"raumbot/rules"
)

// variant returns the variant with a name.
func variant(t *testing.T, name string) *rules.Variant {
	t.Helper()
	v, err := rules.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestElo(t *testing.T) {
	r := Result{Wins: 30, Draws: 20, Losses: 10}
	r.Pairs = [5]int{1: 10, 3: 10, 4: 10}
	elo, low, high := r.Elo()
	if math.Abs(elo-120.4) > 0.5 { // 2/3 of the points
		t.Errorf("Elo %v", elo)
	}
	if !(low < elo && elo < high && low > 0) {
		t.Errorf("from %v to %v", low, high)
	}
	if elo, _, _ := (Result{Wins: 2, Pairs: [5]int{4: 1}}).Elo(); !math.IsInf(elo, 1) {
		t.Errorf("all won is %v", elo)
	}
}

// TestResultWords checks that a result shows figures only if the games determine them.
func TestResultWords(t *testing.T) {
	for want, r := range map[string]Result{
		"0 games, +0 =0 -0, 0.0 %, no Elo yet: too few games":                 {},
		"2 games, +2 =0 -0, 100.0 %, no Elo yet: too few games":               {Wins: 2, Pairs: [5]int{4: 1}},
		"2 games, +1 =0 -1, 50.0 %, Elo +0 (no interval yet: too few games)":  {Wins: 1, Losses: 1, Pairs: [5]int{2: 1}},
		"4 games, +2 =0 -2, 50.0 %, Elo +0 (no interval yet: too few games)":  {Wins: 2, Losses: 2, Pairs: [5]int{2: 2}},
		"4 games, +2 =0 -2, 50.0 %, Elo +0 (no interval yet: too few games) ": {Wins: 2, Losses: 2, Pairs: [5]int{0: 1, 4: 1}},
		"20 games, +20 =0 -0, 100.0 %, Elo above +183 (95 %)":                 {Wins: 20, Pairs: [5]int{4: 10}},
		"20 games, +0 =0 -20, 0.0 %, Elo below -183 (95 %)":                   {Losses: 20, Pairs: [5]int{0: 10}},
		"6 games, +5 =0 -1, 83.3 %, Elo +280 (95 %: above +5)":                {Wins: 5, Losses: 1, Pairs: [5]int{2: 1, 4: 2}},
		"6 games, +1 =0 -5, 16.7 %, Elo -280 (95 %: below -5)":                {Wins: 1, Losses: 5, Pairs: [5]int{0: 2, 2: 1}},
		"60 games, +30 =20 -10, 66.7 %, Elo +120 (95 %: +37 to +220)":         {Wins: 30, Draws: 20, Losses: 10, Pairs: [5]int{1: 10, 3: 10, 4: 10}},
	} {
		if got := r.String(); got != strings.TrimSpace(want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestLikelihood(t *testing.T) {
	if l := (Result{Wins: 80, Draws: 80, Losses: 40, Pairs: [5]int{2: 60, 4: 40}}).Likelihood(0, 40); l < Decided {
		t.Errorf("70 Elo more are no more than 40: %v", l)
	}
	if l := (Result{Wins: 100, Losses: 100, Pairs: [5]int{0: 20, 2: 60, 4: 20}}).Likelihood(0, 40); l > 0 || l < -Decided {
		t.Errorf("100 even pairs of 100 give %v", l)
	}
	if l := (Result{Wins: 1000, Losses: 1000, Pairs: [5]int{0: 200, 2: 600, 4: 200}}).Likelihood(0, 40); l > -Decided {
		t.Errorf("1000 even pairs give %v", l)
	}
	if l := (Result{Wins: 12, Pairs: [5]int{4: 6}}).Likelihood(0, 40); l < 0 || l >= Decided {
		t.Errorf("six pairs that were won give %v", l)
	}
	if l := (Result{Wins: 60, Pairs: [5]int{4: 30}}).Likelihood(0, 40); l < Decided {
		t.Errorf("thirty pairs that were won give %v", l)
	}
	if l := (Result{}).Likelihood(0, 40); l != 0 {
		t.Errorf("no pair gives %v", l)
	}
}

func TestAhead(t *testing.T) {
	v := variant(t, "stockschach216")
	g := rules.NewGame(v)
	if s, ok := ahead(g.Position()); ok {
		t.Errorf("%s is ahead in the array", s)
	}
	// Black keeps the royal piece and every third of the others.
	fields := strings.Fields(g.Position().Line())
	var kept []string
	for i, piece := range strings.Split(fields[2], ",") {
		id, _ := v.KindByCode(piece[:3])
		if i%3 == 0 || v.Kinds[id].Royal {
			kept = append(kept, piece)
		}
	}
	fields[2], fields[3] = strings.Join(kept, ","), "-"
	p, err := rules.ReadPosition(v, strings.Join(fields, " "))
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := ahead(p); !ok || s != rules.White {
		t.Errorf("White is not ahead in %s", p.Line())
	}
}

// TestBeatsRandomMover checks that the engine beats random moves, by checkmate and by extinction.
func TestBeatsRandomMover(t *testing.T) {
	for _, name := range []string{"raumschach", "octhex146"} {
		v := variant(t, name)
		a := Limited{engine.New(1 << 20), engine.Limits{Nodes: 300}}
		b := Random{rand.New(rand.NewPCG(5, 5))}
		r, err := Play(context.Background(), v, a, b, 1, 3, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Wins != 2 {
			t.Errorf("%s: %s", v.Name, r)
		}
	}
}

func TestMatchIsRepeatable(t *testing.T) {
	v := variant(t, "raumschach")
	play := func() Result {
		random := func() *rand.Rand { return rand.New(rand.NewPCG(5, 5)) }
		a := &Level{Engine: engine.New(1 << 20), Level: 2, Random: random()}
		r, err := Play(context.Background(), v, a, Greedy{random()}, 2, 9, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if one, other := play(), play(); one.String() != other.String() || one.Games() != 4 {
		t.Errorf("%s, then %s", one, other)
	}
}

// counting moves at random and counts its moves.
type counting struct {
	Random
	moves int
}

func (c *counting) Move(ctx context.Context, game *rules.Game) (rules.Move, error) {
	c.moves++
	return c.Random.Move(ctx, game)
}

// TestLevelResigns plays from a lost position with a level that resigns and one that does not. The
// first must resign with its fourth hopeless score, in every game.
func TestLevelResigns(t *testing.T) {
	v := variant(t, "raumschach")
	lost, err := rules.ReadPosition(v, "w KINac1 KINec5,QUEed4,QUEee5,ROOda5,ROOea5 - - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, resigns := range []bool{true, false} {
		level := &Level{Engine: engine.New(1 << 20), Level: 2, Random: rand.New(rand.NewPCG(5, 5)), Resigns: resigns}
		for range 2 {
			opponent := &counting{Random: Random{rand.New(rand.NewPCG(6, 6))}}
			half, err := Game(context.Background(), lost, level, opponent)
			if err != nil || half != 0 || resigns != (opponent.moves == 3) {
				t.Errorf("resigns %v: %d half points after %d moves of the opponent, %v", resigns, half, opponent.moves, err)
			}
		}
	}
}

// sure plays at random, and is sure of the result after some of its moves.
type sure struct {
	counting
	after, standing int
}

func (s *sure) Standing() int {
	if s.moves < s.after || s.standing == even {
		return 0
	}
	return s.standing
}

func (s *sure) Even() bool { return s.moves >= s.after && s.standing == even }

// even is the standing of a player who agrees to a draw.
const even = 2

// TestAgreement checks that a game ends as soon as both players are sure of the same result, and
// not before.
func TestAgreement(t *testing.T) {
	start := variant(t, "raumschach").Start()
	player := func(after, standing int) *sure {
		return &sure{counting{Random: Random{rand.New(rand.NewPCG(6, 6))}}, after, standing}
	}
	for _, c := range []struct{ white, black, half, moves int }{{1, -1, 2, 5}, {-1, 1, 0, 5}, {even, even, 1, 5}} {
		white, black := player(3, c.white), player(5, c.black)
		half, err := Game(context.Background(), start, white, black)
		if err != nil || half != c.half || white.moves != c.moves || black.moves != c.moves {
			t.Errorf("%d and %d: %d half points after %d and %d moves, %v", c.white, c.black, half, white.moves, black.moves, err)
		}
	}
	for _, opponent := range []Player{player(0, 1), player(0, 0), player(0, even), &counting{Random: Random{rand.New(rand.NewPCG(6, 6))}}} {
		white := player(0, 1)
		if _, err := Game(context.Background(), start, white, opponent); err != nil || white.moves < 20 {
			t.Errorf("a game against %T ended after %d moves, %v", opponent, white.moves, err)
		}
	}
}

// TestLevelIsSure checks that a level with a Sure lead is sure after its fourth score of that size,
// in every game.
func TestLevelIsSure(t *testing.T) {
	v := variant(t, "raumschach")
	p, err := rules.ReadPosition(v, "w KINac1 KINec5,QUEed4,QUEee5,ROOda5,ROOea5 - - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lead engine.Score
		want int
	}{{500, -1}, {30000, 0}, {0, 0}} {
		level := &Level{Engine: engine.New(1 << 20), Level: 2, Random: rand.New(rand.NewPCG(5, 5)), Sure: c.lead}
		for range 2 {
			if err := level.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
			for n := range 4 {
				if level.Standing() != 0 {
					t.Errorf("sure at %d after %d moves", c.lead, n)
				}
				if _, err := level.Move(t.Context(), rules.NewGameFrom(p)); err != nil {
					t.Fatal(err)
				}
			}
			if got := level.Standing(); got != c.want {
				t.Errorf("at a lead of %d the level says %d, want %d", c.lead, got, c.want)
			}
		}
	}
}

// TestLevelAgreesToDraws checks that a level agrees to a draw only if Draws is set, late in a game,
// and after four even scores.
func TestLevelAgreesToDraws(t *testing.T) {
	for _, c := range []struct {
		draws  bool
		scores []engine.Score
		ply    int
		want   bool
	}{
		{true, []engine.Score{80, 5, -10, 20, 25}, 60, true},
		{false, []engine.Score{80, 5, -10, 20, 25}, 60, false},
		{true, []engine.Score{5, -10, 20, 25}, 59, false},
		{true, []engine.Score{5, -10, 20, 26}, 60, false},
		{true, []engine.Score{-10, 20, 25}, 60, false},
	} {
		level := &Level{Draws: c.draws, scores: c.scores, ply: c.ply}
		if got := level.Even(); got != c.want {
			t.Errorf("with %v at %d it is %v, want %v", c.scores, c.ply, got, c.want)
		}
	}
}

// faulty fails in turn at the beginning of a game, by an error, by an illegal move, and not at all.
type faulty struct {
	Random
	games int
}

func (f *faulty) Start(context.Context) error {
	f.games++
	if f.games%4 == 1 {
		return errors.New("not today")
	}
	return nil
}

func (f *faulty) Move(ctx context.Context, g *rules.Game) (rules.Move, error) {
	switch f.games % 4 {
	case 2:
		return rules.Move{}, errors.New("no idea")
	case 3:
		return rules.Move{}, nil
	}
	return f.Random.Move(ctx, g)
}

// TestForfeits checks that a player who fails loses only that game, and that the result says why.
func TestForfeits(t *testing.T) {
	v := variant(t, "raumschach")
	greedy := Greedy{rand.New(rand.NewPCG(5, 5))}
	r, err := Play(context.Background(), v, &faulty{Random: Random{rand.New(rand.NewPCG(6, 6))}}, greedy, 2, 1, nil)
	if err != nil || r.Games() != 4 || r.Losses < 3 {
		t.Errorf("%s, %v", r, err)
	}
	want := []string{"first player: white forfeits the game at ply 0: not today", "first player: black forfeits", "first player: white forfeits"}
	if len(r.Forfeits) != len(want) {
		t.Fatalf("%q", r.Forfeits)
	}
	for i, text := range want {
		if !strings.Contains(strings.ToLower(r.Forfeits[i]), text) {
			t.Errorf("%q does not say %q", r.Forfeits[i], text)
		}
	}
	if r, _ := Play(context.Background(), v, greedy, &faulty{}, 1, 1, nil); r.Wins != 2 || len(r.Forfeits) != 2 || !strings.Contains(r.Forfeits[0], "second player") {
		t.Errorf("as the second player: %s, %q", r, r.Forfeits)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if r, err := Play(ctx, v, &faulty{}, greedy, 1, 1, nil); !errors.Is(err, context.Canceled) || r.Games() != 0 {
		t.Errorf("a match that was stopped: %s, %v", r, err)
	}
}
