package console

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"raumbot/bot"
)

// speech is somebody's words.
type speech struct {
	name, room string // no room: to the bot alone
	text       string
	silent     bool // nothing to carry to the service
}

// mistake is a line that is nobody's words; it says what to write instead.
type mistake string

func (m mistake) Error() string { return string(m) }

const howTo = "Write `NAME: text`, for example `alice: help`; `NAME@ROOM: text` in another room, `NAME@: text` to the bot alone."

// who finds the speaker of a line, "alice", "alice@den" or "alice@".
var who = regexp.MustCompile(`^\s*([^\s:@]{1,128})(@[^\s:@]{0,128})?:(.*)$`)

// read takes a line apart.
func (c *Console) read(l line) (speech, error) {
	switch {
	case l.tooLong:
		return speech{}, mistake(fmt.Sprintf("Line %d is longer than %d bytes; it was skipped. %s", l.number, maxLine, howTo))
	case !utf8.Valid(l.text):
		return speech{}, mistake(fmt.Sprintf("Line %d is no readable text; it was skipped. %s", l.number, howTo))
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(l.text), "\ufeff"))
	switch {
	case text == "" || text[0] == '#':
		return speech{silent: true}, nil
	case text[0] == '/':
		return speech{silent: true}, c.control(text)
	}
	parts := who.FindStringSubmatch(text)
	talking := c.speaker != ""
	switch {
	case parts == nil && talking, talking && parts[3] != "" && parts[3][0] != ' ':
		// In a conversation a colon within the text names nobody.
		return speech{name: c.speaker, room: c.room, text: text}, nil
	case parts == nil:
		return speech{}, mistake(fmt.Sprintf("Line %d does not say who speaks. %s", l.number, howTo))
	}
	s := speech{name: parts[1], room: lobby, text: strings.TrimSpace(parts[3])}
	if parts[2] != "" {
		s.room = parts[2][1:]
	}
	return s, s.check(l.number)
}

// check makes sure that names can be names.
func (s speech) check(number int) error {
	if !bot.ProperName(s.name) {
		return mistake(fmt.Sprintf("Line %d: a name has up to 32 letters, digits, dots, dashes and underscores, and at least one letter. %s", number, howTo))
	}
	if s.room != "" && !bot.ProperName(s.room) {
		return mistake(fmt.Sprintf("Line %d: a room's name has up to 32 letters, digits, dots, dashes and underscores, and at least one letter. %s", number, howTo))
	}
	return nil
}

// control carries out a word for the console itself.
func (c *Console) control(text string) error {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "/quit", "/exit":
		return errQuit
	case "/as":
		s := speech{name: strings.TrimSpace(rest), room: lobby}
		if name, room, ok := strings.Cut(s.name, "@"); ok {
			s.name, s.room = name, room
		}
		if !bot.ProperName(s.name) || !bot.ProperName(s.room) {
			return mistake("Write `/as NAME`, or `/as NAME@ROOM`, to speak as somebody from now on.")
		}
		c.speaker, c.room = s.name, s.room
		return nil
	case "/help":
		return mistake("`/as NAME` speaks as somebody from now on, `NAME: text` for one line; `/quit` ends. What to say to the bot: `help`.")
	}
	return mistake("The console knows `/as NAME`, `/help` and `/quit`; what the bot knows has no slash: `help`.")
}

// request makes a request of the words.
func (s speech) request() bot.Request {
	r := bot.Request{
		From:      bot.User{UserID: bot.UserID{Platform: Platform, ID: bot.FoldName(s.name)}, Name: s.name},
		Text:      s.text,
		OpenNames: true,
	}
	if s.room != "" {
		r.Room = bot.RoomID{Platform: Platform, ID: strings.ToLower(s.room)}
	}
	return r
}
