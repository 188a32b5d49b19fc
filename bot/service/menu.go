package service

import (
	"fmt"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

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
