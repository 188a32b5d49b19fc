package play

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// publish makes a game public if the asker may consent for both sides. Otherwise it asks the
// other side. A player can withdraw consent.
func publish(c *action.Call) (bot.Reply, error) {
	if c.Args.Tournament != 0 {
		return publishTournament(c)
	}
	g, err := c.AnyGame()
	if err != nil {
		return bot.Reply{}, err
	}
	c.Game = g
	mine, err := ownSides(c, g)
	switch {
	case err != nil:
		return bot.Reply{}, err
	case g.Imported:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s is a record that you have imported, for your own study. It stays yours alone.", phrase.Upper(bot.GameNumber(g.ID)))
	case c.Args.Word("what") == "off":
		return unpublish(c, g, mine)
	case c.Public(g):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is public already: anybody may see it. `publish %d off` takes that back, for its players.", phrase.Upper(bot.GameNumber(g.ID)), g.ID)
	case len(mine) > 0:
		return publishOwn(c, g, mine)
	}
	return publishAsOrganiser(c, g)
}

// ownSides returns the sides of a game that the asker plays, also with an account that has been
// merged into theirs.
func ownSides(c *action.Call, g bot.Game) (mine []rules.Side, err error) {
	for _, side := range action.Both {
		p, err := action.CurrentPlayer(c.Tx, g.Seats[side].Player)
		if err != nil {
			return nil, err
		}
		if c.Me.ID != 0 && p.ID == c.Me.ID {
			mine = append(mine, side)
		}
	}
	return mine, nil
}

// publishOwn stores the asker's consent for their sides of a game. If that is not enough, it asks
// the opponent in private.
func publishOwn(c *action.Call, g bot.Game, mine []rules.Side) (bot.Reply, error) {
	side := mine[0]
	other := g.Seats[side.Other()]
	asked := g.Publish[side] == bot.Consented
	for _, s := range mine {
		g.Publish[s], g.PublishedBy[s] = bot.Consented, 0
	}
	if err := withdrawPartial(c, &g, side.Other()); err != nil {
		return bot.Reply{}, err
	}
	if _, ok := g.Computer(); ok {
		g.Publish[side.Other()] = bot.Consented // the computer always agrees
	}
	if c.Public(g) {
		why := phrase.Of("%s: %s agrees.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(side))
		if _, alone := g.Computer(); alone || g.Study() {
			why = phrase.Of("%s: %s makes it public.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(side))
		}
		return published(c, g, why)
	}
	opponent, err := action.CurrentPlayer(c.Tx, other.Player)
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
	if c.Me.Blocks(opponent) {
		return bot.Reply{}, BlockedByYou(opponent)
	}
	if err := errors.Join(c.Tx.PutGame(g), note(c, g.ID, bot.Published)); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s: %s asks to make the game public, so that anybody may see it. %s, `publish %d` agrees and `publish %d off` does not.",
		phrase.Upper(bot.GameNumber(g.ID)), g.Name(side), g.Name(side.Other()), g.ID, g.ID)
	reply := c.Answer(phrase.Of("You have asked %s to make %s public.", g.Name(side.Other()), bot.GameNumber(g.ID)))
	if !opponent.Blocks(c.Me) { // a request in the room would reveal a block by its absence
		reply.Notices = bot.Awaiting(bot.Address{User: other.User}.GameMessage(g, text, action.PublishButtons(g.ID)...))
	}
	return reply, nil
}

// withdrawPartial deletes an organiser's consent for a side of a game if the organiser has
// merged, or is merging, accounts with one of the players.
func withdrawPartial(c *action.Call, g *bot.Game, side rules.Side) error {
	by := g.PublishedBy[side]
	if by == 0 {
		return nil
	}
	organiser, err := action.CurrentPlayer(c.Tx, by)
	if err != nil {
		return err
	}
	plays, err := plays(c, organiser, *g)
	if plays {
		g.Publish[side], g.PublishedBy[side] = bot.NoConsent, 0
	}
	return err
}

// publishAsOrganiser stores the consent of an organiser for the sides of a game that they decide.
func publishAsOrganiser(c *action.Call, g bot.Game) (bot.Reply, error) {
	switch {
	case g.Study():
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s is a game of %s alone, and nobody else can make it public.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(rules.White))
	case g.Tournament == 0 && !c.Request.Organiser:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only its players together, or an organiser of the room in which both play, can make %s public.", bot.GameNumber(g.ID))
	}
	sides, err := organisedSides(c, g)
	if err != nil {
		return bot.Reply{}, err
	}
	switch plays, err := plays(c, c.Me, g); {
	case err != nil:
		return bot.Reply{}, err
	case plays: // through an account whose link is not confirmed yet
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You play in %s yourself: another organiser has to decide it.", bot.GameNumber(g.ID))
	}
	for _, side := range action.Both {
		if g.Publish[side] == bot.Withheld {
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s does not want %s to be public. That changes when %s says `publish %d`.", g.Name(side), bot.GameNumber(g.ID), g.Name(side), g.ID)
		}
	}
	before := g.Publish
	if len(sides) == 1 {
		if err := colleagueConsents(c, &g, sides[0].Other()); err != nil {
			return bot.Reply{}, err
		}
	}
	for _, side := range sides {
		if g.Publish[side] != bot.Consented {
			g.Publish[side], g.PublishedBy[side] = bot.Consented, c.Me.ID
		}
	}
	switch {
	case g.Public():
		return published(c, g, phrase.Of("%s: %s decides so as an organiser.", phrase.Upper(bot.GameNumber(g.ID)), c.Me.Said()))
	case g.Publish == before:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "That has been proposed for this room already. An organiser of the room of %s has to agree there.", g.Name(sides[0].Other()))
	}
	if err := errors.Join(c.Tx.PutGame(g), note(c, g.ID, bot.Published)); err != nil {
		return bot.Reply{}, err
	}
	other := sides[0].Other()
	text := phrase.Of("%s: %s proposes, as an organiser of the room of %s, to make the game public, so that anybody may see it. That needs `publish %d` of %s, or of an organiser of the room of %s. `publish %d off` of a player prevents it.",
		phrase.Upper(bot.GameNumber(g.ID)), c.Me.Said(), g.Name(sides[0]), g.ID, g.Name(other), g.Name(other), g.ID)
	return c.Reply(bot.Awaiting(tell(c, g, action.Both, text, action.PublishButtons(g.ID)...)...), text), nil
}

// colleagueConsents returns a problem if the asker has also consented for the other side of a
// game, perhaps with another account: two rooms need two organisers. It deletes a consent that no
// longer counts.
func colleagueConsents(c *action.Call, g *bot.Game, other rules.Side) error {
	if err := withdrawPartial(c, g, other); err != nil || g.PublishedBy[other] == 0 {
		return err
	}
	colleague, err := action.CurrentPlayer(c.Tx, g.PublishedBy[other])
	if err != nil {
		return err
	}
	same, err := action.IsMeOrLinked(c, colleague.ID)
	if same {
		return bot.Problemf(bot.NotAllowed, "You have proposed that for the other room: somebody else who organises this one has to agree.")
	}
	return err
}

// published stores a game that has become public, and announces it. why begins the announcement.
func published(c *action.Call, g bot.Game, why phrase.Text) (bot.Reply, error) {
	text := why + " " + phrase.Of("The game is public now: anybody may see it, and `games all` lists it. `publish %d off` of either player takes that back.", g.ID)
	return c.Reply(tell(c, g, action.Both, text), phrase.Of("%s is public now: anybody may see it.", phrase.Upper(bot.GameNumber(g.ID)))),
		errors.Join(c.Tx.PutGame(g), note(c, g.ID, bot.Published))
}

// unpublish withdraws the consent of a player: the game is no longer public, or cannot become so.
func unpublish(c *action.Call, g bot.Game, mine []rules.Side) (bot.Reply, error) {
	switch {
	case len(mine) == 0:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only a player of %s can take back that it is public.", bot.GameNumber(g.ID))
	case g.Publish[mine[0]] == bot.Withheld:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is not public already, and stays so until you say `publish %d`.", phrase.Upper(bot.GameNumber(g.ID)), g.ID)
	}
	if g.Tournament != 0 {
		t, err := action.LoadTournament(c.Tx, g.Tournament)
		if err != nil {
			return bot.Reply{}, err
		}
		if t.Scope == bot.Everywhere {
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s is part of %s, which is for people from everywhere, and so anybody may see it.", phrase.Upper(bot.GameNumber(g.ID)), t.Heading())
		}
	}
	was, asked := c.Public(g), g.PublishAsked(mine[0])
	for _, side := range mine {
		g.Publish[side], g.PublishedBy[side] = bot.Withheld, 0
	}
	if err := errors.Join(c.Tx.PutGame(g), note(c, g.ID, bot.Unpublished)); err != nil {
		return bot.Reply{}, err
	}
	answer := phrase.Of("%s is not public, and nobody can make it so until you say `publish %d`.", phrase.Upper(bot.GameNumber(g.ID)), g.ID)
	switch {
	case was:
		text := phrase.Of("%s: %s does not want the game to be public any more. It is for those who see the room where it is played.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(mine[0]))
		if g.Private() {
			text = phrase.Of("%s: %s does not want the game to be public any more. It is for its players alone.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(mine[0]))
		}
		return c.Reply(tell(c, g, action.Both, text), answer), nil
	case asked:
		text := phrase.Of("%s: %s does not want the game to be public.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(mine[0]))
		reply := c.Answer(answer)
		reply.Notices = []bot.Message{bot.Address{User: g.Seats[mine[0].Other()].User}.GameMessage(g, text)}
		return reply, nil
	}
	return c.Answer(answer), nil
}

// publishTournament makes all games of a tournament public, also those of later rounds, except
// games whose players have withdrawn consent. With "off" it ends that. Only the tournament's
// organisers can use it.
func publishTournament(c *action.Call) (bot.Reply, error) {
	t, err := action.DirectedTournament(c)
	if err != nil {
		return bot.Reply{}, err
	}
	off := c.Args.Word("what") == "off"
	if t.Published == !off {
		if off {
			return bot.Reply{}, bot.Problemf(bot.NotNow, "The games of %s are not public.", t.Heading())
		}
		return bot.Reply{}, bot.Problemf(bot.NotNow, "The games of %s are public already. `publish tournament %d off` ends that.", t.Heading(), t.ID)
	}
	t.Published = !off
	return action.AnnounceEntrants(c, t, 0, publishedTournament(c, t)), c.Tx.PutTournament(t.Tournament)
}

// publishedTournament returns the announcement that the games of a tournament are public, or no
// longer are.
func publishedTournament(c *action.Call, t *tournament.Tournament) phrase.Text {
	if t.Published {
		return phrase.Of("%s makes the games of %s public: anybody may see them, and `games all` lists them. A player who does not want that says `publish 7 off`, with the number of the game.", c.Me.Said(), t.Heading())
	}
	return phrase.Of("%s ends that the games of %s are public.", c.Me.Said(), t.Heading())
}
