package service

import (
	"context"

	"raumbot/bot"
)

// Respond carries out a request, as [Service.Handle] does, and returns what to show the user in any case: an error
// becomes an answer that explains it, and the Outcome is set.
func (s *Service) Respond(ctx context.Context, r bot.Request) bot.Reply {
	reply, err := s.Handle(ctx, r)
	if err != nil {
		return bot.Complain(r, err)
	}
	return reply
}
