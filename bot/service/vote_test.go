package service_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/rules"
	"raumbot/storage"
)

// assembly are the people of two rooms on different platforms, who play against each other by vote.
type assembly struct {
	t      *testing.T
	store  *storage.Store
	dies   *mortalStore
	svc    *service.Service
	clock  *stoppedClock
	events int
	kills  int
	r      *rand.Rand
	rooms  [2]bot.RoomID // by side
}

type stoppedClock struct{ now time.Time }

func (c *stoppedClock) Now() time.Time { return c.now }

// start starts the program anew on the same store.
func (c *assembly) start() {
	c.svc = service.New(service.Ports{
		Store: c.dies, Clock: c.clock, Dice: func(int) int { return 0 }, Searcher: searches, Log: slog.New(slog.DiscardHandler),
	})
	if err := c.svc.Start(context.Background(), platforms...); err != nil {
		c.t.Fatal(err)
	}
}

// doom has the program die at one of its next transactions.
func (c *assembly) doom() {
	c.dies.at, c.dies.after = c.dies.updates+1, c.r.IntN(2) == 0
}

// say has somebody say something in the room of a side. After a death the platform sends the event
// again.
func (c *assembly) say(side rules.Side, who, text string) {
	c.t.Helper()
	c.events++
	room := c.rooms[side]
	r := bot.Request{Event: bot.EventID(fmt.Sprint(c.events)), From: bot.User{UserID: bot.UserID{Platform: room.Platform, ID: who}, Name: who}, Room: room, Text: text}
	for {
		_, err := c.svc.Handle(context.Background(), r)
		var p *bot.Problem
		if !errors.As(err, &p) || p.Kind != bot.Internal {
			if err != nil {
				c.t.Fatalf("%s: %s: %v", who, text, err)
			}
			return
		}
		c.kills++
		c.start()
	}
}

// sweep does what is due, though the program dies meanwhile.
func (c *assembly) sweep() {
	for c.svc.Sweep(context.Background()) != nil {
		c.kills++
		c.start()
	}
}

func (c *assembly) game() (g bot.Game) {
	err := c.store.View(context.Background(), func(tx bot.Tx) (err error) {
		g, err = tx.Game(1)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return g
}

// played returns the moves of the log.
func (c *assembly) played() (moves []string) {
	err := c.store.View(context.Background(), func(tx bot.Tx) error {
		log, err := tx.Log(1)
		moves = bot.Moves(log)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return moves
}

// TestAssembly has 500 people of two rooms play against each other, while the program is killed
// around the counts. Each turn plays one move, the one that a count by hand finds.
func TestAssembly(t *testing.T) {
	t.Parallel()
	turns, voters := 8, 250
	if *long {
		turns = 200
	}
	c := &assembly{t: t, store: storage.Memory(), clock: &stoppedClock{time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}, r: rand.New(rand.NewPCG(7, 8)),
		rooms: [2]bot.RoomID{{Platform: "console", ID: "red"}, {Platform: "matrix", ID: "blue"}}}
	c.dies = &mortalStore{Store: c.store}
	c.start()
	c.say(rules.White, "White0", "vote challenge room raumschach white 1d known 0")
	c.say(rules.Black, "Black0", "vote 1 accept")
	for turn := range turns {
		g := c.game()
		if g.Over() {
			break
		}
		won := c.vote(g, voters)
		c.doom()
		if turn%2 == 0 {
			c.clock.now = c.clock.now.Add(23*time.Hour + time.Minute)
			if err := beatUntil(c.store, c.clock.now); err != nil {
				t.Fatal(err)
			}
			c.sweep()
		} else {
			c.say(g.Turn, fmt.Sprintf("%v0", g.Turn), "team count")
		}
		moves := c.played()
		if len(moves) != turn+1 || moves[turn] != won {
			t.Fatalf("turn %d: %v was played, %s has won", turn, moves[min(turn, len(moves)):], won)
		}
	}
	figures(t, "turns", turns, "moves", len(c.played()), "people", 2*voters, "kills", c.kills)
	if c.kills != turns {
		t.Errorf("the program was killed %d times in %d turns", c.kills, turns)
	}
	check(t, c.store)
}

// vote has the people of the side to move vote, some of them twice. It returns the move that wins
// by a count of its own.
func (c *assembly) vote(g bot.Game, voters int) string {
	v, _ := g.Rules()
	p := v.Start()
	for _, text := range c.played() {
		m, err := p.ReadText(text)
		if err == nil {
			p, err = p.Play(m)
		}
		if err != nil {
			c.t.Fatal(err)
		}
	}
	legal := p.Legal()
	c.r.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	legal = legal[:min(len(legal), 12)]
	standing, since := map[string]string{}, map[string]int{}
	for n := range voters + voters/4 {
		who, move := fmt.Sprintf("%v%d", g.Turn, c.r.IntN(voters)), p.Text(legal[c.r.IntN(len(legal))])
		c.say(g.Turn, who, "vote 1 "+move)
		if standing[who] != move {
			standing[who], since[who] = move, n
		}
	}
	votes, newest := map[string]int{}, map[string]int{}
	for who, move := range standing {
		votes[move]++
		newest[move] = max(newest[move], since[who])
	}
	moves := []string{}
	for move := range votes {
		moves = append(moves, move)
	}
	return slices.MinFunc(moves, func(a, b string) int {
		if votes[a] != votes[b] {
			return votes[b] - votes[a]
		}
		return newest[a] - newest[b]
	})
}

// TestVotesStayInTheRoom has people elsewhere, on the other side and in private, give every command
// about a game in which a team has voted. Nobody is told what was proposed, or by whom.
func TestVotesStayInTheRoom(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	for _, line := range []string{
		"alice@den.inn: vote challenge room raumschach white 1d known 0 open", "bob@club: vote 1 accept",
		"alice@den.inn: ab2-ab3", "zelda@den.inn: ac2-ac3", "alice@den.inn: team count", "bob@club: ea4-ea3", "bob@club: team count",
		"alice@den.inn: ad2-ad3", "zelda@den.inn: vote ae2-ae3", "zelda@den.inn: vote draw",
	} {
		if !s.say(line) {
			t.Fatal(line)
		}
	}
	told := regexp.MustCompile(`zelda|propos.*(?:ad2|ae2)|Vote for [a-e]{2}\d|The votes|\d agrees?\b|ae2-ae3|\d votes?\b`)
	spied := 0
	for _, spy := range []string{"bob@club", "carol@club", "bob@", "carol@", "carol@hall.inn", "carol@inn", "carol@lobby"} {
		s.say(spy + ": help")
		r := s.last
		r.Text, r.Event = "", ""
		if ballot, err := s.service.ViewBallot(context.Background(), r, 1); err != nil || ballot != nil && len(ballot.Proposals)+len(ballot.Motions) > 0 {
			t.Errorf("%s is shown %+v, %v", spy, ballot, err)
		}
		for _, c := range s.service.Commands() {
			for _, text := range []string{c.Name, c.Name + " 1", c.Name + " 1 ad2-ad3", c.Name + " 1 ad2 ad3", c.Example} {
				if slices.Contains([]string{"moves", "try", "pick", "example"}, c.Name) || strings.HasPrefix(spy, "bob") && c.Changes && !c.Shows {
					continue // the moves that anybody finds; and what bob does for his team
				}
				s.said = nil
				s.say(spy + ": " + text)
				spied++
				for _, said := range s.said {
					if !strings.HasPrefix(said, "bot@den") && told.MatchString(strings.ReplaceAll(said, text, "")) {
						t.Errorf("%s: %s\n%s", spy, text, said)
					}
				}
				if mustGame(t, s, 1).Over() {
					t.Fatalf("%s: %s ends the game", spy, text)
				}
			}
		}
	}
	if spied == 0 {
		t.Error("nobody spied")
	}
}

// TestLosesSightOfVotes has somebody vote who is then excluded by the captain, readmitted, and
// barred from the room. Pages that show the ballot are told of each change of it. Whoever is
// excluded sees the game without the ballot; whoever is barred sees neither.
func TestLosesSightOfVotes(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	changes := s.service.Watch(t.Context())
	does := func(line string) {
		t.Helper()
		if !s.say(line) {
			t.Fatalf("%s is refused", line)
		}
	}
	does("alice@den.inn: vote challenge computer raumschach white 1d level 1 known 0")
	does("zelda@den.inn: ab2-ab3")
	does("zelda@: help")
	zelda := s.last
	zelda.Text, zelda.Event = "", ""
	sees := func(when string, votes, game bool) {
		t.Helper()
		ballot, err := s.service.ViewBallot(t.Context(), zelda, 1)
		_, missing := s.service.Progress(t.Context(), zelda, 1)
		if err != nil || (ballot != nil) != votes || (missing == nil) != game || !game && !errors.Is(missing, bot.ErrNotFound) {
			t.Errorf("%s: the ballot is %+v, %v, and the game %v", when, ballot, err, missing)
		}
	}
	told := func(line string) {
		t.Helper()
		for len(changes) > 0 {
			<-changes
		}
		does(line)
		for len(changes) > 0 {
			if id := <-changes; id == 1 {
				return
			}
		}
		t.Errorf("%s: no page is told", line)
	}
	sees("after the vote", true, true)
	told("alice@den.inn: team exclude zelda")
	sees("excluded", false, true)
	told("alice@den.inn: team readmit zelda")
	sees("readmitted", true, true)
	does("olga@den.inn!: bar zelda confirm")
	sees("barred", false, false)
}

// TestTeamLosesItsRoom has the room of a team deleted: its game ends, and its opponent is told.
func TestTeamLosesItsRoom(t *testing.T) {
	s := newStage(t, "")
	for _, line := range []string{"alice@den: vote challenge room raumschach white 1d known 0", "bob@club: vote 1 accept", "alice@den: ab2-ab3", "alice@den: team count"} {
		s.say(line)
	}
	s.said = nil
	s.say("bob@club: vote ea4-ea3")
	lost := false
	adapter := lostDen{listener{s, "console"}, &lost}
	s.last.Text, s.last.Event = "team count", "count"
	if _, err := s.service.Handle(context.Background(), s.last); err != nil {
		t.Fatal(err)
	}
	if err := s.service.Deliver(context.Background(), adapter); err != nil {
		t.Fatal(err)
	}
	if !lost {
		t.Fatal("nothing was said in the lost room")
	}
	if err := s.direct("wait 1h"); err != nil {
		t.Fatal(err)
	}
	g := mustGame(t, s, 1)
	if !g.Over() || g.Result.Winner == nil || *g.Result.Winner != rules.Black {
		t.Errorf("the game of a team without a room has the result %+v", g.Result)
	}
	if last := s.said[len(s.said)-1]; len(last) < 9 || last[:9] != "bot@club:" {
		t.Errorf("the opponent was not told, but: %s", last)
	}
	for _, p := range []bot.Platform{bot.Team, "console"} {
		err := s.store.View(context.Background(), func(tx bot.Tx) error {
			n, err := tx.Depth(p)
			if n > 0 {
				t.Errorf("%d messages wait for %s", n, p)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// lostDen is a platform on which the room "den" has been deleted.
type lostDen struct {
	listener
	lost *bool
}

func (l lostDen) Deliver(ctx context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	if m.Room.ID == "den" {
		*l.lost = true
		return bot.Receipt{Lost: true}, nil
	}
	return l.listener.Deliver(ctx, m)
}

// mustGame returns a game of a stage.
func mustGame(t *testing.T, s *stage, id bot.GameID) (g bot.Game) {
	t.Helper()
	err := s.store.View(context.Background(), func(tx bot.Tx) (err error) {
		g, err = tx.Game(id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}
