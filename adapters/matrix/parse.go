package matrix

import (
	"context"
	"regexp"
	"strings"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/adapters/matrix/address"
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
	if content.Format == event.FormatHTML && address.LinksUsers(content.FormattedBody) {
		text = address.PlainText(content.FormattedBody)
	}
	if len(text) > address.MaxText {
		text = text[:address.MaxText]
	}
	a := address.Reader{Prefix: s.options.Prefix, Commands: s.names, Self: s.api.UserID, Names: s.displayNames(ctx, h.place.room, s.api.UserID)}
	if first := s.peers.answering(ctx, h); first != s.api.UserID {
		a.ByName, a.Taken = true, s.namesOf(ctx, h.place.room, first)
	}
	var w parsed
	w.text, w.addressed = a.Read(text, content.Mentions.Has(s.api.UserID) && !h.replies)
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

// resolveMentions returns the users whose Matrix IDs are in a text. It ignores users who share no
// room with the bot, so that nobody can make the bot write to arbitrary people.
func (s *session) resolveMentions(ctx context.Context, room id.RoomID, text string) map[string]bot.User {
	found := map[string]bot.User{}
	for _, word := range strings.Fields(text) {
		who := id.UserID(word)
		if address.UserWord.FindString(word) != word || len(found) == maxMentions || who == s.api.UserID {
			continue
		}
		if met, err := s.store.knows(ctx, who); err == nil && met {
			found[word] = s.user(ctx, room, who)
		}
	}
	return found
}
