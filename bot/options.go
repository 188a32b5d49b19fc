package bot

import "raumbot/bot/phrase"

// Options are what the players of a game agree on beside its variant, its
// pace and whether it is rated. They are part of the invitation, and fixed
// once the game has begun.
type Options struct {
	// Vacation tells that the clock stands still while the player to move is
	// on vacation.
	Vacation bool `json:",omitzero"`
	// Weekends tells that Saturdays and Sundays, UTC, do not count.
	Weekends bool `json:",omitzero"`
	// Sight is who may see the game.
	Sight Sight `json:",omitzero"`
}

// Sight says who may see a game.
type Sight string

// Who may see a game: those who are in its rooms and, where it has one, all
// others; its players alone, to whom it is told in private; or all in any case.
const (
	InRoom Sight = ""
	Hidden Sight = "private"
	Shown  Sight = "public"
)

// defaultOptions returns what holds for a pace where nothing else is said:
// vacations where moves take days.
func defaultOptions(p Pace) Options {
	return Options{Vacation: p.Fischer() || p.PerMove > 0 && p.PerMove%day == 0}
}

// options reads what a challenge says of its options.
func (c *call) options(p Pace) (Options, error) {
	o := defaultOptions(p)
	vacation, weekends := c.args.word("vacation"), c.args.word("weekends")
	if word := vacation + weekends; word != "" && !p.Ticks() {
		return o, problem(Misunderstood, "A game without a clock needs no word about %s. Name a pace, such as `3d`, or leave that out.", quoteWord(word))
	}
	if vacation != "" {
		o.Vacation = vacation == "vacation"
	}
	o.Weekends = weekends != ""
	o.Sight = Sight(c.args.word("sight"))
	return o, nil
}

// agreed says under which conditions a game is played, as part of a sentence.
func agreed(p Pace, o Options, rated bool) string { return conditions(p, o) + ratedWords(rated) }

// conditions are what is agreed on but for the rating.
func conditions(p Pace, o Options) string {
	text := p.Words()
	switch {
	case !p.Ticks():
	case o.Vacation:
		text = phrase.Of("%s with vacations", text)
	default:
		text = phrase.Of("%s without vacations", text)
	}
	if o.Weekends {
		text += ", " + phrase.Of("weekends off")
	}
	if o.Sight != InRoom {
		text += ", " + phrase.Term(string(o.Sight))
	}
	return text
}
