package service

import "raumbot/bot/locale"

// WatchLanguages has missed called with each text that a service has no
// translation of in the language that it needs.
func WatchLanguages(s *Service, missed func(code, english string)) {
	for code, l := range s.Languages {
		if code != locale.English {
			s.Languages[code] = l.Watched(func(text string) { missed(code, text) })
		}
	}
}
