package service

import (
	"raumbot/bot/locale"
)

// PersonalCommands are the commands whose answers are only for the asker.
var PersonalCommands = personalCommands

// WatchLanguages has missed called with each text that a service has no
// translation of in the language that it needs.
func WatchLanguages(s *Service, missed func(code, english string)) {
	for code, l := range s.languages {
		if code != locale.English {
			s.languages[code] = l.Watched(func(text string) { missed(code, text) })
		}
	}
}
