package play

import (
	"fmt"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// views answers with a menu of the views and levels in which a game's board can be shown.
func views(c *action.Call) (bot.Reply, error) {
	var options []bot.Button
	for _, p := range c.Bot.Table.Find("board").Params {
		if p.Name == "view" {
			for _, view := range p.Choices {
				options = append(options, bot.Button{Label: phrase.Upper(phrase.Term(view)), Command: fmt.Sprintf("board %d %s", c.Game.ID, view)})
			}
		}
	}
	levels, err := levelNames(c)
	if err != nil {
		return bot.Reply{}, err
	}
	for _, level := range levels {
		options = append(options, bot.Button{Label: phrase.Of("Level %s alone", level), Command: fmt.Sprintf("board %d level %s", c.Game.ID, level)})
	}
	prompt := phrase.Of("How do you want to see the board?")
	m := c.Message(bot.Aside, phrase.Upper(bot.GameNumber(c.Game.ID))+". "+prompt)
	m.Game = c.Game.ID
	m.Menu = &bot.Menu{Prompt: prompt, Options: options}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}
