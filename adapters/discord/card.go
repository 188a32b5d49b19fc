package discord

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// cards is the prefix of the memos of messages that hold a game's buttons in a channel.
const cards = "card/"

func cardKey(channel string, game bot.GameID) string { return cards + channel + "/" + game.String() }

// maxCards is how many messages are remembered whose buttons could not be
// taken away yet.
const maxCards = 5

// renewCard takes the buttons of a game's earlier messages away, once a later one is out. What
// cannot be taken away now is tried again with the next message; buttons that are left over do no harm,
// as each press is checked.
func (d *Discord) renewCard(ctx context.Context, service *bot.Service, channel string, game bot.GameID, id string, buttons bool) error {
	key := cardKey(channel, game)
	known, err := service.Recall(ctx, Platform, key)
	if err != nil {
		return err
	}
	var left []string
	for _, old := range strings.Fields(string(known)) {
		if old == id {
			continue // delivered again
		}
		if err := d.bare(ctx, channel, old); err != nil && code(err) != discordgo.ErrCodeUnknownMessage {
			d.log.Debug("buttons are left", "message", old, "err", err)
			left = append(left, old)
		}
	}
	if buttons {
		left = append(left, id)
	}
	return service.Keep(ctx, Platform, key, []byte(strings.Join(left[max(len(left)-maxCards, 0):], " ")))
}

// bare takes the buttons of a message away.
func (d *Discord) bare(ctx context.Context, channel, id string) error {
	body := map[string]any{"components": []any{}}
	return d.rest.do(ctx, request{
		method: "PATCH", path: "channels/" + channel + "/messages/" + id, bucket: "PATCH channels/" + channel, body: body,
	})
}
