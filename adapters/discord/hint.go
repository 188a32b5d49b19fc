package discord

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/command"
	botlocale "raumbot/bot/locale"
)

// commandHint returns a command from a text of the service, such as "draw accept", in the form that
// readers use on Discord: a clickable mention of the slash command. In a language with its own
// names for commands it is a text such as "/remis was:annehmen", because Discord mentions commands
// only by their English names. It is a message to the bot if the options cannot hold all words, or
// if not everybody sees the slash command. isCommand is false if the words are not a command.
func (d *Discord) commandHint(words, language string) (text string, isCommand bool) {
	name, rest, _ := strings.Cut(words, " ")
	if c := d.layout.table.Find(name); c != nil {
		name = c.Name
	} else if d.layout.paths[name] == (slashPath{}) {
		return "", false
	}
	values := []command.Value(nil) // none, if the words are not complete: Discord shows the options itself
	if c, given, ok := readHint(d.layout.table, words); ok && rest != "" {
		name, rest, values = c.Name, "", given
	}
	options, fit := d.locale.optionWords(values, language)
	if !fit {
		return d.messageHint(words), true
	}
	path := d.layout.pathOf(name, values, rest)
	if groupNamed(path.name).permission != 0 {
		return d.messageHint(words), true
	}
	local := d.locale.pathIn(path, language)
	id := ""
	if ids := d.commandIDs.Load(); ids != nil && local == path.String() {
		id = (*ids)[path.name]
	}
	switch {
	case id == "":
		return "`/" + strings.TrimSpace(local+" "+options) + "`", true
	case options == "":
		return "</" + local + ":" + id + ">", true
	}
	return "</" + local + ":" + id + "> `" + options + "`", true
}

// messageHint returns words as a message that mentions the bot, because the bot reads such messages
// in every channel.
func (d *Discord) messageHint(words string) string {
	if me := d.me(); me != "" {
		return "<@" + me + "> `" + words + "`"
	}
	return "`" + words + "`"
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

// optionWords returns the values of a command's parameters as options: "id:2 verb:open". fit is
// false if an option of Discord cannot hold one of them.
func (l locales) optionWords(values []command.Value, language string) (text string, fit bool) {
	var options []string
	for _, v := range values {
		name, value := v.Param.Name, v.Text
		switch v.Param.Kind {
		case command.Person:
			if !placeholder(value) { // the option itself takes a user of Discord
				name = byName
			}
		case command.Number, command.TournamentNumber:
			if v.Param.Alone && value == name {
				value = strings.ToUpper(value)
			}
			if _, err := strconv.Atoi(value); err != nil && !placeholder(value) {
				return "", false
			}
		case command.Choice:
			value = botlocale.Translate(language, value)
		}
		options = append(options, l.nameIn(name, language)+":"+value)
	}
	return strings.Join(options, " "), true
}

// placeholder reports whether the reader of a hint must replace a word of it, such as "NAME".
func placeholder(word string) bool {
	return word == strings.ToUpper(word) && word != strings.ToLower(word)
}

// standIns are words that the table reads in place of a placeholder.
var standIns = []string{"zoe", "990017", "raumschach", "ab2-ab3", "17", "18:00", "name"}

// maxPlaceholders is the greatest number of placeholders in a hint. Words that people have written
// may look like many, and each multiplies the time to read them.
const maxPlaceholders = 2

// readHint reads the words of a hint as a command and the values of its parameters, in which
// placeholders stay as they are. ok is false if the words are not complete, as in "pick [ID]", or
// have more than maxPlaceholders.
func readHint(table command.Table, words string) (c *command.Command, values []command.Value, ok bool) {
	fields := strings.Fields(words)
	at, count := 0, 0 // of the first placeholder, and of all
	for i, word := range fields[1:] {
		if placeholder(word) {
			at, count = cmp.Or(at, i+1), count+1
		}
	}
	switch {
	case count > maxPlaceholders:
		return nil, nil, false
	case count == 0:
		c, args, err := table.Read(bot.Request{Text: words})
		if err != nil {
			return nil, nil, false
		}
		return c, args.Values(c), true
	}
	for _, word := range standIns {
		if slices.Contains(fields, word) {
			continue
		}
		tried := slices.Clone(fields)
		tried[at] = word
		c, values, ok = readHint(table, strings.Join(tried, " "))
		if !ok {
			continue
		}
		for i := range values {
			if values[i].Text == word {
				values[i].Text = fields[at]
				return c, values, true
			}
		}
	}
	return nil, nil, false
}
