package service

import (
	"context"
	"time"

	"raumbot/bot"
)

// Respond carries out a request, as [action.Bot.Handle] does. It always returns what to show the
// user: an error becomes an answer that explains it, and the Outcome is set.
func (s *Service) Respond(ctx context.Context, r bot.Request) bot.RenderedReply {
	reply, err := s.Handle(ctx, r)
	if err != nil {
		return bot.Complain(r, err)
	}
	return reply
}

// lateMark is the prefix of the marks of events whose answers were left to the outbox.
const lateMark = "late/"

// AnswerLater leaves answers to the outbox, which sends them to the user in private. It is for
// platforms that do not accept an answer any more, or not at the moment. It does so once for each
// event, even if another process has carried out the request as well.
func (s *Service) AnswerLater(ctx context.Context, event bot.EventID, to bot.User, answers []bot.RenderedMessage) error {
	p, now := to.Platform, s.Clock.Now()
	defer s.WakeUp()
	return s.Store.Update(context.WithoutCancel(ctx), func(tx bot.Tx) error {
		if done, err := tx.Applied(p, lateMark+event); done || err != nil {
			return err
		}
		for _, m := range answers {
			m.Platform, m.Audience, m.Room, m.To, m.Event, m.At = p, bot.Private, bot.RoomID{}, []bot.User{to}, event, now.UTC()
			if _, err := tx.Enqueue(bot.Unrendered(m)); err != nil {
				return err
			}
		}
		return tx.MarkApplied(p, lateMark+event, now, time.Time{})
	})
}
