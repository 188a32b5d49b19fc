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

// LocalIDs returns the IDs of the games that are known in one place only.
func LocalIDs(s *Service) (ids []string) {
	s.local.mu.RLock()
	defer s.local.mu.RUnlock()
	for id := range s.local.load {
		ids = append(ids, id)
	}
	return ids
}
