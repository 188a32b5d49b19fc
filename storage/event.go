package storage

import (
	"bytes"
	"time"

	"raumbot/bot"
)

// eventRefs indexes an applied event by its time, to find the oldest.
func eventRefs(k []byte, at time.Time) []ref {
	return []ref{{eventAge, append(key(uint64(at.Unix())), k...)}}
}

// Applied implements [bot.Tx].
func (t tx) Applied(p bot.Platform, id bot.EventID) (bool, error) {
	return t.kv.Get(events.table, key(string(p), string(id))) != nil, nil
}

// forgetAtOnce is the number of old events deleted per new one: more than one, so that they become
// fewer, but few enough to cost little.
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
