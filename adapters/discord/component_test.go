package discord

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/action"
)

// TestInvalidComponents builds components and choices of which Discord would refuse some. These are
// left out, and the others are kept.
func TestInvalidComponents(t *testing.T) {
	long := strings.Repeat("x", maxOption+1)
	odd := []bot.RenderedButton{{Label: "", Command: "a"}, {Label: "b", Command: ""}, {Label: "c", Command: long}, {Label: strings.Repeat("😀", 90), Command: "d"}, {Label: "again", Command: "d"}}
	rows := new(Discord).components(bot.RenderedMessage{Menu: &bot.RenderedMenu{Options: odd[:3]}, Buttons: odd})
	if len(rows) != 1 {
		t.Fatalf("%d rows", len(rows))
	}
	buttons := rows[0].(discordgo.ActionsRow).Components
	if len(buttons) != 1 || buttons[0].(discordgo.Button).CustomID != "d" || length(buttons[0].(discordgo.Button).Label) > maxLabel {
		t.Errorf("%+v", buttons)
	}
	var many []action.RenderedSuggestion
	for range 30 {
		many = append(many, action.RenderedSuggestion{Label: strings.Repeat("ß", 200), Value: "1"})
	}
	all := propose(append([]action.RenderedSuggestion{{Label: "", Value: "a"}, {Label: "b", Value: ""}, {Label: "c", Value: long}}, many...), discordgo.ApplicationCommandOptionInteger)
	if len(all) != maxOptions || length(all[0].Name) > maxOption || all[0].Value != int64(1) {
		t.Errorf("%d proposals, the first %+v", len(all), all[0])
	}
}

// TestCardKnown compares a message with what Discord shows: before it has been turned into a card,
// and after that. Another message with the same heading is not the same.
func TestCardKnown(t *testing.T) {
	p := payload{Content: "<@1> Round 1:\nalice – bob\nhere\n", mentions: "<@1>", card: true, headed: true}
	shown, err := json.Marshal(p.asCard().Components)
	if err != nil {
		t.Fatal(err)
	}
	other := payload{Content: "<@1> Round 1:\nalice – carol\nhere", mentions: "<@1>", card: true, headed: true}
	if !p.shownAs("<@1> Round 1:\nalice – bob\nhere", nil) || !p.shownAs("", shown) || other.shownAs("", shown) || p.shownAs("Round 2", shown) {
		t.Errorf("a message is not found, or taken for another: %s", shown)
	}
}

// TestCardHeading composes a page that is too long for one message. Only the first part has a
// heading, and an answer that is no page has none.
func TestCardHeading(t *testing.T) {
	d := New(Options{Token: "t"})
	page := bot.RenderedMessage{Card: true, Audience: bot.Public, Text: "Standings:\n" + strings.Repeat("1. alice, 3 points\n", 150)}
	other := bot.RenderedMessage{Text: "You have two games.\nName one."}
	var headings []int
	for _, p := range append(d.compose(t.Context(), page, ""), d.compose(t.Context(), other, "")...) {
		shown, err := json.Marshal(p.asCard().Components)
		if err != nil {
			t.Fatal(err)
		}
		headings = append(headings, strings.Count(string(shown), "### "))
	}
	if !slices.Equal(headings, []int{1, 0, 0}) {
		t.Errorf("the numbers of headings are %v", headings)
	}
}
