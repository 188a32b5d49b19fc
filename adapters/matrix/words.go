package matrix

import (
	"context"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

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
	a := address{prefix: s.options.Prefix, commands: s.names, self: s.api.UserID, names: s.callings(ctx, h.place.room, s.api.UserID)}
	w := a.read(text, content.Mentions.Has(s.api.UserID) && !h.replies)
	if !h.replies {
		w.text = s.identified(ctx, h.place.room, w.text, content.Mentions)
	}
	w.mentions = s.mentioned(ctx, h.place.room, w.text)
	return w
}

// callings returns by what names somebody is called in a room: as they have written their own, and as the bot writes it.
func (s *session) callings(ctx context.Context, room id.RoomID, who id.UserID) []string {
	cleaned := s.user(ctx, room, who).Name
	if m, err := s.store.TryGetMember(ctx, room, who); err == nil && m != nil && strings.TrimSpace(m.Displayname) != "" {
		return []string{strings.TrimSpace(m.Displayname), cleaned}
	}
	return []string{cleaned}
}

// maxMentions bounds the people whom a message may mention.
const maxMentions = 20

// identified returns a text in which those whom a message says it mentions stand by their Matrix ID, where the app has
// written their names, and no link.
func (s *session) identified(ctx context.Context, room id.RoomID, text string, mentions *event.Mentions) string {
	if mentions == nil || len(mentions.UserIDs) > maxMentions {
		return text
	}
	for _, who := range mentions.UserIDs {
		if who == s.api.UserID || strings.Contains(text, string(who)) || !s.store.IsInRoom(ctx, room, who) {
			continue
		}
		for _, name := range s.callings(ctx, room, who) {
			at := regexp.MustCompile(`(?:^|\s)(@?` + regexp.QuoteMeta(name) + `)(?:\s|$)`).FindStringSubmatchIndex(text)
			if at != nil {
				text = text[:at[2]] + string(who) + text[at[3]:]
				break
			}
		}
	}
	return text
}

// userWord finds Matrix IDs among words, those of times when more signs were allowed included.
var userWord = regexp.MustCompile(`@[!-9;-~]+:[a-zA-Z0-9.:\[\]-]*[a-zA-Z0-9\]]`)

// mentioned resolves the Matrix IDs in a text. Only people who share a room
// with the bot count: nobody can make it write to a stranger.
func (s *session) mentioned(ctx context.Context, room id.RoomID, text string) map[string]bot.User {
	found := map[string]bot.User{}
	for _, word := range strings.Fields(text) {
		who := id.UserID(word)
		if userWord.FindString(word) != word || len(found) == maxMentions || who == s.api.UserID {
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
	names    []string // the bot's in the room
}

// read finds out whether a text is for the bot, and what it says without the
// address. mentioned tells that the message mentions the bot.
func (a address) read(text string, mentioned bool) words {
	text = strings.TrimSpace(text)
	if rest, ok := cutFold(text, a.prefix); ok && (rest == "" || spaced(rest)) {
		return words{text: strings.TrimSpace(rest), addressed: true}
	}
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		if a.commands[firstWord(rest)] && !spaced(rest) {
			return words{text: rest, addressed: true}
		}
		return words{text: text}
	}
	names := append([]string{string(a.self), "@" + localpart(a.self)}, a.names...)
	for i, name := range append(names, localpart(a.self)) {
		rest, ok := cutFold(text, name)
		if !ok || name == "" {
			continue
		}
		// A bare name begins many a sentence; with a sign behind it, it calls.
		signed := rest != "" && strings.ContainsRune(":,", rune(rest[0]))
		if signed || (i < 2 || mentioned) && (rest == "" || spaced(rest)) {
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
	text = strings.TrimSpace(strings.TrimLeftFunc(text, func(r rune) bool { return r == ':' || r == ',' || unicode.IsSpace(r) }))
	if rest, ok := cutFold(text, a.prefix); ok && (rest == "" || spaced(rest)) {
		return strings.TrimSpace(rest)
	}
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		return rest
	}
	return text
}

// spaced reports whether a text begins with a space of any kind.
func spaced(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsSpace(first)
}

// firstWord returns the first word of a text, in small letters.
func firstWord(text string) string {
	words := strings.Fields(text)
	if len(words) == 0 {
		return ""
	}
	return strings.ToLower(words[0])
}

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
