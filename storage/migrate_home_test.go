package storage

import (
	"errors"
	"fmt"
	"testing"

	"raumbot/bot"
	"raumbot/storage/kv"
	"raumbot/storage/memory"
)

// TestComeHome reads games that an earlier version moved away from their rooms.
func TestComeHome(t *testing.T) {
	const (
		opened  = "1456990000000000000" // the ID of a thread, in Discord's way: 3 January 2026, 12:38:05
		another = "1456990100000000000" // 24 seconds later
		begun   = "2026-01-03T12:38:04Z"
	)
	place := func(platform, id string) bot.RoomID { return bot.RoomID{Platform: bot.Platform(platform), ID: id} }
	seat := func(places string) string {
		return `{"Player":1,"User":{"Platform":"x","ID":"a","Name":"a"},` + places + `}`
	}
	const (
		nowhere = `"Room":{"Platform":"","ID":""}`
		matrix  = nowhere + `,"Within":[{"Platform":"matrix","ID":"!den:x"}]`
		discord = nowhere + `,"Within":[{"Platform":"discord","ID":"10"},{"Platform":"discord","ID":"server/7"}]`
	)
	for name, c := range map[string]struct {
		white, black string
		more         string
		threads      []string // of channel 10
		want         [2]bot.RoomID
		within       [2]int
	}{
		"a thread of a room":                 {seat(matrix), seat(matrix), "", nil, [2]bot.RoomID{place("matrix", "!den:x"), place("matrix", "!den:x")}, [2]int{0, 0}},
		"it was found again":                 {seat(`"Room":{"Platform":"matrix","ID":"!den:x/$root"},"Within":[{"Platform":"matrix","ID":"!den:x"}]`), seat(matrix), "", nil, [2]bot.RoomID{place("matrix", "!den:x/$root"), place("matrix", "!den:x")}, [2]int{1, 0}},
		"begun in private":                   {seat(nowhere), seat(matrix), "", nil, [2]bot.RoomID{{}, place("matrix", "!den:x")}, [2]int{0, 0}},
		"for its players alone":              {seat(matrix), seat(matrix), `"Sight":"private",`, nil, [2]bot.RoomID{}, [2]int{1, 1}},
		"a thread of the bot's":              {seat(discord), seat(discord), "", []string{opened, "1456000000000000000"}, [2]bot.RoomID{place("discord", opened), place("discord", opened)}, [2]int{2, 2}},
		"one of several threads":             {seat(discord), seat(discord), "", []string{opened, another}, [2]bot.RoomID{place("discord", "10"), place("discord", "10")}, [2]int{1, 1}},
		"a thread that the bot did not open": {seat(discord), seat(discord), "", []string{"1456000000000000000"}, [2]bot.RoomID{}, [2]int{2, 2}},
		"a channel without threads":          {seat(discord), seat(discord), "", nil, [2]bot.RoomID{}, [2]int{2, 2}},
		"a whole server":                     {seat(nowhere + `,"Within":[{"Platform":"discord","ID":"server/7"}]`), seat(nowhere), "", []string{opened}, [2]bot.RoomID{}, [2]int{1, 0}},
		"the console":                        {seat(nowhere + `,"Within":[{"Platform":"console","ID":"lobby"}]`), seat(nowhere), "", nil, [2]bot.RoomID{}, [2]int{1, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			engine := memory.New()
			err := engine.Update(func(kv kv.Tx) error {
				tx := tx{kv: kv}
				err := errors.Join(tx.setMeta(schemaKey, 5), tx.setMeta([]byte("last game"), 1), tx.setMeta([]byte("last player"), 1),
					tx.write(games.table, key(uint64(1)), fmt.Appendf(nil, `{"ID":1,"Variant":"raumschach","Seats":[%s,%s],"Pace":{},%s"Started":%q}`, c.white, c.black, c.more, begun)))
				for _, thread := range c.threads {
					err = errors.Join(err, tx.PutMemo("discord", "parent-of/"+thread, []byte("10")))
				}
				return errors.Join(err, tx.PutMemo("discord", "parent-of/"+opened+"0", []byte("11")))
			})
			if err != nil {
				t.Fatal(err)
			}
			err = engine.Update(func(kv kv.Tx) error {
				tx := tx{kv: kv}
				if err := tx.upgrade(5); err != nil {
					return err
				}
				g, err := tx.Game(1)
				for side, seat := range g.Seats {
					if seat.Room != c.want[side] || len(seat.Within) != c.within[side] || seat.User.Name != "a" {
						t.Errorf("the seat is %+v, want it in %v", seat, c.want[side])
					}
					if seat.Room == (bot.RoomID{}) {
						continue
					}
					if there, err := tx.GamesIn(seat.Room, false, bot.Page{}); err != nil || len(there) != 1 {
						t.Errorf("%v has %d games: %v", seat.Room, len(there), err)
					}
				}
				faults, unread := tx.checkIndexes()
				if faults = append(faults, tx.checkRecords()...); faults != nil {
					t.Error(faults)
				}
				return errors.Join(err, unread)
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}
