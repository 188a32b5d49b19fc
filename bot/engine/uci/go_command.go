package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"raumbot/bot/engine"
	"raumbot/rules"
)

// goParams holds the parameters of the command go.
type goParams struct {
	limits   engine.Limits
	time     time.Duration
	infinite bool
	// ponder makes the search wait until it is told that the move on which it ponders was played.
	ponder bool
	// clock and gain are each side's time and increment. toGo is the number of moves to the next time
	// control.
	clock, gain [2]time.Duration
	toGo        int
}

// maxNumber limits the numbers after go.
const maxNumber int64 = 1 << 40

func (s *session) readGo(words []string) (goParams, error) {
	o := goParams{limits: engine.Limits{Lines: s.lines}}
	numbers := map[string]func(n int64){
		"nodes":     func(n int64) { o.limits.Nodes = uint64(n) },
		"depth":     func(n int64) { o.limits.Depth = small(n) },
		"mate":      func(n int64) { o.limits.Mate = small(n) },
		"movetime":  func(n int64) { o.time = milliseconds(n) },
		"wtime":     func(n int64) { o.clock[rules.White] = milliseconds(n) },
		"btime":     func(n int64) { o.clock[rules.Black] = milliseconds(n) },
		"winc":      func(n int64) { o.gain[rules.White] = milliseconds(n) },
		"binc":      func(n int64) { o.gain[rules.Black] = milliseconds(n) },
		"movestogo": func(n int64) { o.toGo = small(n) },
	}
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "infinite":
			o.infinite = true
		case "ponder":
			o.ponder = true
		case "searchmoves":
			moves, err := s.readMoves(words[i+1:], func(word string) bool {
				return numbers[word] != nil || word == "infinite" || word == "ponder"
			})
			if err != nil {
				return o, err
			}
			o.limits.Moves = moves
			i += len(moves)
		}
		set, ok := numbers[words[i]]
		if !ok {
			continue
		}
		i++
		n, err := readNumber(words[i-1], strings.Join(words[i:min(i+1, len(words))], ""))
		if err != nil {
			return o, err
		}
		set(n)
	}
	if o.limits.Nodes == 0 && o.limits.Depth == 0 && o.limits.Mate == 0 && o.budget(s.game.Position().Turn()) == 0 {
		o.infinite = true
	}
	return o, nil
}

// readMoves reads legal moves up to a word for which ends returns true.
func (s *session) readMoves(words []string, ends func(word string) bool) (moves []rules.Move, err error) {
	for _, word := range words {
		if ends(word) {
			break
		}
		m, err := s.game.Position().ReadMove(word)
		if err != nil {
			return nil, fmt.Errorf("go searchmoves, %.40q: %w", word, err)
		}
		moves = append(moves, m)
	}
	if len(moves) == 0 {
		return nil, errors.New("go searchmoves wants the moves to search")
	}
	return moves, nil
}

// readNumber reads the number after a word of go.
func readNumber(word, value string) (int64, error) {
	n, err := strconv.ParseInt(value, 10, 64)
	switch word { // programs also send the negative rest of a clock that has run out
	case "wtime", "btime":
		n = max(n, 1)
	case "winc", "binc":
		n = max(n, 0)
	}
	if err != nil || n > maxNumber || n < 1 && !strings.HasSuffix(word, "inc") {
		return 0, fmt.Errorf("go %s wants a number above 0, not %.20q", word, value)
	}
	return n, nil
}

// small returns a number of plies or moves, limited to 65,536; more make no difference.
func small(n int64) int { return int(min(n, 1<<16)) }

func milliseconds(n int64) time.Duration {
	return time.Duration(min(n, 1<<31)) * time.Millisecond
}

// margin returns the part of a move's time that is reserved for the latency of the answer.
func margin(share time.Duration) time.Duration { return min(10*time.Millisecond, share/4) }

// budget returns how long the search may take, 0 for no limit.
func (o goParams) budget(turn rules.Side) time.Duration {
	share := o.time
	if clock := o.clock[turn]; share == 0 && clock > 0 {
		moves := 30
		if o.toGo > 0 {
			moves = min(moves, o.toGo)
		}
		share = min(clock/time.Duration(moves)+o.gain[turn]*3/4, clock/2)
	}
	return share - margin(share)
}
