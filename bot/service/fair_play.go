package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/rules"
)

// The engine judges no position of an ongoing game between people. The store indexes the boards of
// these games, so a check costs a few look-ups however many games there are.

const (
	// lookahead is for how many plies after a position of an ongoing game the engine is refused, too.
	lookahead = 8
	// pastOpening is the least number of plies of the ongoing game for lookahead to apply: before, many games share positions.
	pastOpening = 8
)

// fairPlay refuses to let the engine judge the position of a game after the given ply if that could
// help somebody in an ongoing game between people: if such a game stands at the position, or at one that
// the record passed shortly before. Only the pieces on the board are compared, and their mirrors, not the moves that led there, who is
// to move or who may castle: a cheat could change these.
func (c *call) fairPlay(record *rules.Game, ply int) error {
	judged, err := c.mayJudge(record, ply)
	if err != nil || judged {
		return err
	}
	return bot.Problemf(bot.NotAllowed, "People are playing from this position in an ongoing game, so I say nothing about it until that game is over.")
}

// notReopened returns a problem if organisers have ended a game and can still reopen it.
func (c *call) notReopened(g bot.Game) error {
	if !g.Over() || !g.Contested() {
		return nil
	}
	return bot.Problemf(bot.NotAllowed, "Organisers have ended %s and can reopen it until %s, so the engine says nothing about it before.", bot.GameNumber(g.ID), bot.Timestamp(c.uptime.Calendar(g.Settles)))
}

// mayJudge reports whether [call.fairPlay] lets the engine judge a position.
func (c *call) mayJudge(record *rules.Game, ply int) (bool, error) {
	for back := 0; back <= min(ply, lookahead); back++ {
		least := pastOpening
		if back == 0 {
			least = 0
		}
		stands, err := c.stands(record.PositionAt(ply-back), least)
		if stands || err != nil {
			return false, err
		}
	}
	return true, nil
}

// stands reports whether an ongoing game between people of at least so many plies stands at a position, or at one of its mirrors.
func (c *call) stands(p *rules.Position, plies int) (bool, error) {
	for _, d := range bot.Diagrams(p) {
		if stands, err := c.tx.Stands(d, plies); stands || err != nil {
			return stands, err
		}
	}
	return false, nil
}

// gameForEngine returns the game that a command to the engine is about. Without a number that is the asker's only ongoing game that suits,
// here or else anywhere; else their newest finished one that suits; else the game that [call.anyGame] finds.
func (c *call) gameForEngine(suits func(bot.Game) bool) (bot.Game, error) {
	if c.args.Game != 0 {
		return c.anyGame()
	}
	for _, over := range []bool{false, true} {
		games, err := c.gamesOf(over)
		if err != nil {
			return bot.Game{}, err
		}
		games = slices.DeleteFunc(games, func(g bot.Game) bool { return !suits(g) })
		if here := seenIn(games, c.request.Room); len(here) > 0 {
			games = here
		}
		switch {
		case len(games) == 1 || over && len(games) > 0:
			return games[0], nil
		case len(games) > 1:
			return bot.Game{}, c.whichGame(games)
		}
	}
	return c.anyGame()
}

// engineHelps reports whether the engine may help a player in a game: in an ongoing study or game against the computer.
func engineHelps(g bot.Game) bool {
	_, computer := g.Computer()
	return !g.Over() && (computer || g.Study())
}

// cutLine returns the longest beginning of a line of moves that reaches no position of an ongoing game between people.
func (c *call) cutLine(p *rules.Position, line []rules.Move) ([]rules.Move, error) {
	for i, m := range line {
		next, err := p.Play(m)
		if err != nil {
			return nil, err
		}
		stands, err := c.stands(next, 0)
		if stands || err != nil {
			return line[:i], err
		}
		p = next
	}
	return line, nil
}
