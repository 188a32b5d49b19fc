package bot

import (
	"cmp"
	"errors"
	"strings"

	"raumbot/bot/phrase"
)

// Room is what the organisers of a room have decided for it. An empty field
// leaves the decision to the wider place that the room is part of, and to the bot. All
// values are those of commands, whatever language their users speak.
type Room struct {
	ID RoomID
	// Variant and Pace are those of invitations that name none.
	Variant string `json:",omitzero"`
	Pace    *Pace  `json:",omitzero"`
	// Look is how boards are drawn for the room.
	Look Look `json:",omitzero"`
	// Language is the code of the language of what the room sees.
	Language string `json:",omitzero"`
	// Locale is the language that the platform says is spoken there; it counts where none is decided.
	Locale string `json:",omitzero"`
	// Pictures is "off" where pictures are shown on asking only.
	Pictures string `json:",omitzero"`
	// Tournaments is "anyone" where not only organisers may create one.
	Tournaments string `json:",omitzero"`
}

// places are where the asker speaks: the room and all that it is part of, the
// nearest first, nothing in private.
func (r Request) places() []RoomID {
	if r.Room == (RoomID{}) {
		return nil
	}
	return append([]RoomID{r.Room}, r.Within...)
}

// decided returns what holds in a room: of each decision the one of the nearest place.
func decided(tx Tx, places []RoomID) (all Room, err error) {
	for _, place := range places {
		r, err := tx.Room(place)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return all, err
		}
		all.Variant = cmp.Or(all.Variant, r.Variant)
		all.Pace = cmp.Or(all.Pace, r.Pace)
		all.Look = all.Look.or(r.Look)
		all.Language = cmp.Or(all.Language, r.Language)
		all.Locale = cmp.Or(r.Locale, all.Locale) // that of the widest place is the newest
		all.Pictures = cmp.Or(all.Pictures, r.Pictures)
		all.Tournaments = cmp.Or(all.Tournaments, r.Tournaments)
	}
	return all, nil
}

// or returns a look whose empty fields are those of another.
func (l Look) or(other Look) Look {
	return Look{cmp.Or(l.View, other.View), cmp.Or(l.Theme, other.Theme), cmp.Or(l.Pieces, other.Pieces), cmp.Or(l.Side, other.Side)}
}

// usual fills in what the command leaves to the room: the variant and the pace
// of an invitation.
func (c *call) usual() error {
	here, err := decided(c.tx, c.request.places())
	if err != nil {
		return err
	}
	if c.args.Variant == nil && here.Variant != "" {
		if c.args.Variant, err = findVariant(here.Variant); err != nil {
			return err
		}
	}
	if c.args.Variant == nil {
		return problem(Misunderstood, "Which game shall it be? Write `%s`, for example `%s`. `variants` lists the games.", c.command.Usage(), c.command.Example)
	}
	if c.args.Pace == nil {
		c.args.Pace = here.Pace
	}
	return nil
}

// setRoom says or sets what holds in a room.
func setRoom(c *call) (Reply, error) {
	if c.request.Room == (RoomID{}) {
		return Reply{}, problem(NotNow, "There is no room here. Say it in the room that it is about; `prefer` is for yourself.")
	}
	r, err := c.tx.Room(c.request.Room)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return Reply{}, err
	}
	r.ID = c.request.Room
	if !c.redecide(&r) {
		here, err := decided(c.tx, c.request.places())
		if err != nil {
			return Reply{}, err
		}
		return c.answer(phrase.Of("In this room %s. `room variant raumschach pace 3d` is how an organiser changes that, and `help room` tells what else there is.", here.words())), nil
	}
	if !c.request.Organiser {
		return Reply{}, problem(NotAllowed, "Only an organiser of this room changes what holds in it. `prefer` is for yourself.")
	}
	if err := c.tx.PutRoom(r); err != nil {
		return Reply{}, err
	}
	here, err := decided(c.tx, c.request.places())
	text := phrase.Of("%s has changed what holds in this room: now %s.", c.me.Name, here.words())
	return Reply{Notices: []Message{c.message(Public, text)}}, err
}

// redecide changes a room as the command says, and reports whether it says anything.
func (c *call) redecide(r *Room) (changed bool) {
	if c.args.word("reset") != "" {
		*r, changed = Room{ID: r.ID, Locale: r.Locale}, true
	}
	if c.args.Variant != nil {
		r.Variant, changed = c.args.Variant.Name, true
	}
	if c.args.Pace != nil {
		r.Pace, changed = c.args.Pace, true
	}
	if word := c.args.word("language"); word != "" {
		r.Language, changed = languageCode(word), true
	}
	for name, field := range map[string]*string{
		"view": &r.Look.View, "theme": &r.Look.Theme, "pieces": &r.Look.Pieces, "pictures": &r.Pictures, "tournaments": &r.Tournaments,
	} {
		if word := c.args.word(name); word != "" {
			*field, changed = word, true
		}
	}
	return changed
}

// words says what holds in a room, as the end of a sentence.
func (r Room) words() string {
	words := []string{phrase.Of("an invitation that names no game is asked which")}
	if r.Variant != "" {
		words[0] = phrase.Of("an invitation that names no game is to %s", title(r.Variant))
	}
	if r.Pace != nil {
		words = append(words, phrase.Of("one that names no pace is with %s", r.Pace.Words()))
	} else {
		words = append(words, phrase.Of("one that names no pace is without a clock"))
	}
	if r.Look == (Look{}) {
		words = append(words, phrase.Of("boards are drawn as usual"))
	} else {
		words = append(words, phrase.Of("boards are drawn %s", r.Look.words()))
	}
	if r.Pictures == "off" {
		words = append(words, phrase.Of("pictures are shown on asking only"))
	} else {
		words = append(words, phrase.Of("every move is shown with its picture"))
	}
	if r.Tournaments == "anyone" {
		words = append(words, phrase.Of("anyone creates tournaments"))
	} else {
		words = append(words, phrase.Of("organisers create tournaments"))
	}
	if r.Language != "" {
		words = append(words, phrase.Of("I speak %s", languageNames[r.Language]))
	}
	return strings.Join(words, "; ")
}
