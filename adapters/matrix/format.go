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

// writer writes the texts of messages.
type writer struct {
	commands map[string]bool
	direct   bool // in a direct chat commands need no sign before them
}

// write returns a text as a notice, in HTML and without. Only those in to are pinged.
func (w writer) write(text string, to []bot.User) *event.MessageEventContent {
	content := &event.MessageEventContent{
		MsgType:       event.MsgNotice,
		Body:          bot.Format(text, bot.Style{Code: w.command, Time: date}),
		Format:        event.FormatHTML,
		FormattedBody: w.html(text, to),
		Mentions:      mentions(to),
	}
	return content
}

// mentions is never empty, so that no client looks for names in the text.
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
		Time:  date,
	})
	return strings.ReplaceAll(text, "\n", "<br>\n")
}

// command writes words to type as they are typed here: a command begins with
// "!" where others talk as well.
func (w writer) command(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if !w.direct && w.commands[word] {
		return "!" + text
	}
	return text
}

// pill makes links of the names of those who are addressed. The text is HTML.
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

// date writes a moment: Matrix clients do not tell where their users live, nor are months called the same everywhere.
func date(t time.Time) string { return t.Format("2006-01-02 15:04 UTC") }

// maxPart bounds the text of one message, in bytes: an event has 64 KB, with
// the text twice in it, and encrypted.
const maxPart = 6000

// split cuts a text into parts that fit, at the ends of lines where it can.
func split(text string) []string {
	var parts []string
	for len(text) > maxPart {
		end := strings.LastIndexByte(text[:maxPart], '\n')
		if end <= 0 {
			end = maxPart
			for end > 0 && text[end]&0xc0 == 0x80 { // not within a character
				end--
			}
		}
		parts = append(parts, text[:end])
		text = strings.TrimPrefix(text[end:], "\n")
	}
	return append(parts, text)
}
