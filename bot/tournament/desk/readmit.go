package desk

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// readmit lets organisers allow a player whom they have removed to enter a tournament again.
func readmit(c *action.Call) (bot.Reply, error) {
	t, err := action.DirectedTournament(c)
	if err == nil && !t.EndedByRemoval() {
		t, err = organised(c)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := namedIn(c, t, c.Args.Word("name"), func(e bot.Entrant) bool { return slices.Contains(t.Barred, e.Player) }, c.Person)
	if err != nil {
		return bot.Reply{}, err
	}
	if !t.Bars(p) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has not been removed from %s.", p.Said(), t.Heading())
	}
	switch same, err := action.IsMeOrLinked(c, p.ID); {
	case err != nil:
		return bot.Reply{}, err
	case same && p.ID == c.Me.ID:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You have been removed from %s yourself: another organiser has to let you in again.", t.Heading())
	case same:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You and %s are being linked: another organiser has to let them in again. `link undo` ends the link.", p.Said())
	}
	if err := action.CheckNeutral(c, t); err != nil {
		return bot.Reply{}, err
	}
	name, number := phrase.Said(p.Name), t.Entrant(p.ID)
	if number > 0 {
		name = t.EntrantName(number)
	}
	if (t.Phase == bot.Running || t.EndedByRemoval()) && t.System != bot.Ladder && number > 0 {
		return restoreEntrant(c, t, p, number)
	}
	if !t.TakesEntries() || t.System != bot.Ladder && t.WasEntrant(p) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s cannot come back to %s any more.", name, t.Heading())
	}
	t.Barred = slices.DeleteFunc(t.Barred, p.Is)
	text := phrase.Of("%s lets %s enter %s again.", c.Me.Said(), name, t.Heading())
	reply := action.AnnounceEntrants(c, t, 0, text)
	if u, ok := p.User(t.Home.Platform); ok && t.Scope == bot.ThisRoom && t.Season == nil {
		reply.Notices[0].To = []bot.User{u}
	} else { // the player may not see the tournament's room
		reply.Notices = append(reply.Notices, c.ToPlayer(p, text, c.Bot.Button("join", t.ID.String()))...)
	}
	return reply, c.Tx.PutTournament(t.Tournament)
}

// restoreEntrant undoes the removal of an entrant of a running tournament, within a day.
func restoreEntrant(c *action.Call, t *tournament.Tournament, p bot.Player, number int) (bot.Reply, error) {
	t.Barred = slices.DeleteFunc(t.Barred, p.Is)
	notices, err := takeExpulsionBack(c, t, number)
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s takes the removal of %s from %s back.", c.Me.Said(), t.EntrantName(number), t.Heading())
	reply := action.AnnounceEntrants(c, t, 0, text)
	if to := t.Address(t.Entrants[number-1]); to.Room != t.Home {
		reply.Notices = append(reply.Notices, to.Message(text))
	}
	reply.Notices = append(reply.Notices, notices...)
	return reply, c.Tx.PutTournament(t.Tournament)
}
