package storage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// metaTable holds counters, the schema version and the uptime. Every database
// has it.
const metaTable kv.Table = "meta"

// The kinds of records.
var (
	players    = kind[bot.Player]{table: "players", key: func(p bot.Player) []byte { return key(p.ID) }, refs: playerRefs}
	ratings    = kind[bot.Rating]{table: "ratings", key: func(r bot.Rating) []byte { return key(r.Player, r.Variant) }, refs: ratingRefs}
	puzzles    = kind[bot.PuzzleRating]{table: "puzzles", key: func(r bot.PuzzleRating) []byte { return key(r.ID) }}
	challenges = kind[bot.Challenge]{table: "challenges", key: func(c bot.Challenge) []byte { return key(c.ID) }, refs: challengeRefs}
	games      = kind[bot.Game]{table: "games", key: func(g bot.Game) []byte { return key(g.ID) }, refs: gameRefs}
	entries    = kind[bot.Entry]{table: "logs", proper: func(k []byte) bool { return len(k) == 16 }}
	plans      = kind[bot.Plan]{table: "plans", key: func(p bot.Plan) []byte { return key(p.Game, p.Player) }}
	analyses   = kind[bot.Analysis]{table: "analyses", key: func(a bot.Analysis) []byte { return key(a.Game) }, refs: analysisRefs}
	notes      = kind[bot.Notes]{table: "notes", key: func(n bot.Notes) []byte { return key(n.Player, n.Game) }, refs: noteRefs}
	rooms      = kind[bot.Room]{table: "rooms", key: func(r bot.Room) []byte { return roomKey(r.ID) }, refs: roomRefs}
	gameFiles  = kind[bot.GameFile]{table: "game-files", key: func(f bot.GameFile) []byte { return key(f.ID) }}
	events     = kind[time.Time]{table: "events", proper: twoTexts, refs: eventRefs}
	memos      = kind[[]byte]{table: "memos", proper: twoTexts}

	tournaments = kind[bot.Tournament]{table: "tournaments", key: func(t bot.Tournament) []byte { return key(t.ID) }, refs: tournamentRefs}
	outbox      = kind[bot.Message]{table: "outbox", key: func(m bot.Message) []byte { return key(string(m.Platform), m.ID) }}
)

// kinds lists all of them, in the order of an export.
var kinds = []records{players, ratings, puzzles, challenges, games, entries, plans, analyses, notes, rooms, gameFiles, events, memos, tournaments, outbox}

// recordTables returns the tables that cannot be rebuilt from others.
func recordTables() []kv.Table {
	all := []kv.Table{metaTable}
	for _, kd := range kinds {
		all = append(all, kd.name())
	}
	return all
}

// The index tables.
const (
	userIndex       kv.Table = "user-player"
	nameIndex       kv.Table = "name-player"
	lookIndex       kv.Table = "look-player"
	leaderIndex     kv.Table = "leader-player"
	playerChallenge kv.Table = "player-challenge"
	openChallenge   kv.Table = "open-challenge"
	playerGame      kv.Table = "player-game"
	roomGame        kv.Table = "room-game"
	listedGame      kv.Table = "listed-game"
	placePlayer     kv.Table = "place-player"
	dueIndex        kv.Table = "due-game"
	boardGame       kv.Table = "board-game"
	waitingAnalysis kv.Table = "waiting-analysis"
	duePuzzle       kv.Table = "due-puzzle"
	dailySolver     kv.Table = "daily-solver"
	gameNote        kv.Table = "game-note"
	eventAge        kv.Table = "age-event"

	playerTournament   kv.Table = "player-tournament"
	placeTournament    kv.Table = "place-tournament"
	unpairedTournament kv.Table = "unpaired-tournament"
	dueTournament      kv.Table = "due-tournament"
)

var indexTables = []kv.Table{userIndex, nameIndex, lookIndex, leaderIndex, playerChallenge, openChallenge, playerGame, roomGame, listedGame, placePlayer, dueIndex, boardGame, waitingAnalysis, duePuzzle, dailySolver, gameNote, eventAge,
	playerTournament, placeTournament, unpairedTournament, dueTournament}

// formerTables are index tables of earlier schemas. They are emptied when indexes are rebuilt.
var formerTables = []kv.Table{"over-tournament", "diagram-game"}

// twoTexts reports whether a key consists of two texts, a platform's name and another.
func twoTexts(k []byte) bool {
	return bytes.Count(k, []byte{0}) == 2 && k[0] != 0 && k[len(k)-1] == 0 && k[len(k)-2] != 0
}

// checkNumber checks an entry of metaTable.
func checkNumber(k, v []byte) error {
	if bytes.Equal(k, uptimeKey) {
		return json.Unmarshal(v, new(bot.Uptime))
	}
	return json.Unmarshal(v, new(uint64))
}

// checkRecords reads every record, and returns a sentence for each that cannot be decoded or
// has the wrong key.
func (t tx) checkRecords() (faults []string) {
	check := func(name kv.Table, unseal func(k, v []byte) ([]byte, error), read func(k, text []byte) error) {
		for k, v := range t.kv.Scan(name, nil) {
			text, err := unseal(k, v)
			if err == nil {
				err = read(k, text)
			}
			if err != nil {
				faults = append(faults, fmt.Sprintf("%s: record %x is damaged: %v", name, k, err))
			}
		}
	}
	check(metaTable, t.unsealMeta, checkNumber)
	for _, kd := range kinds {
		unseal := func(k, v []byte) ([]byte, error) { return t.unseal(kd.name(), k, v) }
		if kd.name() == entries.table { // checkLogs verifies their checksums
			unseal = func(_, v []byte) ([]byte, error) {
				_, text, ok := split(v)
				if !ok {
					return nil, errNoChecksum
				}
				return text, nil
			}
		}
		check(kd.name(), unseal, kd.check)
	}
	for k, at := range t.kv.Scan(asideTable, nil) {
		faults = append(faults, fmt.Sprintf("%s: record %x was set aside at %s, because it could not be read", asideTable, k, at))
	}
	return faults
}
