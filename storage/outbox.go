package storage

import (
	"bytes"
	"time"

	"raumbot/bot"
)

// Enqueue implements [bot.OutboxTx].
func (t tx) Enqueue(m bot.Message) (bot.MessageID, error) {
	id, err := t.next("last message")
	if err != nil {
		return 0, err
	}
	m.ID = bot.MessageID(id)
	return m.ID, t.save(outboxTable, key(string(m.Platform), m.ID), m)
}

// Waiting implements [bot.OutboxTx].
func (t tx) Waiting(p bot.Platform, after bot.MessageID, limit int) ([]bot.Message, error) {
	prefix := key(string(p))
	var all []bot.Message
	for k, v := range t.kv.scan(outboxTable, key(string(p), after+1)) {
		if !bytes.HasPrefix(k, prefix) || len(all) == limit {
			break
		}
		m, err := decode[bot.Message](outboxTable, k, v)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// Depth implements [bot.OutboxTx].
func (t tx) Depth(p bot.Platform) (n int, err error) {
	prefix := key(string(p))
	for k := range t.kv.scan(outboxTable, prefix) {
		if !bytes.HasPrefix(k, prefix) {
			break
		}
		n++
	}
	return n, nil
}

// Dequeue implements [bot.OutboxTx].
func (t tx) Dequeue(p bot.Platform, id bot.MessageID) error {
	return t.kv.drop(outboxTable, key(string(p), id))
}

// Uptime implements [bot.Tx].
func (t tx) Uptime() (bot.Uptime, error) {
	if t.kv.get(metaTable, uptimeKey) == nil {
		return bot.Uptime{}, nil
	}
	return load[bot.Uptime](t, metaTable, uptimeKey)
}

// PutUptime implements [bot.Tx].
func (t tx) PutUptime(u bot.Uptime) error { return t.save(metaTable, uptimeKey, u) }

var uptimeKey = []byte("uptime")

// An applied event is a record of when; the age index finds the oldest.

func eventRefs(platform, id string, at time.Time) []ref {
	return []ref{{eventAge, key(uint64(at.Unix()), platform, id)}}
}

// Applied implements [bot.Tx].
func (t tx) Applied(p bot.Platform, id bot.EventID) (bool, error) {
	return t.kv.get(eventTable, key(string(p), string(id))) != nil, nil
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
		if err := t.kv.drop(eventTable, k[8:]); err != nil {
			return err
		}
		if err := t.kv.drop(eventAge, k); err != nil {
			return err
		}
	}
	if err := t.reindex(nil, eventRefs(string(p), string(id), now)); err != nil {
		return err
	}
	return t.save(eventTable, key(string(p), string(id)), now)
}
