package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
)

// plan describes a filled database and the measurement.
type plan struct {
	db                          string
	games, users, moves, atOnce int
}

// silent is a platform that accepts every message immediately.
type silent struct{ heard atomic.Int64 }

func (s *silent) Platform() bot.Platform { return platform }

func (s *silent) Deliver(context.Context, bot.RenderedMessage) (bot.Receipt, error) {
	s.heard.Add(1)
	return bot.Receipt{}, nil
}

func measure(ctx context.Context, p plan) (err error) {
	begun := time.Now()
	store, err := open(ctx, p.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	svc := service.New(service.Ports{Store: store})
	if err := svc.Start(ctx, platform); err != nil {
		return err
	}
	size := "on a server"
	info, missing := os.Stat(p.db)
	if missing == nil {
		size = fmt.Sprintf("%d MB", info.Size()>>20)
	}
	fmt.Printf("%d games, %d users, %s: ready after %s, resident %s\n", p.games, p.users, size, time.Since(begun).Round(time.Millisecond), resident())
	if err := latencies(ctx, svc, p); err != nil {
		return err
	}
	fmt.Printf("  after that resident %s\n", resident())
	if missing == nil {
		return compare(ctx, svc, store, p)
	}
	trips := store.RoundTrips()
	moves, took, each, err := sustained(ctx, svc, store, p)
	if err == nil {
		fmt.Printf("  %d people at once: %.0f moves/s with their messages delivered; each %s; %.2f round trips a move\n",
			p.atOnce, float64(moves)/took.Seconds(), each, float64(store.RoundTrips()-trips)/float64(moves))
	}
	return err
}

// resident tells the memory of the process.
func resident() string {
	all, own, err := memory()
	if err != nil {
		return "unknown here"
	}
	return fmt.Sprintf("%d MB, of which its own %d MB", all, own)
}

// memory returns the memory of the process in MB, in total and without the cached pages of
// the database.
func memory() (all, own int, err error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, 0, err
	}
	for line := range bytes.Lines(status) {
		for name, n := range map[string]*int{"VmRSS:": &all, "RssAnon:": &own} {
			if rest, ok := bytes.CutPrefix(line, []byte(name)); ok {
				fmt.Sscan(string(rest), n)
			}
		}
	}
	return all >> 10, own >> 10, nil
}

// player plays the prepared moves of the games.
type player struct {
	plan
	service *service.Service
	next    []atomic.Int32 // next ply of each game
	events  atomic.Int64   // makes event IDs unique within the run
}

func newPlayer(svc *service.Service, p plan) *player {
	pl := &player{plan: p, service: svc, next: make([]atomic.Int32, p.games+1)}
	pl.events.Store(time.Now().UnixNano())
	for n := range pl.next {
		pl.next[n].Store(played)
	}
	return pl
}

// say runs a command and returns how long it took.
func (pl *player) say(ctx context.Context, user int, text string) (bot.RenderedReply, time.Duration, error) {
	begun := time.Now()
	event := bot.EventID(fmt.Sprintf("$%040d", pl.events.Add(1)))
	reply, err := pl.service.Handle(ctx, bot.Request{
		Event: event, From: userOf(user), Text: text, Mentions: map[string]bot.User{"@neighbour": userOf(user ^ 1)},
	})
	if err != nil {
		err = fmt.Errorf("%s: %s: %w", userOf(user).Name, text, err)
	}
	return reply, time.Since(begun), err
}

// move makes the next move of a game, in which nobody else may move at the same time.
// It does nothing if all prepared moves have been made.
func (pl *player) move(ctx context.Context, id bot.GameID) (time.Duration, error) {
	ply := int(pl.next[id].Load())
	_, moves := walkOf(id)
	if ply == len(moves) {
		return 0, nil
	}
	pl.next[id].Add(1)
	_, took, err := pl.say(ctx, seats(id, pl.users)[ply%2], fmt.Sprintf("move %d %s", id, moves[ply]))
	return took, err
}

// latencies measures single commands one after the other, then moves while many pictures are drawn.
func latencies(ctx context.Context, svc *service.Service, p plan) error {
	pl := newPlayer(svc, p)
	random := rand.New(rand.NewPCG(1, 1))
	var games, moves []time.Duration
	for range 1000 {
		_, took, err := pl.say(ctx, random.IntN(p.users), "games")
		if err != nil {
			return err
		}
		games = append(games, took)
		took, err = pl.move(ctx, bot.GameID(1+random.IntN(p.games/2)))
		if err != nil {
			return err
		}
		if took > 0 {
			moves = append(moves, took)
		}
	}
	fmt.Printf("  games: %s\n  move:  %s\n", spread(games), spread(moves))
	flooded, drawn, err := flood(ctx, pl)
	fmt.Printf("  move beside %d people who ask for boards (%d were drawn): %s\n", flooders, drawn, spread(flooded))
	return err
}

// flooders is the number of people who request boards continuously.
const flooders = 32

func flood(ctx context.Context, pl *player) (moves []time.Duration, drawn int64, err error) {
	ctx, cancel := context.WithCancel(ctx)
	var flooding sync.WaitGroup
	var pictures atomic.Int64
	for n := range flooders {
		flooding.Go(func() {
			for id := bot.GameID(1 + n); ctx.Err() == nil; id = 1 + (id+flooders)%bot.GameID(pl.games) {
				reply, _, err := pl.say(ctx, seats(id, pl.users)[0], fmt.Sprintf("board %d", id))
				if err == nil && len(reply.Answer) > 0 && reply.Answer[0].Drawing != nil {
					if _, err := reply.Answer[0].Drawing.PNG(ctx); err == nil {
						pictures.Add(1)
					}
				}
			}
		})
	}
	random := rand.New(rand.NewPCG(2, 2))
	for range 300 {
		took, missed := pl.move(ctx, bot.GameID(1+pl.games/2+random.IntN(pl.games/2)))
		if missed != nil {
			err = missed
			break
		}
		if took > 0 {
			moves = append(moves, took)
		}
		time.Sleep(10 * time.Millisecond) // thinking time
	}
	cancel()
	flooding.Wait()
	return moves, pictures.Load(), err
}

// spread returns the median and the 99th percentile of durations.
func spread(all []time.Duration) string {
	slices.Sort(all)
	at := func(share float64) time.Duration { return all[int(share*float64(len(all)-1))].Round(time.Microsecond) }
	return strings.Join([]string{"p50 " + at(0.5).String(), "p99 " + at(0.99).String()}, ", ")
}
