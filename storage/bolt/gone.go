package bolt

import (
	"os"
	"time"

	"raumbot/storage/kv"
)

// A file that is deleted or replaced while the program runs still accepts writes, which are lost
// when the program ends. So every update checks before and after that the file exists, and a view
// does if the last check was more than lookEvery ago.

// lookEvery is the interval at which views check that the file still exists.
const lookEvery = time.Second

// present returns an error if the file is no longer at the path where it was opened.
func (b *Engine) present() error {
	b.looked.Store(time.Now().UnixNano())
	if now, err := os.Stat(b.path); err != nil || !os.SameFile(now, b.file) {
		return kv.ErrGone
	}
	return nil
}

// presentLately is present, but skips the check if the last one was less than lookEvery ago.
func (b *Engine) presentLately() error {
	if time.Since(time.Unix(0, b.looked.Load())) < lookEvery {
		return nil
	}
	return b.present()
}
