package rooms

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// setRoom shows or changes the settings of a room.
func setRoom(c *action.Call) (bot.Reply, error) {
	if c.Request.Room == (bot.RoomID{}) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There is no room here. Say it in the room that it is about; `prefer` is for yourself.")
	}
	r, err := c.Tx.Room(c.Request.Room)
	if err != nil && !errors.Is(err, bot.ErrNotFound) {
		return bot.Reply{}, err
	}
	r.ID = c.Request.Room
	before, puzzles := r, c.Args.Word("puzzle") != ""
	if !applySettings(c, &r) && !puzzles {
		here, err := bot.RoomSettings(c.Tx, c.Request.Places())
		if err != nil {
			return bot.Reply{}, err
		}
		return c.Answer(phrase.Of("This room:\n%s\n`room variant raumschach pace 3d` is how an organiser changes that, and `help room` tells what else there is.", here.Words())), nil
	}
	if !c.Request.Organiser {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only an organiser of this room changes what holds in it. `prefer` is for yourself.")
	}
	told, err := c.Bot.Ports.Daily(c, &r, before)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := c.Tx.PutRoom(r); err != nil {
		return bot.Reply{}, err
	}
	if r.Zone != before.Zone {
		if err := c.Bot.Ports.RetimeDaily(c, r.ID); err != nil {
			return bot.Reply{}, err
		}
	}
	here, err := bot.RoomSettings(c.Tx, c.Request.Places())
	text := phrase.Of("%s has changed what holds in this room. Now:\n%s", c.Me.Said(), here.Words())
	if d := r.Puzzle; puzzles && d != nil && d.Ended {
		text += "\n" + phrase.Of("The solution of %s still comes, when its day is over: %s.", d.ID, bot.Timestamp(d.Next))
	} else if puzzles && d != nil {
		text += "\n" + phrase.Of("The next puzzle comes %s. Everybody everywhere has the same one, and its day ends at 0:00 UTC: a time long before leaves more time to solve it.", bot.Timestamp(d.Next))
	}
	return bot.Reply{Notices: append(told, c.Message(bot.Public, text))}, err
}

// applySettings changes the settings of a room as the command says, and reports whether it names
// any.
func applySettings(c *action.Call, r *bot.Room) (changed bool) {
	if c.Args.Word("reset") != "" {
		*r, changed = bot.Room{ID: r.ID, Locale: r.Locale, Barred: r.Barred, Organisers: r.Organisers}, true
	}
	if c.Args.Variant != nil {
		r.Variant, changed = c.Args.Variant.Name, true
	}
	if c.Args.Pace != nil {
		r.Pace, changed = c.Args.Pace, true
	}
	if word := c.Args.Word("language"); word != "" {
		r.Language, changed = locale.CodeOf(word), true
	}
	if word := c.Args.Word("time"); word != "" {
		r.Zone, changed = word, true
	}
	for name, field := range map[string]*string{
		"view": &r.Look.View, "theme": &r.Look.Theme, "pieces": &r.Look.Pieces, "pictures": &r.Pictures, "tournaments": &r.Tournaments, "events": &r.Events,
	} {
		if word := c.Args.Word(name); word != "" {
			*field, changed = word, true
		}
	}
	return changed
}
