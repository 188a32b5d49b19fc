// Package uci lets programs use the engine: the Universal Chess Interface
// on two streams, with UCI_Variant for the game, position lines instead of FEN, and moves in
// canonical text.
package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"raumbot/bot/engine"
	"raumbot/rules"
)

// maxLine is the greatest length of a line of input, in bytes: a position line and some thousand moves.
const maxLine = 1 << 20

// Bounds of the options.
const (
	leastHash, mostHash = 1, 4096 // MB
	mostLines           = 500
)

// A session is one UCI session.
type session struct {
	version string
	ctx     context.Context
	write   sync.Mutex // one line at a time
	out     io.Writer
	variant *rules.Variant
	// game is nil after an invalid position.
	game  *rules.Game
	hash  int // MB
	lines int
	// search is the running search, nil if there is none.
	search *search
}

// search is a running search.
type search struct {
	stop     context.CancelFunc
	infinite bool
	answered atomic.Bool // set just before the answer is written
	done     chan struct{}
}

// Run handles the commands on in until quit, the end of the input or of the context.
// It reads commands while a search is running; at the end of the input it waits
// for a search that is limited.
func Run(ctx context.Context, in io.Reader, out io.Writer, version string) error {
	s := &session{version: version, ctx: ctx, out: out, variant: rules.Variants()[0], hash: engine.DefaultHash >> 20, lines: 1}
	s.game = rules.NewGame(s.variant)
	ended, end := context.WithCancel(ctx)
	defer end()
	lines := make(chan input)
	go readLines(ended, in, lines)
	var waiting [][]string // commands that wait for the end of a search
	for lines != nil || len(waiting) > 0 {
		var done chan struct{}
		if s.search != nil {
			done = s.search.done
		}
		if len(waiting) > 0 && !s.mustWait(waiting[0]) {
			words := waiting[0]
			if waiting = waiting[1:]; !s.obey(words) {
				break
			}
			continue
		}
		select {
		case line, ok := <-lines:
			words := strings.Fields(line.text)
			switch {
			case !ok:
				lines = nil
			case line.err != nil:
				s.finish(true)
				return line.err
			case line.long:
				s.say("info string a line has at most %d characters", maxLine)
			case s.mustWait(words) || len(waiting) > 0 && !urgent(words):
				waiting = append(waiting, words)
			case !s.obey(words):
				s.finish(true)
				return nil
			}
		case <-done:
			s.finish(true)
		case <-ctx.Done():
			s.finish(true)
			return nil
		}
	}
	s.finish(false)
	return nil
}

// input is a line of the input, or the error that ends it.
type input struct {
	text string
	long bool // it was longer than maxLine, and is left out
	err  error
}

// readLines sends the lines of in, and closes the channel at its end.
func readLines(ctx context.Context, in io.Reader, to chan<- input) {
	defer close(to)
	reader := bufio.NewReaderSize(in, maxLine)
	for {
		text, cut, err := reader.ReadLine()
		line := input{text: string(text), long: cut}
		for cut && err == nil {
			_, cut, err = reader.ReadLine()
		}
		if line.err = err; errors.Is(err, io.EOF) {
			return
		}
		select {
		case to <- line:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// mustWait reports whether a command has to wait for the running search: another search, behind one that ends by
// itself. So a script gets whole answers.
func (s *session) mustWait(words []string) bool {
	return s.search != nil && !s.search.infinite && !s.search.answered.Load() && commandOf(words) == "go"
}

// urgent reports whether a command does not wait behind others.
func urgent(words []string) bool {
	switch commandOf(words) {
	case "stop", "isready", "quit":
		return true
	}
	return false
}

// commandOf returns the first word that is a command, empty if there is none.
func commandOf(words []string) string {
	for _, word := range words {
		if slices.Contains(commands, word) {
			return word
		}
	}
	return ""
}

var commands = []string{"uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "quit"}

// say writes a line.
func (s *session) say(format string, args ...any) {
	s.write.Lock()
	defer s.write.Unlock()
	fmt.Fprintf(s.out, format+"\n", args...)
}

// obey runs one command; unknown words are ignored. It returns false for
// quit.
func (s *session) obey(words []string) bool {
	for len(words) > 0 {
		rest := words[1:]
		switch words[0] {
		case "uci":
			s.introduce()
		case "isready":
			s.say("readyok")
		case "ucinewgame":
			// Every search begins with an empty table.
		case "setoption":
			s.setOption(rest)
		case "position":
			s.position(rest)
		case "go":
			s.finish(true)
			s.begin(rest)
		case "stop":
			s.finish(true)
		case "quit":
			return false
		default:
			words = rest
			continue
		}
		return true
	}
	return true
}

func (s *session) introduce() {
	s.say("id name raumbot %s", s.version)
	s.say("id author the authors of raumbot")
	var names strings.Builder
	for _, v := range rules.Variants() {
		names.WriteString(" var " + v.Name)
	}
	s.say("option name UCI_Variant type combo default %s%s", s.variant.Name, names.String())
	s.say("option name MultiPV type spin default 1 min 1 max %d", mostLines)
	s.say("option name Hash type spin default %d min %d max %d", engine.DefaultHash>>20, leastHash, mostHash)
	s.say("option name Threads type spin default 1 min 1 max 1")
	s.say("uciok")
}

// setOption parses "name NAME value VALUE".
func (s *session) setOption(words []string) {
	name, value, _ := strings.Cut(strings.TrimPrefix(strings.Join(words, " "), "name "), " value ")
	switch strings.ToLower(name) {
	case "uci_variant":
		v, err := rules.Find(value)
		if err != nil {
			s.say("info string %v", err)
			return
		}
		s.variant, s.game = v, rules.NewGame(v)
	case "multipv":
		s.number(name, value, 1, mostLines, &s.lines)
	case "hash":
		s.number(name, value, leastHash, mostHash, &s.hash)
	case "threads":
		one := 1
		s.number(name, value, 1, 1, &one)
	default:
		s.say("info string there is no option %.40q", name)
	}
}

func (s *session) number(name, value string, least, most int, to *int) {
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		s.say("info string %s is a number from %d to %d, not %.20q", name, least, most, value)
		return
	}
	*to = n
}

// position parses "startpos|line LINE [moves MOVE...]".
func (s *session) position(words []string) {
	game, err := s.readPosition(words)
	s.game = game
	if err != nil {
		s.say("info string %v", err)
	}
}

func (s *session) readPosition(words []string) (*rules.Game, error) {
	if len(words) == 0 {
		return nil, errors.New("say position startpos or position line LINE, and then moves MOVE ... if there are any")
	}
	moves := len(words)
	for i, word := range words {
		if word == "moves" {
			moves = i
			break
		}
	}
	var game *rules.Game
	switch words[0] {
	case "startpos":
		if moves > 1 {
			return nil, fmt.Errorf("behind startpos comes moves, or nothing, not %.20q", words[1])
		}
		game = rules.NewGame(s.variant)
	case "line":
		p, err := rules.ReadPosition(s.variant, strings.Join(words[1:moves], " "))
		if err != nil {
			return nil, err
		}
		game = rules.NewGameFrom(p)
	default:
		return nil, fmt.Errorf("a position begins with startpos or line, not %.20q", words[0])
	}
	for _, word := range words[min(moves+1, len(words)):] {
		m, err := game.Position().ReadMove(word)
		if err == nil {
			err = game.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d, %.40q: %w", game.Ply()+1, word, err)
		}
	}
	return game, nil
}

// finish ends the running search, if there is one: immediately if stop is set or it
// is unlimited, else when it is done.
func (s *session) finish(stop bool) {
	if s.search == nil {
		return
	}
	if stop || s.search.infinite {
		s.search.stop()
	}
	<-s.search.done
	s.search = nil
}

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

// begin starts a search.
func (s *session) begin(words []string) {
	if s.game == nil {
		s.say("info string there is no position to search: give one with position")
		s.say("bestmove (none)")
		return
	}
	o, err := s.readOrder(words)
	if err != nil {
		s.say("info string %v", err)
		s.say("bestmove (none)")
		return
	}
	game := s.game
	engine.Prepare(s.game.Position().Variant()) // not part of the measured time
	if !o.infinite && o.limits == (engine.Limits{Lines: s.lines}) && o.budget(game.Position().Turn()) == 0 {
		o.infinite = true
	}
	var ctx context.Context
	var cancel context.CancelFunc
	if limit := o.budget(game.Position().Turn()); limit > 0 && !o.infinite {
		ctx, cancel = context.WithTimeout(s.ctx, limit)
	} else {
		ctx, cancel = context.WithCancel(s.ctx)
	}
	running := &search{stop: cancel, infinite: o.infinite, done: make(chan struct{})}
	s.search = running
	hash := s.hash << 20
	go func() {
		defer close(running.done)
		defer cancel()
		s.think(ctx, game, hash, o, &running.answered)
	}()
}

// think searches and prints the result. It accesses nothing of the session except
// its output.
func (s *session) think(ctx context.Context, game *rules.Game, hash int, o order, answered *atomic.Bool) {
	began := time.Now()
	v := game.Position().Variant()
	result := engine.New(hash).Search(ctx, game, o.limits, func(info engine.Info) { s.tell(v, info, time.Since(began)) })
	if o.infinite {
		<-ctx.Done()
	}
	answered.Store(true)
	best, ok := result.Best()
	if !ok {
		s.say("info depth 0 score %s", ended(game.Position()))
		s.say("bestmove (none)")
		return
	}
	s.say("bestmove %s", v.Text(best))
}

// ended returns the score of a position without legal moves.
func ended(p *rules.Position) string {
	if _, won := p.Winner(); won {
		return "mate 0"
	}
	return "cp 0"
}

// tell prints the result of an iteration, a line for each of the moves.
func (s *session) tell(v *rules.Variant, info engine.Info, took time.Duration) {
	milliseconds := max(1, took.Milliseconds())
	for i, line := range info.Lines {
		var moves strings.Builder
		for _, m := range line.Moves {
			moves.WriteString(" " + v.Text(m))
		}
		s.say("info depth %d seldepth %d multipv %d score %s nodes %d nps %d time %d pv%s", info.Depth, info.Selective, i+1, line.Score,
			info.Nodes, info.Nodes*1000/uint64(milliseconds), milliseconds, moves.String())
	}
}
