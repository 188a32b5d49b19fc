package discord_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"raumbot/adapters/discord/discordtest"
)

// forge changes the data of future interactions, so that they differ from what the user pressed,
// chose or typed.
func (c *club) forge(change func(data map[string]any)) {
	c.Look(func() {
		c.Tamper = func(what string, said map[string]any) {
			if what == "INTERACTION_CREATE" && change != nil {
				change(said["data"].(map[string]any))
			}
		}
	})
}

// TestForgedButtons presses buttons with made-up IDs. Only the user who presses sees an answer, and
// no game changes.
func TestForgedButtons(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	card := c.said(c.thread("1"), "Game 1 begins", "[Move]")
	eve := c.AddUser("eve")
	c.flush()
	for _, id := range []string{
		"resign 1 confirm", "move 1 bb1-cc2", "pick 1 bb1", "draw 1", "adjudicate 1 white because", "menu", "", " ", "setup", "\x00\u202e", "@everyone",
		"move 99999999999999999999 bb1-cc2", "move -1 bb1-cc2", "<@" + c.bob.ID + ">", "help help help", strings.Repeat("resign ", 15), "forget me confirm",
		"accept <@" + c.bob.ID + ">", "try 1 bb1-cc2", "more 1", "import " + strings.Repeat("x", 90), "😀", "/resign 1 confirm", "`resign 1`",
	} {
		c.forge(func(data map[string]any) { data["custom_id"] = id })
		if text := c.done(c.Press(eve, card, "Move")); !strings.Contains(text, "eve alone") || strings.Contains(text, "went wrong") {
			t.Errorf("%q: %s", id, text)
		}
	}
	for _, values := range []any{[]string{}, []string{"resign 1 confirm", "draw 1"}, []string{""}, nil, "x", []any{5}, []string{strings.Repeat("x", 10000)}} {
		c.forge(func(data map[string]any) {
			data["custom_id"], data["component_type"], data["values"] = "menu", 3, values
		})
		if text := c.done(c.Press(eve, card, "Move")); !strings.Contains(text, "eve alone") || strings.Contains(text, "went wrong") {
			t.Errorf("%v: %s", values, text)
		}
	}
	c.flush()
	c.told(c.gameThread(), "raumbot: ", 1)
}

// TestForgedOptions fills every option of every command with values of other types: each command
// is answered.
func TestForgedOptions(t *testing.T) {
	c := newClub(t, nil)
	c.begin("raumschach")
	eve := c.AddUser("eve")
	var commands []discordtest.Command
	c.Look(func() {
		for _, command := range c.Commands["applications/"+c.App+"/commands"] {
			if command.Type == 1 {
				commands = append(commands, command.Leaves()...)
			}
		}
	})
	odd := []any{true, 1e308, -1, nil, "", []any{}, map[string]any{"a": 1}, strings.Repeat("😀", 3000), "1", "<@" + c.bob.ID + ">"}
	for n, command := range commands {
		for k := range 3 { // each value is used in some command
			c.forge(func(data map[string]any) {
				var options []any
				for i, o := range command.Options {
					options = append(options, map[string]any{"name": o.Name, "type": o.Type, "value": odd[(n*3+k+i*7)%len(odd)]})
				}
				options = append(options, map[string]any{"name": "odd", "type": 1, "options": options})
				name, sub, grouped := strings.Cut(command.Name, " ")
				if grouped {
					options = []any{map[string]any{"name": sub, "type": 1, "options": options}}
				}
				data["name"], data["options"], data["resolved"] = name, options, nil
			})
			i := c.Slash(eve, c.games, "help", nil)
			if text := c.done(i); strings.Contains(text, "went wrong") || text == "" && i.Form == nil && i.Type != 5 {
				t.Errorf("/%s: %s", command.Name, text)
			}
		}
	}
}

// TestEveryProposal types many texts into every option with completions, and checks that Discord
// would accept the proposals.
func TestEveryProposal(t *testing.T) {
	c := newClub(t, func(c *club) { c.guild.Roles[c.alice.ID] = discordtest.ManageChannels })
	c.begin("raumschach")
	var commands []discordtest.Command
	c.Look(func() {
		for _, command := range c.Commands["applications/"+c.App+"/commands"] {
			if command.Type == 1 {
				commands = append(commands, command.Leaves()...)
			}
		}
	})
	for _, command := range commands {
		for _, option := range command.Options {
			if !option.Autocomplete {
				continue
			}
			for _, typed := range []string{"", "1", "a", "Unicorn bb", "<@1> `", strings.Repeat("😀", 3000), "\u202e\x00", "-5", "99999999999999999999"} {
				i := c.Type(c.alice, c.games, command.Name, option.Name, discordtest.Options{option.Name: typed})
				c.Wait("proposals", func() bool { return i.Done })
				c.Look(func() {
					for _, choice := range i.Choices {
						text, isText := choice.Value.(string)
						n := len(utf16.Encode([]rune(choice.Name)))
						if n == 0 || n > 100 || isText == (option.Type == 4) || isText && (text == "" || len(utf16.Encode([]rune(text))) > 100) || len(i.Choices) > 25 {
							t.Errorf("/%s %s %q: %+v", command.Name, option.Name, typed, choice)
						}
					}
				})
			}
		}
	}
}
