package storagetest

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"raumbot/bot"
)

func (d *modelData) NextGame() (bot.GameID, error) {
	d.lastGame++
	return d.lastGame, nil
}

func byChallengeID(a, b bot.Challenge) int { return cmp.Compare(a.ID, b.ID) }

func (d *modelData) Challenge(id bot.GameID) (bot.Challenge, error) { return find(d.challenges, id) }

func (d *modelData) PutChallenge(c bot.Challenge) error {
	d.challenges[c.ID] = c
	return nil
}

func (d *modelData) DeleteChallenge(id bot.GameID) error { return remove(d.challenges, id) }

func (d *modelData) ChallengesOf(p bot.PlayerID) ([]bot.Challenge, error) {
	return list(d.challenges, 0, func(c bot.Challenge) bool { return p != 0 && (c.From.Player == p || c.To.Player == p) }, byChallengeID), nil
}

func (d *modelData) OpenChallenges(limit int) ([]bot.Challenge, error) {
	return list(d.challenges, limit, bot.Challenge.Open, byChallengeID), nil
}

func newestGame(a, b bot.Game) int { return cmp.Compare(b.ID, a.ID) }

func (d *modelData) Game(id bot.GameID) (bot.Game, error) { return find(d.games, id) }

func (d *modelData) PutGame(g bot.Game) error {
	d.games[g.ID] = g
	return nil
}

func (d *modelData) DeleteGame(id bot.GameID) error {
	if err := remove(d.games, id); err != nil {
		return err
	}
	ofGame := func(k noteKey) bool { return k.game == id }
	maps.DeleteFunc(d.plans, func(k noteKey, _ bot.Plan) bool { return ofGame(k) })
	maps.DeleteFunc(d.notes, func(k noteKey, _ bot.Notes) bool { return ofGame(k) })
	delete(d.logs, id)
	delete(d.analyses, id)
	return nil
}

// page returns a page of the games that satisfy suits.
func (d *modelData) page(p bot.Page, suits func(bot.Game) bool) []bot.Game {
	return list(d.games, p.Limit, func(g bot.Game) bool { return suits(g) && (p.Before == 0 || g.ID < p.Before) }, newestGame)
}

func (d *modelData) GamesOf(p bot.PlayerID, over bool, page bot.Page) ([]bot.Game, error) {
	return d.page(page, func(g bot.Game) bool { return g.Over() == over && (g.Seats[0].Player == p || g.Seats[1].Player == p) }), nil
}

func (d *modelData) GamesIn(r bot.RoomID, over bool, page bot.Page) ([]bot.Game, error) {
	return d.page(page, func(g bot.Game) bool {
		return g.Over() == over && (slices.Contains(g.Seats[0].Places(), r) || slices.Contains(g.Seats[1].Places(), r))
	}), nil
}

func (d *modelData) PlayersIn(r bot.RoomID, after bot.PlayerID, limit int) (all []bot.PlayerID, err error) {
	for _, g := range d.games {
		for _, seat := range g.Seats {
			if !g.Imported && g.Seats[0].Player != g.Seats[1].Player && seat.Player > after && slices.Contains(seat.Places(), r) {
				all = append(all, seat.Player)
			}
		}
	}
	slices.Sort(all)
	return first(slices.Compact(all), limit), nil
}

func (d *modelData) PlayersOf(id bot.GameID) (all []bot.PlayerID, err error) {
	for _, seat := range d.games[id].Seats {
		all = append(all, seat.Player)
	}
	all = append(all, d.challenges[id].From.Player, d.challenges[id].To.Player)
	all = slices.DeleteFunc(all, func(p bot.PlayerID) bool { return p == 0 })
	slices.Sort(all)
	return slices.Compact(all), nil
}

func (d *modelData) ListedGames(over bool, page bot.Page) ([]bot.Game, error) {
	return d.page(page, func(g bot.Game) bool { return g.Over() == over && g.Listed() }), nil
}

func (d *modelData) GamesFrom(id bot.GameID, limit int) ([]bot.Game, error) {
	return list(d.games, limit, func(g bot.Game) bool { return g.ID >= id }, func(a, b bot.Game) int { return newestGame(b, a) }), nil
}

func (d *modelData) Standing(shape uint64, moves int) (all []bot.Standing, err error) {
	games := list(d.games, 0, func(g bot.Game) bool {
		return g.Contested() && shape != 0 && g.Board.Shape() == shape && g.Moves >= moves
	}, func(a, b bot.Game) int { return cmp.Or(cmp.Compare(a.Moves, b.Moves), newestGame(b, a)) })
	for _, g := range games {
		all = append(all, bot.Standing{Game: g.ID, Board: g.Board})
	}
	return all, nil
}

func (d *modelData) Log(id bot.GameID) ([]bot.Entry, error) { return d.logs[id], nil }

func (d *modelData) LogLength(id bot.GameID) (int, error) { return len(d.logs[id]), nil }

func (d *modelData) AppendLog(id bot.GameID, e bot.Entry) error {
	d.logs[id] = append(slices.Clone(d.logs[id]), e)
	return nil
}

func (d *modelData) RewriteLog(id bot.GameID, log []bot.Entry) error {
	if len(log) != len(d.logs[id]) {
		return errors.New("a log rewritten with another length")
	}
	d.logs[id] = slices.Clone(log)
	return nil
}

func (d *modelData) Plan(id bot.GameID, p bot.PlayerID) (bot.Plan, error) {
	if plan, ok := d.plans[noteKey{p, id}]; ok {
		return plan, nil
	}
	return bot.Plan{Game: id, Player: p}, nil
}

func (d *modelData) PutPlan(p bot.Plan) error {
	if delete(d.plans, noteKey{p.Player, p.Game}); len(p.Lines) > 0 {
		d.plans[noteKey{p.Player, p.Game}] = p
	}
	return nil
}

func (d *modelData) Notes(p bot.PlayerID, id bot.GameID) (bot.Notes, error) {
	if notes, ok := d.notes[noteKey{p, id}]; ok {
		return notes, nil
	}
	return bot.Notes{Player: p, Game: id}, nil
}

func (d *modelData) PutNotes(n bot.Notes) error {
	if delete(d.notes, noteKey{n.Player, n.Game}); len(n.Lines) > 0 {
		d.notes[noteKey{n.Player, n.Game}] = n
	}
	return nil
}

func (d *modelData) NotesOf(p bot.PlayerID) ([]bot.Notes, error) {
	return list(d.notes, 0, func(n bot.Notes) bool { return n.Player == p }, func(a, b bot.Notes) int { return cmp.Compare(a.Game, b.Game) }), nil
}

// dueGame is a game or challenge with the time when it is due.
type dueGame struct {
	at bot.Moment
	id bot.GameID
}

// dues lists everything with a due time, the earliest first.
func (d *modelData) dues() (all []dueGame) {
	for id, c := range d.challenges {
		all = append(all, dueGame{c.Wake(), id})
	}
	for id, g := range d.games {
		all = append(all, dueGame{g.Wake(), id})
	}
	all = slices.DeleteFunc(all, func(g dueGame) bool { return g.at == 0 })
	slices.SortFunc(all, func(a, b dueGame) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) })
	return all
}

func (d *modelData) Due(m bot.Moment, limit int) (ids []bot.GameID, err error) {
	for _, g := range d.dues() {
		if g.at <= m {
			ids = append(ids, g.id)
		}
	}
	return first(ids, limit), nil
}

func (d *modelData) NextDue() (bot.Moment, error) {
	for _, g := range d.dues() {
		return g.at, nil
	}
	return 0, nil
}

func (d *modelData) Analysis(id bot.GameID) (bot.Analysis, error) { return find(d.analyses, id) }

func (d *modelData) PutAnalysis(a bot.Analysis) error {
	d.analyses[a.Game] = a
	return nil
}

func (d *modelData) WaitingAnalyses(limit int) ([]bot.Analysis, error) {
	return list(d.analyses, limit, bot.Analysis.Waits, func(a, b bot.Analysis) int { return cmp.Compare(a.Game, b.Game) }), nil
}

// GameFiles implements [bot.Tx].
func (d *modelData) GameFiles() ([]bot.GameFile, error) {
	return list(d.gameFiles, 0, func(bot.GameFile) bool { return true }, func(a, b bot.GameFile) int { return cmp.Compare(a.ID, b.ID) }), nil
}

// PutGameFile implements [bot.Tx].
func (d *modelData) PutGameFile(f bot.GameFile) error {
	d.gameFiles[f.ID] = f
	return nil
}

// GameFile implements [bot.Tx].
func (d *modelData) GameFile(id string) (bot.GameFile, error) { return find(d.gameFiles, id) }

// DeleteGameFile implements [bot.Tx].
func (d *modelData) DeleteGameFile(id string) error {
	delete(d.gameFiles, id)
	return nil
}
