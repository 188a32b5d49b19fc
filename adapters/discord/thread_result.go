package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/service"
)

// archiveSoon is the number of minutes without a message after which Discord archives the thread of
// a game that is over. It is not archived at once, because the buttons below the last message, such
// as Rematch, do not work in an archived thread.
const archiveSoon = 60

// scored matches the name of a thread that shows a result.
var scored = regexp.MustCompile(`^(1-0|0-1|½-½|–) · `)

// renameMemo is the prefix of the memos that hold changes to threads that Discord has not accepted
// yet. Discord allows two changes of a thread in ten minutes, so a change may have to wait.
const renameMemo = "rename/"

// renamePause is how long a change waits after a failed request before it is tried again.
const renamePause = time.Minute

// showResult handles a message about a game by scheduling a change of the game's thread: a name
// that shows the result, and early archiving. If the game is reopened, it schedules the reverse. It
// only affects threads that the bot opened for the game, and only if something has to change.
// renameThreads makes the change.
func (d *Discord) showResult(ctx context.Context, service *service.Service, channel string, m bot.RenderedMessage) {
	if m.Audience != bot.Thread || m.Game == 0 {
		return
	}
	c, known := d.cachedChannel(channel)
	if !known && m.Score != "" { // an archived thread that the message has reopened
		var err error
		c, err = d.channel(ctx, channel)
		known = err == nil
	}
	name, minutes := shorten(titleOf(m), maxName), autoArchive
	if m.Score != "" {
		name, minutes = shorten(m.Score+" · "+titleOf(m), maxName), archiveSoon
	}
	last, asked := d.names.Get(channel)
	if !asked { // otherwise the change is under way or made, or Discord has refused it
		last = c.Name
	}
	if !known || !c.IsThread() || last == name || m.Score == "" && !scored.MatchString(last) {
		return
	}
	if _, game := d.threadOrigin(ctx, service, channel); game != m.Game {
		return
	}
	d.names.Add(channel, name)
	body := map[string]any{"name": name, "auto_archive_duration": minutes}
	if forum, known := d.cachedChannel(c.ParentID); known && isForum(forum) {
		body["applied_tags"] = d.retag(forum, c, m)
	}
	data, err := json.Marshal(body)
	if err == nil {
		err = d.keepRename(ctx, service, channel, data)
	}
	if err != nil {
		d.log.Warn("a thread does not show the result of its game", "channel", channel, "game", m.Game, "err", err)
		return
	}
	d.renames.add(channel)
}

// keepRename stores a thread's next change, in place of a change that still waits.
func (d *Discord) keepRename(ctx context.Context, service *service.Service, thread string, change []byte) error {
	d.renaming.Lock()
	defer d.renaming.Unlock()
	return service.Keep(ctx, Platform, renameMemo+thread, change)
}

// renameThreads makes the stored changes of threads until ctx ends, beginning with those left by
// the last run. If several changes of one thread wait for Discord's limit, only the last one is
// made. A change that Discord refuses is not tried again.
func (d *Discord) renameThreads(ctx context.Context) {
	ctx = withUrgency(ctx, unhurried)
	waiting, err := d.ready().Kept(ctx, Platform, renameMemo, 0)
	if err != nil {
		d.log.Warn("the threads that have to be renamed could not be read", "err", err)
	}
	for _, key := range waiting {
		d.renames.add(strings.TrimPrefix(key, renameMemo))
	}
	for ctx.Err() == nil {
		thread, some := d.renames.take()
		if !some {
			select {
			case <-d.renames.added:
			case <-ctx.Done():
			}
			continue
		}
		d.recovering(func() {
			// A change that has begun is completed even when the bot stops, so that it is not
			// repeated.
			if wait := d.rename(context.WithoutCancel(ctx), thread); wait > 0 {
				time.AfterFunc(wait, func() { d.renames.add(thread) })
			}
		})
	}
}

// rename makes the waiting change of a thread, if there is one. It returns how long to wait before
// the next try, or zero if there need not be another.
func (d *Discord) rename(ctx context.Context, thread string) (wait time.Duration) {
	change, err := d.ready().Recall(ctx, Platform, renameMemo+thread)
	if err != nil {
		return renamePause
	}
	if change == nil || d.replaced(ctx) {
		return 0
	}
	err = d.rest.do(ctx, request{method: "PATCH", path: "channels/" + thread, bucket: "PATCH channel " + thread, body: json.RawMessage(change)})
	soon, unclear := (*bot.TooSoon)(nil), (*bot.Unclear)(nil)
	switch {
	case errors.As(err, &soon):
		return soon.Wait
	case errors.As(err, &unclear):
		return renamePause
	case err != nil:
		d.log.Info("a thread does not show the result of its game", "channel", thread, "err", err)
	}
	if err := d.dropRename(ctx, thread, change); err != nil {
		d.log.Warn("a memo could not be removed", "err", err)
	}
	return 0
}

// dropRename deletes a change of a thread, unless a newer one has replaced it.
func (d *Discord) dropRename(ctx context.Context, thread string, change []byte) error {
	d.renaming.Lock()
	defer d.renaming.Unlock()
	waits, err := d.ready().Recall(ctx, Platform, renameMemo+thread)
	if err != nil || !bytes.Equal(waits, change) {
		return err
	}
	return d.ready().Keep(ctx, Platform, renameMemo+thread, nil)
}

// retag returns the tags of a game's post: those that the bot gives, and first those that others
// have added.
func (d *Discord) retag(forum, post discordgo.Channel, m bot.RenderedMessage) []string {
	given := d.tagsFor(forum, m)
	over := m
	over.Score = "–"
	ours := d.tagsFor(forum, over)
	tags := []string{}
	for _, t := range post.AppliedTags {
		if !slices.Contains(ours, t) {
			tags = append(tags, t)
		}
	}
	tags = append(tags, given...)
	return tags[:min(len(tags), maxTags)]
}
