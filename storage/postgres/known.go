package postgres

import (
	"strings"
	"sync/atomic"

	"github.com/tidwall/btree"

	"raumbot/storage/kv"
)

// known is a part of the tables: some pairs, and some ranges in which there are no others. Copies share
// memory until they are changed. It is not safe for concurrent use.
type known struct {
	tree *btree.BTreeG[*item]
	size int // estimate of the bytes used
}

// item is a key that exists, or of which it is known that it does not exist. Items are shared between copies: all but
// used is never changed.
type item struct {
	at     string       // see placeOf
	value  []byte       // nil if the key does not exist
	closed bool         // there is no key between this item and the next one
	used   *atomic.Bool // it was read since the cache last looked
}

// pair is a row of the server.
type pair struct {
	at    string
	value []byte
}

func newKnown() *known {
	return &known{tree: btree.NewBTreeGOptions(func(a, b *item) bool { return a.at < b.at }, btree.Options{NoLocks: true})}
}

func (n *known) copy() *known { return &known{n.tree.Copy(), n.size} }

// placeOf returns a string by which keys of all tables are ordered. Names of tables have no zero bytes.
func placeOf(name kv.Table, key []byte) string { return string(name) + "\x00" + string(key) }

// endOf returns a place after all keys of a table.
func endOf(name kv.Table) string { return string(name) + "\x01" }

// after returns the first place after another.
func after(at string) string { return at + "\x00" }

// split is the opposite of placeOf.
func split(at string) (name, key string) {
	name, key, _ = strings.Cut(at, "\x00")
	return name, key
}

// itemSize estimates the bytes used by an item beside its key and value.
const itemSize = 120

func (i *item) size() int { return itemSize + len(i.at) + len(i.value) }

// put inserts or replaces an item.
func (n *known) put(i *item) {
	old, replaced := n.tree.Set(i)
	n.size += i.size()
	if replaced {
		n.size -= old.size()
	}
}

func (n *known) remove(i *item) {
	if _, was := n.tree.Delete(i); was {
		n.size -= i.size()
	}
}

// around returns the item at a place and the last one before it; nil if there is none.
func (n *known) around(at string) (before, here *item) {
	n.tree.Descend(&item{at: at}, func(i *item) bool {
		if i.at == at {
			here = i
			return true
		}
		before = i
		return false
	})
	return before, here
}

// get returns the value of a key, nil if it does not exist; ok is false if that is not known.
func (n *known) get(at string) (value []byte, ok bool) {
	n.tree.Descend(&item{at: at}, func(i *item) bool {
		if i.at == at {
			value = i.value
		}
		if ok = i.at == at || i.closed; ok {
			i.use()
		}
		return false
	})
	return value, ok
}

func (i *item) use() {
	if !i.used.Load() {
		i.used.Store(true)
	}
}

// set changes the value of a key; nil deletes it.
func (n *known) set(at string, value []byte) {
	before, here := n.around(at)
	between := before != nil && before.closed
	switch {
	case here != nil && value == nil && between && here.closed:
		n.remove(here)
	case here != nil:
		n.put(&item{at, value, here.closed, here.used})
	case value != nil || !between:
		n.put(&item{at, value, between, new(atomic.Bool)})
	}
}

// forget makes it unknown what is at a place.
func (n *known) forget(at string) {
	before, here := n.around(at)
	if before != nil && before.closed {
		n.put(&item{before.at, before.value, false, before.used})
	}
	if here != nil {
		n.remove(here)
	}
}

// learn adds that the keys from one place to another, including both, are those of rows; items that are already there
// take precedence. The second place is a row's or the end of a table.
func (n *known) learn(from, to string, rows []pair) {
	before, _ := n.around(from)
	if before != nil && after(before.at) == from && !before.closed {
		before = &item{before.at, before.value, true, before.used}
		n.put(before)
	}
	var old []*item
	n.tree.Ascend(&item{at: from}, func(i *item) bool {
		if i.at <= to {
			old = append(old, i)
		}
		return i.at <= to
	})
	place := func(at string, value []byte) {
		for len(old) > 0 && old[0].at < at {
			n.close(old[0])
			old = old[1:]
		}
		if len(old) > 0 && old[0].at == at {
			if at < to {
				n.close(old[0])
			}
			old = old[1:]
			return
		}
		n.put(&item{at, value, at < to, new(atomic.Bool)})
	}
	if (len(rows) == 0 || rows[0].at != from) && (before == nil || !before.closed) {
		place(from, nil)
	}
	for _, row := range rows {
		place(row.at, row.value)
	}
	if len(rows) == 0 || rows[len(rows)-1].at != to {
		place(to, nil)
	}
}

// close records that no key is between an item and the next.
func (n *known) close(i *item) {
	before, _ := n.around(i.at)
	switch {
	case i.value == nil && before != nil && before.closed:
		n.remove(i)
	case !i.closed:
		n.put(&item{i.at, i.value, true, i.used})
	}
}

// run returns up to limit pairs from a place on, and the place to continue from. more is false at the end of
// the table; if unknown is set, what follows is not known.
func (n *known) run(from, end string, limit int) (pairs []pair, next string, more, unknown bool) {
	next = from
	between := false // it is known that there is no key before the next item
	n.tree.Descend(&item{at: from}, func(i *item) bool {
		between = i.at == from || i.closed
		return false
	})
	more, unknown = true, !between
	if unknown {
		return nil, next, true, true
	}
	n.tree.Ascend(&item{at: from}, func(i *item) bool {
		switch {
		case !between && i.at != next:
			unknown = true
			return false
		case i.at >= end:
			more = false
			return false
		case len(pairs) == limit:
			return false
		}
		if i.value != nil {
			i.use()
			pairs = append(pairs, pair{i.at, i.value})
		}
		between, next = i.closed, after(i.at)
		return true
	})
	return pairs, next, more, more && (unknown || !between && len(pairs) < limit)
}
