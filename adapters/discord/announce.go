package discord

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/command"
)

// announcing lists the commands that post in the channel, with the parameter that a request must set to do so, "" if it always does.
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
	case !known || r.Params["ladder"] != "" || r.Params == nil && slices.Contains(words, "ladder"): // which is told where the ladder is
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

// refuse returns why a request cannot be carried out where it was made, as a phrase, "" if it can.
func (d *Discord) refuse(r bot.Request) string {
	if !d.announces(r) {
		return ""
	}
	if missing := d.missingToWrite(r.Room.ID); len(missing) > 0 {
		return cannotWriteHere(missing)
	}
	return ""
}

// missingToWrite returns the permissions that the bot lacks to write in a channel or a thread, nil if they are not known.
func (d *Discord) missingToWrite(channel string) []permission {
	wanted := int64(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages)
	if c, known := d.known(channel); known && c.IsThread() {
		channel = c.ParentID // a thread has its channel's permissions
		wanted = discordgo.PermissionViewChannel | discordgo.PermissionSendMessagesInThreads
	}
	missing, err := d.missing(channel)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(missing, func(p permission) bool { return p.bit&wanted == 0 })
}

// refusal returns the reply that tells the user why a request is refused.
func refusal(r bot.Request, why string) bot.Reply {
	return bot.Reply{Outcome: bot.Refused, Answer: []bot.Message{{Platform: Platform, Audience: bot.Aside, Room: r.Room, To: []bot.User{r.From}, Text: why}}}
}
