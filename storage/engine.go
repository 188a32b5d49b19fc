package storage

import "iter"

// engine is a set of tables with transactions.
type engine interface {
	view(fn func(kv) error) error
	// update runs fn alone and keeps its changes durably, or none if it fails.
	update(fn func(kv) error) error
	close() error
}

// kv is a transaction on tables whose keys are ordered bytewise. What it
// returns may be read until the transaction ends, and not written to.
type kv interface {
	// get returns nil if there is no such key.
	get(t table, key []byte) []byte
	put(t table, key, value []byte) error
	drop(t table, key []byte) error
	// scan returns the pairs from a key on. The table must not be
	// written to meanwhile.
	scan(t table, from []byte) iter.Seq2[[]byte, []byte]
}

// table names a table.
type table string

// The tables of records.
const (
	metaTable      table = "meta"
	playerTable    table = "players"
	ratingTable    table = "ratings"
	challengeTable table = "challenges"
	gameTable      table = "games"
	logTable       table = "logs"
	planTable      table = "plans"
	noteTable      table = "notes"
	roomTable      table = "rooms"
	eventTable     table = "events"
	memoTable      table = "memos"

	tournamentTable table = "tournaments"
	outboxTable     table = "outbox"
)

// The tables that repeat parts of records in another order.
const (
	userIndex       table = "user-player"
	nameIndex       table = "name-player"
	leaderIndex     table = "leader-player"
	playerChallenge table = "player-challenge"
	openChallenge   table = "open-challenge"
	playerGame      table = "player-game"
	roomGame        table = "room-game"
	placePlayer     table = "place-player"
	dueIndex        table = "due-game"
	eventAge        table = "age-event"

	overTournament     table = "over-tournament"
	playerTournament   table = "player-tournament"
	unpairedTournament table = "unpaired-tournament"
	dueTournament      table = "due-tournament"
)

var (
	recordTables = []table{metaTable, playerTable, ratingTable, challengeTable, gameTable, logTable, planTable, noteTable, roomTable, eventTable, memoTable, tournamentTable, outboxTable}
	indexTables  = []table{userIndex, nameIndex, leaderIndex, playerChallenge, openChallenge, playerGame, roomGame, placePlayer, dueIndex, eventAge,
		overTournament, playerTournament, unpairedTournament, dueTournament}
)
