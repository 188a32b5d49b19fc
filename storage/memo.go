package storage

import (
	"bytes"
	"fmt"
	"strings"

	"raumbot/bot"
)

// Memo implements [bot.Tx].
func (t tx) Memo(p bot.Platform, name string) ([]byte, error) {
	return load[[]byte](t, memoTable, key(string(p), name))
}

// PutMemo implements [bot.Tx].
func (t tx) PutMemo(p bot.Platform, name string, value []byte) error {
	if name == "" {
		return fmt.Errorf("a memo of %s without a key", p)
	}
	if len(value) == 0 {
		return t.kv.drop(memoTable, key(string(p), name))
	}
	return t.save(memoTable, key(string(p), name), value)
}

// Memos implements [bot.Tx].
func (t tx) Memos(p bot.Platform, prefix string, limit int) ([]string, error) {
	start := append(key(string(p)), text(prefix)...)
	var names []string
	for k := range t.kv.scan(memoTable, start) {
		if !bytes.HasPrefix(k, start) || limit > 0 && len(names) == limit {
			break
		}
		names = append(names, strings.TrimSuffix(string(k[len(key(string(p))):]), "\x00"))
	}
	return names, nil
}
