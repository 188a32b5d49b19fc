package bolt

import (
	"syscall"

	"go.etcd.io/bbolt"
)

// trim lets go of the pages of the file that the process has in its memory map. The system keeps
// those that are used in its own cache, and gives them back at a touch; without this, everything ever read
// counts as the process's memory. It runs within a transaction, while the map stands.
func trim(tx *bbolt.Tx) {
	// An error would mean that the pages stay, which harms nobody.
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, tx.DB().Info().Data, uintptr(tx.Size()), syscall.MADV_DONTNEED)
}
