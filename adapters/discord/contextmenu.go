package discord

import (
	"context"
	"regexp"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// contextCommand is a command in the context menu of a user or a message.
type contextCommand struct {
	kind    discordgo.ApplicationCommandType
	name    phrase.Text
	command string // of the service
}

// contextCommands are the commands in context menus.
func contextCommands() []contextCommand {
	return []contextCommand{
		{discordgo.UserApplicationCommand, challengeUser, "challenge"},
		{discordgo.UserApplicationCommand, profileOfUser, "profile"},
		{discordgo.MessageApplicationCommand, movesOfMessage, "moves"},
		{discordgo.MessageApplicationCommand, boardOfMessage, "board"},
	}
}

// contextMenus returns the contextCommands as Discord registers them.
func (l locales) contextMenus() (all []*discordgo.ApplicationCommand) {
	for _, c := range contextCommands() {
		all = append(all, &discordgo.ApplicationCommand{Type: c.kind, Name: phrase.English(c.name), NameLocalizations: ref(l.renderings(c.name))})
	}
	return all
}

// gamePicture matches the name of a picture that shows a position of a game.
var gamePicture = regexp.MustCompile(`^board-([0-9]+)-([0-9]+)\.png$`)

// pictureName returns the file name of a message's picture. It contains the game and the ply, for
// [Discord.gameOf].
func pictureName(p *bot.Picture) string {
	switch {
	case p != nil && p.Curve:
		return "analysis-" + p.Game.String() + ".png"
	case p == nil || p.Game == 0 || p.Film || len(p.Line) > 0:
		return "board.png"
	}
	return "board-" + p.Game.String() + "-" + strconv.Itoa(p.Ply) + ".png"
}

// gameButton matches a button that acts in a game.
var gameButton = regexp.MustCompile(`"custom_id": ?"(?:pick|moves|views|more|rematch) ([0-9]+)"`)

// gameOf returns the number of the game that a message of the bot is about, "" for none, and the
// ply that it shows, -1 for none.
func (d *Discord) gameOf(m targetJSON) (game string, ply int) {
	if m.Author.ID != d.me() {
		return "", -1
	}
	for _, a := range m.Attachments {
		if found := gamePicture.FindStringSubmatch(a.Filename); found != nil {
			n, err := strconv.Atoi(found[2])
			if err == nil {
				return found[1], n
			}
		}
	}
	if found := gameButton.FindSubmatch(m.Components); found != nil {
		return string(found[1]), -1
	}
	return "", -1
}

// contextRequest returns the request of a command in a context menu, whether to open a form for it,
// and the reason why it is refused, "" if it is not.
func (d *Discord) contextRequest(ctx context.Context, i *discordgo.Interaction, e *interactionJSON) (r bot.Request, form bool, why phrase.Text) {
	r = d.request(ctx, i)
	r.Params, r.Mentions = map[string]string{}, map[string]bot.User{}
	for _, c := range contextCommands() {
		if phrase.English(c.name) == e.Data.Name && c.kind == e.Data.Type {
			r.Text = c.command
		}
	}
	user := e.Data.Resolved.Users[e.Data.TargetID]
	switch {
	case e.Data.Type == discordgo.UserApplicationCommand && user != nil:
		return r, r.Text == "challenge", d.setPerson(&r, user)
	case e.Data.Type == discordgo.MessageApplicationCommand:
		game, ply := d.gameOf(e.Data.Resolved.Messages[e.Data.TargetID])
		if game == "" {
			return r, false, notAboutGame
		}
		r.Params["id"] = game
		if r.Text == "board" && ply > 0 {
			r.Params["at"] = strconv.Itoa(ply)
		}
	}
	return r, false, ""
}
