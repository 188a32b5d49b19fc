package service

import (
	"raumbot/bot/locale"
)

// PersonalCommands are those with answers for the asker alone.
var PersonalCommands = personalCommands

// WatchLanguages has missed called with everything that a service is asked to
// say in a language and cannot.
func WatchLanguages(s *Service, missed func(code, english string)) {
	for code, l := range s.languages {
		if code != locale.English {
			s.languages[code] = l.Watched(func(text string) { missed(code, text) })
		}
	}
}
