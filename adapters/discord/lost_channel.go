package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/service"
)

const (
	// defaultGrace is how long a channel may refuse messages before they go elsewhere.
	defaultGrace = 30 * time.Second
	// refusalTTL is the time after which a further refusal counts as the first.
	refusalTTL = time.Hour
)

// refusedFor returns for how long a channel has refused messages, and records the first refusal.
func (d *Discord) refusedFor(channel string) time.Duration {
	if since, known := d.refusals.Get(channel); known {
		return time.Since(since)
	}
	d.refusals.Add(channel, time.Now())
	return 0
}

// clearRefusals forgets the refusals of a channel if err, the result of posting in it, is nil.
func (d *Discord) clearRefusals(channel string, err error) {
	if err == nil {
		d.refusals.Remove(channel)
	}
}

// closed reports whether an error means that the bot may not write in a channel that still exists.
func closed(err error) bool {
	switch code(err) {
	case discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions,
		discordgo.ErrCodePerformedOperationOnArchivedThread, discordgo.ErrCodeThreadIsLocked:
		return true
	}
	return status(err) == http.StatusForbidden
}

// retryLater returns a [bot.TooSoon] for a channel that has just been closed to the bot, as
// somebody may be changing permissions. It returns nil if the channel is gone, if the grace period
// is over, or if the bot has left the server.
func (d *Discord) retryLater(channel string, err error) error {
	if !closed(err) {
		return nil
	}
	past := d.refusedFor(channel)
	if past >= d.grace || d.leftServer(channel) {
		return nil
	}
	return &bot.TooSoon{Wait: min(max(past, 500*time.Millisecond), 5*time.Second), Err: err}
}

// divert sends a message, whose channel is closed to the bot, to its addressees in direct messages.
// The game keeps its channel, which the next message tries again.
func (d *Discord) divert(ctx context.Context, service *service.Service, m bot.RenderedMessage) (bot.Receipt, error) {
	why := channelClosed
	if m.Game != 0 {
		why = gameClosed
	}
	m.Text = botlocale.Render(m.Language, why) + "\n" + m.Text
	shown, err := d.privately(ctx, service, m)
	return bot.Receipt{Private: true, Shown: shown}, d.checkAuthorized(err)
}

// isPrivateThread reports whether a channel is known to be a private thread.
func (d *Discord) isPrivateThread(channel string) bool {
	c, known := d.cachedChannel(channel)
	return known && c.Type == discordgo.ChannelTypeGuildPrivateThread
}

// leftServer reports whether it is known that the bot has left the server of a channel.
func (d *Discord) leftServer(channel string) bool {
	c, known := d.cachedChannel(channel)
	_, member := d.cachedServer(c.GuildID)
	return known && c.GuildID != "" && !member
}

// relocate sends a message whose channel is gone to another thread or the parent channel, or else
// in direct messages. A message for a private thread never goes to the parent channel, which more
// people can read.
func (d *Discord) relocate(ctx context.Context, service *service.Service, m bot.RenderedMessage, lost string) (bot.Receipt, error) {
	if parent := d.parentChannel(ctx, service, lost); parent != "" && !d.isPrivateThread(lost) {
		receipt, err := d.continueBelow(ctx, service, m, lost, parent)
		if !gone(err) {
			d.clearRefusals(parent, err)
			return receipt, d.checkAuthorized(err)
		}
		if soon := d.retryLater(parent, err); soon != nil {
			return bot.Receipt{}, soon
		}
		d.log.Warn("a room is closed to the bot", "room", m.Room.ID, "channel", parent, "game", m.Game, "err", err)
		if closed(err) {
			return d.divert(ctx, service, m)
		}
	}
	m.Text = botlocale.Render(m.Language, roomLost) + "\n" + m.Text
	shown, err := d.privately(ctx, service, m)
	if err == nil { // not earlier: a retried message must take the same route
		err = d.forgetThread(ctx, service, lost, d.parentChannel(ctx, service, lost), m.Game)
	}
	return bot.Receipt{Lost: true, Shown: shown}, d.checkAuthorized(err)
}

// continueBelow sends a message whose thread was deleted to another thread of its parent channel,
// or to that channel if it cannot open one.
func (d *Discord) continueBelow(ctx context.Context, service *service.Service, m bot.RenderedMessage, lost, parent string) (bot.Receipt, error) {
	known, err := service.Recall(ctx, Platform, threadKey(parent, m.Game))
	if err != nil {
		return bot.Receipt{}, err
	}
	if known != nil && string(known) != lost { // opened for an earlier message
		shown, err := d.publish(ctx, service, string(known), m, "")
		return bot.Receipt{Thread: channelRoom(string(known)), Shown: shown}, err
	}
	place, kept, remark := parent, "", threadLost
	if m.Audience == bot.Thread && m.Game != 0 {
		thread, final, err := d.openGameThread(ctx, m, parent, lost)
		if err != nil {
			return bot.Receipt{}, err
		}
		if final {
			kept = parent
		}
		if thread != "" && thread != lost {
			place, kept, remark = thread, thread, threadReplaced
		}
	}
	shown, err := d.publish(ctx, service, place, m, remark)
	if err != nil {
		return bot.Receipt{}, err
	}
	err = d.forgetThread(ctx, service, lost, parent, m.Game)
	if err == nil && kept != "" {
		err = d.keepThread(ctx, service, kept, parent, m.Game)
	}
	return bot.Receipt{Thread: channelRoom(place), Shown: shown}, err
}
