package coach

import (
	"context"
	"slices"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/engine/pool"
	"raumbot/bot/engine/search"
	"raumbot/rules"
)

// TestComputerDecides checks decisions of the computer that need no long search.
func TestComputerDecides(t *testing.T) {
	computers := NewComputers(&action.Bot{Searcher: search.NewLocal(1), Clock: bot.SystemClock{}, Meter: bot.NoMeter{}})
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	// record plays a number of plies from a position: moves that capture nothing and do not end
	// the game.
	record := func(line string, plies int) *rules.Game {
		p, err := rules.ReadPosition(v, line)
		if err != nil {
			t.Fatal(err)
		}
		g := rules.NewGameFrom(p)
		for g.Ply() < plies {
			legal := g.Position().Legal()
			slices.SortStableFunc(legal, func(a, b rules.Move) int { return (int(a.To)*37+g.Ply()*11)%125 - (int(b.To)*37+g.Ply()*11)%125 })
			i := slices.IndexFunc(legal, func(m rules.Move) bool {
				_, victim := g.Position().Capture(m)
				next, err := g.Position().Play(m)
				return err == nil && victim == rules.NoPiece && !next.Status().Finished()
			})
			if i < 0 || g.Play(legal[i]) != nil {
				t.Fatalf("no game to play on from %s", g.Position().Line())
			}
		}
		return g
	}
	lost, even := "w KINaa1 KINee5,QUEed4,ROOeb5,ROOec5 - - - 0 1", "w KINaa1,KNIab1 KINee5,KNIed5 - - - 0 1"
	offer := func(what bot.Event) *bot.Offer { return &bot.Offer{By: rules.Black, What: what} }
	for _, c := range []struct {
		record *rules.Game
		offer  *bot.Offer
		want   string
	}{
		{record(lost, 8), nil, "resign 7 confirm"},
		{record(even, 8), offer(bot.TakebackOffered), "takeback 7 accept"},
		{record(even, 8), offer(bot.AbortOffered), "abort 7 accept"},
		{record(even, 8), offer(bot.DrawOffered), "draw 7 decline"}, // it is too early
		{record(lost, 62), offer(bot.DrawOffered), "draw 7 accept"},
	} {
		g := bot.Game{ID: 7, Offer: c.offer, Turn: c.record.Position().Turn()}
		g.Seats[rules.White].User = bot.ComputerUser(2)
		got, err := computers.decide(t.Context(), &task{game: g, side: rules.White, record: c.record})
		if got != c.want || err != nil {
			t.Errorf("%q, %v, not %q, in %s", got, err, c.want, c.record.Position().Line())
		}
	}
}

// TestComputerAgain asks for the computer's move again while the game waits, and while it is being
// searched.
func TestComputerAgain(t *testing.T) {
	store := &emptyStore{}
	s := &action.Bot{Store: store, Thinkers: pool.New(search.NewLocal(1))}
	c := NewComputers(s)
	// thoughts does the waiting work, and returns how often the computer has looked at a game.
	thoughts := func() int {
		t.Helper()
		store.views = 0
		if err := s.Thinkers.Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
		return store.views
	}
	c.Ask(1, "den")
	c.Ask(1, "inn") // it waits already
	if n := thoughts(); n != 1 {
		t.Fatalf("one game waits %d times", n)
	}
	c.Ask(1, "den")
	s.Thinkers = pool.New(search.NewLocal(1))
	searching := c.begin(t.Context(), 1)
	c.Ask(1, "den")
	if searching.Err() == nil {
		t.Error("the search goes on, though the game has changed")
	}
	if thoughts() != 0 {
		t.Error("one game is thought about twice at once")
	}
	c.finish(1)
	if c.games[1] == nil || thoughts() != 1 {
		t.Error("a game that was asked for meanwhile is not thought about again")
	}
	if len(c.games) != 0 {
		t.Errorf("%d games are left", len(c.games))
	}
}

// emptyStore counts the looks at its games, of which there are none.
type emptyStore struct {
	bot.Store
	views int
}

func (s *emptyStore) View(context.Context, func(bot.Tx) error) error {
	s.views++
	return nil
}

// TestComputerPauses checks that a game in which the computer always fails costs less and less,
// until it succeeds.
func TestComputerPauses(t *testing.T) {
	c := NewComputers(&action.Bot{})
	for _, want := range []time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second} {
		if pause := c.pause(1); pause != want {
			t.Errorf("the pause is %s, not %s", pause, want)
		}
	}
	if pause := c.pause(2); pause != engineRetry {
		t.Errorf("another game pauses for %s", pause)
	}
	for range 20 {
		c.pause(1)
	}
	if pause := c.pause(1); pause != longestRetry {
		t.Errorf("the longest pause is %s", pause)
	}
	c.resetPause(1)
	if pause := c.pause(1); pause != engineRetry {
		t.Errorf("after a success the pause is %s", pause)
	}
}
