package storagetest

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"raumbot/bot"
)

func (d *modelData) Room(id bot.RoomID) (bot.Room, error) { return find(d.rooms, id) }

func (d *modelData) PutRoom(r bot.Room) error {
	d.rooms[r.ID] = r
	return nil
}

func (d *modelData) DuePuzzles(at time.Time, limit int) ([]bot.Room, error) {
	due := func(r bot.Room) int64 { return r.Puzzle.Next.Unix() }
	return list(d.rooms, limit, func(r bot.Room) bool { return r.Puzzle != nil && due(r) <= at.Unix() }, func(a, b bot.Room) int {
		return cmp.Or(cmp.Compare(due(a), due(b)), cmp.Compare(a.ID.Platform, b.ID.Platform), cmp.Compare(a.ID.ID, b.ID.ID))
	}), nil
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
