package service

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// publish makes a game public if the asker may consent for both sides; otherwise it asks the other side. Players can take it back.
func publish(c *call) (bot.Reply, error) {
	if c.args.Tournament != 0 {
		return publishTournament(c)
	}
	g, err := c.anyGame()
	if err != nil {
		return bot.Reply{}, err
	}
	c.game = g
	mine, err := c.ownSides(g)
	switch {
	case err != nil:
		return bot.Reply{}, err
	case g.Imported:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s is a record that you have imported, for your own study. It stays yours alone.", phrase.Upper(bot.GameNumber(g.ID)))
	case c.args.Word("what") == "off":
		return c.unpublish(g, mine)
	case c.public(g):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is public already: anybody may see it. `publish %d off` takes that back, for its players.", phrase.Upper(bot.GameNumber(g.ID)), g.ID)
	case len(mine) > 0:
		return c.publishOwn(g, mine)
	}
	return c.publishAsOrganiser(g)
}

// ownSides returns the sides of a game that the asker plays, also as an account merged into theirs since.
func (c *call) ownSides(g bot.Game) (mine []rules.Side, err error) {
	for _, side := range both {
		p, err := present(c.tx, g.Seats[side].Player)
		if err != nil {
			return nil, err
		}
		if c.me.ID != 0 && p.ID == c.me.ID {
			mine = append(mine, side)
		}
	}
	return mine, nil
}

// publishOwn consents for the asker's sides of a game, and asks the opponent in private if that is not enough.
func (c *call) publishOwn(g bot.Game, mine []rules.Side) (bot.Reply, error) {
	side := mine[0]
	other := g.Seats[side.Other()]
	asked := g.Publish[side] == bot.Consented
	for _, s := range mine {
		g.Publish[s], g.PublishedBy[s] = bot.Consented, 0
	}
	if err := c.withdrawPartial(&g, side.Other()); err != nil {
		return bot.Reply{}, err
	}
	if _, ok := g.Computer(); ok {
		g.Publish[side.Other()] = bot.Consented // the computer always agrees
	}
	if c.public(g) {
		why := phrase.Of("%s: %s agrees.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(side))
		if _, alone := g.Computer(); alone || g.Study() {
			why = phrase.Of("%s: %s makes it public.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(side))
		}
		return c.published(g, why)
	}
	opponent, err := present(c.tx, other.Player)
	if err != nil {
		return bot.Reply{}, err
	}
	switch {
	case opponent.Absent():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Your opponent in %s is no longer here to agree.", bot.GameNumber(g.ID))
	case g.Publish[side.Other()] == bot.Withheld:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s does not want %s to be public. That changes when %s says `publish %d`.", g.Name(side.Other()), bot.GameNumber(g.ID), g.Name(side.Other()), g.ID)
	case asked:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You agree already that %s is public: it is for %s to answer.", bot.GameNumber(g.ID), g.Name(side.Other()))
	}
	if c.me.Blocks(opponent) {
		return bot.Reply{}, blockedByYou(opponent)
	}
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, bot.Published)); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s: %s asks to make the game public, so that anybody may see it. %s, `publish %d` agrees and `publish %d off` does not.",
		phrase.Upper(bot.GameNumber(g.ID)), g.Name(side), g.Name(side.Other()), g.ID, g.ID)
	reply := c.answer(phrase.Of("You have asked %s to make %s public.", g.Name(side.Other()), bot.GameNumber(g.ID)))
	if !opponent.Blocks(c.me) { // asked in private, so that the room does not reveal a block
		reply.Notices = []bot.Message{bot.Address{User: other.User}.GameMessage(g, text, publishButtons(g)...)}
	}
	return reply, nil
}

// withdrawPartial takes back the consent that an organiser has given for a side of a game if they are one with one of its players by
// now, or are being linked with one.
func (c *call) withdrawPartial(g *bot.Game, side rules.Side) error {
	by := g.PublishedBy[side]
	if by == 0 {
		return nil
	}
	organiser, err := present(c.tx, by)
	if err != nil {
		return err
	}
	plays, err := c.plays(organiser, *g)
	if plays {
		g.Publish[side], g.PublishedBy[side] = bot.NoConsent, 0
	}
	return err
}

// askedToPublish reports whether the opponent has asked the asker to make a game public. Requests by people whom the asker has blocked do not count.
func (c *call) askedToPublish(g bot.Game) (bool, error) {
	side, plays := g.Side(c.me.ID)
	if !plays || g.Study() || !g.PublishAsked(side) {
		return false, nil
	}
	opponent, err := present(c.tx, g.Seats[side.Other()].Player)
	return err == nil && !c.me.Blocks(opponent), err
}

// publishButtons returns the buttons that answer a request to make a game public.
func publishButtons(g bot.Game) []bot.Button {
	return []bot.Button{
		{Label: phrase.Of("Make it public"), Command: fmt.Sprintf("publish %d", g.ID)},
		{Label: phrase.Of("Keep it here"), Command: fmt.Sprintf("publish %d off", g.ID)},
	}
}

// publishAsOrganiser consents for the sides of a game for which the asker speaks as an organiser.
func (c *call) publishAsOrganiser(g bot.Game) (bot.Reply, error) {
	switch {
	case g.Study():
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s is a game of %s alone, and nobody else can make it public.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(rules.White))
	case g.Tournament == 0 && !c.request.Organiser:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only its players together, or an organiser of the room in which both play, can make %s public.", bot.GameNumber(g.ID))
	}
	sides, err := c.judges(g)
	if err != nil {
		return bot.Reply{}, err
	}
	switch plays, err := c.plays(c.me, g); {
	case err != nil:
		return bot.Reply{}, err
	case plays: // by a link that waits for confirmation
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You play in %s yourself: another organiser has to decide it.", bot.GameNumber(g.ID))
	}
	for _, side := range both {
		if g.Publish[side] == bot.Withheld {
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s does not want %s to be public. That changes when %s says `publish %d`.", g.Name(side), bot.GameNumber(g.ID), g.Name(side), g.ID)
		}
	}
	before := g.Publish
	if len(sides) == 1 {
		if err := c.colleagueConsents(&g, sides[0].Other()); err != nil {
			return bot.Reply{}, err
		}
	}
	for _, side := range sides {
		if g.Publish[side] != bot.Consented {
			g.Publish[side], g.PublishedBy[side] = bot.Consented, c.me.ID
		}
	}
	switch {
	case g.Public():
		return c.published(g, phrase.Of("%s: %s decides so as an organiser.", phrase.Upper(bot.GameNumber(g.ID)), c.me.Said()))
	case g.Publish == before:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "That has been proposed for this room already. An organiser of the room of %s has to agree there.", g.Name(sides[0].Other()))
	}
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, bot.Published)); err != nil {
		return bot.Reply{}, err
	}
	other := sides[0].Other()
	text := phrase.Of("%s: %s proposes, as an organiser of the room of %s, to make the game public, so that anybody may see it. That needs `publish %d` of %s, or of an organiser of the room of %s. `publish %d off` of a player prevents it.",
		phrase.Upper(bot.GameNumber(g.ID)), c.me.Said(), g.Name(sides[0]), g.ID, g.Name(other), g.Name(other), g.ID)
	return c.reply(announce(g, both, text, nil, publishButtons(g)...), text), nil
}

// colleagueConsents returns a problem if the asker has consented for the other side of a game, too, perhaps by another account: it
// takes two to agree for two rooms. A consent that does not count any more is taken back.
func (c *call) colleagueConsents(g *bot.Game, other rules.Side) error {
	if err := c.withdrawPartial(g, other); err != nil || g.PublishedBy[other] == 0 {
		return err
	}
	colleague, err := present(c.tx, g.PublishedBy[other])
	if err != nil {
		return err
	}
	same, err := c.sameHand(colleague.ID)
	if same {
		return bot.Problemf(bot.NotAllowed, "You have proposed that for the other room: somebody else who organises this one has to agree.")
	}
	return err
}

// published stores a game that has become public, and announces it. why begins the announcement.
func (c *call) published(g bot.Game, why string) (bot.Reply, error) {
	text := why + " " + phrase.Of("The game is public now: anybody may see it, and `games all` lists it. `publish %d off` of either player takes that back.", g.ID)
	return c.reply(announce(g, both, text, nil), phrase.Of("%s is public now: anybody may see it.", phrase.Upper(bot.GameNumber(g.ID)))),
		errors.Join(c.tx.PutGame(g), c.note(g.ID, bot.Published))
}

// unpublish withholds the asker's consent: the game is no longer public, or cannot become so. Only its players may do that.
func (c *call) unpublish(g bot.Game, mine []rules.Side) (bot.Reply, error) {
	switch {
	case len(mine) == 0:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only a player of %s can take back that it is public.", bot.GameNumber(g.ID))
	case g.Publish[mine[0]] == bot.Withheld:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is not public already, and stays so until you say `publish %d`.", phrase.Upper(bot.GameNumber(g.ID)), g.ID)
	}
	if g.Tournament != 0 {
		t, err := loadTournament(c.tx, g.Tournament)
		if err != nil {
			return bot.Reply{}, err
		}
		if t.Scope == bot.Everywhere {
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s is part of %s, which is for people from everywhere, and so anybody may see it.", phrase.Upper(bot.GameNumber(g.ID)), t.Heading())
		}
	}
	was, asked := c.public(g), g.PublishAsked(mine[0])
	for _, side := range mine {
		g.Publish[side], g.PublishedBy[side] = bot.Withheld, 0
	}
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, bot.Unpublished)); err != nil {
		return bot.Reply{}, err
	}
	answer := phrase.Of("%s is not public, and nobody can make it so until you say `publish %d`.", phrase.Upper(bot.GameNumber(g.ID)), g.ID)
	switch {
	case was:
		text := phrase.Of("%s: %s does not want the game to be public any more. It is for those who see the room where it is played.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(mine[0]))
		if g.Private() {
			text = phrase.Of("%s: %s does not want the game to be public any more. It is for its players alone.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(mine[0]))
		}
		return c.reply(announce(g, both, text, nil), answer), nil
	case asked:
		text := phrase.Of("%s: %s does not want the game to be public.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(mine[0]))
		reply := c.answer(answer)
		reply.Notices = []bot.Message{bot.Address{User: g.Seats[mine[0].Other()].User}.GameMessage(g, text)}
		return reply, nil
	}
	return c.answer(answer), nil
}

// public reports whether anybody may see a game, by its own consents or because its tournament's games are published.
func (c *call) public(g bot.Game) bool {
	return g.Public() || g.Tournament != 0 && c.tournamentSight(g.Tournament).published && !slices.Contains(g.Publish[:], bot.Withheld)
}

// publishTournament makes all games of a tournament public, now and in later rounds, except those whose players have withheld consent;
// or it ends that. Only the tournament's organisers may do so.
func publishTournament(c *call) (bot.Reply, error) {
	t, err := c.directed()
	if err != nil {
		return bot.Reply{}, err
	}
	off := c.args.Word("what") == "off"
	if t.Published == !off {
		if off {
			return bot.Reply{}, bot.Problemf(bot.NotNow, "The games of %s are not public.", t.Heading())
		}
		return bot.Reply{}, bot.Problemf(bot.NotNow, "The games of %s are public already. `publish tournament %d off` ends that.", t.Heading(), t.ID)
	}
	t.Published = !off
	return c.entered(t, c.publishedTournament(t)), c.tx.PutTournament(t.Tournament)
}

// publishedTournament returns the announcement that the games of a tournament are public, or no longer.
func (c *call) publishedTournament(t *tournament.Tournament) string {
	if t.Published {
		return phrase.Of("%s makes the games of %s public: anybody may see them, and `games all` lists them. A player who does not want that says `publish 7 off`, with the number of the game.", c.me.Said(), t.Heading())
	}
	return phrase.Of("%s ends that the games of %s are public.", c.me.Said(), t.Heading())
}
