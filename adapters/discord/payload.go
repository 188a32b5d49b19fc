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
)

// The flags of a message.
const (
	suppressEmbeds = 1 << 2 // links get no preview
	ephemeral      = 1 << 6 // visible only to the user, until they dismiss it
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

	language string // of remarks that are added to the content
	files    []file
	since    time.Time // earliest time at which it may have been posted before a crash, zero if it was not
}

// attachment describes a file that is sent along.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// reference names the message that is replied to. The reply is sent even if that message was deleted.
type reference struct {
	MessageID       string `json:"message_id"`
	FailIfNotExists bool   `json:"fail_if_not_exists"`
}

// file is a file to upload. It is kept in memory, as an upload may be retried.
type file struct {
	name, kind, alt string
	data            []byte
}

// attach adds a file.
func (p *payload) attach(f file) {
	p.Attachments = append(p.Attachments, attachment{fmt.Sprint(len(p.files)), f.name, shorten(f.alt, 1024)})
	p.files = append(p.files, f)
}

// upload returns new readers of the files for a request.
func (p payload) upload() []*discordgo.File {
	var all []*discordgo.File
	for _, f := range p.files {
		all = append(all, &discordgo.File{Name: f.name, ContentType: f.kind, Reader: bytes.NewReader(f.data)})
	}
	return all
}

// maxParts is how many messages a long text is split into at most. A longer text is attached as a file.
const maxParts = 3

// compose returns the payloads of a message, usually one. They notify nobody. They are in the message's language if it has one, else in
// the given one.
func (d *Discord) compose(ctx context.Context, m bot.Message, language string) []payload {
	language = cmp.Or(m.Language, language)
	text := bot.Format(botlocale.Render(language, m.Text), style(func(words string) (string, bool) { return d.hint(words, language) }, time.Now()))
	parts := split(text, maxContent-300) // room for mentions and remarks
	var last payload
	if len(parts) > maxParts {
		plain := bot.Format(botlocale.Render(language, m.Text), bot.Style{Time: bot.When(m.Zone, language, time.Now())})
		last.attach(file{name: "raumbot.txt", kind: "text/plain; charset=utf-8", alt: "The whole text", data: []byte(plain)})
		parts = []string{parts[0] + "\n" + botlocale.Render(language, restInFile)}
	}
	var all []payload
	for _, part := range parts[:len(parts)-1] {
		all = append(all, payload{Content: part})
	}
	last.Content = parts[len(parts)-1]
	d.attachMedia(ctx, &last, m)
	last.Components = components(m)
	all = append(all, last)
	for i := range all {
		all[i].Flags, all[i].language = suppressEmbeds, language
		all[i].AllowedMentions = &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}}
		all[i].Components = append([]discordgo.MessageComponent{}, all[i].Components...)
		all[i].Attachments = append([]attachment{}, all[i].Attachments...)
	}
	return all
}

// maxMentions is how many users one message mentions.
const maxMentions = 80

// remarkRoom is the space that is kept free for a remark.
const remarkRoom = 150

// address mentions users at the beginning of a message, or in messages after it if there is no room. Only they are notified.
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
		parts[0].Content, parts[0].AllowedMentions.Users = words, ids
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

// attachMedia attaches the picture and the file of a message. A picture that cannot be drawn is logged and left out.
func (d *Discord) attachMedia(ctx context.Context, p *payload, m bot.Message) {
	if m.Drawing != nil {
		f, err := draw(ctx, *m.Drawing, pictureName(m.Picture))
		switch {
		case err != nil && ctx.Err() != nil: // nothing is sent any more
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
