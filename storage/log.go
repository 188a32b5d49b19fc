package storage

import (
	"fmt"

	"raumbot/bot"
)

// Log implements [bot.GameTx].
func (t tx) Log(id bot.GameID) ([]bot.Entry, error) {
	return entries.list(t, key(id), nil, 0)
}

// AppendLog implements [bot.GameTx].
func (t tx) AppendLog(id bot.GameID, e bot.Entry) error {
	n, err := t.next("last entry")
	if err != nil {
		return err
	}
	return entries.putAt(t, key(id, n), e)
}

// RewriteLog implements [bot.GameTx].
func (t tx) RewriteLog(id bot.GameID, log []bot.Entry) error {
	keys := t.under(entries.table, key(id), nil, 0)
	if len(keys) != len(log) {
		return fmt.Errorf("a log of %d entries rewritten with %d", len(keys), len(log))
	}
	for i, k := range keys {
		if err := entries.putAt(t, k, log[i]); err != nil {
			return err
		}
	}
	return nil
}
