package storagetest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"raumbot/bot"
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

// SetAside returns the damage: records of a model cannot be damaged.
func (d *modelData) SetAside(damage *bot.Damage, _ time.Time) error { return damage }
