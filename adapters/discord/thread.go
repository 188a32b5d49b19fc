package discord

import (
	"cmp"
	"context"
	"fmt"
	"hash/crc32"
	"net/http"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/service"
)

// The prefixes of memos about threads.
const (
	threadMemo = "thread-of/" // CHANNEL/GAME: the ID of the thread
	// THREAD: the ID of the channel that it belongs to, and the number of its game.
	parentMemo = "parent-of/"
)

func threadKey(channel string, game bot.GameID) string {
	return threadMemo + channel + "/" + game.String()
}

// destination returns the channel for a message, and the receipt with its thread. A game gets its
// own thread if its channel supports threads.
func (d *Discord) destination(ctx context.Context, service *service.Service, m bot.RenderedMessage) (string, bot.Receipt, error) {
	channel := m.Room.ID
	if m.Audience != bot.Thread || m.Game == 0 {
		return channel, bot.Receipt{}, nil
	}
	known, err := service.Recall(ctx, Platform, threadKey(channel, m.Game))
	if err != nil {
		return channel, bot.Receipt{}, err
	}
	if known != nil { // opened for an earlier message
		return string(known), bot.Receipt{Thread: channelRoom(string(known))}, nil
	}
	thread, final, err := d.openGameThread(ctx, m, channel, "")
	switch {
	case err != nil:
		return channel, bot.Receipt{}, err
	case thread != "":
		return thread, bot.Receipt{Thread: channelRoom(thread)}, d.keepThread(ctx, service, thread, channel, m.Game)
	case final: // the announcement is posted, and must not be repeated for the next message
		err = d.keepThread(ctx, service, channel, channel, m.Game)
	}
	return channel, bot.Receipt{}, err
}

// openGameThread opens a thread for a game in a channel. The thread replaces the thread lost,
// unless that is "". It returns "" if it cannot open one. final then means that this must not be
// tried again.
func (d *Discord) openGameThread(ctx context.Context, m bot.RenderedMessage, channel, lost string) (thread string, final bool, err error) {
	c, err := d.channel(ctx, channel)
	if s := status(err); err != nil && s/100 == 4 {
		return "", false, nil // if the channel is lost, posting in it will show that
	}
	if err != nil {
		return "", false, err
	}
	if forum, ok := d.forumOf(ctx, c, m.Game); ok {
		thread, err = d.openPost(ctx, forum, m, lost)
	} else if d.mayOpenThread(c) {
		thread, err = d.announceThread(ctx, c, m, lost)
	}
	if s := status(err); s == http.StatusBadRequest || s == http.StatusForbidden || s == http.StatusNotFound {
		d.log.Warn("no thread", "channel", channel, "err", err)
		return "", thread != "", nil // if the channel is lost, posting in it will show that
	}
	if err != nil {
		return "", false, err
	}
	return thread, false, nil
}

// keepThread stores that a game of a channel is played in a thread, or in the channel itself. If
// the channel is a post of a forum, the thread is another post of the same forum.
func (d *Discord) keepThread(ctx context.Context, service *service.Service, thread, channel string, game bot.GameID) error {
	if thread != channel {
		parent := channel
		if c, known := d.cachedChannel(channel); known && c.IsThread() {
			parent = c.ParentID
		}
		if err := service.Keep(ctx, Platform, parentMemo+thread, []byte(parent+" "+game.String())); err != nil {
			return err
		}
	}
	return service.Keep(ctx, Platform, threadKey(channel, game), []byte(thread))
}

// threading are the permissions that the bot needs in a channel to play in its threads.
const threading = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads

// mayOpenThread reports whether the bot can open threads in a channel, as far as is known.
func (d *Discord) mayOpenThread(c discordgo.Channel) bool {
	if c.Type != discordgo.ChannelTypeGuildText && c.Type != discordgo.ChannelTypeGuildNews {
		return false
	}
	permissions, err := d.permissionsIn(c.ID)
	return err != nil || permissions&threading == threading // if unknown, try it
}

// autoArchive is the number of minutes without a message after which Discord archives a thread. A
// new message reopens it.
const autoArchive = 7 * 24 * 60

// maxName is the maximum length of the name of a thread.
const maxName = 100

// titleOf returns the title of the game of a message.
func titleOf(m bot.RenderedMessage) string { return cmp.Or(m.Title, fmt.Sprintf("Game %d", m.Game)) }

// announceThread posts an announcement of a game in a channel and opens a thread on it. If called
// again with the same lost, it returns the same thread. If only the announcement was posted, it
// returns the announcement's ID and the error.
func (d *Discord) announceThread(ctx context.Context, c discordgo.Channel, m bot.RenderedMessage, lost string) (string, error) {
	title := titleOf(m)
	announcement := payload{
		Content:         escape(title),
		AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
		Components:      []discordgo.MessageComponent{},
		Attachments:     []attachment{},
		Flags:           suppressEmbeds,
		Nonce:           fmt.Sprintf("%s-t-%08x", strconv.FormatUint(uint64(m.ID), 36), crc32.ChecksumIEEE([]byte(title+lost))),
		EnforceNonce:    true,
		repeat:          m.Repeat,
		after:           m.After,
	}
	id, err := d.post(ctx, c.ID, []payload{announcement}, false)
	if err != nil {
		return "", err
	}
	body := map[string]any{"name": shorten(title, maxName), "auto_archive_duration": autoArchive}
	var opened struct {
		ID string `json:"id"`
	}
	path := "channels/" + c.ID + "/messages/" + id + "/threads"
	err = d.rest.do(ctx, request{method: "POST", path: path, bucket: "POST channels/" + c.ID + "/threads", body: body, into: &opened})
	if code(err) == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		err = nil
	}
	return cmp.Or(opened.ID, id), err // a thread has the ID of its message
}

// parentChannel returns the ID of the channel that a thread belongs to or belonged to, "" for a
// channel that is not a thread.
func (d *Discord) parentChannel(ctx context.Context, service *service.Service, channel string) string {
	parent, _ := d.threadOrigin(ctx, service, channel)
	return parent
}

// threadOrigin returns the ID of the channel that a thread belongs to or belonged to, "" for a
// channel that is not a thread. It also returns the game for which the thread was opened; zero if
// that is not known, as for threads of earlier versions of the bot.
func (d *Discord) threadOrigin(ctx context.Context, service *service.Service, channel string) (parent string, game bot.GameID) {
	if service == nil {
		return "", 0
	}
	if known, err := service.Recall(ctx, Platform, parentMemo+channel); err == nil && known != nil {
		parent, number, _ := strings.Cut(string(known), " ")
		game, _ := bot.ParseGameID(number)
		return parent, game
	}
	if c, err := d.channel(ctx, channel); err == nil && c.IsThread() {
		return c.ParentID, 0
	}
	return "", 0
}

// forgetThread forgets a deleted thread, so that the game can get another. The memo of its parent
// channel stays, for messages that are still addressed to the thread.
func (d *Discord) forgetThread(ctx context.Context, service *service.Service, thread, parent string, game bot.GameID) error {
	for _, key := range []string{threadKey(parent, game), buttonKey(thread, game)} {
		if err := service.Keep(ctx, Platform, key, nil); err != nil {
			return err
		}
	}
	return nil
}
