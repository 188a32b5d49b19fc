package service

import (
	"raumbot/bot"
	"raumbot/bot/locale"
)

// Reasons are those of results that the rules do not know.
var Reasons = []string{bot.ByAgreement, bot.ByResignation, bot.BySilence, bot.OnTime, bot.NotBegun, bot.ByBoth, bot.ByNobody, bot.ByOneself, bot.NeverBegun}

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
