package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/term"
)

// Terminal is a terminal with line editing, completion and history. What is written to it appears
// above the line being typed.
type Terminal struct {
	*term.Terminal
	in, out *os.File
	before  *term.State // to restore on Close
	// complete returns completions of the last word of a text; nil disables completion.
	complete func(text string) []string
	prompts  chan string // the prompt of each line that is requested
	reading  atomic.Bool // whether a prompt is shown
}

// OpenTerminal puts a terminal into raw mode until Close. The history is kept in historyFile, or
// only in memory if that is empty.
func OpenTerminal(in, out *os.File, historyFile string) (*Terminal, error) {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return nil, err
	}
	t := &Terminal{in: in, out: out, before: before, prompts: make(chan string, 1)}
	t.Terminal = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, out}, "")
	t.History, err = openHistory(historyFile)
	t.AutoCompleteCallback = t.key
	if err != nil {
		fmt.Fprintf(t, "raumbot: what you type is not kept for the next time: %v.\n", err)
	}
	return t, nil
}

// Close restores the terminal.
func (t *Terminal) Close() error {
	var err error
	if t.reading.Load() {
		_, err = t.out.WriteString("\r\n")
	}
	return errors.Join(err, term.Restore(int(t.in.Fd()), t.before))
}

// lines returns the lines that are read, one for each prompt. The channel is closed at the end of
// the input and when ctx ends.
func (t *Terminal) lines(ctx context.Context) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		for n := 1; ; n++ {
			select {
			case <-ctx.Done():
				return
			case prompt := <-t.prompts:
				t.SetPrompt(prompt)
			}
			if width, height, err := term.GetSize(int(t.out.Fd())); err == nil && width > 0 {
				_ = t.SetSize(width, height) // it may have been resized; a write error will recur
			}
			t.reading.Store(true)
			text, err := t.ReadLine()
			l := line{text: []byte(text), number: n}
			switch {
			case errors.Is(err, io.EOF):
				return
			case err != nil && !errors.Is(err, term.ErrPasteIndicator):
				l.err = fmt.Errorf("the input cannot be read: %w", err)
			}
			t.reading.Store(false)
			select {
			case lines <- l:
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

const tab = '\t'

// key completes the word before the cursor when Tab is pressed, up to the longest common prefix of
// all completions. If that adds nothing, it lists the completions.
func (t *Terminal) key(text string, at int, key rune) (string, int, bool) {
	if key != tab || t.complete == nil {
		return "", 0, false
	}
	before, after := text[:at], text[at:]
	all := t.complete(before)
	word := before[strings.LastIndexAny(before, " ")+1:]
	if len(all) == 0 {
		return text, at, true
	}
	common := commonPrefix(all)
	if len(all) == 1 {
		common += " "
		after = strings.TrimPrefix(after, " ")
	}
	if utf8.RuneCountInString(common) <= utf8.RuneCountInString(word) {
		fmt.Fprintln(t, t.columns(all))
		return text, at, true
	}
	before = before[:len(before)-len(word)] + common
	return before + after, len(before), true
}

// commonPrefix returns the longest common prefix of words.
func commonPrefix(words []string) string {
	prefix := words[0]
	for _, word := range words[1:] {
		for !strings.HasPrefix(word, prefix) {
			_, size := utf8.DecodeLastRuneInString(prefix)
			prefix = prefix[:len(prefix)-size]
		}
	}
	return prefix
}

// maxListed is the greatest number of completions listed.
const maxListed = 100

// columns arranges words in columns.
func (t *Terminal) columns(words []string) string {
	more := len(words) - maxListed
	words = words[:min(len(words), maxListed)]
	width := 80
	if w, _, err := term.GetSize(int(t.out.Fd())); err == nil && w > 0 {
		width = w
	}
	cell := utf8.RuneCountInString(slices.MaxFunc(words, func(a, b string) int { return utf8.RuneCountInString(a) - utf8.RuneCountInString(b) })) + 2
	perLine := max(1, width/cell)
	var out strings.Builder
	for i, word := range words {
		switch {
		case i > 0 && i%perLine == 0:
			out.WriteByte('\n')
		case i > 0:
			out.WriteString(strings.Repeat(" ", cell-utf8.RuneCountInString(words[i-1])))
		}
		out.WriteString(printable(word))
	}
	if more > 0 {
		fmt.Fprintf(&out, "  … +%d", more)
	}
	return out.String()
}
