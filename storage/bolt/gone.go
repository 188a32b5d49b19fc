package bolt

import (
	"os"
	"time"

	"raumbot/storage/kv"
)

// A file that is deleted or replaced under a running program goes on to take
// what is written, and loses it when the program ends. So every update looks for it
// before and after, and a view where nobody has looked for lookEvery.

// lookEvery is how often views look for the file.
const lookEvery = time.Second

// present returns an error if the file is not where it was opened.
func (b *Engine) present() error {
	b.looked.Store(time.Now().UnixNano())
	if now, err := os.Stat(b.path); err != nil || !os.SameFile(now, b.file) {
		return kv.ErrGone
	}
	return nil
}

// presentLately is present, but for what was seen a moment ago.
func (b *Engine) presentLately() error {
	if time.Since(time.Unix(0, b.looked.Load())) < lookEvery {
		return nil
	}
	return b.present()
}
