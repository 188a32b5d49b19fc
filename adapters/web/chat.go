package web

import (
	"encoding/json"
	"slices"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/signal"
	"raumbot/render"
)

// chat is the conversation in the room: lines for everybody, and lines for one person.
type chat struct {
	mu         sync.Mutex
	lines      []line
	lastNumber int
	changes    int // how often lines have been added, changed or removed
	appended   signal.Broadcast
}

const (
	maxLines       = 400 // lines kept in memory
	maxStoredLines = 100 // lines that survive a restart
)

// line is one line of the chat.
type line struct {
	Number int
	// Event is the form with which a person sent the line, so that it is not added twice.
	Event bot.EventID `json:",omitempty"`
	At    time.Time
	From  string `json:",omitempty"` // empty for the bot
	To    string `json:",omitempty"` // the ID of its only reader; empty for everybody
	// Text has the markup of [bot.Format] if it is from the bot, else it is as typed.
	Text string
	// About is the game or the challenge that the line is about, if others are told of it, too.
	About bot.GameID `json:",omitempty"`
	// Zone and Language are the time zone and the language in which its times are written.
	Zone, Language string               `json:",omitempty"`
	Game           bot.GameID           `json:",omitempty"`
	Buttons        []bot.RenderedButton `json:",omitempty"`
	Options        []bot.RenderedButton `json:",omitempty"` // of a menu
	Prompt         string               `json:",omitempty"`
	File           *bot.RenderedFile    `json:",omitempty"`
	Picture        *bot.Drawing         `json:"-"`
	Alt            string               `json:"-"`
}

// Pieces returns the parts of the text.
func (l line) Pieces() []piece {
	if l.From != "" {
		return []piece{{Text: l.Text}}
	}
	return marked(l.Text, l.Zone, l.Language)
}

// linePart is the data of a template that shows a line, or a part of one, on a page.
type linePart struct {
	Page any
	line
}

// On returns the data of a line's template.
func (l line) On(page any) linePart { return linePart{page, l} }

func newChat() *chat { return &chat{} }

// add appends a line, as [chat.insert] does under the next number.
func (c *chat) add(l line) {
	l.Number = c.reserve()
	c.insert(l)
}

// reserve returns a number for [chat.insert]. A line that is inserted under it stands before all
// lines that are added in the meantime.
func (c *chat) reserve() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lastNumber++
	return c.lastNumber
}

// insert adds a line under a number that was reserved for it, unless there is one of the same
// event. The oldest lines are dropped.
func (c *chat) insert(l line) {
	l.At = time.Now().UTC()
	c.change(func() (changed bool) {
		if l.Event != "" && slices.ContainsFunc(c.lines, func(other line) bool { return other.Event == l.Event }) {
			return false
		}
		i, _ := slices.BinarySearchFunc(c.lines, l.Number, func(l line, number int) int { return l.Number - number })
		c.lines = slices.Insert(c.lines, i, l)
		c.lines = slices.Delete(c.lines, 0, max(0, len(c.lines)-maxLines))
		return true
	})
}

// remove removes the line with a number.
func (c *chat) remove(number int) {
	c.change(func() (changed bool) {
		before := len(c.lines)
		c.lines = slices.DeleteFunc(c.lines, func(l line) bool { return l.Number == number })
		return len(c.lines) < before
	})
}

// change changes the lines by calling what, and wakes their readers if it returns true.
func (c *chat) change(what func() (changed bool)) {
	c.mu.Lock()
	changed := what()
	if changed {
		c.changes++
	}
	c.mu.Unlock()
	if changed {
		c.appended.Send()
	}
}

// Themed reports whether a line's picture follows the colours of the page. It does unless it is an
// animation, or its reader has chosen another theme.
func (l line) Themed() bool {
	p := l.Picture
	return p != nil && p.Film == nil && p.Theme == render.Light && (p.Scene == nil || p.Scene.Theme == render.Light)
}

// lineFor returns a message of the bot as a line, without its picture.
func lineFor(m bot.RenderedMessage) line {
	l := line{Text: m.Text, Zone: m.Zone, Language: m.Language, Buttons: m.Buttons, File: m.File}
	if m.Title != "" || m.Picture != nil && m.Picture.Game == m.Game { // otherwise it is a challenge
		l.Game = m.Game
	}
	if m.Menu != nil {
		l.Prompt, l.Options = m.Menu.Prompt, m.Menu.Options
	}
	return l
}

// removeButtons removes the buttons of all lines about a game, or about the challenge with its
// number.
func (c *chat) removeButtons(about bot.GameID) {
	c.change(func() (changed bool) {
		for i, l := range c.lines {
			if about != 0 && l.About == about && len(l.Buttons) > 0 {
				c.lines[i].Buttons, changed = nil, true
			}
		}
		return changed
	})
}

// addMessage adds a message of the bot to the chat. It leaves out pictures of a game's position,
// and the buttons below them, because the game's page shows the board. If the message has buttons,
// it removes those of earlier messages about the same game.
func (c *chat) addMessage(m bot.RenderedMessage) {
	l := lineFor(m)
	if m.Room == (bot.RoomID{}) || m.Audience == bot.Aside || m.Audience == bot.Private {
		if len(m.To) == 0 {
			return
		}
		l.To = m.To[0].ID
	}
	if d := m.Drawing; d != nil && (m.Picture == nil || m.Picture.Game == 0 || m.Picture.Film || m.Picture.View != "" || m.Picture.Line != nil) {
		l.Picture, l.Alt = d, d.Alt()
	}
	if m.ID != 0 || m.Invitation {
		l.About = m.Game
		if len(m.Buttons) > 0 {
			c.removeButtons(m.Game)
		}
	}
	if m.ID != 0 && m.Picture != nil && m.Picture.Game != 0 && m.Picture.Line == nil {
		l.Buttons = nil // the game's page has its own buttons, except for a proposed move
	}
	c.add(l)
}

// visibleTo returns the lines that a user may read, oldest first.
func (c *chat) visibleTo(to bot.UserID) (all []line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, l := range c.lines {
		if l.To == "" || l.To == to.ID {
			all = append(all, l)
		}
	}
	return all
}

// find returns the line with a number, if the user may read it.
func (c *chat) find(to bot.UserID, number int) (line, bool) {
	for _, l := range c.visibleTo(to) {
		if l.Number == number {
			return l, true
		}
	}
	return line{}, false
}

// version returns a number that differs whenever lines have been added, changed or removed.
func (c *chat) version() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changes
}

// latest returns the lines to keep across a restart.
func (c *chat) latest() []line {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.lines[max(0, len(c.lines)-maxStoredLines):])
}

// restore loads the lines that an earlier run has stored as JSON.
func (c *chat) restore(data []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := json.Unmarshal(data, &c.lines); err != nil {
		return err
	}
	for _, l := range c.lines {
		c.lastNumber = max(c.lastNumber, l.Number)
	}
	return nil
}
