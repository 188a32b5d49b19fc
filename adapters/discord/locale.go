package discord

import (
	"embed"
	"strings"

	"github.com/bwmarrin/discordgo"
	"github.com/pelletier/go-toml/v2"

	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
)

//go:embed locale/*.toml
var localeFiles embed.FS

// locale has the names of commands and their options in a language other than English. All other
// texts are translated in bot/locale.
type locale struct {
	Names map[string]string `toml:"names"`
}

// locales are the languages by Discord's locale codes.
type locales map[discordgo.Locale]locale

// mustReadLocales reads the embedded locale files.
func mustReadLocales() locales {
	all := locales{}
	files, err := localeFiles.ReadDir("locale")
	for _, f := range files {
		var text []byte
		if text, err = localeFiles.ReadFile("locale/" + f.Name()); err != nil {
			break
		}
		var l locale
		if err = toml.Unmarshal(text, &l); err != nil {
			break
		}
		all[discordgo.Locale(strings.TrimSuffix(f.Name(), ".toml"))] = l
	}
	if err != nil {
		panic(err) // the files are embedded, so the tests would fail first
	}
	return all
}

// names returns a command's or option's name in every language that has one.
func (l locales) names(name string) map[discordgo.Locale]string {
	all := map[discordgo.Locale]string{}
	for language, words := range l {
		if translated := words.Names[name]; translated != "" {
			all[language] = translated
		}
	}
	return all
}

// texts returns the translations of a text from the table of commands.
func (l locales) texts(text string) map[discordgo.Locale]string {
	return l.renderings(phrase.Term(text))
}

// renderings returns the translations of a phrase.
func (l locales) renderings(text phrase.Text) map[discordgo.Locale]string {
	all := map[discordgo.Locale]string{}
	for language := range l {
		if translated := botlocale.Render(string(language), text); translated != phrase.English(text) {
			all[language] = translated
		}
	}
	return all
}
