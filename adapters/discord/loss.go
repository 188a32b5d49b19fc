package discord

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// losses remembers since when channels have refused the bot.
type losses struct {
	mu    sync.Mutex
	since map[string]time.Time
}

// The times of a loss.
const (
	usualGrace = 30 * time.Second // how long a permission may be missing before a game goes elsewhere
	stale      = time.Hour        // after which a loss counts as a new one
)

// begin returns how long a channel has refused the bot.
func (l *losses) begin(channel string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.since == nil {
		l.since = map[string]time.Time{}
	}
	since, known := l.since[channel]
	if past := time.Since(since); known && past < stale {
		return past
	}
	l.since[channel] = time.Now()
	return 0
}

// end notes that a channel has taken something, if it has.
func (l *losses) end(channel string, err error) {
	if err == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.since, channel)
	}
}

// hope returns when to try a channel again that has refused a message, nil if it is of no use: somebody may be changing
// permissions just now, and a game should not leave its place for that.
func (d *Discord) hope(channel string, err error) error {
	switch code(err) {
	case discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions,
		discordgo.ErrCodePerformedOperationOnArchivedThread, discordgo.ErrCodeThreadIsLocked:
	default:
		if status(err) != http.StatusForbidden {
			return nil // deleted
		}
	}
	past := d.losses.begin(channel)
	if past >= d.grace || d.departed(channel) {
		return nil
	}
	return &bot.TooSoon{Wait: min(max(past, 500*time.Millisecond), 5*time.Second), Err: err}
}

// departed reports whether the bot is known to be no longer in the server of a channel.
func (d *Discord) departed(channel string) bool {
	c, known := d.known(channel)
	_, there := d.server(c.GuildID)
	return known && c.GuildID != "" && !there
}

// elsewhere says a message whose channel is lost: in another thread or in the channel above it, or to its addressees.
func (d *Discord) elsewhere(ctx context.Context, service *bot.Service, m bot.Message, lost string) (bot.Receipt, error) {
	if parent := d.parent(ctx, service, lost); parent != "" {
		receipt, err := d.goOn(ctx, service, m, lost, parent)
		if !gone(err) {
			d.losses.end(parent, err)
			return receipt, d.watch(err)
		}
		if soon := d.hope(parent, err); soon != nil {
			return bot.Receipt{}, soon
		}
		d.log.Warn("a room is lost", "room", m.Room.ID, "channel", parent, "game", m.Game, "err", err)
	}
	m.Text = d.locale.in(m.Language, roomLost) + "\n" + m.Text
	err := d.whisper(ctx, service, m)
	if err == nil { // only now: a message that is tried again must find the same way
		err = d.forgetThread(ctx, service, lost, d.parent(ctx, service, lost), m.Game)
	}
	return bot.Receipt{Lost: true}, d.watch(err)
}

// goOn says a message whose thread is lost where its game goes on: in another thread, or else in the channel above.
func (d *Discord) goOn(ctx context.Context, service *bot.Service, m bot.Message, lost, parent string) (bot.Receipt, error) {
	known, err := service.Recall(ctx, Platform, threadKey(parent, m.Game))
	if err != nil {
		return bot.Receipt{}, err
	}
	if known != nil && string(known) != lost { // as an earlier message has found
		return bot.Receipt{Thread: channelRoom(string(known))}, d.publish(ctx, service, string(known), m, "")
	}
	place, kept, remark := parent, "", threadLost
	if m.Audience == bot.Thread && m.Game != 0 {
		thread, settled, err := d.thread(ctx, m, parent, lost)
		if err != nil {
			return bot.Receipt{}, err
		}
		if settled {
			kept = parent
		}
		if thread != "" && thread != lost {
			place, kept, remark = thread, thread, threadReplaced
		}
	}
	if err := d.publish(ctx, service, place, m, remark); err != nil {
		return bot.Receipt{}, err
	}
	err = d.forgetThread(ctx, service, lost, parent, m.Game)
	if err == nil && kept != "" {
		err = d.keepThread(ctx, service, kept, parent, m.Game)
	}
	return bot.Receipt{Thread: channelRoom(place)}, err
}

const (
	threadLost     = "(The thread of this game is gone or closed to me, so I go on in this channel.)"
	threadReplaced = "(The earlier thread of this game is gone or closed to me, so I go on in this one.)"
	roomLost       = "(I can no longer write where this game was, so I write to you.)"
)
