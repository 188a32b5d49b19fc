package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/engine"
	"raumbot/bot/engine/search"
	"raumbot/bot/service"
)

// Size of the database in which moves beside searches are measured.
const (
	searchedGames = 1000
	searchedUsers = 2000
)

// besideSearches measures moves of people while the computer thinks at its highest level in as many
// games as given: first with the default number of workers, then with one for each of these games.
func besideSearches(ctx context.Context, searches, moves int) error {
	folder, err := os.MkdirTemp("", "raumbot-load-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	for _, workers := range []int{0, searches} {
		db := filepath.Join(folder, fmt.Sprintf("%d.db", workers))
		if err := fill(ctx, db, searchedGames, searchedUsers); err != nil {
			return err
		}
		if err := measureBeside(ctx, plan{db, searchedGames, searchedUsers, moves, 1}, searches, workers); err != nil {
			return err
		}
	}
	return nil
}

// measureBeside measures moves without searches, beside them, and without them again.
func measureBeside(ctx context.Context, p plan, searches, workers int) (err error) {
	store, err := open(ctx, p.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	svc := service.New(service.Ports{Store: store, Searcher: search.NewLocal(workers)})
	if err := svc.Start(ctx, platform); err != nil {
		return err
	}
	running, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() { svc.Run(running, &silent{}) })
	defer func() {
		stop()
		begun := time.Now()
		all.Wait()
		fmt.Printf("  stopped in the middle of searches after %s\n", time.Since(begun).Round(time.Millisecond))
	}()
	pl := newPlayer(svc, p)
	before, err := pl.unhurried(ctx, p.moves)
	if err != nil {
		return err
	}
	for n := range searches {
		if _, _, err := pl.say(ctx, n, fmt.Sprintf("challenge computer raumschach level %d black", engine.Levels)); err != nil {
			return err
		}
	}
	beside, err := pl.unhurried(ctx, p.moves)
	if err != nil {
		return err
	}
	atOnce := "as many searches at once as by default"
	if workers > 0 {
		atOnce = fmt.Sprintf("%d searches at once", workers)
	}
	fmt.Printf("%d games wait for level %d, %s\n", searches, engine.Levels, atOnce)
	fmt.Printf("  move without searches: %s\n  move beside searches:  %s\n  ratio of the medians: %.2f\n", spread(before), spread(beside), float64(median(beside))/float64(median(before)))
	return nil
}

// unhurried makes moves in random games with pauses between them, and returns how long each
// move took.
func (pl *player) unhurried(ctx context.Context, moves int) (all []time.Duration, err error) {
	random := rand.New(rand.NewPCG(3, uint64(pl.events.Load())))
	for len(all) < moves {
		took, err := pl.move(ctx, bot.GameID(1+random.IntN(pl.games)))
		if err != nil {
			return nil, err
		}
		if took > 0 {
			all = append(all, took)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return all, nil
}
