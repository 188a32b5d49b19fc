package people

import (
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
)

// showProfile shows a player's ratings and results.
func showProfile(c *action.Call) (bot.Reply, error) {
	p := c.Me
	if name := c.Args.Word("name"); action.IsComputer(name) {
		return play.HelpComputer(c), nil
	} else if name != "" {
		var err error
		if p, err = c.Known(name); err != nil {
			return bot.Reply{}, err
		}
	}
	var ratings []bot.Rating
	if p.ID != 0 {
		var err error
		if ratings, err = c.Tx.RatingsOf(p.ID); err != nil {
			return bot.Reply{}, err
		}
		if p.ID != c.Me.ID {
			ratings = slices.DeleteFunc(ratings, func(r bot.Rating) bool { return action.KnownElsewhere(c, r.Variant) })
		}
	}
	habits, err := play.Habits(c, p)
	if err != nil {
		return bot.Reply{}, err
	}
	more, err := action.Collect(c.Bot, func(f action.Feature) ([]phrase.Text, error) {
		if f.Profile == nil {
			return nil, nil
		}
		return f.Profile(c, p)
	})
	if err != nil {
		return bot.Reply{}, err
	}
	habits = append(habits, more...)
	if len(ratings) == 0 {
		text := phrase.Of("%s has not finished a rated game yet. `challenge NAME VARIANT rated` begins one.", p.Said())
		return c.Answer(phrase.Join(append([]phrase.Text{text}, habits...), "\n")), nil
	}
	lines := []phrase.Text{phrase.Of("%s has played since %s.", p.Said(), bot.Timestamp(p.Since)), phrase.Of("A question mark follows a rating that few games support.")}
	for _, r := range ratings {
		r.Age(c.Uptime.Beat)
		lines = append(lines, phrase.Of("%s: %s, give or take %s; won %d, drawn %d, lost %d.",
			bot.Title(r.Variant), r, fmt.Sprintf("%.0f", 2*r.Deviation), r.Wins, r.Draws, r.Losses))
	}
	return c.Answer(phrase.Join(append(lines, habits...), "\n")), nil
}
