package storage

import (
	"encoding/binary"
	"time"

	"raumbot/bot"
)

func roomKey(id bot.RoomID) []byte { return key(string(id.Platform), id.ID) }

// Room implements [bot.Tx].
func (t tx) Room(id bot.RoomID) (bot.Room, error) { return rooms.load(t, roomKey(id)) }

// PutRoom implements [bot.Tx].
func (t tx) PutRoom(r bot.Room) error { return rooms.put(t, r) }

// roomRefs indexes the rooms that get a daily puzzle by the time of the next one.
func roomRefs(_ []byte, r bot.Room) []ref {
	if r.Puzzle == nil {
		return nil
	}
	return []ref{{duePuzzle, append(key(dueAt(r.Puzzle.Next)), roomKey(r.ID)...)}}
}

// dueAt is a time in the order of an index.
func dueAt(at time.Time) uint64 { return uint64(max(at.Unix(), 0)) }

// DuePuzzles implements [bot.Tx].
func (t tx) DuePuzzles(at time.Time, limit int) ([]bot.Room, error) {
	var keys [][]byte
	for _, k := range t.under(duePuzzle, nil, nil, limit) {
		if binary.BigEndian.Uint64(k) > dueAt(at) {
			break
		}
		keys = append(keys, k[8:])
	}
	return rooms.at(t, keys)
}
