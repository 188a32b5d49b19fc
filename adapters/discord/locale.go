package discord

import (
	"embed"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/bwmarrin/discordgo"

	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
)

//go:embed locale/*.toml
var localeFiles embed.FS

// locale is a language other than English: the names of commands and their options. All other texts are translated in bot/locale.
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
		var l locale
		if _, err = toml.DecodeFS(localeFiles, "locale/"+f.Name(), &l); err != nil {
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

// texts returns the translations of a text of the table of commands.
func (l locales) texts(text string) map[discordgo.Locale]string {
	return l.renderings(phrase.Term(text))
}

// renderings returns the translations of a phrase.
func (l locales) renderings(text string) map[discordgo.Locale]string {
	all := map[discordgo.Locale]string{}
	for language := range l {
		if translated := botlocale.Render(string(language), text); translated != phrase.English(text) {
			all[language] = translated
		}
	}
	return all
}
