package discord

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// A card frames a page, such as the help or the standings of a tournament: its heading, its text,
// its pictures and its buttons. Discord shows no words of a card in notifications. So a message
// that notifies somebody is posted in words, and is then edited into a card. If that fails, the
// words remain. Messages about moves are no cards: see "Why a move is not a card" in
// docs/discord.md.

// Discord's limit of the texts of a card is maxCard characters, all together. It allows 40
// components; asCard makes at most 37 of the five rows that components returns.
const maxCard = 4000

// maxHeading is the maximum length of a heading. A longer first line is ordinary text.
const maxHeading = 100

// cardColour is the colour of the bar at the edge of a card: that of the dark cells.
const cardColour = 0xb58863

// mayBeCard reports whether a message may be shown as a card. Messages that are edited later may
// not, because Discord does not turn a card back.
func mayBeCard(m bot.RenderedMessage) bool {
	return m.Card && !m.Editable && m.Edits == 0 && !m.Invitation && m.Audience != bot.Thread
}

// fillsCard reports whether there is more to show than a line.
func (p payload) fillsCard() bool {
	return strings.Contains(p.Content, "\n") || len(p.files) > 0 || length(p.Content) > maxContent
}

// asCard returns the payload of the same message as a card.
func (p payload) asCard() payload {
	accent := cardColour
	box := discordgo.Container{AccentColor: &accent}
	heading, text := "", strings.TrimSpace(strings.TrimPrefix(p.Content, p.mentions))
	if p.headed {
		heading, text = cutHeading(text)
	}
	if heading != "" {
		box.Components = append(box.Components, discordgo.TextDisplay{Content: "### " + heading}, discordgo.Separator{})
	}
	if text != "" {
		box.Components = append(box.Components, discordgo.TextDisplay{Content: text})
	}
	box.Components = append(box.Components, shownFiles(p.files)...)
	box.Components = append(box.Components, p.Components...)
	p.Components = []discordgo.MessageComponent{box}
	if p.mentions != "" {
		p.Components = []discordgo.MessageComponent{discordgo.TextDisplay{Content: p.mentions}, box}
	}
	p.Content, p.Flags = "", p.Flags|componentsV2
	return p
}

// inWords returns the messages that say in words what a card would say. They have less room.
func (p payload) inWords() (all []payload) {
	parts := split(p.Content, maxContent)
	last := len(parts) - 1
	for _, part := range parts[:last] {
		all = append(all, payload{
			Content: part, Flags: p.Flags, AllowedMentions: p.AllowedMentions, Components: []discordgo.MessageComponent{}, Attachments: []attachment{},
		})
	}
	p.Content = parts[last]
	return append(all, p)
}

// cutHeading divides a text into its heading, without the point or colon at its end, and the rest.
// The heading is "" if there is no rest, or if the first line is too long.
func cutHeading(text string) (heading, rest string) {
	heading, rest, more := strings.Cut(text, "\n")
	if !more || length(heading) > maxHeading {
		return "", text
	}
	return strings.TrimRight(heading, ".:"), rest
}

// shownFiles returns components that show files. Discord does not show files of a card by itself.
func shownFiles(files []file) (all []discordgo.MessageComponent) {
	var pictures []discordgo.MediaGalleryItem
	for _, f := range files {
		source := discordgo.UnfurledMediaItem{URL: "attachment://" + f.name}
		if !strings.HasPrefix(f.kind, "image/") {
			all = append(all, discordgo.FileComponent{File: source})
			continue
		}
		item := discordgo.MediaGalleryItem{Media: source}
		if f.alt != "" {
			alt := shorten(f.alt, maxAlt)
			item.Description = &alt
		}
		pictures = append(pictures, item)
	}
	if pictures != nil {
		all = append([]discordgo.MessageComponent{discordgo.MediaGallery{Items: pictures}}, all...)
	}
	return all
}

// MarshalJSON implements [json.Marshaler]. The content of a card is null, because Discord refuses
// any other beside the flag.
func (p payload) MarshalJSON() ([]byte, error) {
	type plain payload
	if p.Flags&componentsV2 == 0 {
		return json.Marshal(plain(p))
	}
	return json.Marshal(struct {
		plain
		Content *string `json:"content"`
	}{plain: plain(p)})
}

// cardPatience limits the edit that turns a message into a card, with the waits for rate limits.
const cardPatience = time.Minute

// posted is a message as Discord returns it.
type posted struct {
	ID          string       `json:"id"`
	Attachments []attachment `json:"attachments"`
}

// frame turns a posted message into a card. It works in the background, after more urgent requests.
// The edit keeps the files and the mentions, and sends no notifications. If Discord refuses to show
// the kept files in the card, they are uploaded again.
func (d *Discord) frame(channel string, m posted, p payload) {
	d.spawn(func() {
		ctx, cancel := context.WithTimeout(withUrgency(context.Background(), unhurried), cardPatience)
		defer cancel()
		p := p.asCard()
		p.Nonce, p.EnforceNonce, p.Reference, p.Flags = "", false, nil, p.Flags&(suppressEmbeds|componentsV2)
		r := request{method: "PATCH", path: "channels/" + channel + "/messages/" + m.ID, bucket: "PATCH channels/" + channel, body: p.keeping(m.Attachments), patient: true}
		err := d.rest.do(ctx, r)
		if rejected(err) && len(p.files) > 0 {
			r.body, r.files = p, p.upload()
			err = d.rest.do(ctx, r)
		}
		if err != nil {
			d.log.Info("a message is not shown as a card", "channel", channel, "message", m.ID, "err", err)
		}
	})
}

// keeping returns the payload of an edit that keeps the files of the edited message.
func (p payload) keeping(files []attachment) payload {
	p.Attachments = slices.Clone(p.Attachments)
	for i := range p.Attachments[:min(len(p.Attachments), len(files))] {
		p.Attachments[i].ID = files[i].ID
	}
	return p
}

// cardWords returns the texts of components in JSON, one on a line.
func cardWords(components []byte) string {
	type component struct {
		Content    string          `json:"content"`
		Components json.RawMessage `json:"components"`
	}
	var all []component
	if json.Unmarshal(components, &all) != nil {
		return ""
	}
	var words []string
	for _, c := range all {
		if text := strings.TrimSpace(c.Content); text != "" {
			words = append(words, text)
		}
		if inner := cardWords(c.Components); inner != "" {
			words = append(words, inner)
		}
	}
	return strings.Join(words, "\n")
}

// shownAs reports whether a message of Discord has the words of the payload, plain or as a card.
func (p payload) shownAs(content string, components []byte) bool {
	if !p.card || content != "" {
		return content == strings.TrimSpace(p.Content)
	}
	framed, err := json.Marshal(p.asCard().Components)
	return err == nil && cardWords(components) == cardWords(framed)
}
