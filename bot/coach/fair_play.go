package coach

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/rules"
)

// The engine judges no position that is like that of an ongoing game between people. The store
// has an index of the boards of these games by shape, so all boards of one shape are read at
// once. Comparing one of them with a position and its mirrors takes less than a microsecond.

const (
	// lookahead is how many plies after a position of an ongoing game the engine still refuses to
	// judge.
	lookahead = 8
	// pastOpening is the number of plies from which on an ongoing game is protected. Before, many
	// games share positions, and everybody knows them.
	pastOpening = 8
	// maxAlike is the largest number of cells on which a position may differ from an ongoing game
	// and still be refused.
	maxAlike = 8
	// oneMoveEach is how many cells a move and its answer change. A position that differs on so
	// many cells is refused however few men are left. So is, outside openings, a position that
	// the record has passed up to lookahead plies before.
	oneMoveEach = 4
	// abandonedAfter is how long nobody must have moved in a game without a clock before it stops
	// counting.
	abandonedAfter = 60 * 24 * time.Hour
)

// contestedGame is an ongoing game between people, or a puzzle of the day. The engine refuses
// positions that differ from it on at most alike cells.
type contestedGame struct {
	bot.Standing
	alike int
	// passed is that number for an earlier position of the record, up to lookahead plies before.
	passed int
	// outline is compared instead of the board, unless it is nil.
	outline *rules.Outline
}

// puzzleOfTheDay is the number that stands for a puzzle of the day where the number of a game is
// expected.
const puzzleOfTheDay = ^bot.GameID(0)

// standings is a function that returns the positions about which the engine says nothing, for
// boards of a shape: those of ongoing games between people, or of today's puzzles, or both.
type standings func(c *action.Call, shape uint64) ([]bot.Standing, error)

// peoplesStandings returns the positions of ongoing games between people. It is a [standings]
// function.
func peoplesStandings(c *action.Call, shape uint64) ([]bot.Standing, error) {
	return c.Tx.Standing(shape, pastOpening)
}

// allStandings returns the positions of ongoing games between people and of today's puzzles. It is
// a [standings] function.
func allStandings(c *action.Call, shape uint64) ([]bot.Standing, error) {
	games, err := peoplesStandings(c, shape)
	if err != nil {
		return nil, err
	}
	puzzles, err := dailyStandings(c, shape)
	return append(games, puzzles...), err
}

// contestedGames returns the ongoing games between people and the puzzles of the day to which
// positions of a variant must be compared. The result is cached for the transaction.
func contestedGames(c *action.Call, v *rules.Variant) ([]contestedGame, error) {
	return action.Cached(c, v, func() ([]contestedGame, error) { return readContestedGames(c, v, allStandings) })
}

// peoplesGames is like contestedGames, without the puzzles of the day.
func peoplesGames(c *action.Call, v *rules.Variant) ([]contestedGame, error) {
	type key struct{ *rules.Variant }
	return action.Cached(c, key{v}, func() ([]contestedGame, error) { return readContestedGames(c, v, peoplesStandings) })
}

// readContestedGames reads what contestedGames returns.
func readContestedGames(c *action.Call, v *rules.Variant, read standings) ([]contestedGame, error) {
	games, err := read(c, v.Shape())
	if err != nil {
		return nil, err
	}
	all := contestedGamesOf(games, v)
	if v.Local {
		outlinedGames, err := outlinedGames(c, v, read)
		if err != nil {
			return nil, err
		}
		all = append(all, outlinedGames...)
	}
	return all, nil
}

// contestedGamesOf returns those of some games that have left the array of a variant. Their
// boards have the shape of the variant's board.
func contestedGamesOf(games []bot.Standing, v *rules.Variant) (all []contestedGame) {
	if len(games) == 0 {
		return nil // the first position of a game takes long, as it needs all tables
	}
	array := bot.BoardOf(v.Start())
	for _, g := range games {
		if gone := g.Board.Differs(array, len(array)); gone > 0 {
			all = append(all, contestedGame{
				Standing: g,
				alike:    min(maxAlike, gone/3, max(oneMoveEach, g.Board.Men()/3)),
				// openings have much in common
				passed: min(oneMoveEach, max(0, gone/3-oneMoveEach)),
			})
		}
	}
	return all
}

// outlinedGames returns the games that read returns, with their outlines, for the boards of all
// public variants and for the board of a local variant. A local variant may be a copy of another
// variant with irrelevant changes to its rules, which outlines reveal.
func outlinedGames(c *action.Call, local *rules.Variant, read standings) (all []contestedGame, err error) {
	seen := map[uint64]bool{}
	for _, v := range append(slices.Clone(rules.Variants()), local) {
		if seen[v.Shape()] {
			continue
		}
		seen[v.Shape()] = true
		games, err := read(c, v.Shape())
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

// comparison is a position in the forms in which it is compared with ongoing games.
type comparison struct {
	boards  []bot.Board
	outline rules.Outline
}

// comparisonOf returns the forms of a position that are compared.
func comparisonOf(p *rules.Position) comparison {
	at := comparison{boards: bot.Boards(p)}
	if v := p.Variant(); v.Local {
		at.outline = v.Outline(p.Men())
	}
	return at
}

// abandoned reports whether a game no longer keeps the engine from judging positions: it has no
// clock, belongs to no tournament, and nobody has moved for abandonedAfter. The next move makes
// it count again.
func abandoned(c *action.Call, id bot.GameID) (bool, error) {
	if id == puzzleOfTheDay {
		return false, nil
	}
	g, err := c.Tx.Game(id)
	if err != nil || g.Over() || g.Pace.Ticks() || g.Tournament != 0 || g.Since == 0 {
		return false, err
	}
	uptime, err := c.Tx.Uptime()
	now := uptime.Tick(c.Bot.Clock.Now()).Moment()
	return g.Since.Until(now) >= abandonedAfter, err
}

// differs returns the number of cells on which an ongoing game differs from a position, or from
// the mirror of it that is most like the game. If that number is above most, or above s.alike
// where outlines are compared, the result may be any number between the limit and it.
func (s contestedGame) differs(at comparison, most int) int {
	if s.outline != nil {
		// A capture changes two cells, and leaves three pieces without a counterpart.
		return s.outline.Differs(at.outline, 3*(s.alike+1)/2) * 2 / 3
	}
	least := len(s.Board)
	for _, b := range at.boards {
		least = min(least, b.Differs(s.Board, min(least, most)))
	}
	return least
}

// FairPlay returns an error if judging the position of a record after the given ply could help
// somebody in an ongoing game between people.
func FairPlay(c *action.Call, record *rules.Game, ply int) error {
	contest, err := contestAt(c, record, ply)
	return errors.Join(err, refusal(c, contest))
}

// refusal returns the error for asking about a position that is too much like that of the game
// contest, or of a puzzle of the day. It returns nil if contest is 0.
func refusal(c *action.Call, contest bot.GameID) error {
	switch contest {
	case 0:
		return nil
	case puzzleOfTheDay:
		return bot.Problemf(bot.NotAllowed, "This position, or one much like it, is a puzzle of the day. I can't say anything about it before the day is over in UTC.")
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

// NotReopened returns a problem if organisers have ended a game and can still reopen it.
func NotReopened(c *action.Call, g bot.Game) error {
	if !g.Over() || !g.Contested() {
		return nil
	}
	return bot.Problemf(bot.NotAllowed, "Organisers have ended %s and can reopen it until %s, so the engine says nothing about it before.", bot.GameNumber(g.ID), bot.Timestamp(c.Uptime.Calendar(g.Settles)))
}

// stillFair returns an error if people have reached the position while it was searched.
func stillFair(c *action.Call, ctx context.Context, record *rules.Game) error {
	return c.Bot.Store.View(ctx, func(tx bot.Tx) error {
		c.Renew(tx)
		return FairPlay(c, record, record.Ply())
	})
}

// contestAt returns an ongoing game between people in which a judgement of a position could help
// somebody; 0 for none. The position is that of the record after the given ply. The game has at
// least pastOpening plies and its board is like that position, or almost equal to one that the
// record passed up to lookahead plies before. Only the men on the board and their mirrors are
// compared. The moves that led there, the side to move, castling rights and names are not,
// because a cheat could change them.
func contestAt(c *action.Call, record *rules.Game, ply int) (bot.GameID, error) {
	games, err := contestedGames(c, record.Position().Variant())
	if err != nil {
		return 0, err
	}
	return contestAmong(c, games, record, ply)
}

// contestAmong is like contestAt, but compares positions to the given games only.
func contestAmong(c *action.Call, games []contestedGame, record *rules.Game, ply int) (bot.GameID, error) {
	for back := 0; back <= min(ply, lookahead); back++ {
		if contest, err := alike(c, games, record.PositionAt(ply-back), back > 0); contest != 0 || err != nil {
			return contest, err
		}
	}
	return 0, nil
}

// alike returns the number of one of the games whose board is like that of a position or one of its
// mirrors, or 0 if there is none. If passed is true, the limits for earlier positions of the record
// apply.
func alike(c *action.Call, games []contestedGame, p *rules.Position, passed bool) (bot.GameID, error) {
	if len(games) == 0 {
		return 0, nil
	}
	at := comparisonOf(p)
	for _, s := range games {
		most := s.alike
		if passed {
			most = s.passed
		}
		if s.differs(at, most) > most {
			continue
		}
		if abandoned, err := abandoned(c, s.Game); !abandoned || err != nil {
			return s.Game, err
		}
	}
	return 0, nil
}

// secrecy is what the engine may say about a position. secret means that it must say nothing, by
// the rule of [contestAt]. Otherwise every position that differs from it on fewer than clear
// cells is unlike those of all ongoing games.
type secrecy struct {
	secret bool
	clear  int
}

// secrecyOf returns the secrecy of the positions of a game up to a ply.
func secrecyOf(c *action.Call, record *rules.Game, plies int) ([]secrecy, error) {
	all := make([]secrecy, plies+1)
	for ply := range all {
		all[ply].clear = math.MaxInt
	}
	games, err := contestedGames(c, record.Position().Variant())
	if err != nil || len(games) == 0 {
		return all, err
	}
	stands := make([]comparison, plies+1)
	changed := make([]int, plies+1) // cells changed by all moves so far, summed up
	for ply := range stands {
		stands[ply] = comparisonOf(record.PositionAt(ply))
		if ply > 0 {
			changed[ply] = changed[ply-1] + stands[ply].boards[0].Differs(stands[ply-1].boards[0], len(stands[ply].boards[0]))
		}
	}
	for _, s := range games {
		for ply := 0; ply <= plies; {
			least := s.differs(stands[ply], len(s.Board))
			if least <= max(s.passed, s.alike) {
				if abandoned, err := abandoned(c, s.Game); err != nil {
					return nil, err
				} else if abandoned {
					break
				}
			}
			if least <= s.passed {
				for after := ply; after <= min(ply+lookahead, plies); after++ {
					all[after].secret = true
				}
			}
			all[ply].secret = all[ply].secret || least <= s.alike
			all[ply].clear = min(all[ply].clear, least-s.alike)
			// Positions are skipped until the moves have changed enough cells for one to be
			// alike.
			from := ply
			for ply++; ply <= plies && changed[ply]-changed[from] < least-s.alike; ply++ {
				all[ply].clear = min(all[ply].clear, least-s.alike-(changed[ply]-changed[from]))
			}
		}
	}
	return all, nil
}

// cutLine returns the longest beginning of a line of moves that reaches no position like that of
// an ongoing game between people. Positions that differ on fewer than clear cells from the
// beginning of the line need not be checked.
func cutLine(c *action.Call, p *rules.Position, line []rules.Move, clear int) ([]rules.Move, error) {
	games, err := contestedGames(c, p.Variant())
	if err != nil {
		return nil, err
	}
	return cutLineAmong(c, games, p, line, clear)
}

// cutLineAmong is like cutLine, but compares positions to the given games only.
func cutLineAmong(c *action.Call, games []contestedGame, p *rules.Position, line []rules.Move, clear int) ([]rules.Move, error) {
	from := bot.BoardOf(p)
	for i, m := range line {
		next, err := p.Play(m)
		if err != nil {
			return nil, err
		}
		if from.Differs(bot.BoardOf(next), clear) >= clear {
			contest, err := alike(c, games, next, false)
			if contest != 0 || err != nil {
				return line[:i], err
			}
		}
		p = next
	}
	return line, nil
}
