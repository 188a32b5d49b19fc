package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/rules"
)

// The engine judges no position that people are playing on from. What stands on the boards of their
// games is an index of the store, so that asking costs a few look-ups whatever the number of games.

const (
	// lookahead is how many plies behind a position of people's game the engine is refused, too.
	lookahead = 8
	// pastOpening is the number of moves from which on that holds: before, many games have the same positions.
	pastOpening = 8
)

// fairPlay refuses to let the engine judge the position of a game after so many plies if
// it helped somebody in an ongoing game between people: if such a game stands at the position, or at one that
// the game has passed shortly before. It does not matter by which moves the position was
// reached, who is to move and who may castle: a cheat could arrange for that.
func (c *call) fairPlay(record *rules.Game, ply int) error {
	judged, err := c.mayJudge(record, ply)
	if err != nil || judged {
		return err
	}
	return bot.Problemf(bot.NotAllowed, "People are playing from this position in an ongoing game, so I say nothing about it until that game is over.")
}

// mayJudge reports whether [call.fairPlay] holds.
func (c *call) mayJudge(record *rules.Game, ply int) (bool, error) {
	for back := 0; back <= min(ply, lookahead); back++ {
		least := pastOpening
		if back == 0 {
			least = 0
		}
		stands, err := c.tx.Stands(bot.DiagramOf(record.PositionAt(ply-back)), least)
		if stands || err != nil {
			return false, err
		}
	}
	return true, nil
}

// gameForEngine returns the game that a command to the engine is about without saying so: the only one of the asker's that suits, here
// or anywhere, else the newest of those that have ended; where none suits the one that any command would be about.
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

// engineHelps reports whether the engine may help a player in a game: it is a study, or against the computer.
func engineHelps(g bot.Game) bool {
	_, computer := g.Computer()
	return !g.Over() && (computer || g.Study())
}

// cutLine returns as much of a line of moves as leads to no position on the board of an ongoing game between people.
func (c *call) cutLine(p *rules.Position, line []rules.Move) ([]rules.Move, error) {
	for i, m := range line {
		next, err := p.Play(m)
		if err != nil {
			return nil, err
		}
		stands, err := c.tx.Stands(bot.DiagramOf(next), 0)
		if stands || err != nil {
			return line[:i], err
		}
		p = next
	}
	return line, nil
}
