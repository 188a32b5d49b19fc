package service

import (
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
}

// answer returns a reply that only the asker needs to see.
func (c *call) answer(text string, buttons ...bot.Button) bot.Reply {
	return bot.Reply{Answer: []bot.Message{c.message(bot.Aside, text, buttons...)}}
}

// message returns a message to the asker, where they asked.
func (c *call) message(audience bot.Audience, text string, buttons ...bot.Button) bot.Message {
	if c.request.Room == (bot.RoomID{}) {
		audience = bot.Private
	}
	return bot.Message{
		Platform: c.request.From.Platform,
		Audience: audience,
		Room:     c.request.Room,
		To:       []bot.User{c.request.From},
		Text:     text,
		Buttons:  buttons,
	}
}

// button returns the button of a command, with words behind its name.
func (s *Service) button(command string, words ...string) bot.Button {
	label := phrase.Term(s.commands.Find(command).Button)
	return bot.Button{Label: label, Command: strings.Join(append([]string{command}, words...), " ")}
}
