package desk

import (
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// maxOrganisers bounds the organisers of a tournament, including players who have been asked to
// become one.
const maxOrganisers = 10

// askOrganiser asks a player to become an organiser of a tournament. It withdraws the request if
// they have been asked already, and removes them if they are one of several organisers.
func askOrganiser(c *action.Call, t *tournament.Tournament, name string) (bot.Reply, error) {
	p, err := c.Person(name)
	if err != nil {
		return bot.Reply{}, err
	}
	switch {
	case p.ID == c.Me.ID && t.Organises(p.ID):
		return quitOrganising(c, t)
	case p.ID != c.Me.ID && t.Organises(p.ID):
		if err := mayStop(t, p, phrase.Said(p.Name)); err != nil {
			return bot.Reply{}, err
		}
		t.Organisers = slices.DeleteFunc(t.Organisers, func(o bot.PlayerID) bool { return o == p.ID })
		reply := c.Answer(phrase.Of("%s organises %s no more.", p.Said(), t.Heading()))
		reply.Notices = c.ToPlayer(p, phrase.Of("%s has taken you off the organisers of %s.", c.Me.Said(), t.Heading()))
		return reply, c.Tx.PutTournament(t.Tournament)
	case p.ID == c.Me.ID: // they organise its room
		return organiseToo(c, t)
	case slices.Contains(t.Asked, p.ID):
		t.Asked = slices.DeleteFunc(t.Asked, func(o bot.PlayerID) bool { return o == p.ID })
		return c.Answer(phrase.Of("%s is asked to organise %s no more.", p.Said(), t.Heading())), c.Tx.PutTournament(t.Tournament)
	case c.Me.Blocks(p):
		return bot.Reply{}, play.BlockedByYou(p)
	case slices.Contains(t.Unwilling, p.ID) || p.Blocks(c.Me):
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s does not want to organise %s.", p.Said(), t.Heading())
	case len(t.Organisers)+len(t.Asked) >= maxOrganisers:
		return bot.Reply{}, tooManyOrganisers()
	}
	t.Asked = append(t.Asked, p.ID)
	text := phrase.Of("%s asks you to organise %s too, with a say in all of it. `tournament %d accept` agrees, and `tournament %d decline` does not. `tournament %d` tells about it.",
		c.Me.Said(), t.Heading(), t.ID, t.ID, t.ID)
	reply := c.Answer(phrase.Of("%s has been asked to organise %s, and does so after agreeing.", p.Said(), t.Heading()))
	reply.Notices = bot.Awaiting(c.ToPlayer(p, text, bot.Button{Label: phrase.Of("Accept"), Command: fmt.Sprintf("tournament %d accept", t.ID)}, bot.Button{Label: phrase.Of("Decline"), Command: fmt.Sprintf("tournament %d decline", t.ID)})...)
	return reply, c.Tx.PutTournament(t.Tournament)
}

// organiseToo makes an organiser of a tournament's room an organiser of the tournament. They need
// no permission, even if they have declined before.
func organiseToo(c *action.Call, t *tournament.Tournament) (bot.Reply, error) {
	me := func(o bot.PlayerID) bool { return o == c.Me.ID }
	t.Asked, t.Unwilling = slices.DeleteFunc(t.Asked, me), slices.DeleteFunc(t.Unwilling, me)
	if len(t.Organisers)+len(t.Asked) >= maxOrganisers {
		return bot.Reply{}, tooManyOrganisers()
	}
	t.Organisers = append(t.Organisers, c.Me.ID)
	return c.Answer(phrase.Of("You organise %s now, too.", t.Heading())), c.Tx.PutTournament(t.Tournament)
}

func tooManyOrganisers() *bot.Problem {
	return bot.Problemf(bot.NotNow, "A tournament has at most %d organisers, those included who have been asked.", maxOrganisers)
}

// answerOrganisers accepts or declines a request to organise a tournament.
func answerOrganisers(c *action.Call, verb string) (bot.Reply, error) {
	t, err := action.TournamentNumber(c)
	if err != nil {
		return bot.Reply{}, err
	}
	if verb == "quit" && t.Organises(c.Me.ID) && !t.Over() {
		return quitOrganising(c, t)
	}
	at := slices.Index(t.Asked, c.Me.ID)
	switch {
	case t.Over():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over. `standings %d` shows how it ended.", phrase.Upper(t.Heading()), t.ID)
	case verb == "quit":
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You do not organise %s. `tournament %d` tells who does.", t.Heading(), t.ID)
	case at < 0:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Nobody has asked you to organise %s. `tournament %d` tells who does.", t.Heading(), t.ID)
	}
	t.Asked = slices.Delete(t.Asked, at, at+1)
	answer, told := phrase.Of("You organise %s now, too.", t.Heading()), phrase.Of("%s organises %s now, too.", c.Me.Said(), t.Heading())
	if verb == "decline" {
		t.Unwilling = append(t.Unwilling, c.Me.ID)
		answer, told = phrase.Of("You do not organise %s, and are not asked again.", t.Heading()), phrase.Of("%s does not want to organise %s.", c.Me.Said(), t.Heading())
	}
	reply := c.Answer(answer)
	if reply.Notices, err = tellOrganisers(c, t, told); err != nil {
		return bot.Reply{}, err
	}
	if verb == "accept" {
		t.Organisers = append(t.Organisers, c.Me.ID)
	}
	return reply, c.Tx.PutTournament(t.Tournament)
}

// mayStop returns a problem if an organiser, shown by a name, cannot stop being one.
func mayStop(t *tournament.Tournament, p bot.Player, name phrase.Text) error {
	if t.System == bot.Simul && t.Entrants[tournament.Host-1].Player == p.ID {
		return bot.Problemf(bot.NotAllowed, "%s gives %s, and stays its organiser. `leave %d` of the host ends it.", name, t.Heading(), t.ID)
	}
	return t.CheckOthersOrganise(name)
}

// quitOrganising removes the asker from the organisers of a tournament.
func quitOrganising(c *action.Call, t *tournament.Tournament) (bot.Reply, error) {
	if err := mayStop(t, c.Me, c.Me.Said()); err != nil {
		return bot.Reply{}, err
	}
	t.Organisers = slices.DeleteFunc(t.Organisers, func(o bot.PlayerID) bool { return o == c.Me.ID })
	reply := c.Answer(phrase.Of("You organise %s no more.", t.Heading()))
	notices, err := tellOrganisers(c, t, phrase.Of("%s organises %s no more.", c.Me.Said(), t.Heading()))
	if err != nil {
		return bot.Reply{}, err
	}
	reply.Notices = notices
	return reply, c.Tx.PutTournament(t.Tournament)
}

// tellOrganisers returns messages to all organisers of a tournament except the asker.
func tellOrganisers(c *action.Call, t *tournament.Tournament, text phrase.Text) (notices []bot.Message, err error) {
	for _, id := range t.Organisers {
		if id == c.Me.ID {
			continue
		}
		p, err := action.CurrentPlayer(c.Tx, id)
		if err != nil {
			return nil, err
		}
		notices = append(notices, c.ToPlayer(p, text)...)
	}
	return notices, nil
}
