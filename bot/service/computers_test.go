package service

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/engine"
	"raumbot/rules"
	"raumbot/storage"
)

// handle has alice say something on the console.
func handle(t *testing.T, s *Service, text string) error {
	alice := bot.User{UserID: bot.UserID{Platform: "console", ID: "alice"}, Name: "alice"}
	_, err := s.Handle(t.Context(), bot.Request{From: alice, Text: text})
	return err
}

func mustHandle(t *testing.T, s *Service, text string) {
	t.Helper()
	if err := handle(t, s, text); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

func gameNow(t *testing.T, s *Service, id bot.GameID) (g bot.Game) {
	t.Helper()
	err := s.store.View(t.Context(), func(tx bot.Tx) (err error) {
		g, err = tx.Game(id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestComputerTakesUp stops the bot before the computer has moved: it moves once in the next run.
func TestComputerTakesUp(t *testing.T) {
	store := storage.Memory()
	first := New(Ports{Store: store})
	mustHandle(t, first, "challenge computer raumschach level 1 white")
	mustHandle(t, first, "ab1-ac3")
	mustHandle(t, first, "challenge computer octhex146 level 1 black")
	for range 2 {
		s := New(Ports{Store: store})
		if err := s.Start(t.Context(), "console"); err != nil {
			t.Fatal(err)
		}
		if err := s.PlayComputer(t.Context()); err != nil {
			t.Fatal(err)
		}
		if a, b := gameNow(t, s, 1), gameNow(t, s, 2); a.Moves != 2 || b.Moves != 1 {
			t.Errorf("%d and %d plies are on record, not 2 and 1", a.Moves, b.Moves)
		}
		err := store.View(t.Context(), func(tx bot.Tx) error {
			depth, err := tx.Depth(bot.Computer)
			if depth != 0 {
				t.Errorf("%d messages wait for the computer", depth)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// TestComputerActsOnce carries out a decision of the computer twice, as can happen around a crash.
func TestComputerActsOnce(t *testing.T) {
	s := New(Ports{Store: storage.Memory()})
	mustHandle(t, s, "challenge computer raumschach level 1 black")
	seen, err := s.computers.look(t.Context(), 1)
	if err != nil || seen == nil {
		t.Fatal(seen, err)
	}
	words := s.computers.decide(t.Context(), seen)
	r := bot.Request{Event: seen.event, From: seen.game.Seats[seen.side].User, Text: words}
	for _, want := range []bot.Outcome{bot.Done, bot.Repeated} {
		reply, err := s.Handle(t.Context(), r)
		if err != nil || reply.Outcome != want {
			t.Errorf("%s: %s, %v; not %s", words, reply.Outcome, err, want)
		}
	}
	if g := gameNow(t, s, 1); g.Moves != 1 {
		t.Errorf("%d plies are on record", g.Moves)
	}
}

// TestComputerStops stops the bot during a long search: no move of an unfinished search is played.
func TestComputerStops(t *testing.T) {
	const tries = 10 // the search may end by itself if this test is paused
	for range tries {
		if stopWhileThinking(t) == 0 {
			return
		}
	}
	t.Errorf("%d times, the computer has moved", tries)
}

// stopWhileThinking stops a bot whose computer thinks, and returns how many moves have been made.
func stopWhileThinking(t *testing.T) int {
	t.Helper()
	s := New(Ports{Store: storage.Memory(), Workers: 2})
	mustHandle(t, s, "challenge computer stockschach512 level 8 black")
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		s.thinkers.run(ctx)
		close(stopped)
	}()
	for { // until it thinks
		s.thinkers.mu.Lock()
		busy := s.thinkers.busy
		s.thinkers.mu.Unlock()
		if busy > 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	cancel()
	<-stopped
	return gameNow(t, s, 1).Moves
}

// crushing are moves of a game of Raumschach after which Black is lost, though far from checkmate.
const crushing = `ad1-ac3 ed5-cc5 bb1-cc2 de5-ae2 ae1-ae2 eb5-cb4 bb2-bb3 cb4-ac4 cc2-bd3 ac4-bc2 bd1-bc2 dd5-cc4 ba1-bb2 dc5-cb5 ab1-cc1 da4-da3
be1-cd2 cb5-ed5 bc1-ad1 ec5-eb5 bd3-cc4 dd4-cc4 bd2-bd3 ed5-ad1 ac1-ad1 ee4-ee3 ac3-bc5 cc5-cd3 bc5-db5 ee3-ee2 cc1-cd3 ee5-be5 db5-da3 cc4-cd3
bb2-be5 eb5-ec5 da3-ea5`

// TestComputerResigns has the computer take over a lost game: it resigns, and the game is over.
func TestComputerResigns(t *testing.T) {
	s := New(Ports{Store: storage.Memory()})
	mustSay(t, s, "bob", "games")
	mustSay(t, s, "alice", "challenge bob raumschach white")
	mustSay(t, s, "bob", "accept")
	for i, move := range strings.Fields(crushing) {
		mustSay(t, s, []string{"alice", "bob"}[i%2], "move 1 "+move)
	}
	err := s.store.Update(t.Context(), func(tx bot.Tx) error {
		c := &call{service: s, tx: tx}
		computer, err := c.computer(1)
		if err != nil {
			return err
		}
		g, err := tx.Game(1)
		g.Seats[rules.Black] = bot.Seat{Player: computer.ID, User: bot.ComputerUser(1)}
		return errors.Join(err, tx.PutGame(g))
	})
	if err != nil {
		t.Fatal(err)
	}
	s.computers.ask(1, "")
	if err := s.PlayComputer(t.Context()); err != nil {
		t.Fatal(err)
	}
	if g := gameNow(t, s, 1); g.Result == nil || g.Result.Reason != bot.ByResignation || *g.Result.Winner != rules.White {
		t.Errorf("the game ends with %+v", g.Result)
	}
}

// TestComputerDecides checks decisions of the computer that need no long search.
func TestComputerDecides(t *testing.T) {
	s := New(Ports{Store: storage.Memory()})
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	// record plays a number of plies from a position: moves that capture nothing and do not end the game.
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
		if got := s.computers.decide(t.Context(), &turn{game: g, side: rules.White, record: c.record}); got != c.want {
			t.Errorf("%q, not %q, in %s", got, c.want, c.record.Position().Line())
		}
	}
}

// TestLimitsInHelp compares the numbers in the help of the engine's commands with those that hold.
func TestLimitsInHelp(t *testing.T) {
	commands := command.All()
	for name, want := range map[string][]string{
		"analyse":  {fmt.Sprintf("At most %d games a day", analysesADay)},
		"evaluate": {fmt.Sprintf("Once people have made %d moves", pastOpening), fmt.Sprintf("up to %d moves behind it", lookahead)},
	} {
		for _, text := range want {
			if help := commands.Find(name).Detail; !strings.Contains(help, text) {
				t.Errorf("the help of %s does not say %q: %s", name, text, help)
			}
		}
	}
}

// TestComputerLevels compares the levels that can be asked for, and those that a refusal names, with those of the engine.
func TestComputerLevels(t *testing.T) {
	s := New(Ports{Store: storage.Memory()})
	mustHandle(t, s, fmt.Sprintf("challenge computer raumschach level %d white", engine.Levels))
	err := handle(t, s, fmt.Sprintf("challenge computer raumschach level %d white", engine.Levels+1))
	want := fmt.Sprintf("from 1 to %d, not “%d”", engine.Levels, engine.Levels+1)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("level %d: %v", engine.Levels+1, err)
	}
	for i, one := range []struct {
		said  string
		level int
	}{
		{"play raumschach against the computer at level 4", 4},
		{"play raumschach against the strongest computer", engine.Levels},
		{"spiel Raumschach gegen den Computer auf Stufe 2", 2},
		{"ich will Raumschach gegen den leichtesten Computer spielen", 1},
	} {
		mustHandle(t, s, one.said)
		g := gameNow(t, s, bot.GameID(i+2))
		if side, ok := g.Computer(); !ok || g.Seats[side].User.Level() != one.level {
			t.Errorf("%q begins a game of %v", one.said, g.Seats)
		}
	}
	if err := handle(t, s, fmt.Sprintf("play raumschach against the computer at level %d", engine.Levels+1)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("level %d in a sentence: %v", engine.Levels+1, err)
	}
	challenge := command.All().Find("challenge")
	for _, text := range []string{challenge.Detail, challenge.Params[slices.IndexFunc(challenge.Params, func(p command.Param) bool { return p.Name == "level" })].Help} {
		if want := fmt.Sprintf("from 1 to %d", engine.Levels); !strings.Contains(text, want) {
			t.Errorf("%q does not say %q", text, want)
		}
	}
}
