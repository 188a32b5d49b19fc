package discord

import (
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/render"
)

// Menus show men with emoji of the application. If the operator wants that, the bot uploads the
// emoji once, and later finds them by name. Otherwise menus only show words.

const (
	emojiSize = 128 // pixels
	// maxEmojiName is Discord's limit for the name of an emoji, in characters.
	maxEmojiName = 32
	// emojiPause is how long the bot waits after a failure before it uploads emoji again.
	emojiPause = time.Minute
)

// menEmoji maps men to emoji.
type menEmoji struct {
	all   []*render.DrawnMan
	looks map[render.ManOf]*render.DrawnMan
	ids   atomic.Pointer[map[string]string] // IDs by name; nil if emoji cannot be used
}

func newMenEmoji() *menEmoji {
	all := render.DrawnMen(maxEmojiName)
	return &menEmoji{all: all, looks: render.LooksOf(all)}
}

// of returns the emoji of a man, or nil if there is none. It works for a nil receiver.
func (e *menEmoji) of(m render.ManOf) *discordgo.ComponentEmoji {
	if e == nil {
		return nil
	}
	ids, look := e.ids.Load(), e.looks[m]
	if ids == nil || look == nil || (*ids)[look.Name] == "" {
		return nil
	}
	return &discordgo.ComponentEmoji{Name: look.Name, ID: (*ids)[look.Name]}
}

// keepEmoji uploads the emoji that Discord does not have yet, after more urgent requests. It
// retries failures until ctx ends or Discord refuses the emoji.
func (d *Discord) keepEmoji(ctx context.Context) {
	ctx = withUrgency(ctx, unhurried)
	for ctx.Err() == nil {
		err := d.uploadEmoji(ctx)
		if err == nil {
			return
		}
		if ignoreRefusal(err) == nil {
			d.log.Warn("Discord refuses emoji; menus show the names of men alone", "err", err)
			return
		}
		d.log.Warn("emoji could not be uploaded; this is tried again", "err", err)
		pause(ctx, emojiPause)
	}
}

// uploadEmoji lists the emoji that Discord has, and uploads those that are missing.
func (d *Discord) uploadEmoji(ctx context.Context) error {
	var shown struct {
		Items []discordgo.Emoji `json:"items"`
	}
	path := "applications/" + d.appID() + "/emojis"
	if err := d.rest.do(ctx, request{method: "GET", path: path, into: &shown, patient: true}); err != nil {
		return err
	}
	ids := map[string]string{}
	for _, e := range shown.Items {
		ids[e.Name] = e.ID
	}
	d.emoji.ids.Store(&ids)
	for _, drawn := range d.emoji.all {
		if ids[drawn.Name] != "" {
			continue
		}
		data, err := drawn.PNG(emojiSize)
		if err != nil {
			return err
		}
		body := map[string]string{"name": drawn.Name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(data)}
		var made discordgo.Emoji
		if err := d.rest.do(ctx, request{method: "POST", path: path, body: body, into: &made, patient: true}); err != nil {
			return fmt.Errorf("%s: %w", drawn.Name, err)
		}
		ids = maps.Clone(ids)
		ids[drawn.Name] = made.ID
		d.emoji.ids.Store(&ids)
	}
	return nil
}

// withoutEmoji takes the emoji out of a payload that Discord has refused: somebody may have deleted
// them. It reports whether there were any. If so, no emoji are shown until the next start.
func (d *Discord) withoutEmoji(p *payload) (changed bool) {
	p.Components = slices.Clone(p.Components)
	for i, c := range p.Components {
		row, ok := c.(discordgo.ActionsRow)
		if !ok {
			continue
		}
		row.Components = slices.Clone(row.Components)
		for n, inner := range row.Components {
			menu, ok := inner.(discordgo.SelectMenu)
			if !ok {
				continue
			}
			menu.Options = slices.Clone(menu.Options)
			for o := range menu.Options {
				changed = changed || menu.Options[o].Emoji != nil
				menu.Options[o].Emoji = nil
			}
			row.Components[n] = menu
		}
		p.Components[i] = row
	}
	if changed && d.emoji != nil {
		d.emoji.ids.Store(nil)
		d.log.Warn("Discord refuses a message with emoji; menus show the names of men alone until the next start")
	}
	return changed
}
