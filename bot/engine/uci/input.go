package uci

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
)

// maxLine is the maximum length of a line of input, in bytes: a position line and some thousand
// moves.
const maxLine = 1 << 20

// input is a line of the input, or the error that ends it.
type input struct {
	text string
	long bool // it was longer than maxLine, and has been dropped
	err  error
}

// readLines sends the lines of in, and closes the channel at the end of in.
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

// commandOf returns the first word that is a command, empty if there is none.
func commandOf(words []string) string {
	for _, word := range words {
		if slices.Contains(commands, word) {
			return word
		}
	}
	return ""
}

var commands = []string{"uci", "isready", "ucinewgame", "setoption", "position", "go", "ponderhit", "stop", "quit"}

// urgent reports whether a command does not wait behind others.
func urgent(words []string) bool {
	switch commandOf(words) {
	case "stop", "isready", "ponderhit", "quit":
		return true
	}
	return false
}
