package matrix

import (
	"context"
	"embed"
	"fmt"
	"sync"

	"github.com/BurntSushi/toml"

	"raumbot/bot"
)

// sentence is something that the adapter says itself, in English: a format as of [fmt.Sprintf].
type sentence string

const (
	greeting       sentence = "Hello! I referee three-dimensional chess. `help` lists what can be said to me, and `variants` the games."
	greetingInRoom sentence = "Hello! I referee three-dimensional chess. `help` lists what can be said to me, and `variants` the games. A move in the thread of its game needs no sign before it."
	firstCounts    sentence = "What you said first counts, if it was understood: changing it afterwards does nothing. Write a new message instead."
	tooMuch        sentence = "That is a lot at once, so some of it has been left out. Wait a minute, look at `games`, and say again what is missing."
	roomShut       sentence = "I cannot write any more in the room where this was to be said, so you read it here."
	roomOpened     sentence = "Game %d has a room of its own: %s"
	roomName       sentence = "Game %d"
	fileRefused    sentence = "The homeserver does not take the file: it is too long for it."
)

// Why a message cannot be read, and what to do.
const (
	noKey sentence = "I cannot read what you have just written: your app has not given me the key to it. I have asked for the key, and carry out a command as soon as it comes. " +
		"If nothing happens, write again; if that does not help either, log out and in again, or write to me in a room without encryption."
	unreadable sentence = "I cannot decrypt what you have just written. Please write it again; if that does not help, log out and in again, or write to me in a room without encryption."
	noCipher   sentence = "I cannot read encrypted messages: I was built without encryption. Write to me in a room without it, or ask the operator to build me with `go build -tags goolm`."
)

// localeFiles hold a file for each language other than English: the sentences by the English ones.
//
//go:embed locale/*.toml
var localeFiles embed.FS

// languages are those of the bot, by their codes.
var languages = sync.OnceValue(func() map[string]map[sentence]string {
	all := map[string]map[sentence]string{}
	for _, code := range bot.Languages() {
		var sentences map[sentence]string
		if _, err := toml.DecodeFS(localeFiles, "locale/"+code+".toml", &sentences); err != nil {
			panic(err) // a fault of the build, which the tests meet first
		}
		all[code] = sentences
	}
	return all
})

// in writes a sentence out in a language, in English if it is not one of ours.
func (f sentence) in(code string, arguments ...any) string {
	format := string(f)
	if translated := languages()[code][f]; translated != "" {
		format = translated
	}
	return fmt.Sprintf(format, arguments...)
}

// language returns the code of the language in which something heard is answered.
func (s *session) language(ctx context.Context, h heard) string {
	code, err := s.service.Language(ctx, s.request(ctx, h, words{}))
	if err != nil {
		s.log.Debug("no language", "err", err) // English does
	}
	return code
}
