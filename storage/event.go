package storage

import (
	"bytes"
	"time"

	"raumbot/bot"
)

// An applied event is a record of when; the age index finds the oldest.
func eventRefs(k []byte, at time.Time) []ref {
	return []ref{{eventAge, append(key(uint64(at.Unix())), k...)}}
}

// Applied implements [bot.Tx].
func (t tx) Applied(p bot.Platform, id bot.EventID) (bool, error) {
	return t.kv.Get(events.table, key(string(p), string(id))) != nil, nil
}

// forgetAtOnce bounds the work of forgetting old events: more than are added,
// and little enough not to be felt.
const forgetAtOnce = 8

// MarkApplied implements [bot.Tx].
func (t tx) MarkApplied(p bot.Platform, id bot.EventID, now, forget time.Time) error {
	for _, k := range t.under(eventAge, nil, nil, forgetAtOnce) {
		if int64(lastNumber(k[:8])) >= forget.Unix() {
			break
		}
		if err := events.drop(t, bytes.Clone(k[8:])); err != nil {
			return err
		}
	}
	return events.putAt(t, key(string(p), string(id)), now)
}
