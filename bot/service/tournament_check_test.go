package service_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/service"
	"raumbot/bot/tournament"
	"raumbot/storage"
)

// TestServerScope lets users of one server enter, from any room of it, and nobody else.
func TestServerScope(t *testing.T) {
	e := &event{stage: newStage(t, ""), id: 1}
	server, other := bot.RoomID{Platform: "console", ID: "club"}, bot.RoomID{Platform: "console", ID: "another"}
	said := func(who, room string, within bot.RoomID, text string) error {
		r := saying(who, text)
		r.Room.ID, r.Within, r.Organiser = room, []bot.RoomID{within}, who == "boss"
		e.now = e.now.Add(time.Second)
		_, err := e.service.Handle(context.Background(), r)
		return errors.Join(err, e.service.PairRounds(context.Background()))
	}
	for _, line := range []struct {
		who, room string
		within    bot.RoomID
		text      string
		refused   string
	}{
		{"boss", "hall", server, "create roundrobin raumschach 1d server Club Cup", ""},
		{"boss", "hall", server, "tournament 1 open", ""},
		{"ann", "garden", server, "join 1", ""},
		{"ben", "hall", other, "join 1", "is for those in its server"},
		{"ben", "attic", server, "join", ""},
		{"boss", "garden", server, "tournament 1 start", ""},
	} {
		err := said(line.who, line.room, line.within, line.text)
		if line.refused == "" && err != nil || line.refused != "" && (err == nil || !strings.Contains(err.Error(), line.refused)) {
			t.Fatalf("%s: %s: %v", line.who, line.text, err)
		}
	}
	for _, g := range e.open() { // each player sees the game in the room where they entered
		for _, seat := range g.Seats {
			if want := map[string]string{"ann": "garden", "ben": "attic"}[seat.User.Name]; seat.Room.ID != want {
				t.Errorf("%s plays in %s, want %s", seat.User.Name, seat.Room.ID, want)
			}
		}
	}
	if len(e.open()) != 1 {
		t.Errorf("%d games", len(e.open()))
	}
}

// TestCheckFindsWrongTournaments damages a tournament in several ways. Each must be found.
func TestCheckFindsWrongTournaments(t *testing.T) {
	for want, damage := range map[string]func(*tournament.Tournament){
		"game 1 has ended":                 func(t *tournament.Tournament) { t.Rounds[0].Games[0].Result = pairing.BothForfeit },
		"game 2 is over, or is not":        func(t *tournament.Tournament) { t.Rounds[0].Games[1].Result = pairing.WhiteWins },
		"is of other players":              func(t *tournament.Tournament) { g := &t.Rounds[0].Games[1]; g.White, g.Black = g.Black, g.White },
		"does not know it":                 func(t *tournament.Tournament) { t.Rounds[0].Games[1].ID = 99 },
		"entrant 2 is in round 1 0 times":  func(t *tournament.Tournament) { t.Rounds[0].Games = t.Rounds[0].Games[:1] },
		"has a game of 1 against 7":        func(t *tournament.Tournament) { t.Rounds[0].Games[0].White, t.Rounds[0].Games[0].Black = 1, 7 },
		"entrant 2 is nobody, or in it":    func(t *tournament.Tournament) { t.Entrants[1].Player = t.Entrants[0].Player },
		"closed, and its game 2 goes on":   func(t *tournament.Tournament) { t.Rounds[0].Closed = true },
		"it runs, and waits for nothing":   func(t *tournament.Tournament) { t.Rounds = nil },
		"a result is of no game":           func(t *tournament.Tournament) { t.Rounds[0].Games[0].ID = 0 },
		"have met 2 times":                 func(t *tournament.Tournament) { t.Rounds = append(t.Rounds, t.Rounds[0]) },
		"its tournament 1: no such record": func(t *tournament.Tournament) { t.ID = 2 },
	} {
		t.Run(want, func(t *testing.T) {
			healthy := newEvent(t, 1, 4, "swiss raumschach")
			healthy.must("boss", "tournament 1 start")
			healthy.play(healthy.open()[0])
			findFault(t, healthy, damage, want)
		})
	}
}

// TestCheckFindsWrongSides does the same with a simul and a team match.
func TestCheckFindsWrongSides(t *testing.T) {
	begin := map[bot.System]func(*event){
		bot.Simul: func(e *event) {
			e.must("p01", "simul raumschach most 2")
			e.must("p02", "join 1")
			e.must("p03", "join 1")
		},
		bot.TeamMatch: func(e *event) {
			for _, line := range []struct{ who, room, text string }{
				{"p01", "red", "match challenge raumschach boards 2 games 2"}, {"p04", "blue", "match 1 accept"},
				{"p01", "red", "join 1"}, {"p02", "red", "join 1"}, {"p03", "red", "join 1"}, {"p04", "blue", "join 1"}, {"p05", "blue", "join 1"},
				{"p01", "red", "match start"}, {"p04", "blue", "match start"},
			} {
				r := saying(line.who, line.text)
				r.Room.ID = line.room
				e.now = e.now.Add(time.Second)
				if _, err := e.service.Handle(context.Background(), r); err != nil {
					e.t.Fatalf("%s: %s: %v", line.who, line.text, err)
				}
			}
			for range 2 {
				if err := e.service.PairRounds(context.Background()); err != nil {
					e.t.Fatal(err)
				}
			}
		},
	}
	for _, c := range []struct {
		system bot.System
		want   string
		damage func(*tournament.Tournament)
	}{
		{bot.Simul, "game 1 has a host without White", func(t *tournament.Tournament) { g := &t.Rounds[0].Games[0]; g.White, g.Black = g.Black, g.White }},
		{bot.TeamMatch, "the captain of team 1 plays for the other", func(t *tournament.Tournament) { t.Captains[1] = t.Captains[0] }},
		{bot.TeamMatch, "team 1 has member 5 of another", func(t *tournament.Tournament) { t.Entrants[4].Team = 0 }},
		{bot.TeamMatch, "9 boards are more than its teams can fill", func(t *tournament.Tournament) { t.Boards = 9 }},
		{bot.TeamMatch, "board 1 of round 2 has not one game", func(t *tournament.Tournament) { t.Rounds[1].Games[0].Match = 1 }},
		{bot.TeamMatch, "board 2 of round 1 has not one game", func(t *tournament.Tournament) { g := t.Groups[0]; g[1], g[2] = g[2], g[1] }},
		{bot.TeamMatch, "round 1 has 2 games on 1 boards", func(t *tournament.Tournament) { t.Boards = 1 }},
	} {
		t.Run(c.want, func(t *testing.T) {
			healthy := &event{stage: newStage(t, ""), id: 1}
			begin[c.system](healthy)
			if faults, err := service.Check(context.Background(), healthy.store); len(faults) > 0 || err != nil {
				t.Fatalf("found is %q, %v", faults, err)
			}
			findFault(t, healthy, c.damage, c.want)
		})
	}
}

// findFault checks that a damage of a tournament is found, once.
func findFault(t *testing.T, healthy *event, damage func(*tournament.Tournament), want string) {
	t.Helper()
	sick := storage.Memory()
	played := healthy.tournament()
	damage(played)
	// Copy the games and players, and the damaged tournament.
	err := sick.Update(context.Background(), func(to bot.Tx) error {
		return healthy.store.View(context.Background(), func(from bot.Tx) error { return copyRecords(from, to, played) })
	})
	if err != nil {
		t.Fatal(err)
	}
	faults, err := service.Check(context.Background(), viewedTwice{sick})
	if err != nil || !strings.Contains(strings.Join(faults, "\n"), want) {
		t.Errorf("found is %q, %v", faults, err)
	}
	slices.Sort(faults)
	if once := slices.Compact(slices.Clone(faults)); len(once) != len(faults) {
		t.Errorf("faults are told again: %q", faults)
	}
}

// viewedTwice is a store that runs every function given to View twice, as a store may.
type viewedTwice struct{ bot.Store }

func (s viewedTwice) View(ctx context.Context, fn func(bot.Tx) error) error {
	return s.Store.View(ctx, func(tx bot.Tx) error {
		_ = fn(tx) // as if it had met a damaged record
		return fn(tx)
	})
}

// copyRecords copies the players and games of a store, with another tournament.
func copyRecords(from, to bot.Tx, t *tournament.Tournament) error {
	err := to.PutTournament(t.Tournament)
	for _, e := range t.Entrants {
		p, missing := from.Player(e.Player)
		err = errors.Join(err, missing, to.PutPlayer(p))
	}
	games, missing := from.GamesFrom(1, 100)
	err = errors.Join(err, missing)
	for _, g := range games {
		log, missing := from.Log(g.ID)
		err = errors.Join(err, missing, to.PutGame(g))
		for _, entry := range log {
			err = errors.Join(err, to.AppendLog(g.ID, entry))
		}
	}
	return err
}
