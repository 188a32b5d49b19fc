package discord

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/command"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// announcing lists the commands that post in the channel. If param is not "", only requests do that
// set the parameter, and to value unless that is "".
var announcing = map[string]struct{ param, value string }{
	"challenge":  {},
	"rematch":    {},
	"seek":       {param: "variant"},
	"tournament": {param: "verb", value: "open"},
}

// announces reports whether a request would post something in its room for everybody.
func (d *Discord) announces(r bot.Request) bool {
	words := strings.Fields(r.Text)
	if r.Room == (bot.RoomID{}) || len(words) == 0 {
		return false
	}
	c := d.commandNamed(words[0])
	if c == nil {
		return false
	}
	use, known := announcing[c.Name]
	switch {
	// A challenge on a ladder is posted where the ladder is.
	case !known || r.Params["ladder"] != "" || r.Params == nil && slices.Contains(words, "ladder"):
		return false
	case r.Params["sight"] == "private" || r.Params == nil && slices.Contains(words, "private"):
		return false
	case use.param == "":
		return true
	case r.Params == nil && use.value == "":
		return len(words) > 1
	case r.Params == nil:
		return slices.Contains(words, use.value)
	}
	return r.Params[use.param] != "" && (use.value == "" || r.Params[use.param] == use.value)
}

// commandNamed returns the command with a name or an alias, nil if there is none.
func (d *Discord) commandNamed(word string) *command.Command {
	return d.ready().Commands().Find(strings.ToLower(word))
}

// reasonToRefuse returns the reason why a request cannot be carried out where it was made. It is ""
// if it can be carried out.
func (d *Discord) reasonToRefuse(r bot.Request) phrase.Text {
	if !d.announces(r) {
		return ""
	}
	if missing := d.missingToWrite(r.Room.ID); len(missing) > 0 {
		return cannotWriteHere(missing)
	}
	return ""
}

// missingToWrite returns the permissions that the bot lacks to write in a channel or a thread. It
// is nil if that is not known.
func (d *Discord) missingToWrite(channel string) []permission {
	wanted := int64(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages)
	if c, known := d.cachedChannel(channel); known && c.IsThread() {
		channel = c.ParentID // a thread has its channel's permissions
		wanted = discordgo.PermissionViewChannel | discordgo.PermissionSendMessagesInThreads
	}
	missing, err := d.missing(channel)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(missing, func(p permission) bool { return p.bit&wanted == 0 })
}

// refusal returns the reply that tells the user in their language why a request is refused.
func refusal(r bot.Request, why phrase.Text, language string) bot.RenderedReply {
	return bot.RenderedReply{Outcome: bot.Refused, Answer: []bot.RenderedMessage{{Platform: Platform, Audience: bot.Aside, Room: r.Room, To: []bot.User{r.From}, Text: botlocale.Render(language, why)}}}
}
