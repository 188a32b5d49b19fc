package matrix

import (
	"context"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// words is what a message says.
type words struct {
	text      string // without prefix and without the bot's name
	addressed bool
	mentions  map[string]bot.User
}

// words reads a message. Users who are mentioned stand in the text by their
// Matrix ID, whatever the message calls them: the link is what counts.
func (s *session) words(ctx context.Context, h heard, content *event.MessageEventContent) words {
	text := event.TrimReplyFallbackText(content.Body)
	if content.Format == event.FormatHTML && linksUsers(content.FormattedBody) {
		text = plainText(content.FormattedBody)
	}
	if len(text) > maxHeard {
		text = text[:maxHeard]
	}
	own := s.user(ctx, h.place.room, s.api.UserID).Name
	w := address{prefix: s.options.Prefix, commands: s.names, self: s.api.UserID, name: own}.read(text,
		content.Mentions.Has(s.api.UserID) && content.RelatesTo.GetNonFallbackReplyTo() == "")
	w.mentions = s.mentioned(ctx, h.place.room, w.text)
	return w
}

// userWord finds Matrix IDs among words.
var userWord = regexp.MustCompile(`@[a-zA-Z0-9._=/+-]+:[a-zA-Z0-9.:\[\]-]*[a-zA-Z0-9\]]`)

// mentioned resolves the Matrix IDs in a text. Only people who share a room
// with the bot count: nobody can make it write to a stranger.
func (s *session) mentioned(ctx context.Context, room id.RoomID, text string) map[string]bot.User {
	found := map[string]bot.User{}
	for _, word := range strings.Fields(text) {
		who := id.UserID(word)
		if userWord.FindString(word) != word || len(found) == 20 || who == s.api.UserID {
			continue
		}
		if met, err := s.store.meets(ctx, who); err == nil && met {
			found[word] = s.user(ctx, room, who)
		}
	}
	return found
}

// address tells what is said to the bot from what is not.
type address struct {
	prefix   string
	commands map[string]bool
	self     id.UserID
	name     string // the bot's name in the room
}

// read finds out whether a text is for the bot, and what it says without the
// address. mentioned tells that the message mentions the bot.
func (a address) read(text string, mentioned bool) words {
	text = strings.TrimSpace(text)
	if rest, ok := cutFold(text, a.prefix); ok && (rest == "" || isSpace(rest[0])) {
		return words{text: strings.TrimSpace(rest), addressed: true}
	}
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		word, _, _ := strings.Cut(strings.ReplaceAll(rest, "\n", " "), " ")
		if a.commands[strings.ToLower(word)] {
			return words{text: rest, addressed: true}
		}
		return words{text: text}
	}
	names := []string{string(a.self), "@" + localpart(a.self), a.name, localpart(a.self)}
	for i, name := range names {
		rest, ok := cutFold(text, name)
		if !ok || name == "" {
			continue
		}
		// A bare name begins many a sentence; with a sign behind it, it calls.
		called := i < 2 && (rest == "" || strings.ContainsRune(":, \n", rune(rest[0])))
		if called || mentioned && (rest == "" || strings.ContainsRune(":, \n", rune(rest[0]))) || rest != "" && strings.ContainsRune(":,", rune(rest[0])) {
			return words{text: a.bare(rest), addressed: true}
		}
	}
	if mentioned {
		return words{text: a.bare(strings.ReplaceAll(text, string(a.self), "")), addressed: true}
	}
	return words{text: text}
}

// bare removes the signs of an address, and a prefix that was typed as well.
func (a address) bare(text string) string {
	text = strings.TrimSpace(strings.TrimLeft(text, ":, \n\t"))
	if rest, ok := cutFold(text, a.prefix); ok && (rest == "" || isSpace(rest[0])) {
		return strings.TrimSpace(rest)
	}
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		return rest
	}
	return text
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// cutFold is strings.CutPrefix in which capitals do not count.
func cutFold(text, prefix string) (string, bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

func contains(all []string, word string) bool {
	for _, w := range all {
		if w == word {
			return true
		}
	}
	return false
}

func linksUsers(markup string) bool {
	return strings.Contains(markup, "matrix.to/#/@") || strings.Contains(markup, "matrix.to/#/%40") || strings.Contains(markup, "matrix:u/")
}

// plainText reads the text of a formatted message, with the Matrix ID in place of a link to
// a user. It goes through the tags one by one, so that nesting costs nothing.
func plainText(markup string) string {
	if len(markup) > 2*maxHeard {
		markup = markup[:2*maxHeard]
	}
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(markup))
	skip := "" // the tag whose content is left out
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return strings.TrimSpace(out.String())
		}
		t := z.Token()
		switch {
		case skip != "":
			if kind == html.EndTagToken && t.Data == skip {
				skip = ""
			}
		case kind == html.TextToken:
			out.WriteString(t.Data)
		case kind == html.StartTagToken && t.Data == "a":
			if who := linkedUser(t.Attr); who != "" {
				out.WriteString(" " + string(who) + " ")
				skip = "a"
			}
		case kind == html.StartTagToken && t.Data == "mx-reply":
			skip = "mx-reply"
		case t.Data == "br" || t.Data == "p" || t.Data == "div" || t.Data == "li":
			out.WriteByte('\n')
		}
	}
}

// linkedUser returns the user that a link leads to, if any.
func linkedUser(attributes []html.Attribute) id.UserID {
	for _, a := range attributes {
		if a.Key == "href" {
			if uri, err := id.ParseMatrixURIOrMatrixToURL(a.Val); err == nil && uri.Sigil1 == '@' && uri.MXID2 == "" {
				return uri.UserID()
			}
		}
	}
	return ""
}
