package action

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// personal reports whether others in the room must not read the answer to a call. That is so for
// personal commands, and for games and tournaments that are private or played elsewhere.
func (c *Call) personal() bool {
	switch {
	case c.Command == nil:
		return false
	case c.Closed:
		return true
	case c.Command.Personal != nil && c.Command.Personal(c.Args):
		return true
	case c.Game.ID == 0:
		return false
	}
	return !c.VisibleHere(c.Game)
}

// ShareHere makes the answers to a call public in the room if the asker wants that and everyone
// there may see the game. Otherwise the answers say why they are not public. Where the bot cannot
// know who is present, a player of the game may always share it.
func (c *Call) ShareHere(answers []bot.Message) {
	if !c.WantsShown() {
		return
	}
	mayAll := c.OpenHere(c.Game) || c.Request.Among && c.Game.Has(c.Me.ID)
	for i := range answers {
		switch m := &answers[i]; {
		case mayAll && (m.Audience == bot.Aside || c.Request.Among):
			m.Audience = bot.Public
		case !mayAll:
			m.Text = phrase.Of("Not everybody here may see %s, so I show it to you alone.", bot.GameNumber(c.Game.ID)) + "\n" + m.Text
		}
	}
}

// WantsShown reports whether the asker wants everyone in this room to see the answer.
func (c *Call) WantsShown() bool {
	return c.Args.Word("show") != "" && (c.Request.Room != (bot.RoomID{}) || c.Request.Among)
}

// OpenHere reports whether everyone where the asker speaks may see a game.
func (c *Call) OpenHere(g bot.Game) bool {
	return c.VisibleHere(g) || c.Public(g) || g.Tournament != 0 && c.tournamentSight(g.Tournament).open
}

// markPersonal sets the fields Personal, Shareable and Card of the answers to a call.
func (c *Call) markPersonal(answers []bot.RenderedMessage) {
	personal, looks := c.personal(), c.Command != nil && c.Command.Looks
	for i := range answers {
		answers[i].Personal = (personal || looks) && answers[i].Audience == bot.Aside
		answers[i].Shareable, answers[i].Card = !personal, c.Command != nil && c.Command.Card
	}
}
