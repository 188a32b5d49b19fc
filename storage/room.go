package storage

import "raumbot/bot"

func roomKey(id bot.RoomID) []byte { return key(string(id.Platform), id.ID) }

// Room implements [bot.Tx].
func (t tx) Room(id bot.RoomID) (bot.Room, error) { return rooms.load(t, roomKey(id)) }

// PutRoom implements [bot.Tx].
func (t tx) PutRoom(r bot.Room) error { return rooms.put(t, r) }
