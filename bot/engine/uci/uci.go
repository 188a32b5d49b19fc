// Package uci lets programs use the engine: the Universal Chess Interface on two streams, with
// UCI_Variant for the game, position lines instead of FEN, and moves in canonical text.
//
//	uci.go input.go   a session: lines of input, and the commands in them
//	option.go position.go go_command.go   what setoption, position and go say
//	search.go   the running search and its answer
//	client.go   another program that speaks UCI
package uci

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"raumbot/bot/engine"
	"raumbot/rules"
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
	// engine searches one position at a time. It keeps its table, because allocating a large one takes
	// long.
	engine *engine.Engine
	// search is the running search, nil if there is none.
	search *search
	// prepare computes what is needed to search a variant, unless that has been done. It may take a
	// second.
	prepare func(*rules.Variant)
}

// Run handles the commands on in until quit, the end of the input or of the context. It reads
// commands while a search is running. At the end of the input it waits for a search that is
// limited.
func Run(ctx context.Context, in io.Reader, out io.Writer, version string) error {
	return newSession(ctx, out, version).run(in)
}

func newSession(ctx context.Context, out io.Writer, version string) *session {
	s := &session{version: version, ctx: ctx, out: out, variant: rules.Variants()[0], hash: engine.DefaultHash >> 20, lines: 1, engine: engine.New(engine.DefaultHash), prepare: engine.Prepare}
	s.game = rules.NewGame(s.variant)
	return s
}

func (s *session) run(in io.Reader) error {
	ended, end := context.WithCancel(s.ctx)
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
			case commandOf(words) == "stop":
				s.finish(true)
				s.drop(waiting)
				waiting = nil
			case s.mustWait(words) || len(waiting) > 0 && !urgent(words):
				waiting = append(waiting, words)
			case !s.obey(words):
				s.finish(true)
				return nil
			}
		case <-done:
			s.finish(true)
		case <-s.ctx.Done():
			s.finish(true)
			return nil
		}
	}
	s.finish(false)
	return nil
}

// mustWait reports whether a command has to wait for the running search. A search waits behind
// another that ends by itself, so that a script gets complete answers. stop ends the waiting
// searches as well.
func (s *session) mustWait(words []string) bool {
	return s.search != nil && !s.search.open() && !s.search.answered.Load() && commandOf(words) == "go"
}

// say writes a line.
func (s *session) say(format string, args ...any) {
	s.write.Lock()
	defer s.write.Unlock()
	fmt.Fprintf(s.out, format+"\n", args...)
}

// obey runs one command and ignores unknown words. It returns false for quit.
func (s *session) obey(words []string) bool {
	for len(words) > 0 {
		rest := words[1:]
		switch words[0] {
		case "uci":
			s.introduce()
		case "isready":
			if s.search == nil || s.search.answered.Load() { // a search prepares the variant itself
				s.prepare(s.variant)
			}
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
		case "ponderhit":
			s.hit()
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
