package discord

import (
	"cmp"
	"context"
	"fmt"
	"hash/crc32"
	"net/http"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/service"
)

// The prefixes of memos about threads.
const (
	threadOf = "thread-of/" // CHANNEL/GAME: the ID of the thread
	parentOf = "parent-of/" // THREAD: the ID of the channel that it belongs to
)

func threadKey(channel string, game bot.GameID) string {
	return threadOf + channel + "/" + game.String()
}

// destination returns the channel for a message, and what to tell the service about it. A game gets a thread of its own in a channel
// that can have one.
func (d *Discord) destination(ctx context.Context, service *service.Service, m bot.Message) (string, bot.Receipt, error) {
	channel := m.Room.ID
	if m.Audience != bot.Thread || m.Game == 0 {
		return channel, bot.Receipt{}, nil
	}
	known, err := service.Recall(ctx, Platform, threadKey(channel, m.Game))
	if err != nil {
		return channel, bot.Receipt{}, err
	}
	if known != nil { // opened for a message before this one
		return string(known), bot.Receipt{Thread: channelRoom(string(known))}, nil
	}
	thread, settled, err := d.thread(ctx, m, channel, "")
	switch {
	case err != nil:
		return channel, bot.Receipt{}, err
	case thread != "":
		return thread, bot.Receipt{Thread: channelRoom(thread)}, d.keepThread(ctx, service, thread, channel, m.Game)
	case settled: // the announcement is posted, and must not be repeated for every message
		err = d.keepThread(ctx, service, channel, channel, m.Game)
	}
	return channel, bot.Receipt{}, err
}

// thread opens a thread for a game in a channel, in place of a lost one if there was one. It returns "" if that is not possible;
// settled means that it will not be later, either.
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

// keepThread notes where a game is played that was announced in a channel.
func (d *Discord) keepThread(ctx context.Context, service *service.Service, thread, channel string, game bot.GameID) error {
	if thread != channel {
		if err := service.Keep(ctx, Platform, parentOf+thread, []byte(channel)); err != nil {
			return err
		}
	}
	return service.Keep(ctx, Platform, threadKey(channel, game), []byte(thread))
}

// threading are the permissions that the bot needs in a channel to play in its threads.
const threading = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads

// mayOpenThread reports whether threads can be opened in a channel, by the bot.
func (d *Discord) mayOpenThread(c discordgo.Channel) bool {
	if c.Type != discordgo.ChannelTypeGuildText && c.Type != discordgo.ChannelTypeGuildNews {
		return false
	}
	permissions, err := d.granted(c.ID)
	return err != nil || permissions&threading == threading // if unknown, Discord will refuse
}

// autoArchive is after how many minutes without a message a thread is archived. A message opens it again.
const autoArchive = 7 * 24 * 60

// openThread announces a game in a channel and opens a thread on the announcement. When it is repeated it finds both, unless another
// thread was lost. An error comes with the ID of the announcement if that was posted.
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
	return cmp.Or(opened.ID, id), err // usually the same
}

// parent returns the channel that a thread belongs or belonged to, "" if it is or was none.
func (d *Discord) parent(ctx context.Context, service *service.Service, channel string) string {
	if service == nil {
		return ""
	}
	if known, err := service.Recall(ctx, Platform, parentOf+channel); err == nil && known != nil {
		return string(known)
	}
	if c, err := d.channel(ctx, channel); err == nil && c.IsThread() {
		return c.ParentID
	}
	return ""
}

// forgetThread forgets a lost thread, so that the game can have another. The channel that it belonged to is remembered for the messages
// that were on their way to it.
func (d *Discord) forgetThread(ctx context.Context, service *service.Service, thread, parent string, game bot.GameID) error {
	for _, key := range []string{threadKey(parent, game), buttonKey(thread, game)} {
		if err := service.Keep(ctx, Platform, key, nil); err != nil {
			return err
		}
	}
	return nil
}
