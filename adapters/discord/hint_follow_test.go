package discord

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/command/commandtest"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestHintsCanBeFollowed follows every hint in every language, as users do on Discord. It finds the
// slash command and the options of the hint by their names in that language, fills them in, and
// reads the interaction.
func TestHintsCanBeFollowed(t *testing.T) {
	s := service.New(service.Ports{Store: storage.Memory()})
	table := s.Commands()
	d := New(Options{Token: "t"})
	d.service = s
	d.layout = newLayout(table)
	commands := d.locale.slashCommands(table)
	ids := map[string]string{}
	for i, c := range commands {
		ids[c.Name] = strconv.Itoa(100 + i)
	}
	d.setCommandIDs(ids)
	d.state.User = &discordgo.User{ID: "99"}
	followed := 0
	for _, h := range commandtest.Hints(table) {
		said, typed, ok := h.Said(table)
		if !ok {
			said, typed = h.Words, h.Words
		}
		shown, _ := d.commandHint(said, h.Language)
		if message, ok := strings.CutPrefix(shown, "<@99> "); ok {
			problem := (*bot.Problem)(nil) // the bot asks for what is lacking
			if _, _, err := table.Read(bot.Request{Text: strings.Trim(message, "`")}); err != nil && (!errors.As(err, &problem) || !problem.Lacks) {
				t.Errorf("%q: `%s` is shown as %s: %v", h.Language, said, shown, err)
			}
			continue
		}
		data, err := readSlash(commands, shown, h.Language, strings.Fields(said), strings.Fields(typed))
		if err != nil {
			t.Errorf("%q: `%s` is shown as %s: %v", h.Language, said, shown, err)
			continue
		}
		if !strings.Contains(shown, ":") || strings.HasPrefix(shown, "</") && !strings.Contains(shown, "`") {
			continue // the command alone, of which Discord shows the options
		}
		followed++
		r, refused := d.slashRequest(context.Background(), &discordgo.Interaction{User: &discordgo.User{ID: "1", Username: "ana"}}, data)
		if _, _, err := table.Read(r); refused != "" || err != nil {
			t.Errorf("%q: `%s` is shown as %s: %v %s", h.Language, said, shown, err, refused)
		}
	}
	if followed < 300 {
		t.Errorf("only %d hints with options were followed", followed)
	}
}

// TestWordsInCapitals shows a hint of many words that look like placeholders. It is shown without
// options, and takes no long time.
func TestWordsInCapitals(t *testing.T) {
	d := New(Options{Token: "t"})
	d.layout = newLayout(service.New(service.Ports{Store: storage.Memory()}).Commands())
	began := time.Now()
	for words, want := range map[string]string{"challenge A B C D E F G": "`/challenge`", "tournament A B C D E F G H I J": "`/tournament show`"} {
		if shown, _ := d.commandHint(words, "en"); shown != want {
			t.Errorf("%s is shown as %s", words, shown)
		}
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("it took %v", took)
	}
}

// mentioned matches a mention of a slash command and the options behind it.
var mentioned = regexp.MustCompile("^</([^:]+):[0-9]+>(?: `([^`]*)`)?$")

// readSlash returns the interaction of a user who fills in a slash command as a hint says. The
// typed words replace the placeholders among the words of the hint.
func readSlash(commands []*discordgo.ApplicationCommand, shown, language string, said, typed []string) (data discordgo.ApplicationCommandInteractionData, err error) {
	path, options := strings.TrimPrefix(strings.Trim(shown, "`"), "/"), ""
	if parts := mentioned.FindStringSubmatch(shown); parts != nil {
		path, options = parts[1], parts[2]
		language = "" // mentions have the English names
	}
	words := strings.Fields(path)
	at := slices.IndexFunc(commands, func(c *discordgo.ApplicationCommand) bool {
		return len(words) > 0 && (c.Type == 0 || c.Type == discordgo.ChatApplicationCommand) && localised(c.Name, deref(c.NameLocalizations), language) == words[0]
	})
	if at < 0 {
		return data, fmt.Errorf("there is no slash command %q", path)
	}
	data.Name = commands[at].Name
	open := commands[at].Options
	left := strings.TrimSpace(strings.TrimPrefix(path, words[0]))
	if len(open) > 0 && open[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		name, rest, _ := strings.Cut(left, " ")
		at := slices.IndexFunc(open, func(o *discordgo.ApplicationCommandOption) bool {
			return localised(o.Name, o.NameLocalizations, language) == name
		})
		if at < 0 {
			return data, fmt.Errorf("/%s has no subcommand %q", data.Name, name)
		}
		data.Options = []*discordgo.ApplicationCommandInteractionDataOption{{Name: open[at].Name, Type: open[at].Type}}
		open, left = open[at].Options, rest
	}
	return fillIn(data, open, strings.TrimSpace(left+" "+options), language, said, typed)
}

// optionName matches the name of an option before its value.
var optionName = regexp.MustCompile(`(?:^|\s)([-_'\p{L}\p{N}]+):`)

// fillIn fills in the options of a form.
func fillIn(data discordgo.ApplicationCommandInteractionData, open []*discordgo.ApplicationCommandOption, options, language string, said, typed []string) (discordgo.ApplicationCommandInteractionData, error) {
	given := map[string]bool{}
	var filled []*discordgo.ApplicationCommandInteractionDataOption
	found := optionName.FindAllStringSubmatchIndex(options, -1)
	found = slices.DeleteFunc(found, func(at []int) bool {
		return !slices.ContainsFunc(open, func(o *discordgo.ApplicationCommandOption) bool {
			return localised(o.Name, o.NameLocalizations, language) == options[at[2]:at[3]]
		})
	})
	if len(found) == 0 && options != "" {
		return data, fmt.Errorf("%q is no option", options)
	}
	for i, at := range found {
		end := len(options)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		name, value := options[at[2]:at[3]], strings.TrimSpace(options[at[1]:end])
		n := slices.IndexFunc(open, func(o *discordgo.ApplicationCommandOption) bool {
			return localised(o.Name, o.NameLocalizations, language) == name
		})
		if n < 0 {
			return data, fmt.Errorf("there is no option %q", name)
		}
		if at := slices.Index(said, value); at > 0 && commandtest.Placeholder(value) && len(said) == len(typed) {
			value = typed[at]
		} else if commandtest.Placeholder(value) && at < 0 { // "ladder:LADDER"
			value = "1"
		}
		o := open[n]
		given[o.Name] = true
		option := &discordgo.ApplicationCommandInteractionDataOption{Name: o.Name, Type: o.Type, Value: value}
		switch {
		case o.Type == discordgo.ApplicationCommandOptionInteger:
			number, err := strconv.Atoi(value)
			if err != nil {
				return data, fmt.Errorf("%s takes a number, not %q", name, value)
			}
			option.Value = float64(number)
		case o.Type == discordgo.ApplicationCommandOptionUser:
			if !slices.Contains(typed, value) || slices.Contains(said, value) {
				return data, fmt.Errorf("%s takes a user of Discord, not %q", name, value)
			}
			option.Name, option.Type = byName, discordgo.ApplicationCommandOptionString // the user whom the placeholder stands for
		case len(o.Choices) > 0:
			at := slices.IndexFunc(o.Choices, func(c *discordgo.ApplicationCommandOptionChoice) bool {
				return localised(c.Name, c.NameLocalizations, language) == value
			})
			if at < 0 {
				return data, fmt.Errorf("%s has no choice %q", name, value)
			}
			option.Value = o.Choices[at].Value
		}
		filled = append(filled, option)
	}
	for _, o := range open {
		if o.Required && !given[o.Name] && options != "" {
			return data, fmt.Errorf("%s is required", o.Name)
		}
	}
	if len(data.Options) == 1 {
		data.Options[0].Options = filled
	} else {
		data.Options = filled
	}
	return data, nil
}

// localised returns a name in a language.
func localised(name string, all map[discordgo.Locale]string, language string) string {
	if local := all[discordgo.Locale(language)]; local != "" {
		return local
	}
	return name
}
