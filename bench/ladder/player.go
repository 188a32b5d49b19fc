package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"raumbot/bench/processor"
	"raumbot/bot/engine"
	"raumbot/bot/engine/match"
	"raumbot/bot/engine/uci"
	"raumbot/rules"
)

// programs are the command lines of programs that speak UCI, by the names of the players.
type programs map[string]string

// cast creates players.
type cast struct {
	programs programs
	search   string // the arguments of the command go that a program gets for each move
	resign   bool   // whether levels resign
	draw     bool   // whether levels agree to draws
	// agree is the lead in Pawns at which a game is over if both levels see the same player ahead
	// by that; 0 for never.
	agree   int
	running map[string]*uci.Client
}

// close ends the programs.
func (c cast) close() {
	for _, client := range c.running {
		client.Close()
	}
}

// String implements [flag.Value].
func (p programs) String() string { return "" }

// Set implements [flag.Value]: NAME=COMMAND.
func (p programs) Set(text string) error {
	name, command, ok := strings.Cut(text, "=")
	if !ok || name == "" || strings.ContainsAny(name, " /") {
		return fmt.Errorf("%q is not NAME=COMMAND", text)
	}
	p[name] = command
	return nil
}

// player returns the player that a word describes. A program keeps running until close. The seed
// determines the choices of players that leave something to chance.
func (c cast) player(ctx context.Context, word string, seed uint64) (match.Player, error) {
	if player, ok := match.Named(word, seed); ok {
		if level, ok := player.(*match.Level); ok {
			level.Resigns, level.Draws, level.Sure = c.resign, c.draw, engine.Score(100*c.agree)
		}
		return player, nil
	}
	if client := c.running[word]; client != nil {
		return client, nil
	}
	if command, ok := c.programs[word]; ok {
		client, err := uci.Start(ctx, command, c.search)
		if err == nil {
			c.running[word] = client
		}
		return client, err
	}
	number, _ := strings.CutPrefix(word, "time:")
	if n, err := strconv.ParseUint(number, 10, 31); err == nil && n > 0 && number != word {
		return timed{match.Limited{Engine: engine.New(engine.DefaultHash)}, time.Duration(n) * time.Millisecond}, nil
	}
	return nil, fmt.Errorf("%q is no player", word)
}

// pair plays two games of two players from one random opening.
func (c cast) pair(ctx context.Context, v *rules.Variant, a, b string, seed uint64) (match.Result, error) {
	one, err := c.player(ctx, a, seed)
	if err != nil {
		return match.Result{}, err
	}
	other, err := c.player(ctx, b, seed+1)
	if err != nil {
		return match.Result{}, err
	}
	return match.Play(ctx, v, one, other, 1, seed, nil)
}

// timed is the engine with a fixed time of the processor for each move.
type timed struct {
	match.Limited
	time time.Duration
}

// Move implements [match.Player].
func (t timed) Move(ctx context.Context, game *rules.Game) (rules.Move, error) {
	engine.Prepare(game.Position().Variant()) // not part of the time
	limited, cancel := processor.WithTime(ctx, t.time)
	defer cancel()
	return t.Limited.Move(limited, game)
}
