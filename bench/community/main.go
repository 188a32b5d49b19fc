// Command community runs the long forms of the simulations of votes, matches, simuls, seasons of
// leagues and daily puzzles, which play through the whole bot on a bent clock. They are tests of
// package raumbot/bot/service, whose short forms run with the others:
//
//	cd bench && go run ./community | tee community/worlds.txt
//
// With names as arguments it runs only those. A line of the output has the figures of a simulation.
// They depend on the seeds alone. The program fails if a simulation finds a fault, such as a
// turn with two moves or a streak that is lost.
package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// simulations are the names of the tests.
var simulations = []string{"TestAssembly", "TestMatchOfTwenty", "TestSimulOfTwenty", "TestLeague", "TestLeagueKilled", "TestSixtyDaysOfPuzzles"}

func main() {
	if len(os.Args) > 1 {
		simulations = os.Args[1:]
	}
	cmd := exec.Command("go", "test", "-count", "1", "-v", "-timeout", "2h", "-run", "^("+strings.Join(simulations, "|")+")$", "./bot/service", "-long")
	cmd.Dir, cmd.Stderr = "..", os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fail(err)
	}
	figures, passed := map[string][]string{}, 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		switch words := strings.Fields(lines.Text()); {
		case len(words) == 5 && words[1] == "ATTR":
			figures[words[2]] = append(figures[words[2]], words[3]+" "+words[4])
		case len(words) > 2 && words[1] == "PASS:" && slices.Contains(simulations, words[2]):
			passed++
		case len(words) > 1 && words[1] == "FAIL:":
			fmt.Fprintln(os.Stderr, lines.Text())
		}
	}
	if err := cmd.Wait(); err != nil {
		fail(err)
	}
	if passed != len(simulations) {
		fail(fmt.Errorf("%d of %d simulations were run", passed, len(simulations)))
	}
	for _, name := range simulations {
		fmt.Printf("%s: no fault; %s\n", name, strings.Join(figures[name], ", "))
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
