package main

import (
	"bufio"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// peerTime is how many times longer than the engine a peer searches, so that the time of its start
// does not matter.
const peerTime = 5

// peerNodes has a program that speaks UCI search the start of chess in one thread, and returns how
// many nodes it has visited, and the time of the processor that it took.
func peerNodes(command string, limit time.Duration) (nodes float64, spent time.Duration, err error) {
	words := strings.Fields(command)
	cmd := exec.Command(words[0], words[1:]...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return 0, 0, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return 0, 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, 0, err
	}
	fmt.Fprintf(stdin, "uci\nsetoption name Hash value 16\nsetoption name Threads value 1\nucinewgame\nposition startpos\ngo movetime %d\n", (peerTime * limit).Milliseconds())
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		words := strings.Fields(lines.Text())
		for i, word := range words {
			if word == "nodes" && i+1 < len(words) && words[0] == "info" {
				if n, err := strconv.ParseFloat(words[i+1], 64); err == nil {
					nodes = n
				}
			}
		}
		if len(words) > 0 && words[0] == "bestmove" {
			break
		}
	}
	fmt.Fprintln(stdin, "quit")
	if err := cmd.Wait(); err != nil {
		return 0, 0, err
	}
	return nodes, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}
