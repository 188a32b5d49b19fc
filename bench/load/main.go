// Load fills databases with many ongoing games, and measures the bot on each: start-up
// time, memory, latency of commands, moves per second beside bare bbolt writing the
// same, and the effect of many concurrent pictures on moves.
//
//	go run ./load -games 1000,10000,100000 -users 10000     (in the folder bench)
//	go run ./load -games 2000 -moves 4000 -at-once 32 -server postgres://...    also on a server
//	go run ./load -soak 200000                              commands with an accelerated clock
//	go run ./load -searches 4                               moves while the computer thinks
//	go run ./load -workers 1,2,4 -server postgres://...     searches by workers, and moves meanwhile
//	go run ./load -spectators 1000                          moves in a watched game, and memory
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

func main() {
	sizes := flag.String("games", "1000,10000,100000", "how many games go on, in each database")
	users := flag.Int("users", 10000, "how many people play")
	moves := flag.Int("moves", 0, "how many moves are measured; 20000 if 0, beside spectators or searches 100")
	atOnce := flag.Int("at-once", 64, "how many people move at a time")
	server := flag.String("server", "", "the URL of an empty database on a server, to be measured beside files")
	measured := flag.String("measure", "", "a database that has been filled; the program says this to itself")
	soaking := flag.Int("soak", 0, "how many commands to give with a clock that runs fast")
	spectators := flag.Int("spectators", 0, "how many spectators of one game to measure moves beside")
	searches := flag.Int("searches", 0, "in how many games the computer is to think while moves are measured")
	workers := flag.String("workers", "", "how many worker processes of one thread are to search; needs -server")
	analyses := flag.Int("analyses", 1000, "with -workers, how many positions wait to be analysed while moves are measured")
	watched := flag.String("watched", "", "a database to make, with a game for spectators; the program says this to itself")
	flag.Parse()
	if *moves == 0 {
		*moves = 20000
		if *spectators > 0 || *searches > 0 || *workers != "" {
			*moves = 100
		}
	}
	var err error
	switch {
	case *soaking > 0:
		err = soak(context.Background(), *soaking)
	case *workers != "":
		err = measureWorkers(context.Background(), *server, *workers, *analyses, *moves)
	case *searches > 0:
		err = besideSearches(context.Background(), *searches, *moves)
	case *watched != "":
		err = serveWatched(context.Background(), *watched, *moves)
	case *spectators > 0:
		err = spectate(*spectators, *moves)
	case *measured != "":
		games, _ := strconv.Atoi(*sizes)
		err = measure(context.Background(), plan{*measured, games, *users, *moves, *atOnce})
	default:
		err = curve(*sizes, *users, *moves, *atOnce, *server)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// curve measures one size after the other, each in its own process, so that memory
// used for filling does not count.
func curve(sizes string, users, moves, atOnce int, server string) error {
	folder, err := os.MkdirTemp("", "raumbot-load-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for _, size := range strings.Split(sizes, ",") {
		games, err := strconv.Atoi(size)
		if err != nil {
			return err
		}
		for _, db := range []string{filepath.Join(folder, size+".db"), server} {
			if db == "" {
				continue
			}
			if err := fill(context.Background(), db, games, users); err != nil {
				return err
			}
			c := exec.Command(self, "-measure", db, "-games", size, "-users", fmt.Sprint(users), "-moves", fmt.Sprint(moves), "-at-once", fmt.Sprint(atOnce))
			c.Stdout, c.Stderr = os.Stdout, os.Stderr
			if err := c.Run(); err != nil {
				return err
			}
		}
	}
	return nil
}
