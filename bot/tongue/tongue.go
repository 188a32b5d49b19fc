// Package tongue remembers in which language people write to the bot.
package tongue

import (
	"fmt"
	"strings"
	"unicode"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/locale"
)

// Memory remembers the language, other than English, in which each person last wrote a sentence.
// The bot answers in it if the person has not chosen a language. It is kept in memory only, because
// talk must not change the store.
type Memory struct {
	written *lru.Cache[bot.UserID, tongue]
}

// tongue is a language that somebody has written, and whether they know how to choose it for good.
type tongue struct {
	code string
	told bool
}

// maxPeople limits the number of people whose language is remembered.
const maxPeople = 10_000

// New returns an empty Memory.
func New() Memory {
	written, err := lru.New[bot.UserID, tongue](maxPeople)
	if err != nil {
		panic(fmt.Sprintf("a cache of %d: %v", maxPeople, err)) // only a size of zero fails
	}
	return Memory{written}
}

// Hear remembers the language of a text that was addressed to the bot. The English name of a
// command is no sign of a language, and what follows it may be names.
func (t Memory) Hear(r bot.Request, table command.Table) {
	fields := strings.FieldsFunc(strings.ToLower(r.Text), func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("?!.,;:", c) })
	if r.Overheard || r.Params != nil || len(fields) == 0 {
		return
	}
	code := ""
	switch named := table.Find(fields[0]); {
	case named == nil:
		code = locale.Written(r.Text)
	case named.IsGerman(fields[0]):
		code = "de"
	}
	before, _ := t.written.Get(r.From.UserID)
	switch {
	case code == "" || code == before.code:
	case code == locale.English && len(fields) > 2:
		t.written.Add(r.From.UserID, tongue{told: before.told})
	case code != locale.English:
		t.written.Add(r.From.UserID, tongue{code, before.told})
	}
}

// Of returns the language that somebody writes, or "".
func (t Memory) Of(u bot.UserID) string {
	known, _ := t.written.Get(u)
	return known.code
}

// Untold returns the language that somebody writes, unless they have been told how to choose it.
// [Memory.Tell] notes that they have.
func (t Memory) Untold(u bot.UserID) string {
	if known, _ := t.written.Get(u); !known.told {
		return known.code
	}
	return ""
}

// Tell notes that somebody has been told how to choose a language.
func (t Memory) Tell(u bot.UserID) {
	known, _ := t.written.Get(u)
	known.told = true
	t.written.Add(u, known)
}
