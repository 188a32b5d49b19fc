package watch

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// watch lets the asker, or the room, follow a game without playing.
func watch(c *action.Call) (bot.Reply, error) {
	g := c.Game
	here := c.Args.Word("where") != ""
	switch {
	case g.Over():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over: %s. `replay %d` shows it.", phrase.Upper(bot.GameNumber(g.ID)), c.ResultWords(g), g.ID)
	case here:
		return watchHere(c, g)
	case g.Has(c.Me.ID):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You play %s yourself, and are told of its moves anyway.", bot.GameNumber(g.ID))
	}
	w := Spectator{Player: c.Me.ID, User: c.Request.From, Place: c.Request.Room, Within: c.Request.Within, Reach: c.Request.Reach}
	lasting, err := Sees(c, w, g) // Until is zero, so only what the asker may see in private counts
	if err != nil {
		return bot.Reply{}, err
	}
	if !lasting {
		w.Until = c.Uptime.Beat.UTC().Add(followedFor)
	}
	if err := follow(c, g, w, maxFollowed); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("You follow %s. Its moves come to you in private; `unwatch %d` ends that.", g.Summary(), g.ID)
	if !lasting {
		text = phrase.Of("You follow %s. For a week its moves come to you in private; say it here again to go on, and `unwatch %d` ends it.", g.Summary(), g.ID)
	}
	m := c.Message(bot.Private, text)
	m.Picture = g.Picture()
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// watchHere lets the room follow a game that is played elsewhere. Only organisers can ask for it.
func watchHere(c *action.Call, g bot.Game) (bot.Reply, error) {
	switch {
	case c.Request.Room == (bot.RoomID{}):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There is no room here. `watch %d` follows it for you alone.", g.ID)
	case !c.Request.Organiser:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only an organiser of this room has it follow a game. `watch %d` follows it for you alone.", g.ID)
	case !c.OpenHere(g):
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Not everybody here may see %s. `watch %d` follows it for you alone.", bot.GameNumber(g.ID), g.ID)
	case g.Seats[0].Room == c.Request.Room || g.Seats[1].Room == c.Request.Room:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is played here, and this room sees its moves anyway.", phrase.Upper(bot.GameNumber(g.ID)))
	}
	w := Spectator{Room: c.Request.Room, Place: c.Request.Room, Within: c.Request.Within, Reach: c.Request.Reach}
	if err := follow(c, g, w, maxFollowedHere); err != nil {
		return bot.Reply{}, err
	}
	m := c.Message(bot.Public, phrase.Of("This room follows %s. An organiser ends that with `unwatch %d here`.", g.Summary(), g.ID))
	m.To, m.Picture = nil, g.Picture()
	return bot.Reply{Notices: []bot.Message{m}}, nil
}

// follow stores a spectator of a game, unless the spectator or the game has reached its limit.
func follow(c *action.Call, g bot.Game, w Spectator, limit int) error {
	others, err := spectators(c, g.ID)
	if err != nil {
		return err
	}
	mine, err := followedBy(c, w.key())
	if err != nil {
		return err
	}
	again := false
	for _, other := range others {
		again = again || other.key() == w.key()
	}
	switch {
	case again:
	case len(mine) >= limit:
		return bot.Problemf(bot.NotNow, "That makes more than %d games at once, and that is the limit. `watching` lists them, `unwatch ID` ends one.", limit)
	case len(others) >= maxSpectators:
		return bot.Problemf(bot.NotNow, "%s is followed by %d others already, and that is the limit. `board %d` shows how it stands.", phrase.Upper(bot.GameNumber(g.ID)), maxSpectators, g.ID)
	}
	return putSpectator(c, g.ID, w)
}
