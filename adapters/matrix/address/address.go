// Package address tells which messages on Matrix are addressed to the bot, and what they say
// without the address.
package address

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// DefaultPrefix is the prefix of commands unless another is configured.
const DefaultPrefix = "!raum"

// MaxText limits the text that is read, in bytes. The service refuses longer commands than its
// own limit.
const MaxText = 64 << 10

// UserWord matches Matrix IDs, including historical ones with a larger character set.
var UserWord = regexp.MustCompile(`@[!-9;-~]+:[a-zA-Z0-9.:\[\]-]*[a-zA-Z0-9\]]`)

// Reader recognises messages that are addressed to the bot.
type Reader struct {
	Prefix   string
	Commands map[string]bool // those that may follow "!" at once
	Self     id.UserID
	Names    []string // the bot's names in the room
	// ByName is whether the bot has to be called by its name, or a prefix of its own, because another
	// raumbot in the room answers to "!".
	ByName bool
	// Taken are the names of that raumbot, folded.
	Taken []string
}

// Read returns a text without its address, and whether it is addressed to the bot. mentioned is
// whether the message mentions the bot.
func (a Reader) Read(text string, mentioned bool) (rest string, addressed bool) {
	text = strings.TrimSpace(text)
	if rest, ok := cutFold(text, a.Prefix); ok && (rest == "" || startsWithSpace(rest)) && !(a.ByName && a.Prefix == DefaultPrefix) {
		return strings.TrimSpace(rest), true
	}
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		if !a.ByName && a.Commands[FirstWord(rest)] && !startsWithSpace(rest) {
			return rest, true
		}
		return text, false
	}
	names := append([]string{string(a.Self), "@" + a.Self.Localpart()}, a.Names...)
	for i, name := range append(names, a.Self.Localpart()) {
		rest, ok := cutFold(text, name)
		if !ok || name == "" || i > 0 && a.meansAnother(text, name) {
			continue
		}
		// Many sentences begin with a name. It is an address only if a colon or a comma follows.
		punctuated := rest != "" && strings.ContainsRune(":,", rune(rest[0]))
		if punctuated || (i < 2 || mentioned) && (rest == "" || startsWithSpace(rest)) {
			return a.stripAddress(rest), true
		}
	}
	if mentioned {
		return a.stripAddress(strings.ReplaceAll(text, string(a.Self), "")), true
	}
	return text, false
}

// meansAnother reports whether a text that begins with a name of the bot means somebody else who is
// called the same.
func (a Reader) meansAnother(text, name string) bool {
	if who := UserWord.FindString(text); name[0] == '@' && strings.HasPrefix(text, who) && who != "" && !strings.EqualFold(who, string(a.Self)) {
		return true
	}
	return slices.Contains(a.Taken, bot.FoldName(strings.TrimPrefix(name, "@")))
}

// stripAddress strips the punctuation of an address, and the prefix if it was typed as well.
func (a Reader) stripAddress(text string) string {
	text = strings.TrimSpace(strings.TrimLeftFunc(text, func(r rune) bool { return r == ':' || r == ',' || unicode.IsSpace(r) }))
	if rest, ok := cutFold(text, a.Prefix); ok && (rest == "" || startsWithSpace(rest)) {
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

// FirstWord returns the first word of a text, in lower case.
func FirstWord(text string) string {
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

// LinksUsers reports whether an HTML message may have links to users.
func LinksUsers(markup string) bool {
	return strings.Contains(markup, "matrix.to/#/@") || strings.Contains(markup, "matrix.to/#/%40") || strings.Contains(markup, "matrix:u/")
}

// PlainText returns the text of an HTML message, with Matrix IDs in place of links to users. It
// uses a tokenizer, so deep nesting is harmless.
func PlainText(markup string) string {
	if len(markup) > 2*MaxText {
		markup = markup[:2*MaxText]
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
