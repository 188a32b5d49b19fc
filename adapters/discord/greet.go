package discord

import (
	"context"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"raumbot/bot"
	"raumbot/bot/action"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// greetedMemo is the prefix of the memos of the servers that the bot has greeted.
const greetedMemo = "greeted/"

// greetingPatience is how long a greeting waits for the IDs of the commands in it.
const greetingPatience = 5 * time.Second

// defaultGreetingPause is the time from one greeting to the next.
const defaultGreetingPause = time.Second

// greetingRetries are the waits before a greeting that has failed is tried again, each time longer.
// After the last one it is left to the next session.
var greetingRetries = []time.Duration{time.Minute, 10 * time.Minute, time.Hour}

// greetings are the servers that wait to be greeted. A bot may join thousands at its first start. A
// server may be in it several times, and is greeted once.
type greetings = worklist[string]

// greetServers greets the servers that the bot has joined, one after the other, until ctx ends. It
// begins with the one whose people have met the bot last.
func (d *Discord) greetServers(ctx context.Context) {
	pace := rate.NewLimiter(rate.Every(d.greetingPause), 1)
	failed := map[string]int{} // how often each server could not be greeted
	for ctx.Err() == nil {
		id, some := d.greetings.take()
		if !some {
			select {
			case <-d.greetings.added:
				continue
			case <-ctx.Done():
				return
			}
		}
		d.recovering(func() {
			g, due, err := d.awaitsGreeting(ctx, id)
			if due && pace.Wait(ctx) == nil {
				err = d.greet(context.WithoutCancel(ctx), g)
			}
			if err != nil && ctx.Err() == nil {
				d.log.Warn("a server could not be greeted", "server", id, "err", err)
				if n := failed[id]; n < len(d.greetingRetries) {
					failed[id]++
					time.AfterFunc(d.greetingRetries[n], func() { d.greetings.add(id) })
				}
			}
		})
	}
}

// awaitsGreeting returns a server, and whether the bot is in it and has not greeted it yet.
func (d *Discord) awaitsGreeting(ctx context.Context, id string) (g discordgo.Guild, due bool, err error) {
	g, found := d.cachedServer(id)
	if !found || g.Unavailable {
		return g, false, nil
	}
	known, err := d.ready().Recall(ctx, Platform, greetedMemo+id)
	return g, err == nil && known == nil, err
}

// greet posts a greeting in a server, with a report of the permissions that the bot lacks there. It
// returns an error if that may succeed later.
func (d *Discord) greet(ctx context.Context, g discordgo.Guild) error {
	ctx, cancel := context.WithTimeout(withUrgency(ctx, unhurried), time.Minute)
	defer cancel()
	select { // the greeting mentions commands
	case <-d.commandsKnown:
	case <-time.After(greetingPatience):
	case <-ctx.Done():
	}
	channel := d.greetingChannel(g)
	toOwner, err := channel == "", error(nil)
	if toOwner {
		if g.OwnerID == "" {
			return nil
		}
		if channel, err = d.directChannel(ctx, g.OwnerID); err != nil {
			return err
		}
	}
	parts := d.compose(ctx, d.greeting(g, toOwner), g.PreferredLocale)
	// The nonces prevent a second greeting after a crash before the memo was kept.
	for i := range parts {
		parts[i].Nonce, parts[i].EnforceNonce = fmt.Sprintf("g%s-%d", g.ID, i), true
	}
	if _, err := d.post(ctx, channel, parts, true); toOwner && unreachable(err) {
		d.log.Info("the owner of a server accepts no greeting", "server", g.ID)
		return nil
	} else if err != nil {
		return err
	}
	if err := d.ready().Keep(ctx, Platform, greetedMemo+g.ID, []byte("1")); err != nil {
		d.log.Warn("a memo could not be kept", "err", err)
	}
	return nil
}

// greeting returns the greeting of a server, with buttons for a first step. Only its owner is told
// which permissions the bot lacks; in a channel the greeting says how organisers learn of them.
func (d *Discord) greeting(g discordgo.Guild, toOwner bool) bot.RenderedMessage {
	m := bot.Message{Platform: Platform, Audience: bot.Public, Text: hello}
	switch report := d.setupReport(g.ID, g.SystemChannelID, func(string) bool { return true }); {
	case toOwner:
		m.Text += "\n" + report
	case report != allGranted:
		m.Text += "\n" + someMissing
	}
	m.Buttons = []bot.Button{
		action.PlayComputer(action.LessonVariant),
		{Label: phrase.Of("Learn in five minutes"), Command: "learn"},
		{Label: phrase.Of("See a game"), Command: "example"},
	}
	return bot.Render(m, botlocale.All()[botlocale.Spoken(g.PreferredLocale)])
}

// greetingChannel returns the channel in which to greet a server: its system channel, or else the
// first channel in which the bot may write. It is "" if there is none.
func (d *Discord) greetingChannel(g discordgo.Guild) string {
	const writing = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
	may := func(channel string) bool {
		granted, err := d.permissionsIn(channel)
		return err != nil || granted&writing == writing // if unknown, try it
	}
	if g.SystemChannelID != "" && may(g.SystemChannelID) {
		return g.SystemChannelID
	}
	for _, c := range g.Channels {
		if c.Type == discordgo.ChannelTypeGuildText && may(c.ID) {
			return c.ID
		}
	}
	return ""
}

// forgetGreeting forgets that a server was greeted, so that it is greeted again if the bot is
// added again.
func (d *Discord) forgetGreeting(g *discordgo.GuildDelete) {
	service := d.ready()
	if service == nil || g.Unavailable {
		return // an outage, not a removal
	}
	if err := service.Keep(context.Background(), Platform, greetedMemo+g.ID, nil); err != nil {
		d.log.Warn("a memo could not be removed", "err", err)
	}
}
