package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// expel removes somebody from a tournament, by its organisers. They cannot enter it again unless an organiser readmits them.
func expel(c *call) (bot.Reply, error) {
	t, err := c.organised()
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.opponent(t, c.args.Word("name"))
	if err != nil {
		return bot.Reply{}, err
	}
	number, waits := t.Entrant(p.ID), t.Waits(p.ID)
	var e bot.Entrant
	name := p.Name
	switch {
	case waits >= 0:
		e = t.Waiting[waits]
	case number == 0 || t.Entrants[number-1].Gone:
		return bot.Reply{}, bot.Problemf(bot.Unknown, "%s is not in %s. `standings %d` lists who is.", p.Said(), t.Heading(), t.ID)
	case t.Against(c.me.ID, number) != 0: // as with adjudications
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You play %s against %s yourself: another organiser has to remove them.", bot.GameNumber(t.Against(c.me.ID, number)), t.EntrantName(number))
	default:
		e, name = t.Entrants[number-1], t.EntrantName(number)
	}
	text := phrase.Of("%s removes %s from %s.", c.me.Said(), name, t.Heading())
	reason, err := c.reason()
	if err != nil {
		return bot.Reply{}, err
	}
	if reason != "" {
		plain := text
		text = phrase.Of("%s removes %s from %s, because: %s.", c.me.Said(), name, t.Heading(), reason)
		c.reasoned = reasoned{text, plain}
	}
	if !t.Bars(p) {
		t.Barred = append(t.Barred, p.ID)
	}
	reply := c.entered(t, text)
	if to := t.Address(e); to.Room != t.Home {
		reply.Notices = append(reply.Notices, to.Message(text))
	}
	if waits >= 0 {
		t.Waiting = slices.Delete(t.Waiting, waits, waits+1)
		return reply, c.tx.PutTournament(t.Tournament)
	}
	notices, err := c.removeEntrant(t, number)
	if err != nil {
		return bot.Reply{}, err
	}
	reply.Notices = append(reply.Notices, notices...)
	return reply, c.tx.PutTournament(t.Tournament)
}

// removeEntrant takes an entrant out of a tournament, whose games there are forfeited at once.
func (c *call) removeEntrant(t *tournament.Tournament, number int) ([]bot.Message, error) {
	if t.Phase != bot.Running {
		return c.takeOut(t, number)
	}
	t.Drop(number)
	lost, err := c.forfeit(t, number)
	if err != nil {
		return nil, err
	}
	more, err := c.advance(t)
	return append(lost, more...), err
}
