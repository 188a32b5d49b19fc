package bolt

import (
	"syscall"

	"go.etcd.io/bbolt"
)

// trim releases the pages of the memory map that the process has touched. The system keeps
// frequently used ones in its page cache, from where they return on access; without this, everything
// ever read counts as the process's memory. It must run in a transaction, during which the map cannot change.
func trim(tx *bbolt.Tx) {
	// If it fails the pages stay in memory, which does no harm.
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, tx.DB().Info().Data, uintptr(tx.Size()), syscall.MADV_DONTNEED)
}
