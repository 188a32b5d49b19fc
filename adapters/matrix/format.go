package matrix

import (
	"html"
	"regexp"
	"strings"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// writer formats the text of messages.
type writer struct {
	commands map[string]bool
	direct   bool // in a direct chat, commands need no prefix
	// zone and language are those in which times are written.
	zone, language string
}

// date formats a time in the writer's zone: clients don't tell their users' time zones.
func (w writer) date(t time.Time) string { return bot.When(w.zone, w.language, time.Now())(t) }

// write returns a text as a notice, in HTML and in plain text. Only the users in to are notified.
func (w writer) write(text string, to []bot.User) *event.MessageEventContent {
	content := &event.MessageEventContent{
		MsgType:       event.MsgNotice,
		Body:          bot.Format(text, bot.Style{Code: w.command, Time: w.date}),
		Format:        event.FormatHTML,
		FormattedBody: w.html(text, to),
		Mentions:      mentions(to),
	}
	return content
}

// mentions returns the mentions of users. It is never nil, which would make clients search the text for names.
func mentions(to []bot.User) *event.Mentions {
	m := &event.Mentions{}
	for _, u := range to {
		m.Add(id.UserID(u.ID))
	}
	return m
}

func (w writer) html(text string, to []bot.User) string {
	text = bot.Format(text, bot.Style{
		Plain: func(s string) string { return pill(html.EscapeString(s), to) },
		Code:  func(s string) string { return "<code>" + html.EscapeString(w.command(s)) + "</code>" },
		Time:  w.date,
	})
	return strings.ReplaceAll(text, "\n", "<br>\n")
}

// command writes a command as it has to be typed: with "!" in rooms, where people also talk to each other.
func (w writer) command(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if !w.direct && w.commands[word] {
		return "!" + text
	}
	return text
}

// pill links the names of the addressees in an HTML text to their users.
func pill(text string, to []bot.User) string {
	for _, u := range to {
		name := html.EscapeString(u.Name)
		at := regexp.MustCompile(`(^|[\s(])(` + regexp.QuoteMeta(name) + `)($|[\s,.:;)])`).FindStringSubmatchIndex(text)
		if at == nil {
			continue
		}
		link := `<a href="` + html.EscapeString(id.UserID(u.ID).URI().MatrixToURL()) + `">` + name + `</a>`
		text = text[:at[4]] + link + text[at[5]:]
	}
	return text
}

// maxPart limits the text of one message, in bytes: an event has 64 KB, which hold the text twice, encrypted.
const maxPart = 6000

// split splits a text into parts that fit, preferably at line ends.
func split(text string) []string {
	var parts []string
	for len(text) > maxPart {
		end := strings.LastIndexByte(text[:maxPart], '\n')
		if end <= 0 {
			end = maxPart
			for end > 0 && text[end]&0xc0 == 0x80 { // don't split a character
				end--
			}
		}
		parts = append(parts, text[:end])
		text = strings.TrimPrefix(text[end:], "\n")
	}
	return append(parts, text)
}
