package service

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// listTournaments lists the tournaments that can be seen from here: those that take entries by starting time and
// ongoing ones, or those that are over.
func listTournaments(c *call) (bot.Reply, error) {
	over := c.args.Word("which") == "over"
	ids, err := c.tournamentsHere(over, tournamentsAtOnce)
	if err != nil {
		return bot.Reply{}, err
	}
	var all []*tournament.Tournament
	for _, id := range ids {
		t, err := loadTournament(c.tx, id)
		if err != nil {
			return bot.Reply{}, err
		}
		if c.lists(t) && (t.Phase != bot.CalledOff || len(t.Rounds) > 0) {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b *tournament.Tournament) int { return int(a.Calendar() - b.Calendar()) })
	begin := strings.TrimSpace("tournaments " + c.args.Word("which"))
	page := max(c.args.Number("page"), 1)
	from := (page - 1) * tournament.Listed
	if page > 1 && from >= len(all) {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The list has no page %d. `%s` begins it.", page, begin)
	}
	var lines []string
	var buttons []bot.Button
	for i, t := range all[from:] {
		if i == tournament.Listed {
			next := bot.Button{Label: phrase.Of("Next page"), Command: fmt.Sprintf("%s page %d", begin, page+1)}
			lines = append(lines, phrase.Of("… and %d more: `%s` goes on, and `tournament 7` shows any by its number.", len(all)-from-i, next.Command))
			buttons = append(buttons, next)
			break
		}
		c.closed = c.closed || !c.within(t)
		lines = append(lines, c.calendarLine(t))
		if t.TakesEntries() && t.Entrant(c.me.ID) == 0 && len(buttons) < 5 {
			buttons = append(buttons, bot.Button{Label: phrase.Of("Join %s", t.Title()), Command: "join " + t.ID.String()})
		}
	}
	switch {
	case len(lines) == 0 && over:
		return c.answer(phrase.Of("No tournament has ended that you can see here. `tournaments` lists those to come.")), nil
	case len(lines) == 0:
		return c.answer(phrase.Of("No tournament is open or going on here. An organiser of a room begins one with `create`.")), nil
	}
	return c.answer(strings.Join(lines, "\n"), buttons...), nil
}

// calendarLine returns the line of a tournament in a list.
func (c *call) calendarLine(t *tournament.Tournament) string {
	state := t.PhaseWords()
	switch {
	case t.Phase == bot.Completed:
		state = phrase.Of("over since %s; won by %s among %s", bot.Timestamp(t.Ended), t.Names(t.Winners), players(len(t.Entrants)))
	case t.Phase == bot.Entering && t.Starts != 0:
		state += ", " + phrase.Of("begins %s", bot.Timestamp(c.uptime.Calendar(t.Starts)))
	}
	line := fmt.Sprintf("%d. %s: %s, %s, %s", t.ID, t.Title(), t.System.Title(), t.Pace.Words(), state)
	if t.Phase == bot.Entering {
		line += "; " + phrase.Of("%d of %d places taken, `join %d`", len(t.Entrants), t.Most, t.ID)
	}
	return line + "."
}
