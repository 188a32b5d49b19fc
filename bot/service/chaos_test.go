package service_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/tournament"
	"raumbot/storage"
)

var chaosSteps = flag.Int("chaos", 1500, "how many random commands TestChaos gives")

// TestChaos has random people say random things while time passes,
// and checks the store after every 50 of them.
func TestChaos(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	s := &stage{t: t, now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}
	s.open()
	defer s.store.Close()
	counts := map[bot.ProblemKind]int{}
	played := 0
	// If by chance no tournament has begun, more commands are given, up to five times as many.
	goesOn := func(n int) bool { return n < *chaosSteps || *chaosSteps >= 10000 && played == 0 && n < 5**chaosSteps }
	for n := 0; goesOn(n); n++ {
		if r.IntN(40) == 0 {
			if err := s.direct([]string{"wait 1h", "wait 1d", "down 2d", "late 5h"}[r.IntN(4)]); err != nil {
				t.Fatal(err)
			}
		}
		request := randomRequest(r, s)
		request.Event = bot.EventID(fmt.Sprint(n))
		s.now = s.now.Add(time.Second)
		_, err := s.service.Handle(context.Background(), request)
		var p *bot.Problem
		switch {
		case err == nil:
			counts["none"]++
		case !errors.As(err, &p) || p.Kind == bot.Internal:
			t.Fatalf("%s says %q: %v", request.From.Name, request.Text, err)
		default:
			counts[p.Kind]++
		}
		if n%50 == 0 {
			s.deliver()
			mustBeSound(t, s.store, request.Text)
			played = max(played, tournamentGames(t, s.store))
		}
	}
	s.deliver()
	mustBeSound(t, s.store, "the end")
	t.Logf("%v, %d games of tournaments", counts, played)
	if *chaosSteps >= 10000 && played == 0 {
		t.Error("no tournament has begun")
	}
	if counts["none"] < *chaosSteps/10 {
		t.Errorf("too little succeeds to test anything: %v", counts)
	}
}

// tournamentGames returns the number of games of all tournaments.
func tournamentGames(t *testing.T, store *storage.Store) (n int) {
	t.Helper()
	err := store.View(context.Background(), func(tx bot.Tx) error {
		games, err := tx.GamesFrom(1, 100000)
		for _, g := range games {
			if g.Tournament != 0 {
				n++
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func mustBeSound(t *testing.T, store *storage.Store, after string) {
	t.Helper()
	check(t, store)
	if t.Failed() {
		t.Fatalf("after %q", after)
	}
}

// randomRequest returns a random request, which is sensible more often than not.
func randomRequest(r *rand.Rand, s *stage) bot.Request {
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	who := pick("alice", "bob", "carol", "dora")
	request := saying(who, "")
	request.Room.ID = pick("lobby", "lobby", "den", "attic")
	request.Organiser = r.IntN(4) == 0
	switch r.IntN(8) {
	case 0:
		request.Room = bot.RoomID{}
	case 1:
		request.From.Platform, request.Room.Platform, request.OpenNames = "matrix", "matrix", false
	case 2:
		request.Overheard = true
	}
	id := bot.GameID(r.IntN(30) + 1)
	moves := legalMoves(s, id)
	if r.IntN(3) > 0 && len(moves) > 0 { // mostly the player to move makes a legal one
		if request.From = moves[0].user; request.Room != (bot.RoomID{}) {
			request.Room.Platform = request.From.Platform
		}
		request.Overheard = false
		request.Text = fmt.Sprintf("move %d %s", id, moves[r.IntN(len(moves))].text)
		return request
	}
	move := pick("vc2-vc3", "we3", "g1", "zz9", "Queen takes f7", "e2e4")
	if len(moves) > 0 {
		move = moves[r.IntN(len(moves))].text
	}
	commands := []string{
		fmt.Sprintf("challenge %s %s %s %s %s", pick("alice", "bob", "carol", "dora", "nobody!"), pick("stockschach216", "raumschach", "octhex146", "chess"),
			pick("white", "black", ""), pick("1d", "2h", "1d+2h", "2h+1h/3h", "none", "")+pick("", "", " weekends", " no-vacation", " private"), pick("rated", "")),
		fmt.Sprintf("seek %s %s", pick("raumschach", "stockschach216", ""), pick("1h", "3d", "4h+1h")+pick("", " vacation", " weekends public")),
		"accept", "accept " + pick("alice", "bob"), fmt.Sprintf("accept %d", id), "decline", "cancel", fmt.Sprintf("cancel %d", id),
		fmt.Sprintf("if %d %s then %s", id, move, pick("vc2-vc3", "ab2-ab3", move)), fmt.Sprintf("plan %d %s", id, pick("", "clear", "clear "+move)),
		fmt.Sprintf("draw %d %s", id, pick("", "offer", "accept", "decline", "claim", "claim "+move)),
		fmt.Sprintf("takeback %d %s", id, pick("", "accept", "decline")),
		fmt.Sprintf("resign %d %s", id, pick("", "", "", "confirm")),
		fmt.Sprintf("abort %d %s", id, pick("", "", "accept", "decline")),
		fmt.Sprintf("adjudicate %d %s", id, pick("white", "black", "draw", "abort", "undo")+pick(" confirm", "")+pick("", " they have left", " `<@x>`")),
		"study " + pick("raumschach", "stockschach216") + pick("", " private", " public"), fmt.Sprintf("rematch %d", id),
		"quiet " + pick("", "off", "22-7 +2", "3-1 -5:30", "9-9"), "digest " + pick("", "on", "off"),
		"block " + pick("", "dora"), "unblock " + pick("dora", "bob"), "limit " + pick("", "3", "off", "off"), fmt.Sprintf("nudge %d", id),
		"vacation " + pick("", "off", "1", "3", "until 2026-02-01", "40"),
		"confirm " + pick("on", "off", "off"), "remind " + pick("", "off", "default", "5 2 1", "x"),
		fmt.Sprintf("moves %d %s", id, pick("", "vc2", "rook")), fmt.Sprintf("board %d %s", id, pick("", "text", "ranks")),
		fmt.Sprintf("log %d", id), fmt.Sprintf("replay %d %s", id, pick("", "from 2")), fmt.Sprintf("export %d", id), "export all", "import [Variant \"raumschach\"] 1. ab2-ab3 " + pick("1-0", "*", "eb4-eb3 1/2-1/2", "zz"), fmt.Sprintf("game %d", id), "games", "games over", "games over " + pick("all", "room", "mine") + pick("", " won", " drawn", " page 2", " raumschach"),
		fmt.Sprintf("note %d %s", id, pick("a plan", "<@x> `y`")), fmt.Sprintf("notes %d %s", id, pick("", "clear", "forget 1")),
		fmt.Sprintf("stands %s %d", pick("w", "a", "3"), id), fmt.Sprintf("where %d rook", id), "prefer " + pick("ranks dark", "badges white", "default"), "profile " + pick("", "bob"),
		"leaders raumschach" + pick("", " here"), "room " + pick("", "default", "raumschach 2d", "pictures off dark", "pictures on tournaments anyone"), "challenge bob", fmt.Sprintf("say %d %s", id, pick("good luck", "<@x> `y`")), "link", "link", "link " + someCode(r, s) + pick("", " confirm", " confirm"), "link " + someCode(r, s) + " confirm", pick("forget me", "forget me", "forget me", "forget me confirm"), move, move + "!", strings.Repeat("x", r.IntN(5000)), "\x00\xff",
	}
	if r.IntN(5) == 0 {
		live, many := liveTournament(r, s)
		if request.Room != (bot.RoomID{}) && live.Home != (bot.RoomID{}) && r.IntN(2) == 0 { // one of its organisers
			request.Room, request.Organiser = live.Home, true
			request.From.Platform = live.Home.Platform
		}
		commands = tournamentChaos(pick, max(int(live.ID), 1))
		if many { // play these rather than create more
			commands = commands[1:]
		}
	}
	request.Text = commands[r.IntN(len(commands))]
	if strings.HasPrefix(request.Text, "link") && r.IntN(4) > 0 {
		request.Room = bot.RoomID{}
	}
	return request
}

// someCode returns one of the newest codes that the stage's dice have made.
func someCode(r *rand.Rand, s *stage) string {
	const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	return strings.Repeat(letters[max(s.codes-1-r.IntN(3), 0)%len(letters):][:1], 10)
}

// liveTournament returns one of the tournaments that are not over, nil if there
// are none, and whether there are many.
func liveTournament(r *rand.Rand, s *stage) (t *tournament.Tournament, many bool) {
	s.t.Helper()
	t = &tournament.Tournament{}
	err := s.store.View(context.Background(), func(tx bot.Tx) error {
		all, err := tx.TournamentsFrom(0, 0)
		all = slices.DeleteFunc(all, bot.Tournament.Over)
		slices.Reverse(all)
		if many = len(all) > 3; len(all) > 0 {
			t = tournament.Of(all[r.IntN(len(all))])
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return t, many
}

// tournamentChaos returns commands about a tournament.
func tournamentChaos(pick func(...string) string, id int) []string {
	who := pick("alice", "bob", "carol", "dora", "nobody!")
	return []string{
		fmt.Sprintf("create %s %s %s Cup", pick("roundrobin", "swiss", "knockout", "ladder", "chess"), pick("raumschach", "stockschach216"), pick("1d", "2h", "none", "3h rated", "1h everywhere", "server")),
		fmt.Sprintf("set %d %s", id, pick("full 3", "full 2", "start 1d", "checkin 2h", "most 3", "least 3", "games 2", "bestof 2", "third yes", "double yes", "groups 2", "rounds 3", "every 1d", "within 5h", "within 2d",
			"late 2", "timeouts 1", "tiebreaks wins buchholz", "ratingto 1400", "ratingfrom none", "scope everywhere", "vacation no", "weekends yes", "organiser bob", "organiser carol", "end 2d", "variants raumschach blocschach", "", "x y")),
		fmt.Sprintf("tournament %d %s", id, pick("open", "open", "start", "start", "pause", "resume", "resume", "cancel", "finish", "finish confirm", "accept", "accept", "decline", "quit")),
		fmt.Sprintf("tournament %d open", id), fmt.Sprintf("tournament %d start", id),
		fmt.Sprintf("join %d", id), fmt.Sprintf("join %d", id), fmt.Sprintf("join %d", id), "join", fmt.Sprintf("leave %d%s", id, pick("", "", " confirm")), "leave",
		fmt.Sprintf("checkin %d", id), fmt.Sprintf("bye %d %s", id, pick("", "2", "9")), fmt.Sprintf("expel %d %s", id, who) + pick(" confirm", ""), fmt.Sprintf("readmit %d %s", id, who), fmt.Sprintf("challenge %s ladder %d", who, id), "climb " + who,
		fmt.Sprintf("standings %d", id), "standings", fmt.Sprintf("pairings %d", id), fmt.Sprintf("crosstable %d %s", id, pick("", "text")), fmt.Sprintf("report %d %s", id, pick("", "trf", "csv", "json")),
		"tournaments " + pick("", "over", "page 2"), fmt.Sprintf("tournament %d", id),
	}
}

// legalMove is a legal move of the player to move.
type legalMove struct {
	user bot.User
	text string
}

// legalMoves returns the legal moves of a game.
func legalMoves(s *stage, id bot.GameID) (all []legalMove) {
	var user bot.User
	err := s.store.View(context.Background(), func(tx bot.Tx) error {
		g, err := tx.Game(id)
		user = g.Seats[g.Turn].User
		if err == nil && g.Over() {
			err = bot.ErrNotFound
		}
		return err
	})
	if err != nil {
		return nil
	}
	reply, err := s.service.Handle(context.Background(), bot.Request{From: user, Text: fmt.Sprintf("moves %d pawn", id)})
	if err != nil { // some games have Stockbrokers
		reply, err = s.service.Handle(context.Background(), bot.Request{From: user, Text: fmt.Sprintf("moves %d stockbroker", id)})
	}
	if err != nil {
		return nil
	}
	for i, part := range strings.Split(reply.Answer[0].Text, "`") {
		if i%2 == 1 {
			all = append(all, legalMove{user, part})
		}
	}
	return all
}
