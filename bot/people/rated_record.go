package people

import (
	"context"
	"errors"
	"math"

	"raumbot/bot"
	"raumbot/bot/action"
)

// RatedRecords lets platforms read users' ratings.
type RatedRecords struct{ *action.Bot }

// RatedRecord returns the summary of a user's rated games. known is false if the bot does not know
// the user, or has forgotten them.
func (s *RatedRecords) RatedRecord(ctx context.Context, u bot.UserID) (record bot.RatedRecord, known bool, err error) {
	err = s.Store.View(ctx, func(tx bot.Tx) error {
		record, known = bot.RatedRecord{}, false
		p, err := tx.PlayerOf(u)
		if errors.Is(err, bot.ErrNotFound) || err == nil && p.Forgotten {
			return nil
		}
		if err != nil {
			return err
		}
		ratings, err := tx.RatingsOf(p.ID)
		for _, r := range ratings {
			record.Games += r.Wins + r.Draws + r.Losses
			if r.Ranked() {
				record.Rating = max(record.Rating, int(math.Round(r.Value)))
			}
		}
		known = true
		for _, account := range p.Users {
			if account.UserID == u {
				record.Name = account.Name
			}
		}
		return err
	})
	return record, known, err
}
