//go:build !linux

package bolt

import "go.etcd.io/bbolt"

// trim does nothing on systems where the effect of madvise is not known.
func trim(*bbolt.Tx) {}
