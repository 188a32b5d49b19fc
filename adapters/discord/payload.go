package discord

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// The flags of a message.
const (
	suppressEmbeds = 1 << 2  // links get no preview
	ephemeral      = 1 << 6  // visible only to the user, until they dismiss it
	suppressPush   = 1 << 12 // neither a sound nor a push notification
	componentsV2   = 1 << 15 // it consists of components alone, for good; see [payload.asCard]
)

// payload is a message as the API takes it.
type payload struct {
	Content         string                            `json:"content"`
	AllowedMentions *discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Components      []discordgo.MessageComponent      `json:"components"`
	Attachments     []attachment                      `json:"attachments"`
	Flags           int                               `json:"flags"`
	Nonce           string                            `json:"nonce,omitempty"`
	EnforceNonce    bool                              `json:"enforce_nonce,omitempty"`
	Reference       *reference                        `json:"message_reference,omitempty"`

	card     bool   // it may be shown as a card
	headed   bool   // the first line is the heading of a page
	mentions string // the words at the beginning of the content that mention users
	language string // of remarks that are added to the content
	files    []file
	repeat   bool   // it may have been posted before a crash
	after    string // in that case, what is known to have been posted before it; see [bot.Message.After]
}

// attachment describes a file that is sent along.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// reference names the message that is replied to. The reply is sent even if that message
// was deleted.
type reference struct {
	MessageID       string `json:"message_id"`
	FailIfNotExists bool   `json:"fail_if_not_exists"`
}

// file is a file to upload. Its data are kept in memory, as an upload may be retried.
type file struct {
	name, kind, alt string
	data            []byte
}

// maxAlt is the maximum length of the description of a file.
const maxAlt = 1024

// attach adds a file.
func (p *payload) attach(f file) {
	p.Attachments = append(p.Attachments, attachment{fmt.Sprint(len(p.files)), f.name, shorten(f.alt, maxAlt)})
	p.files = append(p.files, f)
}

// withoutFiles returns a copy of p in which a remark replaces the files.
func (p payload) withoutFiles() payload {
	p.files, p.Attachments = nil, []attachment{}
	p.Content += "\n" + botlocale.Render(p.language, noFiles)
	return p
}

// upload returns new readers of the files for a request.
func (p payload) upload() []*discordgo.File {
	var all []*discordgo.File
	for _, f := range p.files {
		all = append(all, &discordgo.File{Name: f.name, ContentType: f.kind, Reader: bytes.NewReader(f.data)})
	}
	return all
}

// maxParts is how many messages a long text is split into at most. A longer text is attached as
// a file.
const maxParts = 3

// compose returns the payloads of a message, usually one. The text of a message that is edited is
// cut, so that there is one. They notify nobody. Their language is
// that of the message if it has one, otherwise the given one.
func (d *Discord) compose(ctx context.Context, m bot.RenderedMessage, language string) []payload {
	return d.composeWithin(ctx, m, language, maxContent)
}

// composeWithin returns the payloads of a message, each with a text within a limit.
func (d *Discord) composeWithin(ctx context.Context, m bot.RenderedMessage, language string, limit int) []payload {
	language = cmp.Or(m.Language, language)
	text := bot.Format(m.Text, style(func(words string) (string, bool) { return d.commandHint(words, language) }, time.Now()))
	parts := split(text, limit-300) // room for mentions and remarks
	var last payload
	if (m.Editable || m.Edits != 0) && len(parts) > 1 { // an edit changes one message
		parts = []string{parts[0] + "\n…"}
	}
	if len(parts) > maxParts {
		plain := bot.Format(m.Text, bot.Style{Time: bot.When(m.Zone, language, time.Now())})
		last.attach(file{name: "raumbot.txt", kind: "text/plain; charset=utf-8", alt: "The whole text", data: []byte(plain)})
		parts = []string{parts[0] + "\n" + botlocale.Render(language, restInFile)}
	}
	var all []payload
	for _, part := range parts[:len(parts)-1] {
		all = append(all, payload{Content: part})
	}
	last.Content = parts[len(parts)-1]
	d.attachMedia(ctx, &last, m)
	last.Components = d.components(m)
	all = append(all, last)
	for i := range all {
		all[i].Flags, all[i].language, all[i].card = suppressEmbeds, language, mayBeCard(m) && all[i].fillsCard()
		all[i].headed = m.Card && i == 0
		if m.Silent {
			all[i].Flags |= suppressPush
		}
		all[i].AllowedMentions = &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}}
		all[i].Components = append([]discordgo.MessageComponent{}, all[i].Components...)
		all[i].Attachments = append([]attachment{}, all[i].Attachments...)
	}
	return all
}

// composeText returns the payloads of a text of the adapter's own.
func (d *Discord) composeText(ctx context.Context, text phrase.Text, language string) []payload {
	return d.compose(ctx, bot.RenderedMessage{Text: botlocale.Render(language, text)}, language)
}

// maxMentions is how many users one message mentions.
const maxMentions = 80

// remarkRoom is the space that is kept free for a remark.
const remarkRoom = 150

// address mentions users at the beginning of a message, or in messages after it if there is no
// room. The message notifies only these users.
func address(parts []payload, users []bot.User) []payload {
	var ids []string
	for _, u := range users {
		if u.Platform == Platform && !slices.Contains(ids, u.ID) {
			ids = append(ids, u.ID)
		}
	}
	if len(ids) == 0 {
		return parts
	}
	if words := mentionWords(ids) + " " + parts[0].Content; length(words) <= maxContent-remarkRoom {
		parts[0].Content, parts[0].AllowedMentions.Users, parts[0].mentions = words, ids, mentionWords(ids)
		return parts
	}
	for some := range slices.Chunk(ids, maxMentions) {
		parts = append(parts, payload{
			Content: mentionWords(some), Flags: suppressEmbeds, Components: []discordgo.MessageComponent{}, Attachments: []attachment{},
			AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}, Users: some},
		})
	}
	return parts
}

func mentionWords(ids []string) string { return "<@" + strings.Join(ids, "> <@") + ">" }

// attachMedia attaches the picture and the file of a message. A picture that cannot be drawn is
// logged and left out.
func (d *Discord) attachMedia(ctx context.Context, p *payload, m bot.RenderedMessage) {
	if m.Drawing != nil {
		f, err := draw(ctx, *m.Drawing, pictureName(m.Picture))
		switch {
		case err != nil && ctx.Err() != nil: // the message will not be sent
		case err != nil:
			d.log.Error("a picture could not be drawn", "game", m.Game, "err", err)
		default:
			p.attach(f)
		}
	}
	if m.File != nil {
		p.attach(file{name: m.File.Name, kind: "text/plain; charset=utf-8", alt: m.File.Name, data: []byte(m.File.Text)})
	}
}

// draw draws a picture: a PNG with the given name, or game.gif if it is animated.
func draw(ctx context.Context, drawing bot.Drawing, name string) (file, error) {
	f := file{name: name, kind: "image/png", alt: drawing.Alt()}
	var err error
	if drawing.Film != nil {
		f.name, f.kind = "game.gif", "image/gif"
		f.data, err = drawing.GIF(ctx)
	} else {
		f.data, err = drawing.PNG(ctx)
	}
	return f, err
}
