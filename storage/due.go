package storage

import (
	"bytes"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// Due implements [bot.GameTx].
func (t tx) Due(m bot.Moment, limit int) (ids []bot.GameID, err error) {
	for _, k := range t.due(dueIndex, m, limit) {
		ids = append(ids, bot.GameID(lastNumber(k)))
	}
	return ids, nil
}

// NextDue implements [bot.GameTx].
func (t tx) NextDue() (bot.Moment, error) { return t.nextDue(dueIndex), nil }

// due returns up to limit keys of an index by moments that are not after m.
func (t tx) due(in kv.Table, m bot.Moment, limit int) (keys [][]byte) {
	for k := range t.kv.Scan(in, nil) {
		if len(keys) == limit || bot.Moment(lastNumber(k[:8])) > m {
			break
		}
		keys = append(keys, bytes.Clone(k))
	}
	return keys
}

// nextDue returns the first moment of an index, zero if there is none.
func (t tx) nextDue(in kv.Table) bot.Moment {
	for k := range t.kv.Scan(in, nil) {
		return bot.Moment(lastNumber(k[:8]))
	}
	return 0
}
