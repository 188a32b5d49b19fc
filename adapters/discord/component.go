package discord

import (
	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// Discord's limits of components.
const (
	maxRows       = 5
	buttonsInARow = 5
	maxLabel      = 80
	maxOption     = 100 // characters of an option's label, and bytes of a command
	maxOptions    = 25
	maxPrompt     = 150
)

// menuID is the custom ID of a select menu. Its values are commands, like
// the custom IDs of buttons.
const menuID = "menu"

// components returns the menu and the buttons of a message in rows, within Discord's limits.
func (d *Discord) components(m bot.RenderedMessage) []discordgo.MessageComponent {
	var rows []discordgo.MessageComponent
	if m.Menu != nil && len(m.Menu.Options) > 0 {
		if menu := d.selectMenu(*m.Menu); len(menu.Options) > 0 {
			rows = append(rows, discordgo.ActionsRow{Components: []discordgo.MessageComponent{menu}})
		}
	}
	var row []discordgo.MessageComponent
	known := map[string]bool{}
	for i, b := range m.Buttons {
		if known[b.Command] || b.Label == "" || b.Command == "" || len(b.Command) > maxOption || len(rows) == maxRows {
			continue
		}
		known[b.Command] = true
		button := discordgo.Button{Label: shorten(b.Label, maxLabel), Style: discordgo.SecondaryButton, CustomID: b.Command}
		switch {
		case b.Tone == bot.Agrees:
			button.Style = discordgo.SuccessButton
		case b.Tone == bot.Refuses:
			button.Style = discordgo.DangerButton
		case i == 0 && m.Menu == nil:
			button.Style = discordgo.PrimaryButton
		}
		if row = append(row, button); len(row) == buttonsInARow {
			rows, row = append(rows, discordgo.ActionsRow{Components: row}), nil
		}
	}
	if m.Link != "" && len(rows) < maxRows {
		label := botlocale.Render(m.Language, phrase.Of("Open board"))
		row = append(row, discordgo.Button{Label: shorten(label, maxLabel), Style: discordgo.LinkButton, URL: m.Link})
	}
	if row != nil {
		rows = append(rows, discordgo.ActionsRow{Components: row})
	}
	return rows
}

// selectMenu returns a menu as a select menu, within Discord's limits.
func (d *Discord) selectMenu(m bot.RenderedMenu) discordgo.SelectMenu {
	menu := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: menuID, Placeholder: shorten(m.Prompt, maxPrompt)}
	known := map[string]bool{}
	for _, o := range m.Options {
		if !known[o.Command] && o.Label != "" && o.Command != "" && len(o.Command) <= maxOption && len(menu.Options) < maxOptions {
			known[o.Command] = true
			menu.Options = append(menu.Options, discordgo.SelectMenuOption{
				Label: shorten(o.Label, maxOption), Value: o.Command, Description: shorten(o.Detail, maxOption), Emoji: d.emoji.of(o.Man),
			})
		}
	}
	return menu
}
