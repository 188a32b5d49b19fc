// package locale holds the translations of what the bot says, a folder for each
// language.
package locale

import (
	"embed"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"raumbot/bot/phrase"
)

// localeFiles hold a folder for each language other than English.
//
//go:embed de
var localeFiles embed.FS

// English is the language in which everything is written first.
const English = "en"

// Names are the languages as their speakers call them, by their codes.
var Names = map[string]string{English: "English", "de": "Deutsch"}

// Words are the choices of a language in a command.
var Words = []string{"english", "deutsch"}

// CodeOf returns the code of one of Words, empty for any other word.
func CodeOf(word string) string {
	for code, name := range Names {
		if strings.EqualFold(name, word) {
			return code
		}
	}
	return ""
}

// mustReadLanguages reads what the program carries with it.
func mustReadLanguages() map[string]phrase.Language {
	all := map[string]phrase.Language{English: {Code: English}}
	folders, err := localeFiles.ReadDir(".")
	for _, folder := range folders {
		var files fs.FS
		if files, err = fs.Sub(localeFiles, folder.Name()); err != nil {
			break
		}
		if all[folder.Name()], err = phrase.Read(files, folder.Name()); err != nil {
			break
		}
	}
	if err != nil {
		panic(err) // a fault of the build, which the tests meet first
	}
	return all
}

// All are the languages of the program, by their codes.
var All = sync.OnceValue(mustReadLanguages)

// Languages returns the codes of the languages that the bot speaks besides English: "de".
func Languages() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(All())), func(code string) bool { return code == English })
}

// Render writes out the phrases of a text in a language as a platform names it ("de-AT"), in English
// if the bot does not speak it: for what adapters say themselves. Their translations are in this package, too.
func Render(locale, text string) string { return All()[Spoken(locale)].Render(text) }

// Translate returns a text of the command table in a language as a platform
// names it ("de-AT"), in English if there is no translation.
func Translate(locale, text string) string { return All()[Spoken(locale)].Term(text) }

// Spoken returns the code of the language that a locale of a platform means,
// empty if the bot does not speak it.
func Spoken(locale string) string {
	base, _, _ := strings.Cut(strings.ReplaceAll(locale, "_", "-"), "-")
	base = strings.ToLower(base)
	if _, known := All()[base]; known {
		return base
	}
	return ""
}
