package storage

import "raumbot/bot"

// Room implements [bot.Tx].
func (t tx) Room(id bot.RoomID) (bot.Room, error) {
	return load[bot.Room](t, roomTable, key(string(id.Platform), id.ID))
}

// PutRoom implements [bot.Tx].
func (t tx) PutRoom(r bot.Room) error {
	return t.save(roomTable, key(string(r.ID.Platform), r.ID.ID), r)
}
