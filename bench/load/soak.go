package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"raumbot/bot"
	"raumbot/bot/clocktest"
	"raumbot/bot/service"
	"raumbot/storage"
)

// soakGames is the number of games in progress during a soak.
const soakGames = 50

// soak runs commands, a few per minute of the bot's clock, in games that begin, are played and end,
// and repeatedly reports the memory in use after garbage collection. Growth is an error.
func soak(ctx context.Context, commands int) (err error) {
	folder, err := os.MkdirTemp("", "raumbot-soak-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	store, err := storage.Open(filepath.Join(folder, "soak.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	clock := clocktest.At(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	svc := service.New(service.Ports{Store: store, Clock: clock})
	if err := svc.Start(ctx, platform); err != nil {
		return err
	}
	pl := newPlayer(svc, plan{users: 2 * soakGames})
	first := clock.Now()
	var held []uint64
	for n := 0; n < commands; {
		said, err := soakRound(ctx, pl, clock, svc)
		if err != nil {
			return err
		}
		n += said
		runtime.GC()
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		held = append(held, memory.HeapAlloc)
		fmt.Printf("%d commands, %s of play, %d KB of objects, %d goroutines, resident %s\n", n,
			clock.Now().Sub(first).Round(time.Hour), memory.HeapAlloc>>10, runtime.NumGoroutine(), resident())
	}
	// The caches are full once as many games have been played as they hold.
	if full := 256/soakGames + 1; len(held) > full+1 && held[len(held)-1] > held[full]+held[full]/4 {
		return fmt.Errorf("the memory grew from %d to %d bytes", held[full], held[len(held)-1])
	}
	return nil
}

// soakRound begins games, plays them, requests boards, and lets every fourth game run out of time.
func soakRound(ctx context.Context, pl *player, clock *clocktest.Clock, svc *service.Service) (said int, err error) {
	deliver := func() error {
		return errors.Join(svc.Sweep(ctx), svc.Deliver(ctx, &silent{}))
	}
	say := func(user int, text string) (reply bot.RenderedReply) {
		if err == nil {
			clock.Advance(20 * time.Second)
			reply, _, err = pl.say(ctx, user, text)
			said++
		}
		return reply
	}
	ids := make([]bot.GameID, soakGames)
	for n := range ids {
		walk := walks()[n%len(walks())]
		variant, _ := walkOf(bot.GameID(n))
		reply := say(2*n, "challenge @neighbour "+variant+" white 1d")
		if err != nil {
			return said, err
		}
		ids[n] = reply.Notices[0].Game
		say(2*n+1, fmt.Sprintf("accept %d", ids[n]))
		for ply := range 12 {
			say(2*n+ply%2, fmt.Sprintf("move %d %s", ids[n], walk[ply]))
			if reply := say(2*n+ply%2, fmt.Sprintf("board %d", ids[n])); ply == 0 && err == nil {
				_, err = reply.Answer[0].Drawing.PNG(ctx)
			}
		}
		if n%4 > 0 {
			say(2*n, fmt.Sprintf("resign %d confirm", ids[n]))
		}
		err = errors.Join(err, deliver())
	}
	for range 48 * 20 { // games that were not resigned end on time
		clock.Advance(3 * time.Minute)
		err = errors.Join(err, svc.Sweep(ctx))
	}
	return said, errors.Join(err, deliver())
}
