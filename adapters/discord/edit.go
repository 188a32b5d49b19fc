package discord

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// posted names a message that the bot has posted: "CHANNEL/MESSAGE".
func posted(channel, id string) string { return channel + "/" + id }

// edit puts the text of a message in the place of that of an earlier one. What the earlier one shows beside its text stays. If that is gone or closed to the
// bot, or Discord refuses the text, nothing is said: who waits for the end is told that in a message of its own.
func (d *Discord) edit(ctx context.Context, m bot.Message) error {
	channel, id, ok := strings.Cut(m.Shown, "/")
	if !ok {
		d.log.Error("a message cannot be edited", "message", m.Edits, "shown", m.Shown)
		return nil
	}
	parts := address(d.compose(ctx, m, d.languageOf(ctx, channel)), m.To)
	body := map[string]any{
		"content":          parts[0].Content,
		"allowed_mentions": &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}}, // they have been notified
	}
	err := d.rest.do(ctx, request{method: "PATCH", path: "channels/" + channel + "/messages/" + id, bucket: "PATCH channels/" + channel, body: body})
	if gone(err) || refused(err) || code(err) == discordgo.ErrCodeUnknownMessage {
		d.log.Info("a message is not edited", "message", m.Edits, "channel", channel, "err", err)
		return nil
	}
	return err
}
