package console

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

// maxLine is the greatest length of a line, in bytes. Longer ones are refused.
const maxLine = 64 << 10

// line is a line of the input.
type line struct {
	text    []byte
	number  int
	tooLong bool
	err     error // the error that ended the input
}

// readLines reads lines in the background, so that a console waiting for input can
// still be stopped. The channel is closed at the end of the input.
func readLines(ctx context.Context, in io.Reader) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, maxLine)
		for n := 1; ; n++ {
			l, ok := readLine(r)
			if !ok {
				return
			}
			l.number = n
			select {
			case lines <- l:
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// readLine reads one line without its newline. It returns false at the end of the input.
// It skips the part of a line that exceeds maxLine.
func readLine(r *bufio.Reader) (line, bool) {
	var l line
	part, more, err := r.ReadLine()
	switch {
	case errors.Is(err, io.EOF):
		return l, false
	case err != nil:
		l.err = fmt.Errorf("the input cannot be read: %w", err)
		return l, true
	}
	l.text, l.tooLong = bytes.Clone(part), more
	for more && err == nil {
		_, more, err = r.ReadLine()
	}
	return l, true // an error after the line is returned by the next read
}
