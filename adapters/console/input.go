package console

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// input is a parsed line.
type input struct {
	name, room string // room is empty in private
	text       string
	handled    bool // whether the console has already handled the line
}

// inputError is a phrase that tells users what is wrong with their line.
type inputError phrase.Text

func (e inputError) Error() string { return phrase.English(phrase.Text(e)) }

// invalid returns an inputError with a reminder of the syntax.
func invalid(what phrase.Text) inputError {
	return inputError(what + " " + phrase.Of("Write `NAME: text`, for example `alice: help`; `NAME@ROOM: text` in another room, `NAME@: text` to the bot alone."))
}

// speaker matches the beginning of a line that names its speaker: "alice:", "alice@den:" or
// "alice@:".
var speaker = regexp.MustCompile(`^\s*([^\s:@]{1,128})(@[^\s:@]{0,128})?:(.*)$`)

// parse parses a line, and runs it if it is one of the console's own commands.
func (c *Console) parse(l line) (input, error) {
	switch {
	case l.tooLong:
		return input{}, invalid(phrase.Of("Line %d is longer than %d bytes and was skipped.", l.number, maxLine))
	case !utf8.Valid(l.text):
		return input{}, invalid(phrase.Of("Line %d is not valid text and was skipped.", l.number))
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(l.text), "\ufeff"))
	switch {
	case text == "" || text[0] == '#':
		return input{handled: true}, nil
	case text[0] == '/':
		return input{handled: true}, c.control(text)
	}
	parts := speaker.FindStringSubmatch(text)
	conversation := c.speaker != ""
	switch {
	case conversation && (strings.EqualFold(text, "quit") || strings.EqualFold(text, "exit")):
		return input{handled: true}, errQuit
	case parts == nil && conversation, conversation && parts[3] != "" && parts[3][0] != ' ':
		// In a conversation, a word before a colon is the speaker's name only if a space follows.
		return input{name: c.speaker, room: c.room, text: text}, nil
	case parts == nil:
		return input{}, invalid(phrase.Of("Line %d does not say who is speaking.", l.number))
	}
	in := input{name: parts[1], room: lobby, text: strings.TrimSpace(parts[3])}
	if parts[2] != "" {
		in.room = parts[2][1:]
	}
	return in, in.check(l.number)
}

// check validates the names of the speaker and the room.
func (in input) check(number int) error {
	if !bot.ProperName(in.name) {
		return invalid(phrase.Of("Line %d: a name has up to 32 letters, digits, dots, dashes and underscores, and at least one letter.", number))
	}
	if in.room != "" && !bot.ProperName(in.room) {
		return invalid(phrase.Of("Line %d: a room's name has up to 32 letters, digits, dots, dashes and underscores, and at least one letter.", number))
	}
	return nil
}

// control runs one of the console's own commands.
func (c *Console) control(text string) error {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "/quit", "/exit":
		return errQuit
	case "/as":
		name, room := strings.TrimSpace(rest), lobby
		if before, after, ok := strings.Cut(name, "@"); ok {
			name, room = before, after
		}
		if !bot.ProperName(name) || !bot.ProperName(room) {
			return inputError(phrase.Of("Write `/as NAME`, or `/as NAME@ROOM`, to speak as somebody from now on."))
		}
		c.speaker, c.room = name, room
		return nil
	case "/help":
		return inputError(phrase.Of("`/as NAME` speaks as somebody from now on, `NAME: text` for one line; `/quit` ends. For the bot's own commands, write `help`."))
	}
	return inputError(phrase.Of("The console knows `/as NAME`, `/help` and `/quit`; the bot's own commands have no slash: `help`."))
}

// request returns the line as a request to the service.
func (in input) request() bot.Request {
	r := bot.Request{
		From:      bot.User{UserID: bot.UserID{Platform: Platform, ID: bot.FoldName(in.name)}, Name: in.name},
		Text:      in.text,
		OpenNames: true,
	}
	if in.room != "" {
		r.Room = bot.RoomID{Platform: Platform, ID: strings.ToLower(in.room)}
	}
	return r
}
