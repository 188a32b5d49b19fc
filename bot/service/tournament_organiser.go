package service

import (
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// maxOrganisers bounds the organisers of a tournament, including those who have been asked to be one.
const maxOrganisers = 10

// askOrganiser asks somebody to organise a tournament too, or withdraws that if they have been asked, or removes an
// organiser if others remain.
func (c *call) askOrganiser(t *tournament.Tournament, name string) (bot.Reply, error) {
	p, err := c.person(name)
	if err != nil {
		return bot.Reply{}, err
	}
	switch {
	case p.ID == c.me.ID && t.Organises(p.ID):
		return c.quitOrganising(t)
	case p.ID != c.me.ID && t.Organises(p.ID):
		if err := t.OthersOrganise(p.Name); err != nil {
			return bot.Reply{}, err
		}
		t.Organisers = slices.DeleteFunc(t.Organisers, func(o bot.PlayerID) bool { return o == p.ID })
		reply := c.answer(phrase.Of("%s organises %s no more.", p.Said(), t.Heading()))
		reply.Notices = c.toPlayer(p, phrase.Of("%s has taken you off the organisers of %s.", c.me.Said(), t.Heading()))
		return reply, c.tx.PutTournament(t.Tournament)
	case p.ID == c.me.ID: // as an organiser of its room
		return c.organiseToo(t)
	case slices.Contains(t.Asked, p.ID):
		t.Asked = slices.DeleteFunc(t.Asked, func(o bot.PlayerID) bool { return o == p.ID })
		return c.answer(phrase.Of("%s is asked to organise %s no more.", p.Said(), t.Heading())), c.tx.PutTournament(t.Tournament)
	case c.me.Blocks(p):
		return bot.Reply{}, blockedByYou(p)
	case slices.Contains(t.Unwilling, p.ID) || p.Blocks(c.me):
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s does not want to organise %s.", p.Said(), t.Heading())
	case len(t.Organisers)+len(t.Asked) >= maxOrganisers:
		return bot.Reply{}, tooManyOrganisers()
	}
	t.Asked = append(t.Asked, p.ID)
	text := phrase.Of("%s asks you to organise %s too, with a say in all of it. `tournament %d accept` agrees, and `tournament %d decline` does not. `tournament %d` tells about it.",
		c.me.Said(), t.Heading(), t.ID, t.ID, t.ID)
	reply := c.answer(phrase.Of("%s has been asked to organise %s, and does so after agreeing.", p.Said(), t.Heading()))
	reply.Notices = c.toPlayer(p, text, bot.Button{Label: phrase.Of("Accept"), Command: fmt.Sprintf("tournament %d accept", t.ID)}, bot.Button{Label: phrase.Of("Decline"), Command: fmt.Sprintf("tournament %d decline", t.ID)})
	return reply, c.tx.PutTournament(t.Tournament)
}

// organiseToo makes an organiser of a tournament's room one of its own. They need nobody's permission, whatever they
// were asked and answered before.
func (c *call) organiseToo(t *tournament.Tournament) (bot.Reply, error) {
	me := func(o bot.PlayerID) bool { return o == c.me.ID }
	t.Asked, t.Unwilling = slices.DeleteFunc(t.Asked, me), slices.DeleteFunc(t.Unwilling, me)
	if len(t.Organisers)+len(t.Asked) >= maxOrganisers {
		return bot.Reply{}, tooManyOrganisers()
	}
	t.Organisers = append(t.Organisers, c.me.ID)
	return c.answer(phrase.Of("You organise %s now, too.", t.Heading())), c.tx.PutTournament(t.Tournament)
}

func tooManyOrganisers() *bot.Problem {
	return bot.Problemf(bot.NotNow, "A tournament has at most %d organisers, those included who have been asked.", maxOrganisers)
}

// answerOrganisers accepts or declines to organise a tournament, for those who have been asked.
func (c *call) answerOrganisers(verb string) (bot.Reply, error) {
	t, err := c.tournamentNumber()
	if err != nil {
		return bot.Reply{}, err
	}
	if verb == "quit" && t.Organises(c.me.ID) && !t.Over() {
		return c.quitOrganising(t)
	}
	at := slices.Index(t.Asked, c.me.ID)
	switch {
	case t.Over():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over. `standings %d` shows how it ended.", phrase.Upper(t.Heading()), t.ID)
	case verb == "quit":
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You do not organise %s. `tournament %d` tells who does.", t.Heading(), t.ID)
	case at < 0:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Nobody has asked you to organise %s. `tournament %d` tells who does.", t.Heading(), t.ID)
	}
	t.Asked = slices.Delete(t.Asked, at, at+1)
	answer, told := phrase.Of("You organise %s now, too.", t.Heading()), phrase.Of("%s organises %s now, too.", c.me.Said(), t.Heading())
	if verb == "decline" {
		t.Unwilling = append(t.Unwilling, c.me.ID)
		answer, told = phrase.Of("You do not organise %s, and are not asked again.", t.Heading()), phrase.Of("%s does not want to organise %s.", c.me.Said(), t.Heading())
	}
	reply := c.answer(answer)
	if reply.Notices, err = c.tellOrganisers(t, told); err != nil {
		return bot.Reply{}, err
	}
	if verb == "accept" {
		t.Organisers = append(t.Organisers, c.me.ID)
	}
	return reply, c.tx.PutTournament(t.Tournament)
}

// quitOrganising removes the asker from the organisers of a tournament.
func (c *call) quitOrganising(t *tournament.Tournament) (bot.Reply, error) {
	if err := t.OthersOrganise(c.me.Said()); err != nil {
		return bot.Reply{}, err
	}
	t.Organisers = slices.DeleteFunc(t.Organisers, func(o bot.PlayerID) bool { return o == c.me.ID })
	reply := c.answer(phrase.Of("You organise %s no more.", t.Heading()))
	notices, err := c.tellOrganisers(t, phrase.Of("%s organises %s no more.", c.me.Said(), t.Heading()))
	if err != nil {
		return bot.Reply{}, err
	}
	reply.Notices = notices
	return reply, c.tx.PutTournament(t.Tournament)
}

// tellOrganisers returns messages to all organisers of a tournament except the asker.
func (c *call) tellOrganisers(t *tournament.Tournament, text string) (notices []bot.Message, err error) {
	for _, id := range t.Organisers {
		if id == c.me.ID {
			continue
		}
		p, err := present(c.tx, id)
		if err != nil {
			return nil, err
		}
		notices = append(notices, c.toPlayer(p, text)...)
	}
	return notices, nil
}
