package discord

import (
	"embed"
	"strings"

	botlocale "raumbot/bot/locale"

	"github.com/BurntSushi/toml"
	"github.com/bwmarrin/discordgo"
)

//go:embed locale/*.toml
var localeFiles embed.FS

// locale is a language other than English: what to say in place of the English.
type locale struct {
	// Names are names of commands and their options.
	Names map[string]string `toml:"names"`
	// Texts are the adapter's own sentences; those of the commands are the service's.
	Texts map[string]string `toml:"texts"`
}

// locales are the languages by Discord's names for them.
type locales map[discordgo.Locale]locale

// mustReadLocales reads the languages that the program carries with it.
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
		panic(err) // a fault of the build, which the tests meet first
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

// texts returns a text in every language that has it.
func (l locales) texts(text string) map[discordgo.Locale]string {
	all := map[discordgo.Locale]string{}
	for language := range l {
		if translated := l.in(string(language), text); translated != text {
			all[language] = translated
		}
	}
	return all
}

// in returns a text in a language, in English if that has none. What is not the
// adapter's own is the service's.
func (l locales) in(language, text string) string {
	if translated := l[discordgo.Locale(language)].Texts[text]; translated != "" {
		return translated
	}
	return botlocale.Translate(language, text)
}
