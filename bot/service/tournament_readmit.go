package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// readmit lets organisers allow somebody whom they have removed to enter a tournament again.
func readmit(c *call) (bot.Reply, error) {
	t, err := c.directed()
	if err == nil && !t.EndedByRemoval() {
		t, err = c.organised()
	}
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.namedIn(t, c.args.Word("name"), func(e bot.Entrant) bool { return slices.Contains(t.Barred, e.Player) }, c.person)
	if err != nil {
		return bot.Reply{}, err
	}
	if !t.Bars(p) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has not been removed from %s.", p.Said(), t.Heading())
	}
	switch same, err := c.sameHand(p.ID); {
	case err != nil:
		return bot.Reply{}, err
	case same && p.ID == c.me.ID:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You have been removed from %s yourself: another organiser has to let you in again.", t.Heading())
	case same:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You and %s are being linked: another organiser has to let them in again. `link undo` ends the link.", p.Said())
	}
	if err := c.neutral(t); err != nil {
		return bot.Reply{}, err
	}
	name, number := p.Name, t.Entrant(p.ID)
	if number > 0 {
		name = t.EntrantName(number)
	}
	if (t.Phase == bot.Running || t.EndedByRemoval()) && t.System != bot.Ladder && number > 0 {
		return c.bringBack(t, p, number)
	}
	if !t.TakesEntries() || t.System != bot.Ladder && t.Had(p) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s cannot come back to %s any more.", name, t.Heading())
	}
	t.Barred = slices.DeleteFunc(t.Barred, p.Is)
	text := phrase.Of("%s lets %s enter %s again.", c.me.Said(), name, t.Heading())
	reply := c.entered(t, text)
	if u, ok := p.User(t.Home.Platform); ok && t.Scope == bot.ThisRoom {
		reply.Notices[0].To = []bot.User{u}
	} else { // they may not see the tournament's room
		reply.Notices = append(reply.Notices, c.toPlayer(p, text, c.service.button("join", t.ID.String()))...)
	}
	return reply, c.tx.PutTournament(t.Tournament)
}

// bringBack undoes the removal of an entrant of a running tournament, within a day.
func (c *call) bringBack(t *tournament.Tournament, p bot.Player, number int) (bot.Reply, error) {
	t.Barred = slices.DeleteFunc(t.Barred, p.Is)
	notices, err := c.takeExpulsionBack(t, number)
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s takes the removal of %s from %s back.", c.me.Said(), t.EntrantName(number), t.Heading())
	reply := c.entered(t, text)
	if to := t.Address(t.Entrants[number-1]); to.Room != t.Home {
		reply.Notices = append(reply.Notices, to.Message(text))
	}
	reply.Notices = append(reply.Notices, notices...)
	return reply, c.tx.PutTournament(t.Tournament)
}
