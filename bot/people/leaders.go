package people

import (
	"cmp"
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// playersAtOnce is the number of players of a room that are read at a time.
const playersAtOnce = 500

// showLeaders lists the best players of a variant: of all players, or of those who play here.
func showLeaders(c *action.Call) (bot.Reply, error) {
	v, here := c.Args.Variant, c.Args.Word("where") == "here"
	if v == nil {
		return leadersOfAll(c, here)
	}
	leaders := func() ([]bot.Rating, error) { return c.Tx.Leaders(v.RatingID(), tournament.Listed) }
	if here {
		if c.Request.Room == (bot.RoomID{}) {
			return bot.Reply{}, bot.Problemf(bot.NotNow, "Nobody else plays here. Say it in a room, or `leaders %s` for the best of all.", v.Name)
		}
		leaders = func() ([]bot.Rating, error) { return leadersHere(c, v.RatingID()) }
	}
	best, err := leaders()
	if err != nil {
		return bot.Reply{}, err
	}
	switch none := len(best) == 0; {
	case none && here:
		return c.Answer(phrase.Of("Nobody of those who play here has played enough rated games of %s to be ranked. `challenge NAME %s rated` begins one.", v.Title, v.Name)), nil
	case none:
		return c.Answer(phrase.Of("Nobody has played enough rated games of %s to be ranked. `challenge NAME %s rated` begins one.", v.Title, v.Name)), nil
	}
	lines := []phrase.Text{phrase.Of("The best at %s:", v.Title)}
	if here {
		lines[0] = phrase.Of("The best at %s of those who play here:", v.Title)
	}
	for i, r := range best {
		p, err := c.Tx.Player(r.Player)
		if err != nil {
			return bot.Reply{}, err
		}
		lines = append(lines, phrase.Of("%d. %s, %s; won %d, drawn %d, lost %d", i+1, p.Said(), r, r.Wins, r.Draws, r.Losses))
	}
	return c.Answer(phrase.Join(lines, "\n")), nil
}

// leadersOfAll lists the best players of each game in which somebody is ranked.
func leadersOfAll(c *action.Call, here bool) (bot.Reply, error) {
	if here && c.Request.Room == (bot.RoomID{}) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Nobody else plays here. Say it in a room, or `leaders` for the best of all.")
	}
	var lines []phrase.Text
	for _, v := range c.Variants() {
		best, err := c.Tx.Leaders(v.RatingID(), 1)
		if here {
			best, err = leadersHere(c, v.RatingID())
		}
		if err != nil {
			return bot.Reply{}, err
		}
		if len(best) == 0 {
			continue
		}
		p, err := c.Tx.Player(best[0].Player)
		if err != nil {
			return bot.Reply{}, err
		}
		lines = append(lines, phrase.Of("%s: %s, %s", v.Title, p.Said(), best[0]))
	}
	if len(lines) == 0 {
		return c.Answer(phrase.Of("Nobody has played enough rated games to be ranked. `challenge NAME GAME rated` begins one.")), nil
	}
	return c.Answer(phrase.Join(append([]phrase.Text{phrase.Of("The best at each game; `leaders GAME` lists more.")}, lines...), "\n")), nil
}

// leadersHere returns the best ranked ratings of those who have games against others in the room of
// the request, or in the widest place around it, best first. The ratings count all of their games,
// wherever played.
func leadersHere(c *action.Call, variant string) ([]bot.Rating, error) {
	places := c.Request.Places()
	var best []bot.Rating
	for after := bot.PlayerID(0); ; {
		players, err := c.Tx.PlayersIn(places[len(places)-1], after, playersAtOnce)
		if err != nil {
			return nil, err
		}
		if len(players) == 0 {
			break
		}
		for _, p := range players {
			after = p
			r, err := c.Tx.Rating(p, variant)
			switch {
			case err == nil && r.Ranked():
				best = append(best, r)
			case err != nil && !errors.Is(err, bot.ErrNotFound):
				return nil, err
			}
		}
	}
	slices.SortFunc(best, func(a, b bot.Rating) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Player, b.Player))
	})
	return best[:min(len(best), tournament.Listed)], nil
}
