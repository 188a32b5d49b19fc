package coach_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/coach"
	"raumbot/bot/command"
	"raumbot/bot/engine"
	"raumbot/bot/engine/search"
	"raumbot/bot/service"
	"raumbot/rules"
	"raumbot/storage"
)

// TestComputerTakesUp stops the bot before the computer has moved: it moves once in the next run.
func TestComputerTakesUp(t *testing.T) {
	store := storage.Memory()
	first := service.New(service.Ports{Store: store})
	mustSay(t, first, "alice", "challenge computer raumschach level 1 white")
	mustSay(t, first, "alice", "ab1-ac3")
	mustSay(t, first, "alice", "challenge computer octhex146 level 1 black")
	for range 2 {
		s := service.New(service.Ports{Store: store})
		if err := s.Start(t.Context(), "console"); err != nil {
			t.Fatal(err)
		}
		mustPlay(t, s)
		if a, b := gameNow(t, s, 1), gameNow(t, s, 2); a.Moves != 2 || b.Moves != 1 {
			t.Errorf("%d and %d plies are on record, not 2 and 1", a.Moves, b.Moves)
		}
		if depth := read(t, s, func(tx bot.Tx) (int, error) { return tx.Depth(bot.Computer) }); depth != 0 {
			t.Errorf("%d messages wait for the computer", depth)
		}
	}
}

// TestComputerActsOnce carries out a decision of the computer twice, as can happen around a crash.
func TestComputerActsOnce(t *testing.T) {
	s := service.New(service.Ports{Store: storage.Memory()})
	mustSay(t, s, "alice", "challenge computer raumschach level 1 black")
	r, ok, err := coach.NewComputers(s.Bot).Decide(t.Context(), 1)
	if err != nil || !ok {
		t.Fatal(r, err)
	}
	for _, want := range []bot.Outcome{bot.Done, bot.Repeated} {
		reply, err := s.Handle(t.Context(), r)
		if err != nil || reply.Outcome != want {
			t.Errorf("%s: %s, %v; not %s", r.Text, reply.Outcome, err, want)
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
	s := service.New(service.Ports{Store: storage.Memory(), Searcher: search.NewLocal(2)})
	computers := withComputers(s)
	mustSay(t, s, "alice", "challenge computer stockschach512 level 8 black")
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		s.Thinkers.Run(ctx)
		close(stopped)
	}()
	for !computers.Thinks(1) {
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
	s := service.New(service.Ports{Store: storage.Memory()})
	mustSay(t, s, "bob", "games")
	mustSay(t, s, "alice", "challenge bob raumschach white")
	mustSay(t, s, "bob", "accept")
	for i, move := range strings.Fields(crushing) {
		mustSay(t, s, []string{"alice", "bob"}[i%2], "move 1 "+move)
	}
	err := s.Store.Update(t.Context(), func(tx bot.Tx) error {
		c := &action.Call{Bot: s.Bot, Tx: tx}
		computer, err := c.Remember(bot.ComputerUser(1))
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
	s.Bot.Ports.WakeComputer(1, "")
	mustPlay(t, s)
	if g := gameNow(t, s, 1); g.Result == nil || g.Result.Reason != bot.ByResignation || *g.Result.Winner != rules.White {
		t.Errorf("the game ends with %+v", g.Result)
	}
}

// TestComputerLevels compares the levels that can be asked for, and those that a refusal names,
// with those of the engine.
func TestComputerLevels(t *testing.T) {
	s := service.New(service.Ports{Store: storage.Memory()})
	mustSay(t, s, "alice", fmt.Sprintf("challenge computer raumschach level %d white", engine.Levels))
	_, err := say(t, s, "alice", fmt.Sprintf("challenge computer raumschach level %d white", engine.Levels+1))
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
		if _, err := say(t, s, "alice", one.said); err == nil || !strings.Contains(err.Error(), "challenge computer raumschach") {
			t.Errorf("%q: %v", one.said, err)
		}
		mustSay(t, s, "alice", "yes")
		g := gameNow(t, s, bot.GameID(i+2))
		if side, ok := g.Computer(); !ok || g.Seats[side].User.Level() != one.level {
			t.Errorf("%q begins a game of %v", one.said, g.Seats)
		}
	}
	beyond := fmt.Sprintf("play raumschach against the computer at level %d", engine.Levels+1)
	if _, err := say(t, s, "alice", beyond); err == nil || strings.Contains(err.Error(), "level") {
		t.Errorf("%q suggests a level: %v", beyond, err)
	}
	challenge := s.Commands().Find("challenge")
	level := slices.IndexFunc(challenge.Params, func(p command.Param) bool { return p.Name == "level" })
	for _, text := range []string{challenge.Detail, challenge.Params[level].Help} {
		if want := fmt.Sprintf("from 1 to %d", engine.Levels); !strings.Contains(text, want) {
			t.Errorf("%q does not say %q", text, want)
		}
	}
}
