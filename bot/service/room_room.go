package service

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// setRoom shows or changes the settings of a room.
func setRoom(c *call) (bot.Reply, error) {
	if c.request.Room == (bot.RoomID{}) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There is no room here. Say it in the room that it is about; `prefer` is for yourself.")
	}
	r, err := c.tx.Room(c.request.Room)
	if err != nil && !errors.Is(err, bot.ErrNotFound) {
		return bot.Reply{}, err
	}
	r.ID = c.request.Room
	before, puzzles := r, c.args.Word("puzzle") != ""
	if !c.redecide(&r) && !puzzles {
		here, err := decided(c.tx, c.request.Places())
		if err != nil {
			return bot.Reply{}, err
		}
		return c.answer(phrase.Of("This room:\n%s\n`room variant raumschach pace 3d` is how an organiser changes that, and `help room` tells what else there is.", here.Words())), nil
	}
	if !c.request.Organiser {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only an organiser of this room changes what holds in it. `prefer` is for yourself.")
	}
	if puzzles {
		if err := c.setDaily(&r, before.Puzzle); err != nil {
			return bot.Reply{}, err
		}
	}
	var told []bot.Message
	if before.Puzzle != nil && r.Puzzle == nil {
		if told, err = c.dailySolution(before); err != nil {
			return bot.Reply{}, err
		}
	}
	if err := c.tx.PutRoom(r); err != nil {
		return bot.Reply{}, err
	}
	if r.Zone != before.Zone {
		if err := c.retimeDaily(r.ID); err != nil {
			return bot.Reply{}, err
		}
	}
	here, err := decided(c.tx, c.request.Places())
	text := phrase.Of("%s has changed what holds in this room. Now:\n%s", c.me.Said(), here.Words())
	if d := r.Puzzle; puzzles && d != nil && d.ID != "" {
		text += "\n" + phrase.Of("The puzzle %s stays open. The next one comes with its solution, %s.", d.ID, bot.Timestamp(d.Next))
	}
	return bot.Reply{Notices: append(told, c.message(bot.Public, text))}, err
}

// redecide changes the settings of a room as the command says, and reports whether it names any.
func (c *call) redecide(r *bot.Room) (changed bool) {
	if c.args.Word("reset") != "" {
		*r, changed = bot.Room{ID: r.ID, Locale: r.Locale, Barred: r.Barred, Organisers: r.Organisers}, true
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
	if word := c.args.Word("time"); word != "" {
		r.Zone, changed = word, true
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
