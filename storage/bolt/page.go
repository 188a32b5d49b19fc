package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
)

// The layout of a bbolt file, as defined by bbolt's internal/common/page.go, meta.go and
// bucket.go. Numbers are in native byte order.
const (
	pageHeader   = 16 // id uint64, flags uint16, count uint16, overflow uint32
	pageElement  = 16 // branch: pos, ksize uint32, child uint64; leaf: flags, pos, ksize, vsize uint32
	bucketHeader = 16 // root, sequence uint64
	// magic, version, size, flags uint32; root, sequence, freelist, pages, txid, checksum uint64
	metaLength = 64

	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10
	bucketLeaf   = 0x01
)

var native = binary.NativeEndian

// pageWalk checks the pages of a file without trusting their references to each other. bbolt does
// trust them, and would follow a cycle of branches forever. Each page is visited once, so that a
// walk always ends.
type pageWalk struct {
	file io.ReaderAt
	size int // page size in bytes
	// branches means that only the first leaf of each branch is visited.
	branches bool
	seen     []bool
	faults   []string
}

// maxFaults limits the number of faults reported.
const maxFaults = 20

func (w *pageWalk) fault(format string, args ...any) {
	if len(w.faults) <= maxFaults {
		w.faults = append(w.faults, fmt.Sprintf(format, args...))
	}
}

// meta holds the contents of a meta page.
type meta struct{ root, freelist, pages, txid uint64 }

// readMeta reads the meta page of a transaction. ok is false if neither page belongs to it.
func (w *pageWalk) readMeta(txid uint64) (meta, bool) {
	for n := range 2 {
		if m, ok := w.metaPage(n); ok && m.txid == txid {
			return m, true
		}
	}
	return meta{}, false
}

// metaPage reads meta page n, 0 or 1; ok is false if it is damaged.
func (w *pageWalk) metaPage(n int) (meta, bool) {
	page := make([]byte, pageHeader+metaLength)
	if _, err := w.file.ReadAt(page, int64(n*w.size)); err != nil {
		return meta{}, false
	}
	page = page[pageHeader:]
	sum := fnv.New64a()
	sum.Write(page[:metaLength-8])
	m := meta{native.Uint64(page[16:]), native.Uint64(page[32:]), native.Uint64(page[40:]), native.Uint64(page[48:])}
	return m, sum.Sum64() == native.Uint64(page[metaLength-8:])
}

// walk checks every page reachable from a meta page, and that all other pages are listed as free.
func (w *pageWalk) walk(ctx context.Context, m meta) error {
	w.seen = make([]bool, m.pages)
	w.seen[0], w.seen[1] = true, true
	if _, err := w.tree(ctx, m.root, nil, nil, true); err != nil || w.branches {
		return err
	}
	return w.freelist(m.freelist)
}

// visit records a reference to a page. It returns false if the page does not exist or has been
// visited before.
func (w *pageWalk) visit(id uint64) bool {
	switch {
	case id < 2 || id >= uint64(len(w.seen)):
		w.fault("page %d is pointed to, and the file has %d", id, len(w.seen))
	case w.seen[id]:
		w.fault("page %d is pointed to twice", id)
	default:
		w.seen[id] = true
		return true
	}
	return false
}

// page reads a page with its overflow pages. It returns nil if the page is not of one of the kinds.
func (w *pageWalk) page(id uint64, kinds ...uint16) ([]byte, error) {
	if !w.visit(id) {
		return nil, nil
	}
	header := make([]byte, pageHeader)
	if _, err := w.file.ReadAt(header, int64(id)*int64(w.size)); err != nil {
		return nil, err
	}
	overflow := uint64(native.Uint32(header[12:]))
	is := native.Uint16(header[8:])
	if native.Uint64(header) != id || !slices.Contains(kinds, is) || id+overflow >= uint64(len(w.seen)) {
		w.fault("page %d is damaged: it calls itself page %d of kind %d, with %d more", id, native.Uint64(header), is, overflow)
		return nil, nil
	}
	for n := id + 1; n <= id+overflow; n++ {
		if w.seen[n] {
			w.fault("page %d is used twice", n)
			return nil, nil
		}
		w.seen[n] = true
	}
	page := make([]byte, (overflow+1)*uint64(w.size))
	_, err := w.file.ReadAt(page, int64(id)*int64(w.size))
	return page, err
}

// tree checks a tree of pages whose keys must be at least low and less than high, where nil means
// no bound. It reports whether the tree is a single leaf.
func (w *pageWalk) tree(ctx context.Context, id uint64, low, high []byte, root bool) (leaf bool, err error) {
	page, err := w.page(id, branchPage, leafPage)
	if page == nil || err != nil {
		return false, err
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	name := fmt.Sprintf("page %d", id)
	if native.Uint16(page[8:]) == leafPage {
		return true, w.leaf(ctx, name, page, low, high, root)
	}
	keys, ok := w.keys(name, page, low, high)
	leaves := false // whether the children are leaves: all branches of a tree have the same height
	for i, key := range keys {
		child := native.Uint64(page[pageHeader+i*pageElement+8:])
		next := high
		if i+1 < len(keys) {
			next = keys[i+1]
		}
		if leaves && w.branches && !root {
			w.visit(child)
		} else if leaves, err = w.tree(ctx, child, key, next, root); err != nil {
			return false, err
		}
	}
	if ok && len(keys) == 0 {
		w.fault("page %d is a branch without leaves", id)
	}
	return false, nil
}

// leaf checks a leaf. In the root tree it also checks the tables that the leaf refers to.
func (w *pageWalk) leaf(ctx context.Context, name string, page []byte, low, high []byte, root bool) error {
	keys, _ := w.keys(name, page, low, high)
	for i, key := range keys {
		element := page[pageHeader+i*pageElement:]
		isBucket := native.Uint32(element)&bucketLeaf != 0
		if isBucket != root {
			w.fault("%s mixes tables and records", name)
			return nil
		}
		if !root {
			continue
		}
		start := int(native.Uint32(element[4:]) + native.Uint32(element[8:]))
		value := element[start : start+int(native.Uint32(element[12:]))]
		if len(value) < bucketHeader {
			w.fault("%s: table %q has no beginning", name, key)
			continue
		}
		if id := native.Uint64(value); id != 0 {
			if _, err := w.tree(ctx, id, nil, nil, false); err != nil {
				return err
			}
		} else if inline := value[bucketHeader:]; len(inline) < pageHeader || native.Uint16(inline[8:]) != leafPage {
			w.fault("%s: table %q is no leaf", name, key)
		} else if err := w.leaf(ctx, fmt.Sprintf("%s: table %q", name, key), inline, nil, nil, false); err != nil {
			return err
		}
	}
	return nil
}

// keys returns the keys of a page; ok is false if they are out of order or out of bounds.
func (w *pageWalk) keys(name string, page, low, high []byte) (keys [][]byte, ok bool) {
	count := int(native.Uint16(page[10:]))
	if pageHeader+count*pageElement > len(page) {
		w.fault("%s has %d elements, more than fit", name, count)
		return nil, false
	}
	for i := range count {
		element := page[pageHeader+i*pageElement:]
		pos, length, value := uint64(native.Uint32(element)), uint64(native.Uint32(element[4:])), uint64(0)
		if native.Uint16(page[8:]) == leafPage {
			pos, length, value = length, uint64(native.Uint32(element[8:])), uint64(native.Uint32(element[12:]))
		}
		if pos < pageElement || pos+length+value > uint64(len(element)) {
			w.fault("%s: element %d lies outside", name, i)
			return nil, false
		}
		key := element[pos : pos+length]
		if len(keys) > 0 && bytes.Compare(keys[i-1], key) >= 0 || low != nil && bytes.Compare(key, low) < 0 || high != nil && bytes.Compare(key, high) >= 0 {
			w.fault("%s: key %x is out of order", name, key)
			return nil, false
		}
		keys = append(keys, key)
	}
	return keys, true
}

// freelist compares the list of free pages with the pages in use.
func (w *pageWalk) freelist(id uint64) error {
	page, err := w.page(id, freelistPage)
	if page == nil || err != nil {
		return err
	}
	ids, ok := freeIDs(page)
	if !ok {
		w.fault("the list of free pages names more than fit")
		return nil
	}
	for _, free := range ids {
		switch {
		case free < 2 || free >= uint64(len(w.seen)):
			w.fault("page %d is listed as free, and the file has %d", free, len(w.seen))
			continue
		case w.seen[free]:
			w.fault("page %d is listed as free, and is in use or listed twice", free)
		}
		w.seen[free] = true
	}
	for id, seen := range w.seen {
		if !seen {
			w.fault("page %d is neither in use nor listed as free", id)
		}
	}
	return nil
}

// freeIDs reads the list of free pages; ok is false if it has more entries than fit.
func freeIDs(page []byte) (free []uint64, ok bool) {
	count, ids := uint64(native.Uint16(page[10:])), page[pageHeader:]
	if count == 0xFFFF {
		count, ids = native.Uint64(ids), ids[8:]
	}
	if count > uint64(len(ids)/8) {
		return nil, false
	}
	for i := range count {
		free = append(free, native.Uint64(ids[i*8:]))
	}
	return free, true
}
