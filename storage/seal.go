package storage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"raumbot/storage/kv"
)

// Every record is stored with a checksum of its table, key and text, so that a flipped bit anywhere
// in it is detected when the record is read. The checksum of a log entry includes that of the
// previous entry, and the last checksum is also stored beside the log, so that missing and
// superfluous entries are detected.
//
// A sealed value is sealMark, four bytes of checksum, and the text, which is JSON.

// sealMark begins a sealed value. No JSON text begins with it, so a value without it is from an
// earlier schema.
const sealMark = 0x01

// sealLength is the number of bytes that sealing adds to a text.
const sealLength = 5

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum extends a checksum by a record. before is zero for the first record.
func checksum(before uint32, name kv.Table, k, text []byte) uint32 {
	sum := crc32.Update(before, castagnoli, []byte(name))
	sum = crc32.Update(sum, castagnoli, k)
	return crc32.Update(sum, castagnoli, text)
}

// seal returns the stored value of a text.
func seal(sum uint32, text []byte) []byte {
	value := make([]byte, 0, sealLength+len(text))
	value = append(value, sealMark)
	value = binary.BigEndian.AppendUint32(value, sum)
	return append(value, text...)
}

// split returns the checksum and the text of a sealed value.
func split(value []byte) (sum uint32, text []byte, ok bool) {
	if len(value) < sealLength || value[0] != sealMark {
		return 0, nil, false
	}
	return binary.BigEndian.Uint32(value[1:]), value[sealLength:], true
}

var (
	errNoChecksum = errors.New("it has no checksum")
	errChecksum   = errors.New("its checksum is that of another text")
)

// unseal returns the text of the record under a key. During a migration the value may be from an
// earlier schema.
func (t tx) unseal(name kv.Table, k, value []byte) ([]byte, error) {
	sum, text, ok := split(value)
	switch {
	case !ok && t.migrating:
		return value, nil
	case !ok:
		return nil, errNoChecksum
	case sum != checksum(0, name, k, text):
		return nil, errChecksum
	}
	return text, nil
}

// write stores a text under a key. During a migration it is sealed later.
func (t tx) write(name kv.Table, k, text []byte) error {
	if t.migrating {
		return t.kv.Put(name, k, text)
	}
	return t.kv.Put(name, k, seal(checksum(0, name, k, text), text))
}

// sealAtOnce limits how many records are held in memory while sealing.
const sealAtOnce = 1000

// sealAll seals all records that a migration has left unsealed, and verifies the
// others.
func (t tx) sealAll() error {
	for _, name := range recordTables() {
		next := func(k, value []byte) (uint32, []byte, error) {
			text, err := t.unseal(name, k, value)
			return checksum(0, name, k, text), text, err
		}
		var log chain
		if name == entries.table {
			next = log.pass
		}
		err := t.eachInParts(name, func(k, value []byte) error {
			if name == metaTable && bytes.Equal(k, schemaKey) {
				return nil
			}
			sum, text, err := next(k, value)
			if err != nil {
				return damaged(name, k, err)
			}
			if sealed := seal(sum, text); !bytes.Equal(sealed, value) {
				if err := t.kv.Put(name, k, sealed); err != nil {
					return err
				}
			}
			if name == entries.table {
				return t.kv.Put(chainTable, k[:8], log.value())
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eachInParts calls do with every pair of a table, in batches, so that do may write to it.
func (t tx) eachInParts(name kv.Table, do func(k, value []byte) error) error {
	type pair struct{ k, value []byte }
	for from, more := []byte(nil), true; more; {
		var part []pair
		for k, v := range t.kv.Scan(name, from) {
			part = append(part, pair{bytes.Clone(k), bytes.Clone(v)})
			if len(part) == sealAtOnce {
				break
			}
		}
		for _, p := range part {
			if err := do(p.k, p.value); err != nil {
				return err
			}
			from = append(p.k, 0) // the next possible key
		}
		more = len(part) == sealAtOnce
	}
	return nil
}
