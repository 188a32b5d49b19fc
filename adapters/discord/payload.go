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
	ephemeral      = 1 << 6 // only the user sees it, until they dismiss it
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
	since    time.Time // since when it may have been posted before a crash, zero if it cannot have been
}

// attachment describes a file that is sent along.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// reference names the message that is replied to. The reply is sent even if that was deleted.
type reference struct {
	MessageID       string `json:"message_id"`
	FailIfNotExists bool   `json:"fail_if_not_exists"`
}

// file is a file to upload, more than once if need be.
type file struct {
	name, kind, alt string
	data            []byte
}

// attach adds a file.
func (p *payload) attach(f file) {
	p.Attachments = append(p.Attachments, attachment{fmt.Sprint(len(p.files)), f.name, shorten(f.alt, 1024)})
	p.files = append(p.files, f)
}

// upload returns the files of a request.
func (p payload) upload() []*discordgo.File {
	var all []*discordgo.File
	for _, f := range p.files {
		all = append(all, &discordgo.File{Name: f.name, ContentType: f.kind, Reader: bytes.NewReader(f.data)})
	}
	return all
}

// maxParts is how many messages a long text becomes. A longer one becomes a file.
const maxParts = 3

// compose returns the payloads of a message, usually one. They notify nobody. The adapter's own remarks are in the message's language,
// else in that of the place.
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

// remarkRoom is room for a remark after the text.
const remarkRoom = 150

// address mentions users at the beginning of a message, or after it if they are many. Nobody else is notified.
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

// attachMedia attaches the picture and the file of a message. A picture that cannot be drawn is left out: the words are worth saying
// without it.
func (d *Discord) attachMedia(ctx context.Context, p *payload, m bot.Message) {
	if m.Drawing != nil {
		f, err := draw(ctx, *m.Drawing, pictureName(m.Picture))
		if err != nil {
			d.log.Error("a picture could not be drawn", "game", m.Game, "err", err)
		} else {
			p.attach(f)
		}
	}
	if m.File != nil {
		p.attach(file{name: m.File.Name, kind: "text/plain; charset=utf-8", alt: m.File.Name, data: []byte(m.File.Text)})
	}
}

// draw draws a picture. Its file has the name, unless it is animated.
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
