package matrix

import (
	"context"
	"regexp"
	"slices"
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
	// params are the arguments of the command that text names, if it was sent in the structured form.
	params   map[string]string
	mentions map[string]bot.User
	file     *bot.Attachment // nil for none
}

// parse parses a message. It replaces links to users by their Matrix IDs, whatever the text of the
// link is.
func (s *session) parse(ctx context.Context, h incoming, content *event.MessageEventContent) parsed {
	if w, ok := s.structured(ctx, h, content); ok {
		return w
	}
	text := event.TrimReplyFallbackText(content.Body)
	if content.Format == event.FormatHTML && linksUsers(content.FormattedBody) {
		text = plainText(content.FormattedBody)
	}
	if len(text) > maxText {
		text = text[:maxText]
	}
	a := address{prefix: s.options.Prefix, commands: s.names, self: s.api.UserID, names: s.displayNames(ctx, h.place.room, s.api.UserID)}
	if first := s.peers.answering(ctx, h); first != s.api.UserID {
		a.byName, a.taken = true, s.namesOf(ctx, h.place.room, first)
	}
	w := a.parse(text, content.Mentions.Has(s.api.UserID) && !h.replies)
	if !h.replies {
		w.text = s.withUserIDs(ctx, h.place.room, w.text, content.Mentions)
	}
	w.mentions = s.resolveMentions(ctx, h.place.room, w.text)
	return w
}

// displayNames returns a user's display name in a room, if there is one, and the cleaned form that
// the bot uses.
func (s *session) displayNames(ctx context.Context, room id.RoomID, who id.UserID) []string {
	cleaned := s.user(ctx, room, who).Name
	if m, err := s.store.TryGetMember(ctx, room, who); err == nil && m != nil && strings.TrimSpace(m.Displayname) != "" {
		return []string{strings.TrimSpace(m.Displayname), cleaned}
	}
	return []string{cleaned}
}

// namesOf returns what a user may be called in a room besides their ID, folded.
func (s *session) namesOf(ctx context.Context, room id.RoomID, who id.UserID) []string {
	names := []string{bot.FoldName(localpart(who))}
	for _, name := range s.displayNames(ctx, room, who) {
		names = append(names, bot.FoldName(name))
	}
	return names
}

// maxMentions limits the users that a message can mention.
const maxMentions = 20

// withUserIDs replaces the display names of mentioned users by their Matrix IDs, for messages that
// mention users without links.
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

// resolveMentions returns the users whose Matrix IDs are in a text. It ignores users who share no
// room with the bot, so that nobody can make the bot write to arbitrary people.
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
	// byName is whether the bot has to be called by its name, or a prefix of its own, because another
	// raumbot in the room answers to "!".
	byName bool
	// taken are the names of that raumbot, folded.
	taken []string
}

// parse reports whether a text is addressed to the bot, and strips the address. mentioned is
// whether the message mentions the bot.
func (a address) parse(text string, mentioned bool) parsed {
	text = strings.TrimSpace(text)
	if rest, ok := cutFold(text, a.prefix); ok && (rest == "" || startsWithSpace(rest)) && !(a.byName && a.prefix == DefaultPrefix) {
		return parsed{text: strings.TrimSpace(rest), addressed: true}
	}
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		if !a.byName && a.commands[firstWord(rest)] && !startsWithSpace(rest) {
			return parsed{text: rest, addressed: true}
		}
		return parsed{text: text}
	}
	names := append([]string{string(a.self), "@" + localpart(a.self)}, a.names...)
	for i, name := range append(names, localpart(a.self)) {
		rest, ok := cutFold(text, name)
		if !ok || name == "" || i > 0 && a.meansAnother(text, name) {
			continue
		}
		// Many sentences begin with a name. It is an address only if a colon or a comma follows.
		punctuated := rest != "" && strings.ContainsRune(":,", rune(rest[0]))
		if punctuated || (i < 2 || mentioned) && (rest == "" || startsWithSpace(rest)) {
			return parsed{text: a.stripAddress(rest), addressed: true}
		}
	}
	if mentioned {
		return parsed{text: a.stripAddress(strings.ReplaceAll(text, string(a.self), "")), addressed: true}
	}
	return parsed{text: text}
}

// meansAnother reports whether a text that begins with a name of the bot means somebody else who is
// called the same.
func (a address) meansAnother(text, name string) bool {
	if who := userWord.FindString(text); name[0] == '@' && strings.HasPrefix(text, who) && who != "" && !strings.EqualFold(who, string(a.self)) {
		return true
	}
	return slices.Contains(a.taken, bot.FoldName(strings.TrimPrefix(name, "@")))
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

// plainText returns the text of an HTML message, with Matrix IDs in place of links to users. It
// uses a tokenizer, so deep nesting is harmless.
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
