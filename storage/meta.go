package storage

import (
	"bytes"
	"encoding/json"
	"fmt"

	"raumbot/bot"
)

// next increments and returns a counter in the meta table.
func (t tx) next(name string) (uint64, error) {
	n, err := t.number(name)
	if err != nil {
		return 0, err
	}
	return n + 1, t.setMeta([]byte(name), n+1)
}

// number reads a number from the meta table, zero if there is none.
func (t tx) number(name string) (n uint64, err error) {
	err = t.meta([]byte(name), &n)
	return n, err
}

// meta decodes a value of the meta table into into, which stays unchanged if there is no value.
func (t tx) meta(name []byte, into any) error {
	value := t.kv.Get(metaTable, name)
	if value == nil {
		return nil
	}
	text, err := t.unsealMeta(name, value)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil { // the store cannot be used without its counters
		return fmt.Errorf("%w: record %x of %s: %w", ErrDamaged, name, metaTable, err)
	}
	return nil
}

// unsealMeta is unseal for the meta table. The schema has no checksum, because every version must
// be able to read it.
func (t tx) unsealMeta(name, value []byte) ([]byte, error) {
	if bytes.Equal(name, schemaKey) {
		return value, nil
	}
	return t.unseal(metaTable, name, value)
}

// setMeta writes a value of the meta table.
func (t tx) setMeta(name []byte, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if bytes.Equal(name, schemaKey) {
		return t.kv.Put(metaTable, name, text)
	}
	return t.write(metaTable, name, text)
}

var uptimeKey = []byte("uptime")

// Uptime implements [bot.Tx].
func (t tx) Uptime() (u bot.Uptime, err error) {
	err = t.meta(uptimeKey, &u)
	return u, err
}

// PutUptime implements [bot.Tx].
func (t tx) PutUptime(u bot.Uptime) error { return t.setMeta(uptimeKey, u) }
