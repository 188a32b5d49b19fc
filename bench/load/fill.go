package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/when"
	"raumbot/config"
	"raumbot/rules"
	"raumbot/storage"
)

const (
	platform = bot.Platform("load")
	rooms    = 1000
	// played is the number of plies in each game at the beginning, written the number of
	// plies prepared.
	played, written = 24, 64
	fillAtOnce      = 1000 // games per transaction
)

// walks are games of random legal moves, each used by many games.
var walks = sync.OnceValue(func() (all [][]string) {
	for seed := uint64(0); len(all) < 40; seed++ {
		v, err := rules.Find([]string{"raumschach", "stockschach216"}[seed%2])
		if err != nil {
			panic(err) // the variants are built in
		}
		game, random := rules.NewGame(v), rand.New(rand.NewPCG(seed, 1))
		var moves []string
		for len(moves) < written && !game.Outcome().Over() {
			legal := game.Position().Legal()
			m := legal[random.IntN(len(legal))]
			moves = append(moves, game.Position().Text(m))
			if err := game.Play(m); err != nil {
				panic(err) // the move is legal
			}
		}
		if len(moves) == written {
			all = append(all, moves)
		}
	}
	return all
})

// walkOf returns the variant and the moves of a game. Only walks of full length are
// kept, so that the first move identifies the variant.
func walkOf(id bot.GameID) (variant string, moves []string) {
	moves = walks()[int(id)%len(walks())]
	v, err := rules.Find("raumschach")
	if err == nil {
		if _, err = v.Start().ReadText(moves[0]); err == nil {
			return "raumschach", moves
		}
	}
	return "stockschach216", moves
}

func userOf(n int) bot.User {
	id := fmt.Sprintf("@user%d:example.org", n)
	return bot.User{UserID: bot.UserID{Platform: platform, ID: id}, Name: fmt.Sprint("user", n)}
}

// seats returns the numbers of the users who play a game.
func seats(id bot.GameID, users int) [2]int {
	white := int(id) % users
	return [2]int{white, (white + 1 + int(id)/users*7%(users-1)) % users}
}

// open opens a database: a file, or the URL of one on a server.
func open(ctx context.Context, name string) (*storage.Store, error) {
	if (config.Config{Database: name}).OnServer() {
		return storage.Connect(ctx, name, nil)
	}
	return storage.Open(name)
}

// fill creates a database of ongoing games.
func fill(ctx context.Context, path string, games, users int) error {
	store, err := open(ctx, path)
	if err != nil {
		return err
	}
	begun := time.Now().UTC().Add(-30 * 24 * time.Hour)
	err = store.Update(ctx, func(tx bot.Tx) error {
		for n := range users {
			if _, err := tx.AddPlayer(bot.Player{Name: userOf(n).Name, Users: []bot.User{userOf(n)}, Since: begun}); err != nil {
				return err
			}
		}
		return nil
	})
	for first := 0; err == nil && first < games; first += fillAtOnce {
		err = store.Update(ctx, func(tx bot.Tx) error {
			for range min(fillAtOnce, games-first) {
				if err := addGame(tx, users, begun); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return errors.Join(err, store.Close())
}

// addGame adds a game in progress, with a clock.
func addGame(tx bot.Tx, users int, begun time.Time) error {
	id, err := tx.NextGame()
	if err != nil {
		return err
	}
	variant, moves := walkOf(id)
	pace, err := when.ParsePace("3d")
	if err != nil {
		return err
	}
	g := bot.Game{ID: id, Variant: variant, Pace: pace, Started: begun, Moves: played, Deadline: bot.Moment(time.Now().Unix()).Plus(time.Duration(24+int(id)%48) * time.Hour)}
	room := bot.RoomID{Platform: platform, ID: fmt.Sprintf("!room%d:example.org", int(id)%rooms)}
	for side, n := range seats(id, users) {
		g.Seats[side] = bot.Seat{Player: bot.PlayerID(n + 1), User: userOf(n), Room: room}
	}
	entries := []bot.Entry{{At: begun, By: g.Seats[0].Player, What: bot.Challenged}, {At: begun, By: g.Seats[1].Player, What: bot.Accepted}}
	for ply, text := range moves[:played] {
		entries = append(entries, bot.Entry{At: begun.Add(time.Duration(ply) * time.Hour), By: g.Seats[ply%2].Player, What: bot.Moved, Move: text})
	}
	for _, e := range entries {
		if err := tx.AppendLog(id, e); err != nil {
			return err
		}
	}
	return tx.PutGame(g)
}
