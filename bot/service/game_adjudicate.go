package service

import (
	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// maxRuling is how many characters the reason of an adjudication may have.
const maxRuling = 200

// adjudicate lets an organiser of a room end a game that is seen there. The
// reason is public, and the game is never rated: an organiser answers for the peace
// of a room, not for how strong its players are.
func adjudicate(c *call) (bot.Reply, error) {
	g, err := c.ruled()
	if err != nil {
		return bot.Reply{}, err
	}
	reason := trimStop(bot.CleanText(c.args.Word("reason")))
	if n := len([]rune(reason)); n == 0 {
		return bot.Reply{}, c.command.Misused("")
	} else if n > maxRuling {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "A reason has at most %d characters, and this has %d.", maxRuling, n)
	}
	result := bot.Result{Reason: phrase.English(bot.Ruling(reason)), Ruling: reason, Adjudicated: true}
	switch c.args.Word("verdict") {
	case "white":
		winner := rules.White
		result.Winner = &winner
	case "black":
		winner := rules.Black
		result.Winner = &winner
	case "abort":
		result.Aborted = true
	}
	text := phrase.Of("%s: %s decides the game as an organiser, because: %s.", phrase.Upper(bot.GameNumber(g.ID)), c.me.Name, reason)
	return c.end(g, result, text)
}

// trimStop returns a sentence without its full stop.
func trimStop(text string) string {
	if n := len(text); n > 1 && text[n-1] == '.' {
		return text[:n-1]
	}
	return text
}

// ruled returns the game that the user has named, if they may adjudicate it:
// as an organiser of a room that sees it, in which they do not play themselves.
func (c *call) ruled() (bot.Game, error) {
	switch {
	case c.request.Room == (bot.RoomID{}):
		return bot.Game{}, bot.Problemf(bot.NotNow, "A game is decided in the room where it is played. Say it there.")
	case !c.request.Organiser:
		return bot.Game{}, bot.Problemf(bot.NotAllowed, "Only an organiser of this room can decide its games. `abort`, `draw` and `resign` are for the players.")
	}
	g, err := c.namedGame()
	if err != nil {
		return g, err
	}
	_, plays := g.Side(c.me.ID)
	switch {
	case len(seenIn([]bot.Game{g}, c.request.Room)) == 0:
		return g, bot.Problemf(bot.NotAllowed, "%s is not played in this room, so its organisers do not decide it.", phrase.Upper(bot.GameNumber(g.ID)))
	case plays:
		return g, bot.Problemf(bot.NotAllowed, "You play in %s yourself: another organiser has to decide it.", bot.GameNumber(g.ID))
	case g.Study():
		return g, bot.Problemf(bot.NotNow, "%s is a game of %s alone, with nothing to decide.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(rules.White))
	case g.Over():
		return g, bot.Problemf(bot.NotNow, "%s is over: %s.", phrase.Upper(bot.GameNumber(g.ID)), bot.ResultWords(g))
	case c.overdue(g):
		return g, bot.Problemf(bot.NotNow, "The time of %s in %s is up, and that decides it.", g.Name(g.Turn), bot.GameNumber(g.ID))
	}
	return g, nil
}
