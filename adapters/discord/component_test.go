package discord

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/service"
)

// TestInvalidComponents builds components and choices that Discord would refuse: they are left out, the rest is kept.
func TestInvalidComponents(t *testing.T) {
	long := strings.Repeat("x", maxOption+1)
	odd := []bot.Button{{Label: "", Command: "a"}, {Label: "b", Command: ""}, {Label: "c", Command: long}, {Label: strings.Repeat("😀", 90), Command: "d"}, {Label: "again", Command: "d"}}
	rows := components(bot.Message{Menu: &bot.Menu{Options: odd[:3]}, Buttons: odd})
	if len(rows) != 1 {
		t.Fatalf("%d rows", len(rows))
	}
	buttons := rows[0].(discordgo.ActionsRow).Components
	if len(buttons) != 1 || buttons[0].(discordgo.Button).CustomID != "d" || length(buttons[0].(discordgo.Button).Label) > maxLabel {
		t.Errorf("%+v", buttons)
	}
	var many []service.Suggestion
	for range 30 {
		many = append(many, service.Suggestion{Label: strings.Repeat("ß", 200), Value: "1"})
	}
	all := propose(append([]service.Suggestion{{Label: "", Value: "a"}, {Label: "b", Value: ""}, {Label: "c", Value: long}}, many...), discordgo.ApplicationCommandOptionInteger)
	if len(all) != maxOptions || length(all[0].Name) > maxOption || all[0].Value != int64(1) {
		t.Errorf("%d proposals, the first %+v", len(all), all[0])
	}
}
