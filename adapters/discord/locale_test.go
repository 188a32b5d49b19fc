package discord

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
	"raumbot/bot/service"
	"raumbot/storage"
)

// localName matches what Discord accepts as the name of a command or an option in any language.
var localName = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// TestTranslations makes sure that every language has every text, and that Discord would accept it.
func TestTranslations(t *testing.T) {
	commands := service.New(service.Ports{Store: storage.Memory()}).Commands()
	all := mustReadLocales()
	if len(all["de"].Names) == 0 {
		t.Fatal("there is no German")
	}
	names := map[string]int{setupName: 32, byName: 32}
	for _, g := range groups {
		names[g.name] = 32
	}
	commandTexts := map[string]int{phrase.English(setupBrief): 100, phrase.English(byNameHelp): 100}
	for _, c := range commands {
		names[c.Name], commandTexts[c.Brief] = 32, 100
		for _, name := range []string{c.Slash.Name, c.Slash.Manage.Name} {
			if name != "" {
				names[name] = 32
			}
		}
		for _, brief := range []string{c.Slash.Brief, c.Slash.Manage.Brief} {
			if brief != "" {
				commandTexts[brief] = 100
			}
		}
		if c.Button != "" {
			commandTexts[c.Button] = maxLabel
		}
		for _, p := range c.Params {
			names[p.Name], commandTexts[p.Help] = 32, 100
			for _, word := range p.Choices {
				commandTexts[word] = 100
			}
		}
	}
	for language, words := range all {
		check(t, string(language), "name", names, words.Names, func(name string) bool {
			return localName.MatchString(name) && name == strings.ToLower(name)
		})
		for text, limit := range commandTexts { // the tests of bot/locale check that none is missing
			if translated := botlocale.Translate(string(language), text); length(translated) > limit {
				t.Errorf("%s: Discord does not take %q of %d characters", language, translated, length(translated))
			}
		}
	}
}

// check compares the texts that must be translated with those that are.
func check(t *testing.T, language, what string, want map[string]int, have map[string]string, fits func(string) bool) {
	for text, limit := range want {
		translated := have[text]
		switch {
		case translated == "":
			t.Errorf("locale/%s.toml lacks the %s\n%q = \"\"", language, what, text)
		case length(translated) > limit || !fits(translated):
			t.Errorf("locale/%s.toml: Discord does not take the %s %q of %d characters", language, what, translated, length(translated))
		case strings.Count(text, "%") != strings.Count(translated, "%"):
			t.Errorf("locale/%s.toml: %q has other gaps than %q", language, translated, text)
		}
	}
	for text := range have {
		if want[text] == 0 {
			t.Errorf("locale/%s.toml translates a %s that is nowhere: %q", language, what, text)
		}
	}
}

// TestSlashCommands checks the slash commands against Discord's limits, in every language. Each
// command of the service exists once, and the bot has few commands at the top level.
func TestSlashCommands(t *testing.T) {
	table := service.New(service.Ports{Store: storage.Memory()}).Commands()
	lay := newLayout(table)
	own := 1 // setup
	if len(lay.paths) != len(table)+own || len(lay.commands) != len(lay.paths)+len(lay.managed)+len(formerPaths) {
		t.Errorf("%d commands have %d places, of which %d differ", len(table)+own, len(lay.paths)+len(lay.managed), len(lay.commands))
	}
	for _, c := range table {
		if c.Slash.Group != "" && groupNamed(c.Slash.Group).name == "" {
			t.Errorf("%s is in a group %s, which is not listed", c.Name, c.Slash.Group)
		}
	}
	commands := mustReadLocales().slashCommands(table)
	setContexts(commands, true)
	top := 0
	for _, c := range commands {
		if c.Type == discordgo.ChatApplicationCommand && c.DefaultMemberPermissions == nil {
			top++
		}
	}
	if top > 20 {
		t.Errorf("%d slash commands crowd the list", top)
	}
	checkNames(t, "the top level", commands, func(c *discordgo.ApplicationCommand) (string, map[discordgo.Locale]string) {
		return c.Name, *c.NameLocalizations
	})
	for _, c := range commands {
		n := longest(c.Name, *c.NameLocalizations) + longest(c.Description, deref(c.DescriptionLocalizations)) + weight(c.Options)
		if n > 8000 {
			t.Errorf("/%s has %d characters in all", c.Name, n)
		}
		if len(*c.Contexts) == 0 || len(*c.IntegrationTypes) == 0 {
			t.Errorf("/%s: contexts %v", c.Name, *c.Contexts)
		}
		if hidden := c.DefaultMemberPermissions != nil; hidden != (len(*c.IntegrationTypes) == 1) || hidden && !slices.Equal(*c.Contexts, []discordgo.InteractionContextType{discordgo.InteractionContextGuild}) {
			t.Errorf("/%s is shown in %v to those who install %v", c.Name, *c.Contexts, *c.IntegrationTypes)
		}
		checkOptions(t, "/"+c.Name, c.Options)
	}
}

// checkOptions checks options or subcommands against Discord's limits.
func checkOptions(t *testing.T, where string, options []*discordgo.ApplicationCommandOption) {
	t.Helper()
	if len(options) > 25 {
		t.Errorf("%s has %d options", where, len(options))
	}
	checkNames(t, where, options, func(o *discordgo.ApplicationCommandOption) (string, map[discordgo.Locale]string) {
		return o.Name, o.NameLocalizations
	})
	required := true
	for _, o := range options {
		if o.Required && !required {
			t.Errorf("%s: %s is required and stands behind one that is not", where, o.Name)
		}
		required = o.Required
		if len(o.Choices) > 0 && o.Autocomplete || len(o.Choices) > 25 {
			t.Errorf("%s: the choices of %s", where, o.Name)
		}
		checkOptions(t, where+" "+o.Name, o.Options)
	}
}

// checkNames makes sure that the commands or options of one list have different names in
// every language.
func checkNames[T any](t *testing.T, where string, all []T, name func(T) (string, map[discordgo.Locale]string)) {
	t.Helper()
	taken := map[string]string{}
	for _, thing := range all {
		english, others := name(thing)
		for language, local := range others {
			if other := taken[string(language)+local]; other != "" {
				t.Errorf("%s: %s and %s are both called %q", where, other, english, local)
			}
			taken[string(language)+local] = english
		}
		if other := taken[english]; other != "" {
			t.Errorf("%s: %s stands there twice", where, other)
		}
		taken[english] = english
	}
}

// longest returns the greatest length of a text among all languages, as Discord counts it.
func longest(text string, others map[discordgo.Locale]string) int {
	n := length(text)
	for _, other := range others {
		n = max(n, length(other))
	}
	return n
}

// deref returns a map that may be missing.
func deref(m *map[discordgo.Locale]string) map[discordgo.Locale]string {
	if m == nil {
		return nil
	}
	return *m
}

// weight returns the total number of characters of options.
func weight(options []*discordgo.ApplicationCommandOption) (n int) {
	for _, o := range options {
		n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations) + weight(o.Options)
		for _, choice := range o.Choices {
			n += longest(choice.Name, choice.NameLocalizations) + length(fmt.Sprint(choice.Value))
		}
	}
	return n
}

// TestEscape makes sure that texts of users contain no markup, mentions or links.
func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"plain words, vc2-vc3 (Spy)":     "plain words, vc2-vc3 (Spy)",
		"@everyone":                      "@\u200beveryone",
		"*a* _b_ ~~c~~ ||d||":            `\*a\* \_b\_ \~\~c\~\~ \|\|d\|\|`,
		"<@1> <#2> <t:3>":                "\\<@\u200b1> \\<#2> \\<t:3>",
		"[x](https://evil.example)":      `\[x\](https\://evil.example)`,
		"# big\n- list\n> quote\n1. one": "\\# big\n\\- list\n\\> quote\n1\\. one",
		"`code` \\":                      "\\`code\\` \\\\",
	} {
		if got := escape(text); got != want {
			t.Errorf("escape(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestSpoiler covers what readers uncover themselves, without markup in it.
func TestSpoiler(t *testing.T) {
	none := func(string) (string, bool) { return "", false }
	if got := bot.Format("It is <s:ab1-ac3, ||*>, see.", style(none, time.Now())); got != `It is ||ab1-ac3, \|\|\*||, see.` {
		t.Error(got)
	}
}

// TestFiles attaches the file of a message, and a text that is too long for messages.
func TestFiles(t *testing.T) {
	d := New(Options{Token: "t"})
	parts := d.compose(t.Context(), bot.RenderedMessage{Text: "Here", File: &bot.RenderedFile{Name: "games.pgn", Text: "1. e4"}}, "")
	if len(parts) != 1 || len(parts[0].files) != 1 || parts[0].files[0].name != "games.pgn" || parts[0].Attachments[0].Filename != "games.pgn" {
		t.Errorf("%+v", parts)
	}
	long := strings.Repeat("A line with a <t:1790000000> moment and *stars*.\n", 400)
	parts = d.compose(t.Context(), bot.RenderedMessage{Text: long}, "de")
	if len(parts) != 1 || length(parts[0].Content) > maxContent || !strings.Contains(parts[0].Content, "in der Datei") {
		t.Fatalf("%d parts, the first %.100q", len(parts), parts[0].Content)
	}
	if text := string(parts[0].files[0].data); strings.Count(text, "Montag, 21. September, 14:13 UTC moment and *stars*") != 400 {
		t.Errorf("the file says %.200q", text)
	}
	for _, m := range []bot.RenderedMessage{{Text: long[:4000], Editable: true}, {Text: long[:4000], Edits: 7}} {
		if edited := d.compose(t.Context(), m, ""); len(edited) != 1 || !strings.HasSuffix(edited[0].Content, "…") {
			t.Errorf("what is edited has %d parts: %+v", len(edited), edited)
		}
	}
	if parts = d.compose(t.Context(), bot.RenderedMessage{Text: long[:4000]}, ""); len(parts) != 3 {
		t.Errorf("%d parts", len(parts))
	}
}

// TestManyAddressees mentions more users than fit before a text. Each is mentioned once, in
// messages that Discord accepts.
func TestManyAddressees(t *testing.T) {
	d := New(Options{Token: "t"})
	for _, n := range []int{0, 1, 12, 13, 79, 80, 81, 400} {
		var users []bot.User
		for i := range n {
			u := bot.User{UserID: bot.UserID{Platform: Platform, ID: fmt.Sprint(int64(1200000000000000000) + int64(i))}}
			users = append(users, u, u, bot.User{UserID: bot.UserID{Platform: "matrix", ID: "@a:b"}})
		}
		parts := address(d.compose(t.Context(), bot.RenderedMessage{Text: strings.Repeat("word ", 330)}, ""), users)
		mentioned := map[string]int{}
		for _, p := range parts {
			for _, id := range p.AllowedMentions.Users {
				mentioned[id] += strings.Count(p.Content, "<@"+id+">")
			}
			if length(p.Content)+1+length(botlocale.Render("de", noFiles)) > maxContent && strings.Contains(p.Content, "word") || length(p.Content) > maxContent || len(p.AllowedMentions.Users) > 100 {
				t.Errorf("%d users: a part of %d characters with %d", n, length(p.Content), len(p.AllowedMentions.Users))
			}
		}
		if len(mentioned) != n {
			t.Errorf("%d users: %d are mentioned", n, len(mentioned))
		}
		for id, times := range mentioned {
			if times != 1 {
				t.Errorf("%s is mentioned %d times", id, times)
			}
		}
	}
}

// TestSplit cuts hostile texts of all kinds. Nothing is lost, no part is too long, no
// code is left open, and no character is separated from its backslash.
func TestSplit(t *testing.T) {
	for _, text := range []string{
		"", "short", strings.Repeat("a line of words\n", 300), strings.Repeat("word ", 1000), strings.Repeat("x", 5000),
		strings.Repeat("😀", 3000), strings.Repeat(`\*`, 3000), strings.Repeat("`code with spaces` and words ", 200), strings.Repeat("</game log:1300000000000000000> and words ", 200),
		strings.Repeat("`"+strings.Repeat("y ", 400)+"`\n", 9), strings.Repeat("<t:1790000000:R> ", 300),
		"`" + strings.Repeat("z", 5000) + "`", strings.Repeat("a\n", 2000), strings.Repeat(" \n", 2000) + "end",
	} {
		parts := split(text, 500)
		squeeze := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }
		if squeeze(strings.Join(parts, "")) != squeeze(text) {
			t.Errorf("something of %.40q is lost", text)
		}
		for _, p := range parts {
			if length(p) > 500 || !json.Valid([]byte(fmt.Sprintf("%q", p))) && strings.Contains(p, "\uFFFD") {
				t.Errorf("a part of %.40q has %d characters", text, length(p))
			}
			if strings.Count(p, "</") != strings.Count(p, "0>") {
				t.Errorf("a part of %.40q tears a mention apart: %q", text, p)
			}
			if strings.HasSuffix(strings.ReplaceAll(p, `\\`, ""), `\`) {
				t.Errorf("a part of %.40q ends in a backslash", text)
			}
			if strings.Count(p, "`")%2 == 1 && !strings.Contains(text, strings.Repeat("z", 501)) && !strings.Contains(text, "y y") {
				t.Errorf("a part of %.40q leaves code open", text)
			}
		}
	}
}
