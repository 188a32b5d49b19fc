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
	threadOf = "thread-of/" // CHANNEL/GAME: the ID of the thread
	parentOf = "parent-of/" // THREAD: the ID of the channel that it belongs to, and the number of its game
)

func threadKey(channel string, game bot.GameID) string {
	return threadOf + channel + "/" + game.String()
}

// destination returns the channel for a message, and the receipt with its thread. A game gets its own thread if its channel supports
// threads.
func (d *Discord) destination(ctx context.Context, service *service.Service, m bot.Message) (string, bot.Receipt, error) {
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
	thread, settled, err := d.thread(ctx, m, channel, "")
	switch {
	case err != nil:
		return channel, bot.Receipt{}, err
	case thread != "":
		return thread, bot.Receipt{Thread: channelRoom(thread)}, d.keepThread(ctx, service, thread, channel, m.Game)
	case settled: // the announcement is posted, and must not be repeated for the next message
		err = d.keepThread(ctx, service, channel, channel, m.Game)
	}
	return channel, bot.Receipt{}, err
}

// thread opens a thread for a game in a channel, to replace the thread lost unless that is "". It returns "" if it cannot open one;
// settled means that it must not be tried again.
func (d *Discord) thread(ctx context.Context, m bot.Message, channel, lost string) (thread string, settled bool, err error) {
	c, err := d.channel(ctx, channel)
	if s := status(err); err != nil && s/100 == 4 {
		return "", false, nil // if the channel is lost, posting in it will show that
	}
	if err != nil || !d.mayOpenThread(c) {
		return "", false, err
	}
	thread, err = d.openThread(ctx, c, m, lost)
	if s := status(err); s == http.StatusBadRequest || s == http.StatusForbidden || s == http.StatusNotFound {
		d.log.Warn("no thread", "channel", channel, "err", err)
		return "", thread != "", nil // if the channel is lost, posting in it will show that
	}
	if err != nil {
		return "", false, err
	}
	return thread, false, nil
}

// keepThread stores in which thread, or in the channel itself, a game of a channel is played.
func (d *Discord) keepThread(ctx context.Context, service *service.Service, thread, channel string, game bot.GameID) error {
	if thread != channel {
		if err := service.Keep(ctx, Platform, parentOf+thread, []byte(channel+" "+game.String())); err != nil {
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
	permissions, err := d.granted(c.ID)
	return err != nil || permissions&threading == threading // if unknown, try it
}

// autoArchive is the number of minutes without a message after which Discord archives a thread. A new message reopens it.
const autoArchive = 7 * 24 * 60

// openThread posts an announcement of a game in a channel and opens a thread on it. A repeated call finds both again, unless lost
// differs. If only the announcement was posted, it returns the announcement's ID with the error.
func (d *Discord) openThread(ctx context.Context, c discordgo.Channel, m bot.Message, lost string) (string, error) {
	title := m.Title
	if title == "" {
		title = fmt.Sprintf("Game %d", m.Game)
	}
	announcement := payload{
		Content:         escape(title),
		AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
		Components:      []discordgo.MessageComponent{},
		Attachments:     []attachment{},
		Flags:           suppressEmbeds,
		Nonce:           fmt.Sprintf("%s-t-%08x", strconv.FormatUint(uint64(m.ID), 36), crc32.ChecksumIEEE([]byte(title+lost))),
		EnforceNonce:    true,
	}
	if m.Repeat {
		announcement.since = m.At
	}
	id, err := d.post(ctx, c.ID, []payload{announcement}, false)
	if err != nil {
		return "", err
	}
	body := map[string]any{"name": shorten(title, 100), "auto_archive_duration": autoArchive}
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

// parent returns the ID of the channel that a thread belongs or belonged to, "" if it is no thread.
func (d *Discord) parent(ctx context.Context, service *service.Service, channel string) string {
	parent, _ := d.origin(ctx, service, channel)
	return parent
}

// origin returns the ID of the channel that a thread belongs or belonged to, "" if it is no thread, and the game for which it was opened, zero if that is not
// known, as of threads of earlier versions.
func (d *Discord) origin(ctx context.Context, service *service.Service, channel string) (parent string, game bot.GameID) {
	if service == nil {
		return "", 0
	}
	if known, err := service.Recall(ctx, Platform, parentOf+channel); err == nil && known != nil {
		parent, number, _ := strings.Cut(string(known), " ")
		game, _ := bot.ParseGameID(number)
		return parent, game
	}
	if c, err := d.channel(ctx, channel); err == nil && c.IsThread() {
		return c.ParentID, 0
	}
	return "", 0
}

// forgetThread forgets a deleted thread, so that the game can get another. Its parent channel is kept for messages that are still
// addressed to the thread.
func (d *Discord) forgetThread(ctx context.Context, service *service.Service, thread, parent string, game bot.GameID) error {
	for _, key := range []string{threadKey(parent, game), buttonKey(thread, game)} {
		if err := service.Keep(ctx, Platform, key, nil); err != nil {
			return err
		}
	}
	return nil
}
