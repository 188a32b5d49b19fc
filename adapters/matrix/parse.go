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

// parsed is a message of a user, parsed.
type parsed struct {
	text      string // without the prefix and the bot's name
	addressed bool
	mentions  map[string]bot.User
	file      *bot.Attachment // nil for none
}

// parse parses a message. Mentioned users are replaced by their Matrix IDs, whatever the link text says.
func (s *session) parse(ctx context.Context, h incoming, content *event.MessageEventContent) parsed {
	text := event.TrimReplyFallbackText(content.Body)
	if content.Format == event.FormatHTML && linksUsers(content.FormattedBody) {
		text = plainText(content.FormattedBody)
	}
	if len(text) > maxText {
		text = text[:maxText]
	}
	a := address{prefix: s.options.Prefix, commands: s.names, self: s.api.UserID, names: s.displayNames(ctx, h.place.room, s.api.UserID)}
	w := a.read(text, content.Mentions.Has(s.api.UserID) && !h.replies)
	if !h.replies {
		w.text = s.withUserIDs(ctx, h.place.room, w.text, content.Mentions)
	}
	w.mentions = s.resolveMentions(ctx, h.place.room, w.text)
	return w
}

// displayNames returns the names that a user is known by in a room: the original, and the cleaned form that the
// bot uses.
func (s *session) displayNames(ctx context.Context, room id.RoomID, who id.UserID) []string {
	cleaned := s.user(ctx, room, who).Name
	if m, err := s.store.TryGetMember(ctx, room, who); err == nil && m != nil && strings.TrimSpace(m.Displayname) != "" {
		return []string{strings.TrimSpace(m.Displayname), cleaned}
	}
	return []string{cleaned}
}

// maxMentions limits the users that a message can mention.
const maxMentions = 20

// withUserIDs replaces display names by Matrix IDs for the users in the m.mentions of a message without links.
func (s *session) withUserIDs(ctx context.Context, room id.RoomID, text string, mentions *event.Mentions) string {
	if mentions == nil || len(mentions.UserIDs) > maxMentions {
		return text
	}
	for _, who := range mentions.UserIDs {
		if who == s.api.UserID || strings.Contains(text, string(who)) || !s.store.IsInRoom(ctx, room, who) {
			continue
		}
		for _, name := range s.displayNames(ctx, room, who) {
			at := regexp.MustCompile(`(?:^|\s)(@?` + regexp.QuoteMeta(name) + `)(?:\s|$)`).FindStringSubmatchIndex(text)
			if at != nil {
				text = text[:at[2]] + string(who) + text[at[3]:]
				break
			}
		}
	}
	return text
}

// userWord matches Matrix IDs, including historical ones with a larger character set.
var userWord = regexp.MustCompile(`@[!-9;-~]+:[a-zA-Z0-9.:\[\]-]*[a-zA-Z0-9\]]`)

// resolveMentions resolves the Matrix IDs in a text. Only users who share a room with the bot count, so that
// nobody can make it write to strangers.
func (s *session) resolveMentions(ctx context.Context, room id.RoomID, text string) map[string]bot.User {
	found := map[string]bot.User{}
	for _, word := range strings.Fields(text) {
		who := id.UserID(word)
		if userWord.FindString(word) != word || len(found) == maxMentions || who == s.api.UserID {
			continue
		}
		if met, err := s.store.knows(ctx, who); err == nil && met {
			found[word] = s.user(ctx, room, who)
		}
	}
	return found
}

// address recognises messages that are addressed to the bot.
type address struct {
	prefix   string
	commands map[string]bool
	self     id.UserID
	names    []string // the bot's names in the room
}

// read reports whether a text is addressed to the bot, and strips the address. resolveMentions is whether the
// message mentions the bot.
func (a address) read(text string, resolveMentions bool) parsed {
	text = strings.TrimSpace(text)
	if rest, ok := cutFold(text, a.prefix); ok && (rest == "" || startsWithSpace(rest)) {
		return parsed{text: strings.TrimSpace(rest), addressed: true}
	}
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		if a.commands[firstWord(rest)] && !startsWithSpace(rest) {
			return parsed{text: rest, addressed: true}
		}
		return parsed{text: text}
	}
	names := append([]string{string(a.self), "@" + localpart(a.self)}, a.names...)
	for i, name := range append(names, localpart(a.self)) {
		rest, ok := cutFold(text, name)
		if !ok || name == "" {
			continue
		}
		// Many sentences begin with a name; it is an address if a colon or comma follows.
		ensureSigned := rest != "" && strings.ContainsRune(":,", rune(rest[0]))
		if ensureSigned || (i < 2 || resolveMentions) && (rest == "" || startsWithSpace(rest)) {
			return parsed{text: a.stripAddress(rest), addressed: true}
		}
	}
	if resolveMentions {
		return parsed{text: a.stripAddress(strings.ReplaceAll(text, string(a.self), "")), addressed: true}
	}
	return parsed{text: text}
}

// stripAddress strips the punctuation of an address, and the prefix if it was typed as well.
func (a address) stripAddress(text string) string {
	text = strings.TrimSpace(strings.TrimLeftFunc(text, func(r rune) bool { return r == ':' || r == ',' || unicode.IsSpace(r) }))
	if rest, ok := cutFold(text, a.prefix); ok && (rest == "" || startsWithSpace(rest)) {
		return strings.TrimSpace(rest)
	}
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		return rest
	}
	return text
}

// startsWithSpace reports whether a text begins with white space.
func startsWithSpace(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsSpace(first)
}

// firstWord returns the first word of a text, in lower case.
func firstWord(text string) string {
	words := strings.Fields(text)
	if len(words) == 0 {
		return ""
	}
	return strings.ToLower(words[0])
}

// cutFold is strings.CutPrefix, ignoring case.
func cutFold(text, prefix string) (string, bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

func linksUsers(markup string) bool {
	return strings.Contains(markup, "matrix.to/#/@") || strings.Contains(markup, "matrix.to/#/%40") || strings.Contains(markup, "matrix:u/")
}

// plainText returns the text of an HTML message, with Matrix IDs in place of links to users. It uses a tokenizer,
// so deep nesting is harmless.
func plainText(markup string) string {
	if len(markup) > 2*maxText {
		markup = markup[:2*maxText]
	}
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(markup))
	skip := "" // the tag whose content is skipped
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

// linkedUser returns the user that a link points to, if any.
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
