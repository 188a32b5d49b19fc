package web

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/signal"
	"raumbot/render"
)

// chat is the conversation in the room: lines for everybody, and lines for one person.
type chat struct {
	mu    sync.Mutex
	lines []line
	next  int
	names map[string]string // of everybody who has been in the room, by folded name
	grown signal.Broadcast
}

// maxLines is how many lines are kept in memory, keptLines how many survive a restart.
const maxLines, keptLines = 400, 100

// line is one line of the chat.
type line struct {
	Number int
	At     time.Time
	From   string `json:",omitempty"` // empty for the bot
	To     string `json:",omitempty"` // the ID of its only reader; empty for everybody
	// Text has the markup of [bot.Format] if it is from the bot, else it is as typed.
	Text string
	// Zone and Language are those in which its times are told.
	Zone, Language string       `json:",omitempty"`
	Game           bot.GameID   `json:",omitempty"`
	Buttons        []bot.Button `json:",omitempty"`
	Options        []bot.Button `json:",omitempty"` // of a menu
	Prompt         string       `json:",omitempty"`
	File           *bot.File    `json:",omitempty"`
	Picture        *bot.Drawing `json:"-"`
	Alt            string       `json:"-"`
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

func newChat() *chat { return &chat{names: map[string]string{}} }

// add appends a line with the next number. The oldest are dropped. The caller does not hold mu.
func (c *chat) add(l line) {
	c.mu.Lock()
	c.next++
	l.Number, l.At = c.next, time.Now().UTC()
	if len(c.lines) >= maxLines {
		c.lines = slices.Delete(c.lines, 0, len(c.lines)-maxLines+1)
	}
	c.lines = append(c.lines, l)
	c.mu.Unlock()
	c.grown.Send()
}

// meet records that a person has been in the room.
func (c *chat) meet(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.names[bot.FoldName(name)] = name
}

// people returns the names of everybody who has been in the room, sorted.
func (c *chat) people() (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range c.names {
		all = append(all, name)
	}
	slices.SortFunc(all, func(a, b string) int { return strings.Compare(bot.FoldName(a), bot.FoldName(b)) })
	return all
}

// Themed reports whether a line's picture is drawn in the colours of the page: its reader has asked for no others, and nothing moves in it.
func (l line) Themed() bool {
	p := l.Picture
	return p != nil && p.Film == nil && p.Theme == render.Light && (p.Scene == nil || p.Scene.Theme == render.Light)
}

// lineFor returns a message of the bot as a line, without its picture.
func lineFor(m bot.Message) line {
	l := line{Text: m.Text, Zone: m.Zone, Language: m.Language, Buttons: m.Buttons, File: m.File}
	if m.Title != "" || m.Picture != nil && m.Picture.Game == m.Game { // else it is a challenge
		l.Game = m.Game
	}
	if m.Menu != nil {
		l.Prompt, l.Options = m.Menu.Prompt, m.Menu.Options
	}
	return l
}

// tell adds a message of the bot. Pictures of a game's position are left out, since its page shows the board.
func (c *chat) tell(m bot.Message) {
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
	if m.ID != 0 && m.Picture != nil && m.Picture.Game != 0 {
		l.Buttons = nil // the page of the game has its own
	}
	c.add(l)
}

// said returns the lines that a user may read, oldest first.
func (c *chat) said(to bot.UserID) (all []line) {
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
	for _, l := range c.said(to) {
		if l.Number == number {
			return l, true
		}
	}
	return line{}, false
}

// newest returns the number of the last line.
func (c *chat) newest() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.next
}

// latest returns the lines to keep across a restart.
func (c *chat) latest() []line {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.lines[max(0, len(c.lines)-keptLines):])
}

// restore loads the lines, as JSON, that an earlier run has stored.
func (c *chat) restore(data []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := json.Unmarshal(data, &c.lines); err != nil {
		return err
	}
	for _, l := range c.lines {
		c.next = max(c.next, l.Number)
		if l.From != "" {
			c.names[bot.FoldName(l.From)] = l.From
		}
	}
	return nil
}
