package bot

import (
	"fmt"
	"strings"

	"raumbot/bot/phrase"
)

// Menu is a choice among commands.
type Menu struct {
	// Prompt says in a few words what is chosen, as the message's text does too.
	Prompt string
	// Options are at most 25, what a select of Discord can hold.
	Options []Button
}

// maxOptions is the number of options of a menu.
const maxOptions = 25

// Lines writes the options in the markup of [Format], for platforms without menus: a
// line for each, with the command to type.
func (m *Menu) Lines() string {
	var lines []string
	for _, o := range m.Options {
		lines = append(lines, fmt.Sprintf("`%s`: %s", o.Command, o.Label))
	}
	return strings.Join(lines, "\n")
}

// menuPage makes a menu of one page of a list of any length; command gives the
// page whose number is put behind it. Pages count from 1.
func menuPage(prompt string, all []Button, page int, command string) *Menu {
	if len(all) <= maxOptions {
		return &Menu{Prompt: prompt, Options: all}
	}
	const room = maxOptions - 1 // one option leads on
	pages := (len(all) + room - 1) / room
	page = min(max(page, 1), pages)
	options := append([]Button(nil), all[(page-1)*room:min(page*room, len(all))]...)
	next := page%pages + 1
	options = append(options, Button{Label: phrase.Of("More (page %d of %d)", next, pages), Command: fmt.Sprintf("%s page %d", command, next)})
	return &Menu{Prompt: prompt, Options: options}
}
