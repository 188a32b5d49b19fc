package discord

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/service"
)

// buttonMemo is the prefix of the memos that list the messages with a game's buttons in a channel.
const buttonMemo = "card/"

func buttonKey(channel string, game bot.GameID) string {
	return buttonMemo + channel + "/" + game.String()
}

// maxStale is how many messages of a game with buttons to be removed are remembered.
const maxStale = 5

// moveButtons removes the buttons of a game's earlier messages once a later one is posted. Those that cannot be removed are tried
// again with the next message; buttons that remain do no harm, as each press is checked.
func (d *Discord) moveButtons(ctx context.Context, service *service.Service, channel string, game bot.GameID, id string, buttons bool) error {
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
	if buttons {
		left = append(left, id)
	}
	return service.Keep(ctx, Platform, key, []byte(strings.Join(left[max(len(left)-maxStale, 0):], " ")))
}

// removeButtons removes the buttons of a message.
func (d *Discord) removeButtons(ctx context.Context, channel, id string) error {
	body := map[string]any{"components": []any{}}
	return d.rest.do(ctx, request{
		method: "PATCH", path: "channels/" + channel + "/messages/" + id, bucket: "PATCH channels/" + channel, body: body,
	})
}
