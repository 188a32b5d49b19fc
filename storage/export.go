package storage

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// line is a record in an export: one JSON object a line.
type line struct {
	Table table           `json:"table"`
	Key   string          `json:"key"` // in hexadecimal
	Value json.RawMessage `json:"value"`
}

// Export writes every record as text, one JSON object a line, the schema
// first. Indexes are left out: they follow from the records.
func (s *Store) Export(w io.Writer) error {
	out := bufio.NewWriter(w)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	err := s.engine.view(func(kv kv) error {
		schema := line{metaTable, hex.EncodeToString(schemaKey), kv.get(metaTable, schemaKey)}
		if err := encoder.Encode(schema); err != nil {
			return err
		}
		for _, name := range recordTables {
			for k, v := range kv.scan(name, nil) {
				if name == metaTable && bytes.Equal(k, schemaKey) {
					continue
				}
				if err := encoder.Encode(line{name, hex.EncodeToString(k), v}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// ExportFile is [Store.Export] to a new file.
func (s *Store) ExportFile(path string) error { return createWhole(path, s.Export) }

// maxLine bounds the length of a line that Import reads.
const maxLine = 16 << 20

// Import reads what Export wrote into an empty store, all of it or nothing.
// The text must be of the schema of this program.
func (s *Store) Import(r io.Reader) error {
	return s.engine.update(func(kv kv) error {
		t := tx{kv}
		for _, name := range recordTables {
			for k := range kv.scan(name, nil) {
				if name != metaTable || !bytes.Equal(k, schemaKey) && !bytes.Equal(k, uptimeKey) {
					return errors.New("the database has records already: import into a new one")
				}
			}
		}
		if err := t.importLines(r); err != nil {
			return err
		}
		return t.eachRef(func(r ref) error { return kv.put(r.table, r.key, nil) })
	})
}

func (t tx) importLines(r io.Reader) error {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine)
	n := 0
	for scanner.Scan() {
		n++
		if err := t.importLine(scanner.Bytes(), n == 1); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := scanner.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	if n == 0 {
		return errors.New("there is nothing to import")
	}
	return nil
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
	if !slices.Contains(recordTables, l.Table) {
		return fmt.Errorf("there is no table %q", l.Table)
	}
	if isSchema := l.Table == metaTable && bytes.Equal(key, schemaKey); isSchema != first {
		return errors.New("an export begins with its schema, and names it once")
	}
	if first && string(l.Value) != fmt.Sprint(Schema()) {
		return fmt.Errorf("the export is of schema %.20s, this raumbot reads %d: import it with the raumbot that wrote it, then migrate the database", l.Value, Schema())
	}
	return t.kv.put(l.Table, key, l.Value)
}
