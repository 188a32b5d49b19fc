package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
)

// watch lets the asker follow a game without playing, or has the room follow it.
func watch(c *call) (bot.Reply, error) {
	g := c.game
	here := c.args.Word("where") != ""
	switch {
	case g.Over():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over: %s. `replay %d` shows it.", phrase.Upper(bot.GameNumber(g.ID)), c.resultWords(g), g.ID)
	case here:
		return c.watchHere(g)
	case g.Has(c.me.ID):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You play %s yourself, and are told of its moves anyway.", bot.GameNumber(g.ID))
	}
	w := spectator{Player: c.me.ID, User: c.request.From, Place: c.request.Room, Within: c.request.Within, Reach: c.request.Reach}
	lasting, err := c.sees(w, g) // without an Until, only what is shown in private
	if err != nil {
		return bot.Reply{}, err
	}
	if !lasting {
		w.Until = c.uptime.Beat.UTC().Add(followedFor)
	}
	if err := c.follow(g, w, maxFollowed); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("You follow %s. Its moves come to you in private; `unwatch %d` ends that.", g.Summary(), g.ID)
	if !lasting {
		text = phrase.Of("You follow %s. For a week its moves come to you in private; say it here again to go on, and `unwatch %d` ends it.", g.Summary(), g.ID)
	}
	m := c.message(bot.Private, text)
	m.Picture = g.Picture()
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// watchHere has the room follow a game that is played elsewhere, for its organisers.
func (c *call) watchHere(g bot.Game) (bot.Reply, error) {
	switch {
	case c.request.Room == (bot.RoomID{}):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There is no room here. `watch %d` follows it for you alone.", g.ID)
	case !c.request.Organiser:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only an organiser of this room has it follow a game. `watch %d` follows it for you alone.", g.ID)
	case !c.openHere(g):
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Not everybody here may see %s. `watch %d` follows it for you alone.", bot.GameNumber(g.ID), g.ID)
	case g.Seats[0].Room == c.request.Room || g.Seats[1].Room == c.request.Room:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is played here, and this room sees its moves anyway.", phrase.Upper(bot.GameNumber(g.ID)))
	}
	w := spectator{Room: c.request.Room, Place: c.request.Room, Within: c.request.Within, Reach: c.request.Reach}
	if err := c.follow(g, w, maxFollowedHere); err != nil {
		return bot.Reply{}, err
	}
	m := c.message(bot.Public, phrase.Of("This room follows %s. An organiser ends that with `unwatch %d here`.", g.Summary(), g.ID))
	m.To, m.Picture = nil, g.Picture()
	return bot.Reply{Notices: []bot.Message{m}}, nil
}

// follow stores that a player or a room follows a game, unless they or the game have reached their limit.
func (c *call) follow(g bot.Game, w spectator, limit int) error {
	others, err := c.spectators(g.ID)
	if err != nil {
		return err
	}
	mine, err := c.followedBy(w.who())
	if err != nil {
		return err
	}
	again := false
	for _, other := range others {
		again = again || other.who() == w.who()
	}
	switch {
	case again:
	case len(mine) >= limit:
		return bot.Problemf(bot.NotNow, "That makes more than %d games at once, and that is the limit. `watching` lists them, `unwatch ID` ends one.", limit)
	case len(others) >= maxSpectators:
		return bot.Problemf(bot.NotNow, "%s is followed by %d others already, and that is the limit. `board %d` shows how it stands.", phrase.Upper(bot.GameNumber(g.ID)), maxSpectators, g.ID)
	}
	return c.putSpectator(g.ID, w)
}
