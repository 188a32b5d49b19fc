package service_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestLogHasPages reads the log of a long game page by page, from the newest to the first and back.
func TestLogHasPages(t *testing.T) {
	s := newStage(t, "")
	s.say("alice: challenge bob raumschach white")
	s.say("bob: accept")
	playRandomly(t, s, 81)
	var pages []string
	text := "log 1"
	for text != "" {
		m := s.service.Respond(context.Background(), saying("carol", text)).Answer[0]
		pages = append(pages, m.Text)
		text = ""
		if m.Buttons[0].Label == "Earlier moves" {
			text = m.Buttons[0].Command
		} else if last := m.Buttons[len(m.Buttons)-1]; last.Command != "log 1 page 2" || last.Label != "Later moves" {
			t.Errorf("the first page leads on to %v", last)
		}
	}
	// challenge, accept, 41 lines of moves
	if len(pages) != 2 || !strings.Contains(pages[0], "Page 2 of 2") || !strings.Contains(pages[1], "Page 1 of 2") {
		t.Fatalf("the pages are %q", pages)
	}
	if !strings.HasSuffix(pages[1], "\n28. "+words(pages[1], "28.")) || !strings.Contains(pages[0], "\n29. ") || !strings.Contains(pages[0], "\n41. ") {
		t.Errorf("the moves are not all on the pages: %q", pages)
	}
	_, err := s.service.Handle(context.Background(), saying("carol", "log 1 page 3"))
	if p := (*bot.Problem)(nil); !errors.As(err, &p) || p.Kind != bot.Unknown {
		t.Errorf("a page that is not there: %v", err)
	}
}

// words returns the rest of the line after the number of a move on a page.
func words(page, number string) string {
	_, rest, _ := strings.Cut(page, "\n"+number+" ")
	line, _, _ := strings.Cut(rest, "\n")
	return line
}
