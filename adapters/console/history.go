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

// maxHistory is how many lines of the history are kept.
const maxHistory = 1000

// history is what has been typed at terminals, kept in a file that its owner alone can read. Lines that begin with a space are not
// kept. It implements [golang.org/x/term.History].
type history struct {
	lines []string // oldest first
	file  string   // none if it is empty
}

// openHistory reads a history. After an error, the history is kept in memory only.
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
	// Renamed into place, so that it is never half written nor open to others.
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
		return // the line is known until the end
	}
	_, _ = f.WriteString(text + "\n") // a line that is not kept is no reason to complain while somebody plays
	_ = f.Close()
}

// Len implements [golang.org/x/term.History].
func (h *history) Len() int { return len(h.lines) }

// At implements [golang.org/x/term.History].
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }
