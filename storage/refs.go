package storage

import (
	"bytes"
	"fmt"
	"time"

	"raumbot/bot"
)

// eachRef calls do with every index entry that the records ask for. It is
// what indexes are checked against and rebuilt from.
func (t tx) eachRef(do func(ref) error) error {
	each := func(refs []ref) error {
		for _, r := range refs {
			if err := do(r); err != nil {
				return err
			}
		}
		return nil
	}
	if err := eachRecord(t, playerTable, func(p bot.Player) error { return each(playerRefs(p)) }); err != nil {
		return err
	}
	if err := eachRecord(t, ratingTable, func(r bot.Rating) error { return each(ratingRefs(r)) }); err != nil {
		return err
	}
	if err := eachRecord(t, challengeTable, func(c bot.Challenge) error { return each(challengeRefs(c)) }); err != nil {
		return err
	}
	if err := eachRecord(t, gameTable, func(g bot.Game) error { return each(gameRefs(g)) }); err != nil {
		return err
	}
	if err := eachRecord(t, tournamentTable, func(r bot.Tournament) error { return each(tournamentRefs(r)) }); err != nil {
		return err
	}
	for k, v := range t.kv.scan(eventTable, nil) {
		at, err := decode[time.Time](eventTable, k, v)
		if err != nil {
			return err
		}
		platform, id, ok := bytes.Cut(k, []byte{0})
		if !ok || len(id) == 0 {
			return fmt.Errorf("%w: event key %x", ErrDamaged, k)
		}
		if err := each(eventRefs(string(platform), string(id[:len(id)-1]), at)); err != nil {
			return err
		}
	}
	return nil
}

// eachRecord calls do with every record of a table.
func eachRecord[T any](t tx, in table, do func(T) error) error {
	for k, v := range t.kv.scan(in, nil) {
		record, err := decode[T](in, k, v)
		if err != nil {
			return err
		}
		if err := do(record); err != nil {
			return err
		}
	}
	return nil
}

// checkRefs compares the index tables with the records both ways, and returns
// a sentence for each difference.
func (t tx) checkRefs() ([]string, error) {
	asked := map[table]map[string]bool{}
	for _, name := range indexTables {
		asked[name] = map[string]bool{}
	}
	err := t.eachRef(func(r ref) error {
		asked[r.table][string(r.key)] = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, name := range indexTables {
		for k := range t.kv.scan(name, nil) {
			if !asked[name][string(k)] {
				faults = append(faults, fmt.Sprintf("index %s has an entry %x that no record asks for", name, k))
			}
			delete(asked[name], string(k))
		}
		for k := range asked[name] {
			faults = append(faults, fmt.Sprintf("index %s lacks the entry %x that a record asks for", name, k))
		}
	}
	return faults, nil
}
