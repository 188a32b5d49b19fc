//go:build unix

package bolt

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"raumbot/storage/kv"
)

// TestGroupFullDisk has one update in a group that does not fit on the disk: only that one fails.
func TestGroupFullDisk(t *testing.T) {
	b := openBolt(t)
	if err := b.Update(putting(9, well)); err != nil { // brings the file to its initial size
		t.Fatal(err)
	}
	info, err := os.Stat(b.path)
	if err != nil {
		t.Fatal(err)
	}
	limitFiles(t, uint64(info.Size())+1<<20)
	errs := together(b, putting(0, well),
		func(tx kv.Tx) error { return tx.Put(things, []byte("big"), make([]byte, 64<<20)) }, putting(2, well))
	if errs[0] != nil || errs[2] != nil || !kept(t, b, 0) || !kept(t, b, 2) {
		t.Error("the others were harmed:", errs)
	}
	if !errors.Is(errs[1], kv.ErrFull) {
		t.Error("what does not fit:", errs[1])
	}
}

// limitFiles makes writes beyond a file size fail, as on a full
// disk, until the test ends.
func limitFiles(t *testing.T, bytes uint64) {
	t.Helper()
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Skip("this system has no limit of the length of files:", err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: old.Max}); err != nil {
		t.Skip("this system has no limit of the length of files:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
			t.Error(err)
		}
	})
}
