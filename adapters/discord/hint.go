package discord

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot/command"
)

// hint returns a command from a text of the service, such as "draw accept", in the form that its reader uses on Discord: a clickable
// mention of the command, or "/remis was:accept" in a language with its own names, since Discord supports mentions only by the English
// names. isCommand is false if the words are no command.
func (d *Discord) hint(words, language string) (text string, isCommand bool) {
	name, rest, _ := strings.Cut(words, " ")
	path, known := d.layout.pathOf(name, rest)
	if !known {
		return "", false
	}
	options := ""
	if c := d.layout.table[name]; c != nil {
		options = d.locale.optionWords(c, rest, language)
	}
	local := d.locale.pathIn(path, language)
	id := ""
	if ids := d.commandIDs.Load(); ids != nil {
		id = (*ids)[path.name]
	}
	if id == "" || local != path.String() {
		return "`/" + strings.TrimSpace(local+" "+options) + "`", true
	}
	text = "</" + local + ":" + id + ">"
	if options != "" {
		text += " `" + options + "`"
	}
	return text, true
}

// pathIn returns the names of a slash command and its subcommand in a language.
func (l locales) pathIn(p slashPath, language string) string {
	return strings.TrimSpace(l.nameIn(p.name, language) + " " + l.nameIn(p.sub, language))
}

// nameIn returns the name of a command or an option in a language.
func (l locales) nameIn(name, language string) string {
	base, _, _ := strings.Cut(language, "-")
	for _, locale := range []string{language, base} {
		if translated := l[discordgo.Locale(locale)].Names[name]; translated != "" {
			return translated
		}
	}
	return name
}

// optionWords writes what follows a command in a text, such as "2 open", as options: "id:2 verb:open". A usage line, which shows all
// that can follow, becomes nothing, as Discord shows the options itself. Words that fit no parameter stay as they are.
func (l locales) optionWords(c *command.Command, rest, language string) string {
	if strings.ContainsAny(rest, "[|") {
		return ""
	}
	words := strings.Fields(rest)
	used := map[string]bool{}
	var options []string
	for len(words) > 0 {
		p, value, taken := nextParam(c.Params, used, words)
		if taken == 0 {
			return rest
		}
		used[p.Name] = true
		options = append(options, l.nameIn(p.Name, language)+":"+value)
		words = words[taken:]
	}
	return strings.Join(options, " ")
}

// nextParam returns the parameter to which the first words belong, its value, and how many words both take, 0 if there is none.
func nextParam(params []command.Param, used map[string]bool, words []string) (p command.Param, value string, taken int) {
	free := slices.DeleteFunc(slices.Clone(params), func(p command.Param) bool { return used[p.Name] })
	for _, p := range free {
		if words[0] == strings.ToUpper(p.Name) { // a placeholder
			return p, words[0], 1
		}
		if words[0] == p.Name && len(words) > 1 && p.Optional && p.Kind != command.Rest {
			return p, words[1], 2
		}
		if words[0] == p.Name && p.Alone {
			return p, strings.ToUpper(p.Name), 1
		}
	}
	for _, p := range free {
		if !fits(p, words[0]) {
			continue
		}
		if p.Kind == command.Rest || p.Kind == command.MoveText {
			return p, strings.Join(words, " "), len(words)
		}
		return p, words[0], 1
	}
	return p, "", 0
}

// fits reports whether a word can be the value of a parameter.
func fits(p command.Param, word string) bool {
	number := strings.Trim(word, "0123456789") == ""
	switch p.Kind {
	case command.Number, command.TournamentNumber, command.Count:
		return number
	case command.Choice:
		return slices.Contains(p.Choices, word)
	}
	return true
}
