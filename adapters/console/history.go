package console

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"raumbot/bot"
)

// maxHistory is the number of lines kept.
const maxHistory = 1000

// history holds the lines typed at terminals, in a file that only its owner can read. Lines that
// begin with a space are not saved. It implements [golang.org/x/term.History].
type history struct {
	lines []string // oldest first
	file  string   // empty for none
}

// openHistory reads the history. With an error it returns a history that is kept in memory only.
func openHistory(file string) (*history, error) {
	h := &history{}
	if file == "" {
		return h, nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return h, err
	}
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return h, err
	}
	for text := range strings.Lines(string(data)) {
		if text = strings.TrimRight(text, "\n"); bot.Visible(text) == text && text != "" && len(text) <= maxLine {
			h.lines = append(h.lines, text)
		}
	}
	h.lines = h.lines[max(0, len(h.lines)-maxHistory):]
	text := strings.Join(h.lines, "\n")
	if text != "" {
		text += "\n"
	}
	// Written to another file and renamed, so that it is never incomplete or readable by others.
	part, err := os.CreateTemp(filepath.Dir(file), ".history-*")
	if err != nil {
		return h, err
	}
	_, err = part.WriteString(text)
	if err = errors.Join(err, part.Close()); err == nil {
		err = os.Rename(part.Name(), file)
	}
	if err != nil {
		return h, errors.Join(err, os.Remove(part.Name()))
	}
	h.file = file
	return h, nil
}

// Add implements [golang.org/x/term.History].
func (h *history) Add(text string) {
	if strings.TrimSpace(text) == "" || text[0] == ' ' || !utf8.ValidString(text) || h.Len() > 0 && h.At(0) == text {
		return
	}
	h.lines = append(h.lines, text)
	h.lines = h.lines[max(0, len(h.lines)-maxHistory):]
	if h.file == "" || strings.Contains(text, "\n") {
		return
	}
	f, err := os.OpenFile(h.file, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return // known for the rest of the session
	}
	_, _ = f.WriteString(text + "\n") // not worth an error message during a game
	_ = f.Close()
}

// Len implements [golang.org/x/term.History].
func (h *history) Len() int { return len(h.lines) }

// At implements [golang.org/x/term.History].
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }
