package bot

import (
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// maxRuling is how many characters the reason of an adjudication may have.
const maxRuling = 200

// adjudicate lets an organiser of a room end a game that is seen there. The
// reason is public, and the game is never rated: an organiser answers for the peace
// of a room, not for how strong its players are.
func adjudicate(c *call) (Reply, error) {
	g, err := c.ruled()
	if err != nil {
		return Reply{}, err
	}
	reason := trimStop(cleanText(c.args.word("reason")))
	if n := len([]rune(reason)); n == 0 {
		return Reply{}, c.command.misused("")
	} else if n > maxRuling {
		return Reply{}, problem(Misunderstood, "A reason has at most %d characters, and this has %d.", maxRuling, n)
	}
	result := Result{Reason: phrase.English(ruling(reason)), Ruling: reason, Adjudicated: true}
	switch c.args.word("verdict") {
	case "white":
		winner := rules.White
		result.Winner = &winner
	case "black":
		winner := rules.Black
		result.Winner = &winner
	case "abort":
		result.Aborted = true
	}
	text := phrase.Of("%s: %s decides the game as an organiser, because: %s.", phrase.Upper(gameNumber(g.ID)), c.me.Name, reason)
	return c.end(g, result, text)
}

// ruling is the reason of a result that an organiser has decided.
func ruling(reason string) string { return phrase.Of("an organiser's decision (%s)", reason) }

// trimStop returns a sentence without its full stop.
func trimStop(text string) string {
	if n := len(text); n > 1 && text[n-1] == '.' {
		return text[:n-1]
	}
	return text
}

// ruled returns the game that the user has named, if they may adjudicate it:
// as an organiser of a room that sees it, in which they do not play themselves.
func (c *call) ruled() (Game, error) {
	switch {
	case c.request.Room == (RoomID{}):
		return Game{}, problem(NotNow, "A game is decided in the room where it is played. Say it there.")
	case !c.request.Organiser:
		return Game{}, problem(NotAllowed, "Only an organiser of this room can decide its games. `abort`, `draw` and `resign` are for the players.")
	}
	g, err := c.namedGame()
	if err != nil {
		return g, err
	}
	_, plays := g.side(c.me.ID)
	switch {
	case len(seenIn([]Game{g}, c.request.Room)) == 0:
		return g, problem(NotAllowed, "%s is not played in this room, so its organisers do not decide it.", phrase.Upper(gameNumber(g.ID)))
	case plays:
		return g, problem(NotAllowed, "You play in %s yourself: another organiser has to decide it.", gameNumber(g.ID))
	case g.study():
		return g, problem(NotNow, "%s is a game of %s alone, with nothing to decide.", phrase.Upper(gameNumber(g.ID)), g.name(rules.White))
	case g.Over():
		return g, problem(NotNow, "%s is over: %s.", phrase.Upper(gameNumber(g.ID)), resultWords(g))
	case c.overdue(g):
		return g, problem(NotNow, "The time of %s in %s is up, and that decides it.", g.name(g.Turn), gameNumber(g.ID))
	}
	return g, nil
}
