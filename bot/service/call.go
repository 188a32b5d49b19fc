package service

import (
	"context"
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// call is one command on its way through the service.
type call struct {
	service *Service
	tx      bot.Tx
	request bot.Request
	command *command.Command
	args    command.Args
	me      bot.Player      // without an ID if unknown so far
	reader  phrase.Language // of what is suggested to them while they type
	uptime  bot.Uptime
	// game and side are what the command's Needs settle.
	game bot.Game
	side rules.Side
	// follows are the tournaments that the asker may see, or not, as far as that was asked.
	follows map[bot.TournamentID]tournamentSight
	// reasoned is what the asker says in their own words to many.
	reasoned reasoned
	// summoned are the games in which the computer may have something to do now.
	summoned []bot.GameID
	// analysing are those whose analysis begins now.
	analysing []bot.GameID
	// deliberate, if a handler sets it, gives the answers after the transaction, which must not
	// last as long as a search does.
	deliberate func(context.Context) ([]bot.Message, error)
}

// answer returns a reply that only the asker needs to see.
func (c *call) answer(text string, buttons ...bot.Button) bot.Reply {
	return bot.Reply{Answer: []bot.Message{c.message(bot.Aside, text, buttons...)}}
}

// message returns a message to the asker, where they asked.
func (c *call) message(audience bot.Audience, text string, buttons ...bot.Button) bot.Message {
	return c.request.Answer(audience, text, buttons...)
}

// commandText returns a command with words behind its name, as a button gives it.
func commandText(command string, words ...string) string {
	return strings.Join(append([]string{command}, words...), " ")
}

// button returns the button of a command, with words behind its name.
func (s *Service) button(command string, words ...string) bot.Button {
	label := phrase.Term(s.commands.Find(command).Button)
	return bot.Button{Label: label, Command: commandText(command, words...)}
}

// menuPage makes a menu of one page of a list of any length; command gives the
// page whose number is put behind it. Pages count from 1.
func menuPage(prompt string, all []bot.Button, page int, command string) *bot.Menu {
	if len(all) <= bot.MaxOptions {
		return &bot.Menu{Prompt: prompt, Options: all}
	}
	const room = bot.MaxOptions - 1 // one option leads on
	pages := (len(all) + room - 1) / room
	page = min(max(page, 1), pages)
	options := append([]bot.Button(nil), all[(page-1)*room:min(page*room, len(all))]...)
	next := page%pages + 1
	options = append(options, bot.Button{Label: phrase.Of("More (page %d of %d)", next, pages), Command: fmt.Sprintf("%s page %d", command, next)})
	return &bot.Menu{Prompt: prompt, Options: options}
}
