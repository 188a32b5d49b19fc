package storage

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// chainTable holds, for each log, the number of entries and the checksum of the last.
const chainTable kv.Table = "chains"

// chain follows the entries of a log, whose checksums each include that of the previous entry.
type chain struct {
	log   []byte // key of the game
	count uint32
	sum   uint32
}

var errChain = errors.New("entries are missing, or are not in their places")

// pass advances to the next entry of the log, or to the first of another log. It returns the
// checksum that the entry must have. An entry without a checksum is from an earlier schema.
func (c *chain) pass(k, value []byte) (sum uint32, text []byte, err error) {
	if len(k) != 16 {
		return 0, nil, errors.New("its key has another form")
	}
	if !bytes.Equal(c.log, k[:8]) {
		*c = chain{log: bytes.Clone(k[:8])}
	}
	kept, text, sealed := split(value)
	if !sealed {
		text = value
	}
	c.count++
	c.sum = checksum(c.sum, entries.table, k, text)
	if sealed && kept != c.sum {
		return 0, nil, errChecksum
	}
	return c.sum, text, nil
}

// value returns the chain's value in chainTable.
func (c *chain) value() []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, c.count), c.sum)
}

// readChain reads the chain of a log from chainTable.
func (t tx) readChain(log []byte) (chain, error) {
	value := t.kv.Get(chainTable, log)
	switch len(value) {
	case 0:
		return chain{log: log}, nil
	case 8:
		return chain{log, binary.BigEndian.Uint32(value), binary.BigEndian.Uint32(value[4:])}, nil
	}
	return chain{}, damaged(chainTable, log, errChain)
}

// Log implements [bot.GameTx].
func (t tx) Log(id bot.GameID) ([]bot.Entry, error) {
	log := key(id)
	followed := chain{log: log}
	var all []bot.Entry
	for k, v := range t.kv.Scan(entries.table, log) {
		if !bytes.HasPrefix(k, log) {
			break
		}
		_, text, err := followed.pass(k, v)
		if _, _, sealed := split(v); err == nil && !sealed && !t.migrating {
			err = errNoChecksum
		}
		var e bot.Entry
		if err == nil {
			err = json.Unmarshal(text, &e)
		}
		if err != nil {
			return nil, damaged(entries.table, k, err)
		}
		all = append(all, e)
	}
	if kept, err := t.readChain(log); err != nil {
		return nil, err
	} else if !t.migrating && (kept.count != followed.count || kept.sum != followed.sum) {
		return nil, damaged(entries.table, log, errChain)
	}
	return all, nil
}

// LogLength implements [bot.GameTx].
func (t tx) LogLength(id bot.GameID) (int, error) {
	end, err := t.readChain(key(id))
	return int(end.count), err
}

// AppendLog implements [bot.GameTx].
func (t tx) AppendLog(id bot.GameID, e bot.Entry) error {
	n, err := t.next("last entry")
	if err != nil {
		return err
	}
	end, err := t.readChain(key(id))
	if err != nil {
		return err
	}
	return t.appendEntry(&end, key(id, n), e)
}

// appendEntry writes an entry at the end of a chain.
func (t tx) appendEntry(end *chain, k []byte, e bot.Entry) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	sum, _, err := end.pass(k, text)
	if err != nil {
		return err
	}
	if err := t.kv.Put(entries.table, k, seal(sum, text)); err != nil {
		return err
	}
	return t.kv.Put(chainTable, k[:8], end.value())
}

// RewriteLog implements [bot.GameTx].
func (t tx) RewriteLog(id bot.GameID, log []bot.Entry) error {
	if _, err := t.Log(id); err != nil { // a damaged log must not get valid checksums
		return err
	}
	keys := t.under(entries.table, key(id), nil, 0)
	if len(keys) != len(log) {
		return fmt.Errorf("a log of %d entries rewritten with %d", len(keys), len(log))
	}
	end := chain{log: key(id)}
	for i, k := range keys {
		if err := t.appendEntry(&end, k, log[i]); err != nil {
			return err
		}
	}
	return nil
}

// deleteLog deletes a log.
func (t tx) deleteLog(id bot.GameID) error {
	for _, k := range t.under(entries.table, key(id), nil, 0) {
		if err := entries.drop(t, k); err != nil {
			return err
		}
	}
	return t.kv.Delete(chainTable, key(id))
}

// checkLogs verifies the chains of all logs.
func (t tx) checkLogs() (faults []string) {
	fault := func(log []byte, err error) {
		faults = append(faults, fmt.Sprintf("%s: the log of game %d is damaged: %v", entries.table, lastNumber(log), err))
	}
	var followed chain
	broken := false
	end := func() {
		kept, err := t.readChain(followed.log)
		switch {
		case broken || followed.log == nil:
		case err != nil:
			fault(followed.log, err)
		case !bytes.Equal(kept.value(), followed.value()):
			fault(followed.log, errChain)
		}
	}
	for k, v := range t.kv.Scan(entries.table, nil) {
		if len(k) != 16 {
			continue // reported by checkRecords
		}
		if !bytes.Equal(followed.log, k[:8]) {
			end()
			broken = false
		}
		_, _, sealed := split(v)
		if _, _, err := followed.pass(k, v); err != nil && !broken {
			fault(k[:8], err)
			broken = true
		}
		broken = broken || !sealed // reported by checkRecords
	}
	end()
	for k := range t.kv.Scan(chainTable, nil) {
		if len(t.under(entries.table, k, nil, 1)) == 0 {
			faults = append(faults, fmt.Sprintf("%s: record %x is of a log that is gone", chainTable, k))
		}
	}
	return faults
}
