package service

import (
	"raumbot/bot"
)

// defaultOptions returns what holds for a pace where nothing else is said:
// vacations where moves take days.
func defaultOptions(p bot.Pace) bot.Options {
	return bot.Options{Vacation: p.Fischer() || p.PerMove > 0 && p.PerMove%bot.Day == 0}
}

// options reads what a challenge says of its options.
func (c *call) options(p bot.Pace) (bot.Options, error) {
	o := defaultOptions(p)
	vacation, weekends := c.args.Word("vacation"), c.args.Word("weekends")
	if word := vacation + weekends; word != "" && !p.Ticks() {
		return o, bot.Problemf(bot.Misunderstood, "A game without a clock needs no word about %s. Name a pace, such as `3d`, or leave that out.", bot.QuoteWord(word))
	}
	if vacation != "" {
		o.Vacation = vacation == "vacation"
	}
	o.Weekends = weekends != ""
	o.Sight = bot.Sight(c.args.Word("sight"))
	return o, nil
}
