package discord

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/service"
	"raumbot/storage"
)

// localName is what Discord takes for the name of a command or an option in any language.
var localName = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// ownTexts are the texts of the adapter itself, and labels that belong to no command.
var ownTexts = []string{
	byNameHelp, setupBrief, restInFile, directMessagesClosed, doneIt, noFiles, threadLost, threadReplaced, roomLost, undeliveredNote, hello, notTaken,
	notHere, notTold, allIsWell, moreChannels, theseAreMissing, howToMend, errBot.Text,
	"Play it", "Another move", "Another piece", "Go on",
}

// TestTranslations makes sure that every language has every text, and that Discord takes it.
func TestTranslations(t *testing.T) {
	commands := service.New(service.Ports{Store: storage.Memory()}).Commands()
	all := mustReadLocales()
	if len(all["de"].Texts) == 0 {
		t.Fatal("there is no German")
	}
	names, texts, commandTexts := map[string]int{setupName: 32, byName: 32}, map[string]int{}, map[string]int{}
	for _, text := range ownTexts {
		texts[text] = 400
	}
	for _, p := range needed {
		texts[p.name], texts[p.why] = 100, 100
	}
	for _, c := range commands {
		names[c.Name], commandTexts[c.Brief] = 32, 100
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
	texts[setupBrief], texts[byNameHelp] = 100, 100
	for language, words := range all {
		check(t, string(language), "name", names, words.Names, func(name string) bool {
			return localName.MatchString(name) && name == strings.ToLower(name)
		})
		check(t, string(language), "text", texts, words.Texts, func(string) bool { return true })
		for text, limit := range commandTexts { // that the bot has them all, its own tests say
			if translated := botlocale.Translate(string(language), text); length(translated) > limit {
				t.Errorf("%s: Discord does not take %q of %d characters", language, translated, length(translated))
			}
		}
		taken := map[string]string{}
		for _, c := range commands {
			if other := taken[words.Names[c.Name]]; other != "" {
				t.Errorf("%s: %s and %s are both called %q", language, c.Name, other, words.Names[c.Name])
			}
			taken[words.Names[c.Name]] = c.Name
		}
	}
}

// check compares what is to be translated with what is.
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

// TestSlashCommands holds the slash commands against Discord's limits, in every language.
func TestSlashCommands(t *testing.T) {
	commands := mustReadLocales().slashCommands(service.New(service.Ports{Store: storage.Memory()}).Commands())
	forAll(commands, true)
	if len(commands) > 100 {
		t.Errorf("%d slash commands are more than Discord takes", len(commands))
	}
	for _, c := range commands {
		if n := weight(c); n > 8000 {
			t.Errorf("/%s has %d characters in all", c.Name, n)
		}
		if len(c.Options) > 25 || len(*c.Contexts) == 0 || len(*c.IntegrationTypes) == 0 {
			t.Errorf("/%s: %d options, contexts %v", c.Name, len(c.Options), *c.Contexts)
		}
		required, named := true, map[string]bool{}
		for _, o := range c.Options {
			if o.Required && !required {
				t.Errorf("/%s: %s is required and stands behind one that is not", c.Name, o.Name)
			}
			required = o.Required
			for _, name := range append([]string{o.Name}, values(o.NameLocalizations)...) {
				if named[name] && name != o.Name {
					t.Errorf("/%s has two options called %s", c.Name, name)
				}
				named[name] = true
			}
			if len(o.Choices) > 0 && o.Autocomplete || len(o.Choices) > 25 {
				t.Errorf("/%s: the choices of %s", c.Name, o.Name)
			}
		}
	}
}

func values(m map[discordgo.Locale]string) (all []string) {
	for _, v := range m {
		all = append(all, v)
	}
	return all
}

// weight counts what Discord counts of a command: names, descriptions and
// values, each in the language in which it is longest.
func weight(c *discordgo.ApplicationCommand) int {
	longest := func(text string, others map[discordgo.Locale]string) int {
		n := length(text)
		for _, other := range others {
			n = max(n, length(other))
		}
		return n
	}
	n := longest(c.Name, *c.NameLocalizations) + longest(c.Description, *c.DescriptionLocalizations)
	for _, o := range c.Options {
		n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations)
		for _, choice := range o.Choices {
			n += longest(choice.Name, choice.NameLocalizations) + length(fmt.Sprint(choice.Value))
		}
	}
	return n
}

// TestEscape makes sure that no words of anybody carry markup, mentions or links.
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

// TestFiles attaches the file of a message, and a text that is too long for messages.
func TestFiles(t *testing.T) {
	d := New(Options{Token: "t"})
	parts := d.compose(bot.Message{Text: "Here", File: &bot.File{Name: "games.pgn", Text: "1. e4"}}, "")
	if len(parts) != 1 || len(parts[0].files) != 1 || parts[0].files[0].name != "games.pgn" || parts[0].Attachments[0].Filename != "games.pgn" {
		t.Errorf("%+v", parts)
	}
	long := strings.Repeat("A line with a <t:1790000000> moment and *stars*.\n", 400)
	parts = d.compose(bot.Message{Text: long}, "de")
	if len(parts) != 1 || length(parts[0].Content) > maxContent || !strings.Contains(parts[0].Content, "in der Datei") {
		t.Fatalf("%d parts, the first %.100q", len(parts), parts[0].Content)
	}
	if text := string(parts[0].files[0].data); strings.Count(text, "2026-09-21 14:13 UTC moment and *stars*") != 400 {
		t.Errorf("the file says %.200q", text)
	}
	if parts = d.compose(bot.Message{Text: long[:4000]}, ""); len(parts) != 3 {
		t.Errorf("%d parts", len(parts))
	}
}

// TestManyAddressees mentions more users than have room before a text: each once, in messages that Discord takes.
func TestManyAddressees(t *testing.T) {
	d := New(Options{Token: "t"})
	for _, n := range []int{0, 1, 12, 13, 79, 80, 81, 400} {
		var users []bot.User
		for i := range n {
			u := bot.User{UserID: bot.UserID{Platform: Platform, ID: fmt.Sprint(1200000000000000000 + i)}}
			users = append(users, u, u, bot.User{UserID: bot.UserID{Platform: "matrix", ID: "@a:b"}})
		}
		parts := address(d.compose(bot.Message{Text: strings.Repeat("word ", 330)}, ""), users)
		mentioned := map[string]int{}
		for _, p := range parts {
			for _, id := range p.AllowedMentions.Users {
				mentioned[id] += strings.Count(p.Content, "<@"+id+">")
			}
			if length(p.Content)+1+length(mustReadLocales().in("de", noFiles)) > maxContent && strings.Contains(p.Content, "word") || length(p.Content) > maxContent || len(p.AllowedMentions.Users) > 100 {
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

// TestSplit cuts hostile texts of all sorts: nothing is lost, no part is too long, no
// code is left open and no sign torn from its backslash.
func TestSplit(t *testing.T) {
	for _, text := range []string{
		"", "short", strings.Repeat("a line of words\n", 300), strings.Repeat("word ", 1000), strings.Repeat("x", 5000),
		strings.Repeat("😀", 3000), strings.Repeat(`\*`, 3000), strings.Repeat("`code with spaces` and words ", 200),
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
			if strings.HasSuffix(strings.ReplaceAll(p, `\\`, ""), `\`) {
				t.Errorf("a part of %.40q ends in a backslash", text)
			}
			if strings.Count(p, "`")%2 == 1 && !strings.Contains(text, strings.Repeat("z", 501)) && !strings.Contains(text, "y y") {
				t.Errorf("a part of %.40q leaves code open", text)
			}
		}
	}
}
