package storage

import (
	"fmt"
	"strings"

	"raumbot/bot"
)

// Memo implements [bot.Tx].
func (t tx) Memo(p bot.Platform, name string) ([]byte, error) {
	return memos.load(t, key(string(p), name))
}

// PutMemo implements [bot.Tx].
func (t tx) PutMemo(p bot.Platform, name string, value []byte) error {
	if name == "" {
		return fmt.Errorf("a memo of %s without a key", p)
	}
	if len(value) == 0 {
		return memos.drop(t, key(string(p), name))
	}
	return memos.putAt(t, key(string(p), name), value)
}

// Memos implements [bot.Tx].
func (t tx) Memos(p bot.Platform, prefix string, limit int) (names []string, err error) {
	platform := key(string(p))
	for _, k := range t.under(memos.table, append(key(string(p)), text(prefix)...), nil, limit) {
		names = append(names, strings.TrimSuffix(string(k[len(platform):]), "\x00"))
	}
	return names, nil
}
