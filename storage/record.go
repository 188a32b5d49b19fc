package storage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"raumbot/bot"
)

// A reading tells what is wrong with a record, nil if nothing.
type reading func(key, value []byte) error

// readings has one for each table of records but that of numbers.
var readings = map[table]reading{
	playerTable:     belonging(func(p bot.Player) []byte { return key(p.ID) }),
	ratingTable:     belonging(func(r bot.Rating) []byte { return key(r.Player, r.Variant) }),
	challengeTable:  belonging(func(c bot.Challenge) []byte { return key(c.ID) }),
	gameTable:       belonging(func(g bot.Game) []byte { return key(g.ID) }),
	planTable:       belonging(func(p bot.Plan) []byte { return key(p.Game, p.Player) }),
	noteTable:       belonging(func(n bot.Notes) []byte { return key(n.Player, n.Game) }),
	roomTable:       belonging(func(r bot.Room) []byte { return key(string(r.ID.Platform), r.ID.ID) }),
	tournamentTable: belonging(func(t bot.Tournament) []byte { return key(uint64(t.ID)) }),
	outboxTable:     belonging(func(m bot.Message) []byte { return key(string(m.Platform), m.ID) }),

	logTable:   shaped[bot.Entry](func(k []byte) bool { return len(k) == 16 }),
	eventTable: shaped[time.Time](twoTexts),
	memoTable:  shaped[[]byte](twoTexts),
}

// belonging reads records that tell under which key they belong.
func belonging[T any](where func(T) []byte) reading {
	return func(k, v []byte) error {
		var record T
		if err := json.Unmarshal(v, &record); err != nil {
			return err
		}
		if belongs := where(record); !bytes.Equal(k, belongs) {
			return fmt.Errorf("it belongs under %x", belongs)
		}
		return nil
	}
}

// shaped reads records of whose keys nothing but the form is known.
func shaped[T any](proper func(key []byte) bool) reading {
	return func(k, v []byte) error {
		var record T
		if err := json.Unmarshal(v, &record); err != nil {
			return err
		}
		if !proper(k) {
			return fmt.Errorf("its key has another form")
		}
		return nil
	}
}

// twoTexts reports whether a key is a platform's name and another text.
func twoTexts(k []byte) bool {
	return bytes.Count(k, []byte{0}) == 2 && k[0] != 0 && k[len(k)-1] == 0 && k[len(k)-2] != 0
}

// readNumber reads what the table of numbers has: counters, the schema, and when the bot ran.
func readNumber(k, v []byte) error {
	if bytes.Equal(k, uptimeKey) {
		return json.Unmarshal(v, new(bot.Uptime))
	}
	return json.Unmarshal(v, new(uint64))
}

// checkRecords reads every record, and returns a sentence for each that cannot be read or is
// not where it belongs.
func (t tx) checkRecords() (faults []string) {
	for _, name := range recordTables {
		read := readings[name]
		if name == metaTable {
			read = readNumber
		}
		for k, v := range t.kv.scan(name, nil) {
			if err := read(k, v); err != nil {
				faults = append(faults, fmt.Sprintf("%s: record %x is damaged: %v", name, k, err))
			}
		}
	}
	return faults
}
