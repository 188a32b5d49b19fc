package discord

import (
	"context"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestFormerSlashCommands uses slash commands, forms and buttons of an earlier version, which
// Discord shows for a while. They run the same commands as in that version.
func TestFormerSlashCommands(t *testing.T) {
	d := New(Options{Token: "t"})
	d.service = service.New(service.Ports{Store: storage.Memory()})
	d.layout = newLayout(d.service.Commands())
	number := func(name string, n float64) *discordgo.ApplicationCommandInteractionDataOption {
		return &discordgo.ApplicationCommandInteractionDataOption{Name: name, Type: discordgo.ApplicationCommandOptionInteger, Value: n}
	}
	word := func(name, value string) *discordgo.ApplicationCommandInteractionDataOption {
		return &discordgo.ApplicationCommandInteractionDataOption{Name: name, Type: discordgo.ApplicationCommandOptionString, Value: value}
	}
	carol := bot.UserID{Platform: Platform, ID: "7"}
	said := func(r bot.Request) string {
		r.From = bot.User{UserID: carol, Name: "carol"}
		r.Room, r.Organiser = bot.RoomID{Platform: Platform, ID: "1"}, true
		reply, err := d.service.Handle(context.Background(), r)
		switch {
		case err != nil:
			return err.Error()
		case len(reply.Answer) > 0:
			return reply.Answer[0].Text
		}
		return reply.Notices[0].Text
	}
	slash := func(sub string, options ...*discordgo.ApplicationCommandInteractionDataOption) string {
		i := &discordgo.Interaction{User: &discordgo.User{ID: "7"}}
		r, why := d.slashRequest(t.Context(), i, discordgo.ApplicationCommandInteractionData{Name: "tournament", Options: []*discordgo.ApplicationCommandInteractionDataOption{
			{Name: sub, Type: discordgo.ApplicationCommandOptionSubCommand, Options: options}}})
		if why != "" {
			return phrase.English(why)
		}
		if sub == "organise" && len(options) == 0 {
			return map[bool]string{true: "a form"}[d.needsForm(r)]
		}
		return said(r)
	}
	form := func() string {
		e := &interactionJSON{}
		e.Data.CustomID = "form organise"
		r, _ := d.submitted(t.Context(), &discordgo.Interaction{User: &discordgo.User{ID: "7"}}, e)
		r.Params["format"], r.Params["variant"] = "ladder", "raumschach"
		return said(r)
	}
	for _, step := range []struct{ got, want string }{
		{slash("organise"), "a form"},
		{slash("organise", word("format", "swiss"), word("variant", "raumschach")), "You have drafted tournament 1"},
		{form(), "You have drafted tournament 2"},
		{slash("arrange", number("id", 1), word("setting", "most"), word("value", "9")), "2 to 9 players"},
		{slash("direct", number("id", 1), word("verb", "open")), "announces tournament 1"},
		{said(bot.Request{Text: "direct 2 open"}), "announces tournament 2"}, // a button
		{slash("skip", number("id", 1)), "You are not in tournament 1"},
		{slash("climb", number("id", 2), word("name", "bob")), "Tournament 2, Ladder of Raumschach is open"},
		{slash("climb", word(byName, "bob")), "You are on no ladder"},
		{slash("show", number("id", 2)), "Ladder of Raumschach is open"},
		{slash("manage", number("id", 2), word("verb", "cancel")), "Do you want to cancel"},
	} {
		if !strings.Contains(step.got, step.want) {
			t.Errorf("got %q, want %q", step.got, step.want)
		}
	}
}
