package storage

import "raumbot/storage/kv"

// Sealed returns the stored value of a record that is not a log entry.
func Sealed(table, key, text string) string {
	return string(seal(checksum(0, kv.Table(table), []byte(key), []byte(text)), []byte(text)))
}

// SealedEntry returns the stored value of a log's first entry.
func SealedEntry(key, text string) string {
	var log chain
	sum, _, _ := log.pass([]byte(key), []byte(text))
	return string(seal(sum, []byte(text)))
}
