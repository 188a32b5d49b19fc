package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// more answers with a menu of the less common commands about a game.
func more(c *call) (bot.Reply, error) {
	_, plays := c.game.Side(c.me.ID)
	var options []bot.Button
	for _, name := range []string{"draw", "takeback", "resign", "abort", "nudge", "plan", "claim"} {
		if plays && !c.game.Over() {
			options = append(options, c.service.described(name, c.game.ID))
		}
	}
	if plays && engineHelps(c.game) {
		options = append(options, c.service.described("hint", c.game.ID))
	}
	if c.game.Over() || c.game.Study() {
		options = append(options, c.service.described("evaluate", c.game.ID))
	}
	for _, name := range []string{"game", "log", "replay", "notes", "export"} {
		options = append(options, c.service.described(name, c.game.ID))
	}
	prompt := phrase.Of("What would you like to do?")
	m := c.message(bot.Aside, phrase.Upper(bot.GameNumber(c.game.ID))+". "+prompt)
	m.Game = c.game.ID
	m.Menu = &bot.Menu{Prompt: prompt, Options: options}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}
