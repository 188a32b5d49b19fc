// Command league plays leagues by the rules of package raumbot/bot/league, with outages of the bot,
// and with players who sit out, withdraw, vanish or are forgotten:
//
//	cd bench && go run ./league -players 200 -seasons 10 -seeds 1,2,3 | tee league/seasons.txt
//
// Ranges of places are shown after each result. The program fails if a final place was outside one
// of them, if one has widened, or if somebody has moved too far between two seasons. A line of the
// output tells what has happened with a seed. The times come last.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"raumbot/bot/league/leaguetest"
)

func main() {
	players := flag.Int("players", 200, "how many players a season has")
	seasons := flag.Int("seasons", 10, "how many seasons are played")
	seeds := flag.String("seeds", "1", "seeds of the random numbers, one for each league")
	flag.Parse()
	fmt.Println("# seed, seasons, divisions, games, tables shown, exact ones, on time, adjudicated, not begun, withdrawn, forgotten, sat out, up, down, outages, seconds, longest table in ms")
	for _, word := range strings.Split(*seeds, ",") {
		seed, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			fail(fmt.Errorf("no seed: %q", word))
		}
		began := time.Now()
		r, err := leaguetest.Play(*players, *seasons, seed)
		if err != nil {
			fail(fmt.Errorf("seed %d: %w", seed, err))
		}
		fmt.Println(seed, r.Seasons, r.Divisions, r.Games, r.Tables, r.Exact, r.OnTime, r.Adjudicated, r.NotBegun, r.Withdrawn, r.Forgotten, r.SatOut, r.Up, r.Down,
			r.Outages, time.Since(began).Round(time.Second).Seconds(), r.Longest.Milliseconds())
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
