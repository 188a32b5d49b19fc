package coach

import (
	"cmp"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/daily"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// showWeek shows the week's standings in puzzles of the day: those of everybody and, in a room,
// first those of the people who play there.
func showWeek(c *action.Call) (bot.Reply, error) {
	monday := daily.Of(c.Uptime.Beat).Monday()
	all, err := c.Tx.DailySolvers(daily.Days{From: monday, Through: monday + 6})
	if err != nil {
		return bot.Reply{}, err
	}
	w := week{call: c, monday: monday, players: map[bot.PlayerID]bot.Player{}}
	for _, p := range all {
		w.players[p.ID] = p
	}
	table := weekTable(all, monday)
	if len(table) == 0 {
		return c.Answer(phrase.Of("Nobody has solved a puzzle of the day this week. `puzzle daily` opens today's.")), nil
	}
	lines := []phrase.Text{phrase.Of("The puzzles of the day since %s: the days on which somebody has solved one, and the tries that they needed.", monday.String())}
	if c.Request.Room != (bot.RoomID{}) {
		here, err := w.here(all)
		if err != nil {
			return bot.Reply{}, err
		}
		if len(here) > 0 {
			lines = append(lines, phrase.Of("Those who play here:"))
			lines = append(lines, w.lines(weekTable(here, monday), func(bot.Player) (bool, error) { return true, nil })...)
			lines = append(lines, phrase.Of("Everybody:"))
		}
	}
	lines = append(lines, w.lines(table, w.named)...)
	return c.Answer(phrase.Join(lines, "\n")), w.err
}

// week holds what is needed to write the tables of a week.
type week struct {
	call    *action.Call
	monday  daily.Day
	players map[bot.PlayerID]bot.Player
	err     error
}

// here returns those of the players who are seen where the asker speaks.
func (w *week) here(all []bot.Player) (here []bot.Player, err error) {
	for _, p := range all {
		seen, err := w.seen(p)
		if err != nil {
			return nil, err
		}
		if seen {
			here = append(here, p)
		}
	}
	return here, nil
}

// seen reports whether a player has solved one of the week's puzzles where the asker speaks, or
// plays games there. It looks at the widest place around the room, such as the server.
func (w *week) seen(p bot.Player) (bool, error) {
	places := w.call.Request.Places()
	if len(places) == 0 {
		return false, nil
	}
	place := places[len(places)-1]
	days := daily.Days{From: w.monday, Through: w.monday + 6}
	if slices.ContainsFunc(p.Puzzles.Days.Results, func(r bot.DailyResult) bool { return r.Solved && days.Has(r.Day) && r.Place == place }) {
		return true, nil
	}
	next, err := w.call.Tx.PlayersIn(place, p.ID-1, 1)
	return slices.Contains(next, p.ID), err
}

// named reports whether the table of everybody shows the player's name. It does for the asker, for
// players who are seen here, and for those whose names the tables of ratings show.
func (w *week) named(p bot.Player) (bool, error) {
	if p.ID == w.call.Me.ID {
		return true, nil
	}
	ratings, err := w.call.Tx.RatingsOf(p.ID)
	if err != nil || slices.ContainsFunc(ratings, bot.Rating.Ranked) {
		return err == nil, err
	}
	return w.seen(p)
}

// lines formats the first standings of a table, and the asker's. Players for whom named returns
// false stay anonymous.
func (w *week) lines(table []weekStanding, named func(bot.Player) (bool, error)) (lines []phrase.Text) {
	for i, s := range table {
		if i >= tournament.Listed && s.Player != w.call.Me.ID {
			continue
		}
		p := w.players[s.Player]
		known, err := named(p)
		if w.err == nil {
			w.err = err
		}
		name := phrase.Of("somebody elsewhere")
		if known {
			name = p.Said()
		}
		lines = append(lines, phrase.Of("%d. %s: %s, %s", s.Place, name, bot.DayCount(s.Solved), phrase.Count(s.Tries, "%d try", "%d tries")))
	}
	return lines
}

// weekStanding is a player's standing in the puzzles of the day of a week.
type weekStanding struct {
	Player bot.PlayerID
	// Place counts from 1. Players with equal results share a place.
	Place int
	// Solved is the number of days on which the player solved a puzzle. Tries is the number of
	// answers that these puzzles took.
	Solved, Tries int
}

// weekTable returns the standings of the players who have solved a puzzle in the week that begins
// on monday, the best first. More days are better, and then fewer tries. The time taken does not
// count, because anybody can look at a puzzle in a room before opening it.
func weekTable(players []bot.Player, monday daily.Day) (table []weekStanding) {
	week := daily.Days{From: monday, Through: monday + 6}
	for _, p := range players {
		s := weekStanding{Player: p.ID}
		for _, r := range p.Puzzles.Days.Results {
			if r.Solved && week.Has(r.Day) {
				s.Solved++
				s.Tries += r.Tries()
			}
		}
		if s.Solved > 0 {
			table = append(table, s)
		}
	}
	better := func(a, b weekStanding) int { return cmp.Or(b.Solved-a.Solved, a.Tries-b.Tries) }
	slices.SortFunc(table, func(a, b weekStanding) int { return cmp.Or(better(a, b), cmp.Compare(a.Player, b.Player)) })
	for i := range table {
		table[i].Place = i + 1
		if i > 0 && better(table[i-1], table[i]) == 0 {
			table[i].Place = table[i-1].Place
		}
	}
	return table
}

// exportedDay is a line of the file of one's own results: how one has answered a puzzle of the day.
type exportedDay struct {
	Kind    string `json:"kind"`
	Day     string `json:"day"`
	Puzzle  string `json:"puzzle"`
	Solved  bool   `json:"solved"`
	Tries   int    `json:"tries"`
	Seconds int    `json:"seconds"`
}

// exportDailies returns the asker's results with puzzles of the day, as far as they are kept.
func exportDailies(c *action.Call) (lines []any, err error) {
	for _, r := range c.Me.Puzzles.Days.Results {
		if r.Answered() {
			lines = append(lines, exportedDay{"puzzle", r.Day.String(), r.ID, r.Solved, r.Tries(), int(r.Took.Seconds())})
		}
	}
	return lines, nil
}
