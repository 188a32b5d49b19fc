package bolt

import (
	"syscall"

	"go.etcd.io/bbolt"
)

// trim releases the pages of the memory map that the process has touched. Otherwise everything ever
// read would count as the process's memory. The system keeps frequently used pages in its page
// cache, from where they return on access. trim must run in a transaction, during which the map
// cannot change.
func trim(tx *bbolt.Tx) {
	// If it fails the pages stay in memory, which does no harm.
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, tx.DB().Info().Data, uintptr(tx.Size()), syscall.MADV_DONTNEED)
}
