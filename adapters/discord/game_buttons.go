package discord

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/service"
)

// buttonMemo is the prefix of the memos that list the messages with the buttons of a game, or of
// the challenge with its number, in a channel.
const buttonMemo = "card/"

func buttonKey(channel string, game bot.GameID) string {
	return buttonMemo + channel + "/" + game.String()
}

// maxStale is how many messages with buttons are remembered for a game and channel.
const maxStale = 5

// moveButtons removes the buttons of a game's earlier messages after the message id with buttons
// was posted, and remembers that message. Buttons that cannot be removed are tried again with the
// next message. They do no harm until then, as each press is checked.
func (d *Discord) moveButtons(ctx context.Context, service *service.Service, channel string, game bot.GameID, id string) error {
	key := buttonKey(channel, game)
	known, err := service.Recall(ctx, Platform, key)
	if err != nil {
		return err
	}
	var left []string
	for _, old := range strings.Fields(string(known)) {
		if old == id {
			continue // it was delivered twice
		}
		if err := d.removeButtons(ctx, channel, old); err != nil && code(err) != discordgo.ErrCodeUnknownMessage {
			d.log.Debug("buttons could not be removed", "message", old, "err", err)
			left = append(left, old)
		}
	}
	left = append(left, id)
	return service.Keep(ctx, Platform, key, []byte(strings.Join(left[max(len(left)-maxStale, 0):], " ")))
}

// hasButtons reports whether a message has buttons or a menu.
func hasButtons(parts []payload) bool {
	return slices.ContainsFunc(parts, func(p payload) bool { return len(p.Components) > 0 })
}

// RemoveButtons implements [bot.ButtonRemover].
func (d *Discord) RemoveButtons(ctx context.Context, m bot.RenderedMessage) error {
	service := d.ready()
	if service == nil {
		return &bot.TooSoon{Wait: time.Second, Err: errNotConnected}
	}
	channel := m.Room.ID
	if channel == "" {
		var err error
		if channel, err = d.directChannel(ctx, m.To[0].ID); unreachable(err) {
			return nil // nothing was shown there
		} else if err != nil {
			return err
		}
	}
	key := buttonKey(channel, m.Game)
	known, err := service.Recall(ctx, Platform, key)
	if err != nil || known == nil {
		return err
	}
	for _, id := range strings.Fields(string(known)) {
		err := d.removeButtons(ctx, channel, id)
		if err != nil && !gone(err) && !rejected(err) && code(err) != discordgo.ErrCodeUnknownMessage {
			return d.checkAuthorized(err)
		}
	}
	return service.Keep(ctx, Platform, key, nil)
}

// removeButtons removes the buttons of a message.
func (d *Discord) removeButtons(ctx context.Context, channel, id string) error {
	body := map[string]any{"components": []any{}}
	return d.rest.do(ctx, request{
		method: "PATCH", path: "channels/" + channel + "/messages/" + id, bucket: "PATCH channels/" + channel, body: body,
	})
}
