package storage

import (
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// asideTable marks records that have been set aside because they are damaged, with the time. All
// records of a game share one mark, because none of them is reliable if one is damaged.
const asideTable kv.Table = "aside"

// damaged returns the error for a record that cannot be read.
func damaged(name kv.Table, k []byte, why error) *bot.Damage {
	d := &bot.Damage{Table: string(name), Key: append([]byte{}, k...), Why: why}
	switch name {
	case games.table, challenges.table, plans.table, entries.table, chainTable:
		if len(k) >= 8 {
			d.Game = bot.GameID(lastNumber(k[:8]))
		}
	}
	return d
}

// asideKey returns the key of the mark for a damaged record.
func asideKey(d *bot.Damage) []byte {
	if d.Game != 0 {
		return key("games", d.Game)
	}
	return append(key(d.Table), d.Key...)
}

// isAside reports whether a record has been set aside.
func (t tx) isAside(d *bot.Damage) bool { return t.kv.Get(asideTable, asideKey(d)) != nil }

// isAsideGame reports whether a game has been set aside.
func (t tx) isAsideGame(id bot.GameID) bool {
	return t.kv.Get(asideTable, key("games", id)) != nil
}

// SetAside implements [bot.Tx].
func (t tx) SetAside(d *bot.Damage, at time.Time) error {
	text, err := at.UTC().MarshalText()
	if err != nil {
		return err
	}
	return t.kv.Put(asideTable, asideKey(d), text)
}

// PlayersOf implements [bot.GameTx].
func (t tx) PlayersOf(id bot.GameID) (players []bot.PlayerID, err error) {
	seen := map[bot.PlayerID]bool{}
	note := func(in kv.Table, number func([]byte) bot.GameID) {
		for k := range t.kv.Scan(in, nil) {
			if p := bot.PlayerID(lastNumber(k[:8])); number(k) == id && !seen[p] {
				seen[p] = true
				players = append(players, p)
			}
		}
	}
	note(playerGame, func(k []byte) bot.GameID { return bot.GameID(^lastNumber(k)) })
	note(playerChallenge, func(k []byte) bot.GameID { return bot.GameID(lastNumber(k)) })
	slices.Sort(players)
	return players, nil
}
