package storage

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strconv"

	"raumbot/storage/kv"
)

// line is a record in an export, which has one JSON object per line.
type line struct {
	Table kv.Table        `json:"table"`
	Key   string          `json:"key"` // hexadecimal
	Value json.RawMessage `json:"value"`
}

// end is the last line of an export. An export without it is truncated.
type end struct {
	Lines int    `json:"lines"` // number of lines before this one
	CRC   string `json:"crc32"` // IEEE, of all bytes of these lines, hexadecimal
}

// Export writes every record as a line with a JSON object, preceded by the schema and followed by a
// line with the counts. Indexes are left out, as they can be rebuilt from the records.
func (s *Store) Export(w io.Writer) error {
	out := bufio.NewWriter(w)
	sum := crc32.NewIEEE()
	lines := &lineCounter{w: io.MultiWriter(out, sum)}
	encoder := json.NewEncoder(lines)
	encoder.SetEscapeHTML(false)
	err := s.engine.View(func(kv kv.Tx) error {
		if lines.n > 0 { // a view may run again, but lines that are written stay written
			return errInterrupted
		}
		known, err := tx{kv: kv}.number(string(schemaKey))
		if err != nil {
			return err
		}
		t := tx{kv: kv, migrating: known < uint64(Schema())}
		var log chain
		schema := line{metaTable, hex.EncodeToString(schemaKey), kv.Get(metaTable, schemaKey)}
		if err := encoder.Encode(schema); err != nil {
			return err
		}
		for _, name := range recordTables() {
			for k, v := range kv.Scan(name, nil) {
				if name == metaTable && (bytes.Equal(k, schemaKey) || bytes.Equal(k, fingerprintKey) || bytes.Equal(k, erasedKey)) {
					continue // the schema has been written already; the other is specific to this file
				}
				text, err := t.textOf(&log, name, k, v)
				if err == nil {
					err = encoder.Encode(line{name, hex.EncodeToString(k), text})
				}
				if unreadable := new(json.MarshalerError); errors.As(err, &unreadable) {
					err = damaged(name, k, unreadable.Unwrap())
				}
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err == nil {
		err = json.NewEncoder(out).Encode(end{lines.n, fmt.Sprintf("%08x", sum.Sum32())})
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// textOf returns the text of a record. log is the chain that verifies log entries.
func (t tx) textOf(log *chain, name kv.Table, k, value []byte) (text []byte, err error) {
	switch {
	case name == entries.table:
		_, text, err = log.pass(k, value)
		if _, _, sealed := split(value); err == nil && !sealed && !t.migrating {
			err = errNoChecksum
		}
	case name == metaTable:
		text, err = t.unsealMeta(k, value)
	default:
		text, err = t.unseal(name, k, value)
	}
	if err != nil {
		return nil, damaged(name, k, err)
	}
	return text, nil
}

// errInterrupted means that the server was lost in the middle of an export.
var errInterrupted = errors.New("the connection to the database was lost: export again, to another file")

// lineCounter counts the lines written by an encoder, which makes one write per line.
type lineCounter struct {
	w io.Writer
	n int
}

func (c *lineCounter) Write(p []byte) (int, error) {
	c.n++
	return c.w.Write(p)
}

// maxLine limits the length of a line accepted by Import.
const maxLine = 16 << 20

// Import reads the output of Export into an empty store, completely or not at all. It migrates an
// export of an earlier schema. If the server is lost in the middle it starts again, provided that r
// is an [io.Seeker].
func (s *Store) Import(r io.Reader) error {
	begun := false
	return s.engine.Update(func(kv kv.Tx) error {
		if begun {
			if err := rewind(r); err != nil {
				return err
			}
		}
		begun = true
		t := tx{kv: kv}
		for _, name := range recordTables() {
			for k := range kv.Scan(name, nil) {
				if name != metaTable || !bytes.Equal(k, schemaKey) && !bytes.Equal(k, fingerprintKey) && !bytes.Equal(k, erasedKey) && !bytes.Equal(k, uptimeKey) {
					return errors.New("the database has records already: import into a new one")
				}
			}
		}
		if err := t.importLines(r); err != nil {
			return err
		}
		schema, err := t.number(string(schemaKey))
		if err != nil {
			return err
		}
		if err := t.migrateFrom(schema); err != nil { // also seals the records
			return err
		}
		return t.upgrade(uint64(Schema()))
	})
}

// rewind goes back to the beginning.
func rewind(r io.Reader) error {
	from, ok := r.(io.Seeker)
	if !ok {
		return errors.New("the connection to the database was lost: nothing was imported; try again")
	}
	_, err := from.Seek(0, io.SeekStart)
	return err
}

// Discard removes all records, as if the database were new.
func (s *Store) Discard() error {
	return s.engine.Update(func(kv kv.Tx) error {
		t := tx{kv: kv}
		for _, name := range append(recordTables(), chainTable, asideTable) {
			for _, k := range t.under(name, nil, nil, 0) {
				if err := kv.Delete(name, k); err != nil {
					return err
				}
			}
		}
		return t.upgrade(uint64(Schema())) // which empties the indexes, too
	})
}

func (t tx) importLines(r io.Reader) error {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine)
	sum := crc32.NewIEEE()
	n := 0
	for scanner.Scan() {
		if last, ok := readEnd(scanner.Bytes()); ok {
			if last != (end{n, fmt.Sprintf("%08x", sum.Sum32())}) {
				return fmt.Errorf("the export has been changed, or has lost lines, since it was written: use another copy of it")
			}
			return nil
		}
		n++
		if err := t.importLine(scanner.Bytes(), n == 1); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		sum.Write(append(bytes.Clone(scanner.Bytes()), '\n'))
	}
	if err := scanner.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	if n == 0 {
		return errors.New("there is nothing to import")
	}
	return errors.New("the export is cut short: its last line is missing; use another copy of it")
}

// readEnd reads the last line of an export.
func readEnd(text []byte) (end, bool) {
	var last end
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&last)
	return last, err == nil && last.CRC != ""
}

func (t tx) importLine(text []byte, first bool) error {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return fmt.Errorf("this is no line of an export: %w", err)
	}
	key, err := hex.DecodeString(l.Key)
	if err != nil || len(key) == 0 {
		return fmt.Errorf("%q is no key", l.Key)
	}
	if !slices.Contains(recordTables(), l.Table) {
		return fmt.Errorf("there is no table %q", l.Table)
	}
	if isSchema := l.Table == metaTable && bytes.Equal(key, schemaKey); isSchema != first {
		return errors.New("an export begins with its schema, and names it once")
	}
	if n, err := strconv.Atoi(string(l.Value)); first && (err != nil || n < 1 || n > Schema()) {
		return fmt.Errorf("the export is of schema %.20s, this raumbot reads up to %d: import it with the raumbot that wrote it, or a newer one", l.Value, Schema())
	}
	if len(l.Value) == 0 {
		return errors.New("the record has no value")
	}
	return t.kv.Put(l.Table, key, l.Value)
}
