package web

import (
	"fmt"
	"testing"

	"raumbot/bot"
)

// TestOwnLineComesFirst has the bot say something while it has not yet decided for whom a line is.
// The line stands above that, and the readers of the chat learn of it.
func TestOwnLineComesFirst(t *testing.T) {
	c := newChat()
	c.add(line{Text: "before"})
	own := c.reserve()
	c.add(line{Text: "the game begins"})
	known, grown := c.version(), c.appended.Next()
	c.insert(line{Number: own, From: "ana", Text: "accept"})
	select {
	case <-grown:
	default:
		t.Error("nobody is told of the line")
	}
	if c.version() == known {
		t.Error("the chat is taken for the one before the line")
	}
	said := func() (all []string) {
		for _, l := range c.visibleTo(bot.UserID{ID: "ana"}) {
			all = append(all, l.Text)
		}
		return all
	}
	if got := fmt.Sprint(said()); got != "[before accept the game begins]" {
		t.Errorf("the chat reads %s", got)
	}
	c.remove(own)
	if got := fmt.Sprint(said()); got != "[before the game begins]" {
		t.Errorf("without the line the chat reads %s", got)
	}
	c.add(line{Text: "challenge", About: 1, Buttons: []bot.RenderedButton{{Label: "Accept"}}})
	known = c.version()
	c.removeButtons(2)
	if c.version() != known {
		t.Error("the chat is taken for another when nothing of it has changed")
	}
	if c.removeButtons(1); c.version() == known {
		t.Error("the chat is taken for the one with the buttons")
	}
	for i := range 2 * maxLines {
		c.add(line{Text: fmt.Sprint(i)})
	}
	if all := said(); len(all) != maxLines || all[maxLines-1] != fmt.Sprint(2*maxLines-1) {
		t.Errorf("%d lines are kept, the last of which is %s", len(all), all[len(all)-1])
	}
}

// TestProposalKeepsItsButtons adds a message about the position of a game, whose page has buttons
// of its own, and one that proposes a move, below which people vote.
func TestProposalKeepsItsButtons(t *testing.T) {
	vote := []bot.RenderedButton{{Label: "Vote", Command: "vote 1 ab2-ab3"}}
	for _, c := range []struct {
		line  []string
		shown int
	}{{nil, 0}, {[]string{"ab2-ab3"}, 1}} {
		chat := newChat()
		m := bot.RenderedMessage{Text: "Game 1", Buttons: vote}
		m.ID, m.Game, m.Room, m.Picture = 1, 1, bot.RoomID{Platform: Platform, ID: "room"}, &bot.Picture{Game: 1, Line: c.line}
		chat.addMessage(m)
		if lines := chat.visibleTo(bot.UserID{}); len(lines) != 1 || len(lines[0].Buttons) != c.shown {
			t.Errorf("with the line %v: %+v", c.line, lines)
		}
	}
}
