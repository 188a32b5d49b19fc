package storagetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/tournament"
)

// Model is a [bot.Store] made of maps and loops: it has no indexes and no
// encoded keys, so that it can reveal mistakes in those of the real stores. Lists
// are made by looking at all records. The zero value is empty.
type Model struct {
	mu   sync.RWMutex
	data modelData
}

// NewModel returns an empty model.
func NewModel() *Model { return &Model{} }

// View implements [bot.Store].
func (m *Model) View(_ context.Context, fn func(bot.Tx) error) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return fn(modelTx{m.data.clone()})
}

// Update implements [bot.Store].
func (m *Model) Update(_ context.Context, fn func(bot.Tx) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	tx := modelTx{m.data.clone()}
	if err := fn(tx); err != nil {
		return err
	}
	m.data = *tx.modelData
	return nil
}

// Keys made of two parts.
type (
	ratingKey struct {
		player  bot.PlayerID
		variant string
	}
	noteKey struct {
		player bot.PlayerID
		game   bot.GameID
	}
	platformKey struct {
		platform bot.Platform
		id       string
	}
)

// modelData is the data of a model. Records are never modified in place.
type modelData struct {
	uptime      bot.Uptime
	lastPlayer  bot.PlayerID
	lastGame    bot.GameID
	lastCup     bot.TournamentID
	lastMessage bot.MessageID

	players     map[bot.PlayerID]bot.Player
	ratings     map[ratingKey]bot.Rating
	puzzles     map[string]bot.PuzzleRating
	challenges  map[bot.GameID]bot.Challenge
	games       map[bot.GameID]bot.Game
	logs        map[bot.GameID][]bot.Entry
	plans       map[noteKey]bot.Plan
	analyses    map[bot.GameID]bot.Analysis
	notes       map[noteKey]bot.Notes
	rooms       map[bot.RoomID]bot.Room
	gameFiles   map[string]bot.GameFile
	memos       map[platformKey][]byte
	events      map[platformKey]time.Time
	tournaments map[bot.TournamentID]bot.Tournament
	outbox      map[bot.MessageID]bot.Message
}

// clone returns a copy that can be changed independently of d.
func (d modelData) clone() *modelData {
	d.players, d.ratings, d.challenges, d.games = copied(d.players), copied(d.ratings), copied(d.challenges), copied(d.games)
	d.puzzles, d.analyses = copied(d.puzzles), copied(d.analyses)
	d.logs, d.plans, d.notes, d.rooms = copied(d.logs), copied(d.plans), copied(d.notes), copied(d.rooms)
	d.gameFiles = copied(d.gameFiles)
	d.memos, d.events, d.tournaments, d.outbox = copied(d.memos), copied(d.events), copied(d.tournaments), copied(d.outbox)
	return &d
}

// copied is [maps.Clone] that returns an empty map for nil.
func copied[K comparable, V any](m map[K]V) map[K]V {
	if m == nil {
		return map[K]V{}
	}
	return maps.Clone(m)
}

// modelTx implements [bot.Tx].
type modelTx struct{ *modelData }

var _ bot.Tx = modelTx{}

// find returns the record with a key, or [bot.ErrNotFound].
func find[K comparable, V any](m map[K]V, k K) (V, error) {
	v, ok := m[k]
	if !ok {
		return v, fmt.Errorf("%w: %v", bot.ErrNotFound, k)
	}
	return v, nil
}

// remove deletes the record with a key, or returns [bot.ErrNotFound].
func remove[K comparable, V any](m map[K]V, k K) error {
	_, err := find(m, k)
	delete(m, k)
	return err
}

// list returns up to limit values that satisfy suits, sorted; a limit of zero is none.
func list[K comparable, V any](m map[K]V, limit int, suits func(V) bool, order func(a, b V) int) (all []V) {
	for _, v := range m {
		if suits(v) {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, order)
	return first(all, limit)
}

func first[V any](all []V, limit int) []V {
	if limit > 0 && len(all) > limit {
		return all[:limit]
	}
	return all
}

func (d *modelData) Uptime() (bot.Uptime, error) { return d.uptime, nil }

func (d *modelData) PutUptime(u bot.Uptime) error {
	d.uptime = u
	return nil
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

func (d *modelData) Room(id bot.RoomID) (bot.Room, error) { return find(d.rooms, id) }

func (d *modelData) PutRoom(r bot.Room) error {
	d.rooms[r.ID] = r
	return nil
}

func (d *modelData) Memo(p bot.Platform, name string) ([]byte, error) {
	return find(d.memos, platformKey{p, name})
}

func (d *modelData) PutMemo(p bot.Platform, name string, value []byte) error {
	switch {
	case name == "":
		return errors.New("a memo without a name")
	case len(value) == 0:
		delete(d.memos, platformKey{p, name})
	default:
		d.memos[platformKey{p, name}] = value
	}
	return nil
}

func (d *modelData) Memos(p bot.Platform, prefix string, limit int) (names []string, err error) {
	for k := range d.memos {
		if k.platform == p && strings.HasPrefix(k.id, prefix) {
			names = append(names, k.id)
		}
	}
	slices.Sort(names)
	return first(names, limit), nil
}

// SetAside returns the damage: records of a model cannot be damaged.
func (d *modelData) SetAside(damage *bot.Damage, _ time.Time) error { return damage }

func (d *modelData) Applied(p bot.Platform, id bot.EventID) (bool, error) {
	_, ok := d.events[platformKey{p, string(id)}]
	return ok, nil
}

func (d *modelData) MarkApplied(p bot.Platform, id bot.EventID, now, forget time.Time) error {
	var old []platformKey
	for k, at := range d.events {
		if at.Unix() < forget.Unix() {
			old = append(old, k)
		}
	}
	slices.SortFunc(old, func(a, b platformKey) int {
		return cmp.Or(cmp.Compare(d.events[a].Unix(), d.events[b].Unix()), cmp.Compare(a.platform, b.platform), cmp.Compare(a.id, b.id))
	})
	for _, k := range first(old, 8) { // the store's forgetAtOnce
		delete(d.events, k)
	}
	d.events[platformKey{p, string(id)}] = now
	return nil
}

func byPlayerID(a, b bot.Player) int { return cmp.Compare(a.ID, b.ID) }

func (d *modelData) Player(id bot.PlayerID) (bot.Player, error) { return find(d.players, id) }

func (d *modelData) PlayerOf(user bot.UserID) (bot.Player, error) {
	all := list(d.players, 1, func(p bot.Player) bool {
		return slices.ContainsFunc(p.Users, func(u bot.User) bool { return u.UserID == user })
	}, byPlayerID)
	if len(all) == 0 {
		return bot.Player{}, bot.ErrNotFound
	}
	return all[0], nil
}

// names returns the folded names by which a player can be found.
func (d *modelData) names(p bot.Player) (all []string) {
	if p.Forgotten || len(p.Users) == 0 {
		return nil
	}
	all = append(all, bot.FoldName(p.Name))
	for _, u := range p.Users {
		all = append(all, bot.FoldName(u.Name))
	}
	return all
}

func (d *modelData) PlayersNamed(name string) ([]bot.Player, error) {
	return list(d.players, 0, func(p bot.Player) bool { return slices.Contains(d.names(p), bot.FoldName(name)) }, byPlayerID), nil
}

func (d *modelData) PlayersAlike(name string) ([]bot.Player, error) {
	return list(d.players, 0, func(p bot.Player) bool {
		return !p.Forgotten && slices.ContainsFunc(p.Users, func(u bot.User) bool { return bot.Lookalike(u.Name) == bot.Lookalike(name) })
	}, byPlayerID), nil
}

func (d *modelData) PlayerNames(prefix string, limit int) (all []string, err error) {
	for _, p := range d.players {
		for _, name := range d.names(p) {
			if strings.HasPrefix(name, strings.ToLower(prefix)) {
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	return first(slices.Compact(all), limit), nil
}

func (d *modelData) AddPlayer(p bot.Player) (bot.PlayerID, error) {
	d.lastPlayer++
	p.ID = d.lastPlayer
	return p.ID, d.PutPlayer(p)
}

func (d *modelData) PutPlayer(p bot.Player) error {
	d.players[p.ID] = p
	return nil
}

func (d *modelData) Rating(p bot.PlayerID, variant string) (bot.Rating, error) {
	return find(d.ratings, ratingKey{p, variant})
}

func (d *modelData) PutRating(r bot.Rating) error {
	d.ratings[ratingKey{r.Player, r.Variant}] = r
	return nil
}

func (d *modelData) DeleteRating(p bot.PlayerID, variant string) error {
	return remove(d.ratings, ratingKey{p, variant})
}

func (d *modelData) RatingsOf(p bot.PlayerID) ([]bot.Rating, error) {
	return list(d.ratings, 0, func(r bot.Rating) bool { return r.Player == p },
		func(a, b bot.Rating) int { return cmp.Compare(a.Variant, b.Variant) }), nil
}

func (d *modelData) Leaders(variant string, limit int) ([]bot.Rating, error) {
	return list(d.ratings, limit, func(r bot.Rating) bool { return r.Variant == variant && r.Ranked() },
		func(a, b bot.Rating) int {
			return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Player, b.Player))
		}), nil
}

func (d *modelData) PuzzleRating(id string) (bot.PuzzleRating, error) { return find(d.puzzles, id) }

func (d *modelData) PutPuzzleRating(r bot.PuzzleRating) error {
	d.puzzles[r.ID] = r
	return nil
}

func (d *modelData) DuePuzzles(at time.Time, limit int) ([]bot.Room, error) {
	due := func(r bot.Room) int64 { return r.Puzzle.Next.Unix() }
	return list(d.rooms, limit, func(r bot.Room) bool { return r.Puzzle != nil && due(r) <= at.Unix() }, func(a, b bot.Room) int {
		return cmp.Or(cmp.Compare(due(a), due(b)), cmp.Compare(a.ID.Platform, b.ID.Platform), cmp.Compare(a.ID.ID, b.ID.ID))
	}), nil
}

func (d *modelData) Analysis(id bot.GameID) (bot.Analysis, error) { return find(d.analyses, id) }

func (d *modelData) PutAnalysis(a bot.Analysis) error {
	d.analyses[a.Game] = a
	return nil
}

func (d *modelData) WaitingAnalyses(limit int) ([]bot.Analysis, error) {
	return list(d.analyses, limit, bot.Analysis.Waits, func(a, b bot.Analysis) int { return cmp.Compare(a.Game, b.Game) }), nil
}

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

func (d *modelData) GamesBefore(page bot.Page) ([]bot.Game, error) {
	return d.page(page, func(bot.Game) bool { return true }), nil
}

func (d *modelData) GamesFrom(id bot.GameID, limit int) ([]bot.Game, error) {
	return list(d.games, limit, func(g bot.Game) bool { return g.ID >= id }, func(a, b bot.Game) int { return newestGame(b, a) }), nil
}

func (d *modelData) Stands(at bot.Diagram, moves int) (bool, error) {
	for _, g := range d.games {
		if g.Contested() && g.Diagram == at && at != 0 && g.Moves >= moves {
			return true, nil
		}
	}
	return false, nil
}

func (d *modelData) Log(id bot.GameID) ([]bot.Entry, error) { return d.logs[id], nil }

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

func (d *modelData) NextTournament() (bot.TournamentID, error) {
	d.lastCup++
	return d.lastCup, nil
}

func wake(t bot.Tournament) bot.Moment { return tournament.Of(t).Wake() }

func byTournamentID(a, b bot.Tournament) int { return cmp.Compare(a.ID, b.ID) }

func (d *modelData) Tournament(id bot.TournamentID) (bot.Tournament, error) {
	return find(d.tournaments, id)
}

func (d *modelData) PutTournament(t bot.Tournament) error {
	d.tournaments[t.ID] = t
	return nil
}

// newest returns the numbers of tournaments that satisfy suits, newest first.
func (d *modelData) newest(limit int, suits func(bot.Tournament) bool) (ids []bot.TournamentID) {
	for _, t := range list(d.tournaments, limit, suits, func(a, b bot.Tournament) int { return byTournamentID(b, a) }) {
		ids = append(ids, t.ID)
	}
	return ids
}

func (d *modelData) TournamentsOf(p bot.PlayerID, over bool, limit int) ([]bot.TournamentID, error) {
	return d.newest(limit, func(t bot.Tournament) bool { return t.Over() == over && slices.Contains(t.People(), p) }), nil
}

func (d *modelData) TournamentsIn(r bot.RoomID, over bool, limit int) ([]bot.TournamentID, error) {
	return d.newest(limit, func(t bot.Tournament) bool { return t.Over() == over && slices.Contains(t.Places(), r) }), nil
}

func (d *modelData) TournamentsFrom(id bot.TournamentID, limit int) ([]bot.Tournament, error) {
	return list(d.tournaments, limit, func(t bot.Tournament) bool { return t.ID >= id }, byTournamentID), nil
}

func (d *modelData) UnpairedTournaments(limit int) ([]bot.Tournament, error) {
	return list(d.tournaments, limit, bot.Tournament.Unpaired, byTournamentID), nil
}

func (d *modelData) DueTournaments(m bot.Moment, limit int) ([]bot.Tournament, error) {
	return list(d.tournaments, limit, func(t bot.Tournament) bool { return wake(t) != 0 && wake(t) <= m },
		func(a, b bot.Tournament) int { return cmp.Or(cmp.Compare(wake(a), wake(b)), byTournamentID(a, b)) }), nil
}

func (d *modelData) NextTournamentDue() (next bot.Moment, err error) {
	for _, t := range d.tournaments {
		if w := wake(t); w != 0 && (next == 0 || w < next) {
			next = w
		}
	}
	return next, nil
}

func (d *modelData) Enqueue(m bot.Message) (bot.MessageID, error) {
	d.lastMessage++
	m.ID = d.lastMessage
	d.outbox[m.ID] = m
	return m.ID, nil
}

func (d *modelData) Waiting(p bot.Platform, after bot.MessageID, limit int) ([]bot.Message, error) {
	return list(d.outbox, limit, func(m bot.Message) bool { return m.Platform == p && m.ID > after },
		func(a, b bot.Message) int { return cmp.Compare(a.ID, b.ID) }), nil
}

func (d *modelData) Dequeue(p bot.Platform, id bot.MessageID) error {
	if d.outbox[id].Platform == p {
		delete(d.outbox, id)
	}
	return nil
}

func (d *modelData) Depth(p bot.Platform) (int, error) {
	all, err := d.Waiting(p, 0, 0)
	return len(all), err
}
