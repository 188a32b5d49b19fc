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

// localeFiles has a folder for each language other than English.
//
//go:embed de
var localeFiles embed.FS

// English is the language in which everything is written first.
const English = "en"

// Names maps the code of each language to the name by which its speakers call it.
var Names = map[string]string{English: "English", "de": "Deutsch"}

// Words are the words for languages in commands.
var Words = []string{"english", "deutsch"}

// Also maps other words for languages to those in Words.
var Also = map[string]string{"german": "deutsch", "englisch": "english"}

// CodeOf returns the code of a language in Words, empty for any other word.
func CodeOf(word string) string {
	for code, name := range Names {
		if strings.EqualFold(name, word) {
			return code
		}
	}
	return ""
}

// mustReadLanguages reads the languages that are built into the program.
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
		panic(err) // a fault of the build, which the tests find first
	}
	return all
}

// All returns the languages of the program by their codes.
var All = sync.OnceValue(mustReadLanguages)

// Languages returns the codes of the languages that the bot speaks besides English, such as "de",
// in order. Callers must not change the slice.
var Languages = sync.OnceValue(func() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(All())), func(code string) bool { return code == English })
})

// Render renders the phrases of a text in a language as a platform names it ("de-AT"), or in
// English if the bot does not speak it. It is for texts of the adapters' own, whose translations
// are in this package, too.
func Render(locale string, text phrase.Text) string { return All()[Spoken(locale)].Render(text) }

// Translate returns a text of the command table in a language as a platform names it ("de-AT"), or
// in English if there is no translation.
func Translate(locale, text string) string { return All()[Spoken(locale)].Term(text) }

// Spoken returns the code of the language that a platform's locale means, empty if the bot does not
// speak it.
func Spoken(locale string) string {
	base, _, _ := strings.Cut(strings.ReplaceAll(locale, "_", "-"), "-")
	base = strings.ToLower(base)
	if _, known := All()[base]; known {
		return base
	}
	return ""
}
