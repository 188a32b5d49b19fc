package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// whisper says a message to each of its addressees in private. One whom Discord
// keeps the bot from writing to is told when they next speak to it.
func (d *Discord) whisper(ctx context.Context, service *bot.Service, m bot.Message) error {
	for _, u := range m.To {
		if u.Platform != Platform {
			continue
		}
		err := d.whisperTo(ctx, u, m)
		if unreachable(err) {
			d.log.Warn("a user cannot be written to", "user", u.UserID.String(), "game", m.Game, "err", err)
			err = service.Keep(ctx, Platform, missed+u.ID, []byte("1"))
		}
		if err != nil {
			return d.watch(err)
		}
	}
	return nil
}

func (d *Discord) whisperTo(ctx context.Context, u bot.User, m bot.Message) error {
	channel, err := d.private(ctx, u.ID)
	if err != nil {
		return err
	}
	parts := d.compose(m, "")
	name(parts, m)
	_, err = d.insist(ctx, channel, parts, m)
	if code(err) == discordgo.ErrCodeUnknownChannel {
		d.dms.Delete(u.ID)
	}
	return err
}

// private returns the channel to one user.
func (d *Discord) private(ctx context.Context, user string) (string, error) {
	if known, ok := d.dms.Load(user); ok {
		return known.(string), nil
	}
	var c struct {
		ID string `json:"id"`
	}
	err := d.rest.do(ctx, request{method: "POST", path: "users/@me/channels", body: map[string]string{"recipient_id": user}, into: &c})
	if err == nil {
		d.dms.Store(user, c.ID)
	}
	return c.ID, err
}

// unreachable reports whether an error means that a user does not let the bot write to them, or is gone.
func unreachable(err error) bool {
	switch code(err) {
	case 0, tooManyChannels: // a proxy's word, and a haste that ends
		return false
	case discordgo.ErrCodeUnknownUser:
		return true
	}
	return status(err) == http.StatusForbidden || status(err) == http.StatusBadRequest
}

// tooManyChannels is Discord's number for private channels that are opened too fast.
const tooManyChannels = 40003

// missed is the prefix of the memos of users to whom something could not be said.
const missed = "missed/"

// confessMissed tells a user who has just asked something that a message to them was lost.
func (t *turn) confessMissed(ctx context.Context, service *bot.Service, user string) {
	value, err := service.Recall(ctx, Platform, missed+user)
	if err != nil || value == nil || t.closed || t.twin {
		return
	}
	for _, p := range t.compose(bot.Message{Text: missedSomething}, string(t.i.Locale)) {
		p.Flags |= ephemeral
		if t.follow(ctx, p) != nil { // it is in the log, and they are told another time
			return
		}
	}
	if err := service.Keep(ctx, Platform, missed+user, nil); err != nil {
		t.log.Warn("a memo could not be removed", "err", err)
	}
}

const missedSomething = "I had something to tell you, and Discord did not let me write to you. Allow direct messages from this server in its privacy settings. `games` shows what waits for you."
