package service_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/tournament"
)

// event plays the games of a tournament: a stage whose users act at
// random, but sensibly.
type event struct {
	*stage
	random *rand.Rand
	id     bot.TournamentID
	names  []string
}

// newEvent opens a tournament of a format, and has a number of users enter.
func newEvent(t *testing.T, seed uint64, people int, organise string, arrange ...string) *event {
	e := &event{stage: newStage(t, ""), random: rand.New(rand.NewPCG(seed, 9)), id: 1}
	e.must("boss", "create "+organise)
	for _, words := range arrange {
		e.must("boss", "set 1 "+words)
	}
	e.must("boss", "tournament 1 open")
	for n := range people {
		e.names = append(e.names, fmt.Sprintf("p%02d", n+1))
		e.must(e.names[n], "join 1")
	}
	return e
}

// give has a user say a text, and returns the error.
func (e *event) give(who, text string) error {
	r := saying(who, text)
	r.Organiser = who == "boss"
	e.events++
	r.Event = bot.EventID(fmt.Sprint(e.events))
	e.now = e.now.Add(time.Second)
	_, err := e.service.Handle(context.Background(), r)
	return errors.Join(err, e.service.PairRounds(context.Background()))
}

func (e *event) must(who, text string) {
	e.t.Helper()
	if err := e.give(who, text); err != nil {
		e.t.Fatalf("%s: %s: %v", who, text, err)
	}
}

// allowed has a user say a text, which may be refused in the current state.
func (e *event) allowed(who, text string) {
	e.t.Helper()
	err := e.give(who, text)
	var p *bot.Problem
	if err != nil && (!errors.As(err, &p) || p.Kind == bot.Internal) {
		e.t.Fatalf("%s: %s: %v", who, text, err)
	}
}

// tournament returns the current record of the tournament.
func (e *event) tournament() (t *tournament.Tournament) {
	e.t.Helper()
	err := e.store.View(context.Background(), func(tx bot.Tx) (err error) {
		record, err := tx.Tournament(e.id)
		t = tournament.Of(record)
		return err
	})
	if err != nil {
		e.t.Fatal(err)
	}
	return t
}

// open returns the ongoing games of the tournament.
func (e *event) open() (games []bot.Game) {
	for _, r := range e.tournament().Rounds {
		for _, g := range r.Games {
			if g.Result == pairing.Pending {
				err := e.store.View(context.Background(), func(tx bot.Tx) error {
					game, err := tx.Game(g.ID)
					games = append(games, game)
					return err
				})
				if err != nil {
					e.t.Fatal(err)
				}
			}
		}
	}
	return games
}

// play ends a game: with two moves first, a win of either side or a draw.
func (e *event) play(g bot.Game) {
	white, black := g.Seats[0].User.Name, g.Seats[1].User.Name
	if g.Moves == 0 {
		e.must(white, fmt.Sprintf("move %d ab2-ab3", g.ID))
		e.must(black, fmt.Sprintf("move %d eb4-eb3", g.ID))
	}
	switch e.random.IntN(5) {
	case 0, 1:
		e.must(black, fmt.Sprintf("resign %d confirm", g.ID))
	case 2, 3:
		e.must(white, fmt.Sprintf("resign %d confirm", g.ID))
	default:
		e.must(white, fmt.Sprintf("draw %d", g.ID))
		e.must(black, fmt.Sprintf("draw %d accept", g.ID))
	}
}

// happen makes something unusual happen now and then.
func (e *event) happen(late *int) {
	who := e.names[e.random.IntN(len(e.names))]
	switch e.random.IntN(40) {
	case 0:
		e.allowed(who, "leave 1 confirm")
	case 1:
		e.allowed("boss", "expel 1 "+who+" confirm he wishes it")
	case 2, 3:
		e.allowed(who, "bye 1")
	case 4, 5:
		*late++
		e.allowed(fmt.Sprintf("late%02d", *late), "join 1")
	case 6:
		if err := e.direct("wait 3d"); err != nil { // everybody whose move it is loses
			e.t.Fatal(err)
		}
	case 7:
		if games := e.open(); len(games) > 0 {
			e.allowed("boss", fmt.Sprintf("adjudicate %d abort confirm neither has come", games[0].ID))
		}
	case 8:
		e.allowed("boss", "tournament 1 pause")
		e.allowed("boss", "tournament 1 resume")
	}
}

// run plays the tournament to its end.
func (e *event) run(eventful bool) *tournament.Tournament {
	late := 0
	rare := 1
	if len(e.names) > 16 { // a large one has many games
		rare = 4
	}
	for round := 0; !e.tournament().Over(); round++ {
		if round > 3000 {
			e.t.Fatalf("it does not end: %+v", e.tournament())
		}
		games := e.open()
		if len(games) == 0 {
			if t := e.tournament(); t.System == bot.Ladder {
				if round > 40 {
					e.must("boss", "tournament 1 finish confirm")
				} else if n := len(t.Rungs); n > 1 {
					from := 1 + e.random.IntN(n-1)
					to := max(from-1-e.random.IntN(3), 0)
					name := func(rung int) string { return t.Entrants[t.Rungs[rung]-1].User.Name }
					e.allowed(name(from), "challenge "+name(to)+" ladder 1")
				}
			} else if err := e.direct("wait 20h"); err != nil { // the tournament may be waiting for a date
				e.t.Fatal(err)
			}
			continue
		}
		e.play(games[e.random.IntN(len(games))])
		if eventful && e.random.IntN(rare) == 0 {
			e.happen(&late)
		}
	}
	return e.tournament()
}
