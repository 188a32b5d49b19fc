package service

import (
	"cmp"
	"errors"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// decided returns what holds in a room: of each decision the one of the nearest place.
func decided(tx bot.Tx, places []bot.RoomID) (all bot.Room, err error) {
	for _, place := range places {
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
		all.Pictures = cmp.Or(all.Pictures, r.Pictures)
		all.Tournaments = cmp.Or(all.Tournaments, r.Tournaments)
	}
	return all, nil
}

// usual fills in what the command leaves to the room: the variant and the pace
// of an invitation.
func (c *call) usual() error {
	here, err := decided(c.tx, c.request.Places())
	if err != nil {
		return err
	}
	if c.args.Variant == nil && here.Variant != "" {
		if c.args.Variant, err = command.FindVariant(here.Variant); err != nil {
			return err
		}
	}
	if c.args.Variant == nil {
		return bot.Problemf(bot.Misunderstood, "Which game shall it be? Write `%s`, for example `%s`. `variants` lists the games.", c.command.Usage(), c.command.Example)
	}
	if c.args.Pace == nil {
		c.args.Pace = here.Pace
	}
	return nil
}

// setRoom says or sets what holds in a room.
func setRoom(c *call) (bot.Reply, error) {
	if c.request.Room == (bot.RoomID{}) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There is no room here. Say it in the room that it is about; `prefer` is for yourself.")
	}
	r, err := c.tx.Room(c.request.Room)
	if err != nil && !errors.Is(err, bot.ErrNotFound) {
		return bot.Reply{}, err
	}
	r.ID = c.request.Room
	if !c.redecide(&r) {
		here, err := decided(c.tx, c.request.Places())
		if err != nil {
			return bot.Reply{}, err
		}
		return c.answer(phrase.Of("In this room %s. `room variant raumschach pace 3d` is how an organiser changes that, and `help room` tells what else there is.", here.Words())), nil
	}
	if !c.request.Organiser {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only an organiser of this room changes what holds in it. `prefer` is for yourself.")
	}
	if err := c.tx.PutRoom(r); err != nil {
		return bot.Reply{}, err
	}
	here, err := decided(c.tx, c.request.Places())
	text := phrase.Of("%s has changed what holds in this room: now %s.", c.me.Name, here.Words())
	return bot.Reply{Notices: []bot.Message{c.message(bot.Public, text)}}, err
}

// redecide changes a room as the command says, and reports whether it says anything.
func (c *call) redecide(r *bot.Room) (changed bool) {
	if c.args.Word("reset") != "" {
		*r, changed = bot.Room{ID: r.ID, Locale: r.Locale}, true
	}
	if c.args.Variant != nil {
		r.Variant, changed = c.args.Variant.Name, true
	}
	if c.args.Pace != nil {
		r.Pace, changed = c.args.Pace, true
	}
	if word := c.args.Word("language"); word != "" {
		r.Language, changed = locale.CodeOf(word), true
	}
	for name, field := range map[string]*string{
		"view": &r.Look.View, "theme": &r.Look.Theme, "pieces": &r.Look.Pieces, "pictures": &r.Pictures, "tournaments": &r.Tournaments,
	} {
		if word := c.args.Word(name); word != "" {
			*field, changed = word, true
		}
	}
	return changed
}
