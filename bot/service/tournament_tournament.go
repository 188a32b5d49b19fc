package service

import (
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// showTournament describes a tournament, and shows how it stands; with a verb, it is for its organisers.
func showTournament(c *call) (bot.Reply, error) {
	if c.args.Word("verb") != "" {
		return manageTournament(c)
	}
	t, err := c.tournament((*tournament.Tournament).Announced)
	if err != nil {
		return bot.Reply{}, err
	}
	var organisers []string
	for _, id := range t.Organisers {
		p, err := c.tx.Player(id)
		if err != nil {
			return bot.Reply{}, err
		}
		organisers = append(organisers, p.Said())
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
