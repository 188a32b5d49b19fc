package storage

import "raumbot/storage/kv"

// Sealed returns the value that keeps the text of a record which is not of a log.
func Sealed(table, key, text string) string {
	return string(seal(checksum(0, kv.Table(table), []byte(key), []byte(text)), []byte(text)))
}

// SealedEntry returns the value that keeps the first entry of a log.
func SealedEntry(key, text string) string {
	var log chain
	sum, _, _ := log.pass([]byte(key), []byte(text))
	return string(seal(sum, []byte(text)))
}
