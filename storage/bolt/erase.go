package bolt

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"raumbot/storage/kv"
)

// Deleted data stay in free pages of the file until these are reused. Erasing overwrites them. A page may
// be overwritten if it can be reached from neither of the two meta pages: the current one, from which everybody
// reads, and the previous one, which the database would fall back to if the current one were lost in a crash.
// Meanwhile no update runs, and no view that began earlier.

// eraseAtOnce is the number of pages handled at a time while updates wait.
const eraseAtOnce = 256

// erasePatience is how long erasing waits for a running view, such as a copy.
const erasePatience = 10 * time.Second

var errBusy = errors.New("something has been reading the database for long")

// Erase implements [kv.File].
func (b *Engine) Erase(ctx context.Context) (pages int, err error) {
	file, err := os.OpenFile(b.path, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	err = b.guarded(func() error {
		next, waited := uint64(0), time.Now()
		for {
			if err := ctx.Err(); err != nil {
				return err
			}
			n, at, err := b.erasePart(file, next)
			switch {
			case errors.Is(err, errBusy) && time.Since(waited) < erasePatience:
				time.Sleep(time.Millisecond)
				continue
			case err != nil:
				return err
			}
			pages += n
			if at == 0 {
				return file.Sync()
			}
			next, waited = at, time.Now()
		}
	})
	return pages, err
}

// erasePart overwrites free pages in a range that begins at from, and returns where the next range begins; zero at the end.
func (b *Engine) erasePart(file *os.File, from uint64) (erased int, next uint64, err error) {
	b.waiting.Add(1)
	b.writing.Lock()
	b.waiting.Add(-1)
	defer b.writing.Unlock()
	if b.open != nil {
		b.settle()
	}
	if err := b.present(); err != nil {
		return 0, 0, err
	}
	if b.db.Stats().OpenTxN > 0 {
		return 0, 0, errBusy
	}
	size := b.db.Info().PageSize
	unused, err := unusedPages(file, size)
	if err != nil {
		return 0, 0, err
	}
	i, _ := slices.BinarySearch(unused, from)
	page, zero := make([]byte, size), make([]byte, size)
	for _, id := range unused[i:min(i+eraseAtOnce, len(unused))] {
		if _, err := file.ReadAt(page, int64(id)*int64(size)); err != nil {
			return erased, 0, err
		}
		if bytes.Equal(page, zero) {
			continue
		}
		if _, err := file.WriteAt(zero, int64(id)*int64(size)); err != nil {
			return erased, 0, err
		}
		erased++
	}
	if i+eraseAtOnce < len(unused) {
		next = unused[i+eraseAtOnce]
	}
	return erased, next, nil
}

// unusedPages returns the pages that both meta pages list as free, in ascending order.
func unusedPages(file *os.File, size int) ([]uint64, error) {
	times := map[uint64]int{}
	for n := range 2 {
		w := &pageWalk{file: file, size: size}
		m, ok := w.metaPage(n)
		if !ok {
			return nil, errNoMeta
		}
		w.seen = make([]bool, m.pages)
		page, err := w.page(m.freelist, freelistPage)
		if err != nil {
			return nil, err
		}
		ids, ok := freeIDs(page)
		if page == nil || !ok {
			return nil, kv.ErrDamaged
		}
		for _, id := range ids {
			times[id]++
		}
	}
	var unused []uint64
	for id, n := range times {
		if n == 2 && id > 1 {
			unused = append(unused, id)
		}
	}
	slices.Sort(unused)
	return unused, nil
}

var errNoMeta = errors.New("one of the two pages that tell what was kept last is damaged: `raumbot db check` says more")
