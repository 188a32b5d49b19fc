package uci

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"raumbot/bot/engine"
	"raumbot/rules"
)

// An order holds the parameters of go.
type order struct {
	limits   engine.Limits
	time     time.Duration
	infinite bool
	// clock and gain are each side's time and increment, toGo the number of moves to the next time control.
	clock, gain [2]time.Duration
	toGo        int
}

// mostNumber limits the numbers after go.
const mostNumber = 1 << 40

func (s *session) readOrder(words []string) (order, error) {
	o := order{limits: engine.Limits{Lines: s.lines}}
	numbers := map[string]func(n int){
		"nodes":     func(n int) { o.limits.Nodes = uint64(n) },
		"depth":     func(n int) { o.limits.Depth = n },
		"mate":      func(n int) { o.limits.Mate = n },
		"movetime":  func(n int) { o.time = milliseconds(n) },
		"wtime":     func(n int) { o.clock[rules.White] = milliseconds(n) },
		"btime":     func(n int) { o.clock[rules.Black] = milliseconds(n) },
		"winc":      func(n int) { o.gain[rules.White] = milliseconds(n) },
		"binc":      func(n int) { o.gain[rules.Black] = milliseconds(n) },
		"movestogo": func(n int) { o.toGo = n },
	}
	for i := 0; i < len(words); i++ {
		set, ok := numbers[words[i]]
		if !ok {
			o.infinite = o.infinite || words[i] == "infinite"
			continue
		}
		value := ""
		if i++; i < len(words) {
			value = words[i]
		}
		n, err := strconv.Atoi(value)
		switch words[i-1] { // programs also send what is left on a clock that has run out
		case "wtime", "btime":
			n = max(n, 1)
		case "winc", "binc":
			n = max(n, 0)
		}
		if err != nil || n > mostNumber || n < 1 && !strings.HasSuffix(words[i-1], "inc") {
			return o, fmt.Errorf("go %s wants a number above 0, not %.20q", words[i-1], value)
		}
		set(n)
	}
	return o, nil
}

func milliseconds(n int) time.Duration {
	return time.Duration(min(n, 1<<31)) * time.Millisecond
}

// margin is subtracted from the time of a move for the latency of the answer.
const margin = 10 * time.Millisecond

// budget returns how long the search may take, 0 for no limit.
func (o order) budget(turn rules.Side) time.Duration {
	if o.time > 0 {
		return max(time.Millisecond, o.time-margin)
	}
	clock := o.clock[turn]
	if clock == 0 {
		return 0
	}
	moves := 30
	if o.toGo > 0 {
		moves = min(moves, o.toGo)
	}
	share := clock/time.Duration(moves) + o.gain[turn]*3/4
	return max(time.Millisecond, min(share, clock/2)-margin)
}
