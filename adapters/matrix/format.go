package matrix

import (
	"cmp"
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
	// call is what stands before a command in a room: "!" if it is empty.
	call string
	// figures are those to show in HTML; nil for none.
	figures *[]figure
}

// formatTime formats a time in the writer's zone: clients don't tell their users' time zones.
func (w writer) formatTime(t time.Time) string { return bot.When(w.zone, w.language, time.Now())(t) }

// write returns a text as a notice, which notifies nobody, in HTML and in plain text. The names of
// the users in to become links.
func (w writer) write(text string, to []bot.User) *event.MessageEventContent {
	return w.writeTo(text, to, nil)
}

// writeTo is like write, but the text notifies the users in whom, and then begins in bold. By their
// default push rules, clients suppress all notices, before they look for mentions.
func (w writer) writeTo(text string, to []bot.User, whom []bot.UserID) *event.MessageEventContent {
	content := &event.MessageEventContent{MsgType: event.MsgNotice, Body: w.plain(text), Format: event.FormatHTML, Mentions: mentions(whom)}
	if len(content.Mentions.UserIDs) > 0 {
		content.MsgType = event.MsgText
		if end := headline(text); end > 0 {
			content.FormattedBody = "<strong>" + w.html(text[:end], to) + "</strong>"
			text = text[end:]
		}
	}
	content.FormattedBody += w.html(text, to)
	return content
}

// headline returns where the beginning of a text ends that says what has happened and who is to
// act: the first line, or the sentences of it before the first words to type.
func headline(text string) (end int) {
	line, _, _ := strings.Cut(text, "\n")
	said, _, typing := strings.Cut(line, "`")
	if !typing {
		return len(line)
	}
	for at := range said {
		ends := at > 0 && said[at] == ' ' && strings.IndexByte(".?!:", said[at-1]) >= 0
		if ends && strings.Count(said[:at], "\u2068") == strings.Count(said[:at], "\u2069") { // not within a name
			end = at
		}
	}
	return end
}

// mentions returns the mentions of users. It is never nil, which would make clients search the text
// for names.
func mentions(whom []bot.UserID) *event.Mentions {
	m := &event.Mentions{}
	for _, u := range whom {
		if u.Platform == Platform {
			m.Add(id.UserID(u.ID))
		}
	}
	return m
}

func (w writer) plain(text string) string {
	return bot.Format(text, bot.Style{Code: w.command, Time: w.formatTime})
}

func (w writer) html(text string, to []bot.User) string {
	text = bot.Format(text, bot.Style{
		Plain:   func(s string) string { return put(w.figures, pill(html.EscapeString(s), to)) },
		Code:    func(s string) string { return "<code>" + html.EscapeString(w.command(s)) + "</code>" },
		Time:    w.formatTime,
		Spoiler: func(s string) string { return "<span data-mx-spoiler>" + html.EscapeString(s) + "</span>" },
	})
	return strings.ReplaceAll(text, "\n", "<br>\n")
}

// command returns a command as users have to type it: in rooms, where people also talk to each
// other, with "!" or what call says.
func (w writer) command(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if !w.direct && w.commands[word] {
		return cmp.Or(w.call, "!") + text
	}
	return text
}

// pill replaces the names of the addressees in an HTML text by links to their users.
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

// maxPart limits the text of one message, in bytes. An event may have 64 KB, and contains the text
// twice and encrypted.
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
