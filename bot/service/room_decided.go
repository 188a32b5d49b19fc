package service

import (
	"cmp"
	"errors"

	"raumbot/bot"
	"raumbot/bot/command"
)

// decided returns the settings that apply in a room: for each, that of the nearest place that has one.
func decided(tx bot.Tx, places []bot.RoomID) (all bot.Room, err error) {
	for i, place := range places {
		r, err := tx.Room(place)
		if errors.Is(err, bot.ErrNotFound) {
			continue
		}
		if err != nil {
			return all, err
		}
		all.Variant = cmp.Or(all.Variant, r.Variant)
		all.Pace = cmp.Or(all.Pace, r.Pace)
		all.Look = all.Look.Or(r.Look)
		all.Language = cmp.Or(all.Language, r.Language)
		all.Locale = cmp.Or(r.Locale, all.Locale) // that of the widest place is the newest
		all.Zone = cmp.Or(all.Zone, r.Zone)
		all.Pictures = cmp.Or(all.Pictures, r.Pictures)
		all.Tournaments = cmp.Or(all.Tournaments, r.Tournaments)
		if i == 0 { // a puzzle comes to the room itself, not to its threads
			all.Puzzle = r.Puzzle
		}
	}
	return all, nil
}

// usual fills in the room's usual variant and pace where an invitation leaves them open. usage and example say how to name a variant.
func (c *call) usual(usage, example string) error {
	here, err := decided(c.tx, c.request.Places())
	if err != nil {
		return err
	}
	if c.args.Variant == nil && here.Variant != "" {
		// A game that its place has removed since is asked for as if there were none.
		if usual, err := command.FindVariant(here.Variant, c.request.Games...); err == nil {
			c.args.Variant = usual
		}
	}
	if c.args.Variant == nil {
		return bot.Problemf(bot.Misunderstood, "Which game shall it be? Write `%s`, for example `%s`. `variants` lists the games.", usage, example)
	}
	if c.args.Pace == nil {
		c.args.Pace = here.Pace
	}
	return nil
}
