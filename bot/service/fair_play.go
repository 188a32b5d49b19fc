package service

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// The engine judges no position of an ongoing game between people, nor one much like it. The store indexes the boards of
// these games, so that all of one shape are read at once; comparing them with a position and its mirrors takes less than a microsecond a game.

const (
	// lookahead is for how many plies after a position of an ongoing game the engine is refused, too.
	lookahead = 8
	// pastOpening is the least number of plies of an ongoing game to be looked after: before, many games share positions, and everybody
	// knows them.
	pastOpening = 8
	// mostAlike is the greatest number of cells on which a position may differ from an ongoing game and still be refused.
	mostAlike = 8
	// oneMoveEach is how many cells a move and its answer change. On as many a position may differ however few men are left, and so may, but
	// for openings, one that a record passed shortly before.
	oneMoveEach = 4
	// abandonedAfter is for how long nobody has moved in a game without a clock that no longer counts.
	abandonedAfter = 60 * 24 * time.Hour
)

// contestedGame is an ongoing game between people, and on how many cells a position may differ from it and still be refused.
type contestedGame struct {
	bot.Standing
	alike int
	// passed is the same for a position that the record passed shortly before.
	passed int
	// outline is nil where the boards themselves are compared.
	outline *rules.Outline
}

// contestedGames returns the ongoing games between people that may stand where positions of a variant do. They are read once in a transaction.
func (c *call) contestedGames(v *rules.Variant) ([]contestedGame, error) {
	if known, ok := c.stood[v]; ok {
		return known, nil
	}
	games, err := c.tx.Standing(v.Shape(), pastOpening)
	if err != nil {
		return nil, err
	}
	all := contestedGamesOf(games, v)
	if v.Local {
		outlined, err := c.outlined(v)
		if err != nil {
			return nil, err
		}
		all = append(all, outlined...)
	}
	if c.stood == nil {
		c.stood = map[*rules.Variant][]contestedGame{}
	}
	c.stood[v] = all
	return all, nil
}

// contestedGamesOf returns those of some games on boards of the shape of a variant's that have left its array.
func contestedGamesOf(games []bot.Standing, v *rules.Variant) (all []contestedGame) {
	array := bot.BoardOf(v.Start())
	for _, g := range games {
		if gone := g.Board.Differs(array, len(array)); gone > 0 {
			all = append(all, contestedGame{
				Standing: g,
				alike:    min(mostAlike, gone/3, max(oneMoveEach, g.Board.Men()/3)),
				passed:   min(oneMoveEach, max(0, gone/3-oneMoveEach)), // openings have much in common
			})
		}
	}
	return all
}

// outlined returns the ongoing games between people by the rules that everybody here knows, and those on boards of the shape of a variant's, with
// their outlines: a game of a place or of a record may be one of them, with a little written into the rules that makes no difference.
func (c *call) outlined(local *rules.Variant) (all []contestedGame, err error) {
	seen := map[uint64]bool{}
	for _, v := range append(slices.Clone(rules.Variants()), local) {
		if seen[v.Shape()] {
			continue
		}
		seen[v.Shape()] = true
		games, err := c.tx.Standing(v.Shape(), pastOpening)
		if err != nil {
			return nil, err
		}
		for _, s := range contestedGamesOf(games, v) {
			outline := v.Outline(s.Board.MenBytes())
			s.outline = &outline
			all = append(all, s)
		}
	}
	return all, nil
}

// stand is a position as it is compared with ongoing games.
type stand struct {
	boards  []bot.Board
	outline rules.Outline
}

func standAt(p *rules.Position) stand {
	at := stand{boards: bot.Boards(p)}
	if v := p.Variant(); v.Local {
		at.outline = v.Outline(p.Men())
	}
	return at
}

// abandoned reports whether a game has no clock, belongs to no tournament, and nobody has moved in it for long, so that it keeps nobody from the
// engine. The next move in it makes it count again.
func (c *call) abandoned(id bot.GameID) (bool, error) {
	g, err := c.tx.Game(id)
	if err != nil || g.Over() || g.Pace.Ticks() || g.Tournament != 0 || g.Since == 0 {
		return false, err
	}
	uptime, err := c.tx.Uptime()
	now := uptime.Tick(c.service.clock.Now()).Moment()
	return g.Since.Until(now) >= abandonedAfter, err
}

// differs returns on how many cells an ongoing game and a position, or the mirror of it that is most like the game, differ. Above most, or
// where outlines are compared above s.alike, it may return any number between that and this.
func (s contestedGame) differs(at stand, most int) int {
	if s.outline != nil {
		// A man who takes another changes two cells, and leaves three men without a counterpart.
		return s.outline.Differs(at.outline, 3*(s.alike+1)/2) * 2 / 3
	}
	least := len(s.Board)
	for _, b := range at.boards {
		least = min(least, b.Differs(s.Board, min(least, most)))
	}
	return least
}

// fairPlay refuses to let the engine judge the position of a game after the given ply if that could
// help somebody in an ongoing game between people.
func (c *call) fairPlay(record *rules.Game, ply int) error {
	contest, err := c.contest(record, ply)
	if err != nil || contest == 0 {
		return err
	}
	return errContested()
}

// errContested returns the error for asking about a position that people are playing from.
func errContested() error {
	return bot.Problemf(bot.NotAllowed, "People are playing from this position, or one much like it, in an ongoing game. I can't say anything about it until they have moved on.")
}

// isContested reports whether an error is that of [errContested].
func isContested(err error) bool {
	problem := (*bot.Problem)(nil)
	return errors.As(err, &problem) && problem.Kind == bot.NotAllowed
}

// notReopened returns a problem if organisers have ended a game and can still reopen it.
func (c *call) notReopened(g bot.Game) error {
	if !g.Over() || !g.Contested() {
		return nil
	}
	return bot.Problemf(bot.NotAllowed, "Organisers have ended %s and can reopen it until %s, so the engine says nothing about it before.", bot.GameNumber(g.ID), bot.Timestamp(c.uptime.Calendar(g.Settles)))
}

// stillFair refuses what a search has found if people have come to the position meanwhile.
func (c *call) stillFair(ctx context.Context, record *rules.Game) error {
	return c.service.store.View(ctx, func(tx bot.Tx) error {
		c.tx, c.stood = tx, nil
		return c.fairPlay(record, record.Ply())
	})
}

// contest returns an ongoing game between people in which somebody could be helped by a judgement of the position of a record after the
// given ply; 0 for none. That is a game of at least pastOpening plies that stands at this position or at one much like it, or about at one
// that the record passed shortly before. Only the men on the board are compared, and their mirrors, not the moves that led there, who is
// to move, who may castle or what all that is called: a cheat could change these.
func (c *call) contest(record *rules.Game, ply int) (bot.GameID, error) {
	for back := 0; back <= min(ply, lookahead); back++ {
		if contest, err := c.alike(record.PositionAt(ply-back), back > 0); contest != 0 || err != nil {
			return contest, err
		}
	}
	return 0, nil
}

// alike returns an ongoing game between people that stands at a position or one of its mirrors, or at one much like it, or if passed at one
// that differs even less; 0 for none.
func (c *call) alike(p *rules.Position, passed bool) (bot.GameID, error) {
	games, err := c.contestedGames(p.Variant())
	if err != nil || len(games) == 0 {
		return 0, err
	}
	at := standAt(p)
	for _, s := range games {
		most := s.alike
		if passed {
			most = s.passed
		}
		if s.differs(at, most) > most {
			continue
		}
		if abandoned, err := c.abandoned(s.Game); !abandoned || err != nil {
			return s.Game, err
		}
	}
	return 0, nil
}

// discretion says of a position whether the engine must say nothing about it, by the rule of [call.contest]; if not, no position that
// differs from it on fewer cells than clear is like one of an ongoing game.
type discretion struct {
	silent bool
	clear  int
}

// silences returns what holds for the positions of a game up to a ply.
func (c *call) silences(record *rules.Game, plies int) ([]discretion, error) {
	all := make([]discretion, plies+1)
	for ply := range all {
		all[ply].clear = math.MaxInt
	}
	games, err := c.contestedGames(record.Position().Variant())
	if err != nil || len(games) == 0 {
		return all, err
	}
	stands := make([]stand, plies+1)
	changed := make([]int, plies+1) // on how many cells all moves so far have changed something
	for ply := range stands {
		stands[ply] = standAt(record.PositionAt(ply))
		if ply > 0 {
			changed[ply] = changed[ply-1] + stands[ply].boards[0].Differs(stands[ply-1].boards[0], len(stands[ply].boards[0]))
		}
	}
	for _, s := range games {
		for ply := 0; ply <= plies; {
			least := s.differs(stands[ply], len(s.Board))
			if least <= max(s.passed, s.alike) {
				if abandoned, err := c.abandoned(s.Game); err != nil {
					return nil, err
				} else if abandoned {
					break
				}
			}
			if least <= s.passed {
				for after := ply; after <= min(ply+lookahead, plies); after++ {
					all[after].silent = true
				}
			}
			all[ply].silent = all[ply].silent || least <= s.alike
			all[ply].clear = min(all[ply].clear, least-s.alike)
			// Until the moves have changed as much as the boards differ, no position can be alike.
			from := ply
			for ply++; ply <= plies && changed[ply]-changed[from] < least-s.alike; ply++ {
				all[ply].clear = min(all[ply].clear, least-s.alike-(changed[ply]-changed[from]))
			}
		}
	}
	return all, nil
}

// gameForEngine finds the game that a command to the engine is about, and makes it that of the call. Without a number that is the asker's
// only ongoing game that suits, here or else anywhere; else their newest finished one that suits; else one that suits and is shown here. If
// there is none the error is none, unless they can only mean one game.
func (c *call) gameForEngine(suits func(bot.Game) bool, none error) (bot.Game, error) {
	g, err := c.suitingGame(suits, none)
	if err == nil {
		c.game = g
		c.side, _ = g.Side(c.me.ID)
	}
	return g, err
}

func (c *call) suitingGame(suits func(bot.Game) bool, none error) (bot.Game, error) {
	if c.args.Game != 0 {
		return c.anyGame()
	}
	lists := []func(over bool) ([]bot.Game, error){c.gamesOf}
	if room := c.request.Room; room != (bot.RoomID{}) {
		lists = append(lists, func(over bool) ([]bot.Game, error) { return c.shownIn(room, over, tournament.Listed) })
	}
	for _, list := range lists {
		for _, over := range []bool{false, true} {
			games, err := list(over)
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
	}
	g, err := c.anyGame()
	if problem := (*bot.Problem)(nil); errors.As(err, &problem) && problem.Kind == bot.Ambiguous {
		err = none
	}
	return g, err
}

// engineHelps reports whether the engine may help a player in a game: in an ongoing study or game against the computer.
func engineHelps(g bot.Game) bool {
	_, computer := g.Computer()
	return !g.Over() && (computer || g.Study())
}

// cutLine returns the longest beginning of a line of moves that reaches no position like that of an ongoing game between people. No position
// that differs on fewer cells than clear from where the line begins is like one.
func (c *call) cutLine(p *rules.Position, line []rules.Move, clear int) ([]rules.Move, error) {
	from := bot.BoardOf(p)
	for i, m := range line {
		next, err := p.Play(m)
		if err != nil {
			return nil, err
		}
		if from.Differs(bot.BoardOf(next), clear) >= clear {
			contest, err := c.alike(next, false)
			if contest != 0 || err != nil {
				return line[:i], err
			}
		}
		p = next
	}
	return line, nil
}
