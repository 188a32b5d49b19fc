package storage

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
)

// comeHome migrates to schema 6: games that an earlier version moved to private messages, because
// their room was closed to the bot for a while, are seen in that room again. The earlier version
// kept the places around the room, but not the room. If the bot had given the game a thread, the
// first of these places is the channel of that thread, in which the thread is found again or
// replaced. A game that was begun in a thread of somebody else's on Discord stays where it is: that
// thread may be private, and its channel may have other readers.
func comeHome(t tx) error {
	threads := t.openedThreads()
	return t.rewrite(games.table, func(_ []byte, game fields) {
		var seats []fields
		if json.Unmarshal(game["Seats"], &seats) != nil || game.text("Sight") == string(bot.Hidden) {
			return
		}
		changed := false
		for _, seat := range seats {
			var room bot.RoomID
			var within []bot.RoomID
			if json.Unmarshal(seat["Room"], &room) != nil || json.Unmarshal(seat["Within"], &within) != nil || room != (bot.RoomID{}) || len(within) == 0 {
				continue
			}
			var begun time.Time
			_ = json.Unmarshal(game["Started"], &begun) // else no thread was opened then
			home, ok := homeOf(within[0], begun, threads)
			if !ok {
				continue
			}
			if home == within[0] {
				within = within[1:]
			}
			seat["Room"], _ = json.Marshal(home) // as has been read
			if seat["Within"], _ = json.Marshal(within); len(within) == 0 {
				delete(seat, "Within")
			}
			changed = true
		}
		if changed {
			game["Seats"], _ = json.Marshal(seats)
		}
	})
}

// homeOf returns the room in which a game was seen that lay in a place. ok is false if that is not
// known.
func homeOf(place bot.RoomID, begun time.Time, threads map[string][]string) (bot.RoomID, bool) {
	switch place.Platform {
	case "matrix": // its threads have the readers of their rooms
		return place, true
	case "discord":
		near := slices.DeleteFunc(slices.Clone(threads[place.ID]), func(thread string) bool { return !openedFor(thread, begun) })
		if len(near) == 1 {
			place.ID = near[0]
		}
		return place, len(near) > 0
	}
	return place, false
}

// openedThreads returns the threads that the bot has opened on Discord, by their channels.
func (t tx) openedThreads() map[string][]string {
	all := map[string][]string{}
	prefix := append(key("discord"), "parent-of/"...)
	for k, value := range t.kv.Scan(memos.table, prefix) {
		if !bytes.HasPrefix(k, prefix) {
			break
		}
		text, err := t.unseal(memos.table, k, value)
		var channel []byte
		if err != nil || json.Unmarshal(text, &channel) != nil {
			continue // damaged, which the end of the migration finds
		}
		all[string(channel)] = append(all[string(channel)], strings.TrimSuffix(string(k[len(prefix):]), "\x00"))
	}
	return all
}

// openedFor reports whether a thread of Discord is as old as a game. The number of a thread tells
// when it was opened, in milliseconds since 2015.
func openedFor(thread string, begun time.Time) bool {
	number, err := strconv.ParseUint(thread, 10, 64)
	const epoch = 1420070400000
	age := time.UnixMilli(int64(number>>22) + epoch).Sub(begun)
	return err == nil && age > -10*time.Second && age < time.Hour
}
