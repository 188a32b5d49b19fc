package service

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// listTournaments lists the tournaments that can be seen from here: those that
// take entries by when they begin, those that run, or those that are over.
func listTournaments(c *call) (bot.Reply, error) {
	over := c.args.Word("which") == "over"
	all, err := wrapTournaments(c.tx.Tournaments(over, 0))
	if err != nil {
		return bot.Reply{}, err
	}
	all = slices.DeleteFunc(all, func(t tournament.Tournament) bool {
		return t.Phase == bot.Drafted && !c.directs(t) || !c.within(t) && t.Entrant(c.me.ID) == 0 && !c.directs(t) || t.Phase == bot.CalledOff && len(t.Rounds) == 0
	})
	slices.SortStableFunc(all, func(a, b tournament.Tournament) int { return int(a.Calendar() - b.Calendar()) })
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
		lines = append(lines, c.calendarLine(t))
		if t.TakesEntries() && t.Entrant(c.me.ID) == 0 && len(buttons) < 5 {
			buttons = append(buttons, bot.Button{Label: phrase.Of("Join %s", t.Name), Command: "join " + t.ID.String()})
		}
	}
	switch {
	case len(lines) == 0 && over:
		return c.answer(phrase.Of("No tournament has ended that you can see here. `tournaments` lists those to come.")), nil
	case len(lines) == 0:
		return c.answer(phrase.Of("No tournament is open or going on here. An organiser of a room begins one with `organise`.")), nil
	}
	return c.answer(strings.Join(lines, "\n"), buttons...), nil
}

// calendarLine is a tournament in a list.
func (c *call) calendarLine(t tournament.Tournament) string {
	state := t.PhaseWords()
	switch {
	case t.Phase == bot.Completed:
		state = phrase.Of("over since %s; won by %s among %s", bot.Timestamp(t.Ended), t.Names(t.Winners), players(len(t.Entrants)))
	case t.Phase == bot.Entering && t.Starts != 0:
		state += ", " + phrase.Of("begins %s", bot.Timestamp(c.uptime.Calendar(t.Starts)))
	}
	line := fmt.Sprintf("%d. %s: %s, %s, %s", t.ID, t.Name, t.System.Title(), t.Pace.Words(), state)
	if t.Phase == bot.Entering {
		line += "; " + phrase.Of("%d of %d places taken, `join %d`", len(t.Entrants), t.Most, t.ID)
	}
	return line + "."
}

// showTournament tells what a tournament is, and how it stands.
func showTournament(c *call) (bot.Reply, error) {
	t, err := c.tournament(tournament.Tournament.Announced)
	if err != nil {
		return bot.Reply{}, err
	}
	var organisers []string
	for _, id := range t.Organisers {
		p, err := c.tx.Player(id)
		if err != nil {
			return bot.Reply{}, err
		}
		organisers = append(organisers, p.Name)
	}
	lines := []string{
		phrase.Of("%s is %s.", phrase.Upper(t.Heading()), t.PhaseWords()),
		c.terms(t),
		phrase.Of("Organised by %s.", bot.Listing(organisers)),
	}
	if len(t.Entrants) > 0 {
		var names []string
		for i := range t.Entrants {
			names = append(names, t.EntrantName(i+1))
		}
		lines = append(lines, fmt.Sprintf("%s: %s.", players(len(names)), bot.Listing(names)))
	}
	if len(t.Waiting) > 0 {
		lines = append(lines, phrase.Of("%d on the waiting list.", len(t.Waiting)))
	}
	buttons := c.draftButtons(t)
	if t.TakesEntries() && t.Entrant(c.me.ID) == 0 && c.within(t) {
		buttons = append(buttons, c.service.button("join", t.ID.String()))
	}
	if t.Begun() {
		buttons = append(buttons, c.service.button("standings", t.ID.String()), c.service.button("pairings", t.ID.String()), c.service.button("crosstable", t.ID.String()))
	}
	return c.answer(strings.Join(lines, "\n"), buttons...), nil
}

// started returns the tournament that the user wants to see, once it has begun.
func (c *call) started() (tournament.Tournament, error) {
	t, err := c.tournament(tournament.Tournament.Begun)
	if err == nil && !t.Begun() {
		err = bot.Problemf(bot.NotNow, "%s is %s: there are no games to show. `tournament %d` tells more.", phrase.Upper(t.Heading()), t.PhaseWords(), t.ID)
	}
	return t, err
}

// showStandings tells who leads, and what a win would mean for the user.
func showStandings(c *call) (bot.Reply, error) {
	t, err := c.started()
	if err != nil {
		return bot.Reply{}, err
	}
	places, err := t.Standings()
	if err != nil {
		return bot.Reply{}, err
	}
	lines := append([]string{phrase.Of("%s is %s.", phrase.Upper(t.Heading()), t.PhaseWords())}, t.StandingLines(places)...)
	more, err := c.prospect(t)
	if err != nil {
		return bot.Reply{}, err
	}
	if more != "" {
		lines = append(lines, more)
	}
	return c.answer(strings.Join(lines, "\n"), c.service.button("crosstable", t.ID.String())), nil
}

// showPairings lists the games of a round.
func showPairings(c *call) (bot.Reply, error) {
	t, err := c.started()
	if err != nil {
		return bot.Reply{}, err
	}
	n := c.args.Number("round")
	if n == 0 {
		n = len(t.Rounds)
	}
	if n > len(t.Rounds) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Round %d of %s has not been paired. The newest is %d.", n, t.Heading(), len(t.Rounds))
	}
	text := phrase.Of("%s of %s, %s:\n%s", phrase.Upper(t.RoundName(n)), t.Heading(), bot.Title(t.Rounds[n-1].Variant), t.PairingLines(n))
	if t.System == bot.Ladder {
		text = phrase.Of("The games of %s:\n%s", t.Heading(), t.LadderLines())
	}
	return c.answer(text), nil
}

// showCrosstable shows who has met whom: a table, or the tree of a knockout.
func showCrosstable(c *call) (bot.Reply, error) {
	t, err := c.started()
	if err != nil {
		return bot.Reply{}, err
	}
	if c.args.Word("form") == "text" {
		text, err := t.CrosstableText()
		return c.answer(phrase.Of("%s is %s.\n%s", phrase.Upper(t.Heading()), t.PhaseWords(), text)), err
	}
	reply := c.answer(phrase.Of("%s is %s. `crosstable %d text` writes it in words.", phrase.Upper(t.Heading()), t.PhaseWords(), t.ID)+t.Numbered(), c.service.button("standings", t.ID.String()))
	reply.Answer[0].Picture = t.Picture()
	return reply, nil
}
