package service

import (
	"context"

	"raumbot/bot/locale"
)

// PersonalCommands are the commands whose answers are only for the asker.
var PersonalCommands = personalCommands

// PlainStory returns the paragraphs of a game's story, a line each.
var PlainStory = plainStory

// WatchLanguages has missed called with each text that a service has no
// translation of in the language that it needs.
func WatchLanguages(s *Service, missed func(code, english string)) {
	for code, l := range s.languages {
		if code != locale.English {
			s.languages[code] = l.Watched(func(text string) { missed(code, text) })
		}
	}
}

// ReadGameFiles has a service read what other processes have added, as one that runs does by itself.
func ReadGameFiles(ctx context.Context, s *Service) error { return s.readGameFiles(ctx) }

// TellSpent tells the other processes what users have asked of a service since it was called last, and returns how many items that were.
func TellSpent(ctx context.Context, s *Service) (count int, err error) {
	spent, _ := s.throttle.Spent()
	return len(spent), s.tell(ctx, spent)
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
