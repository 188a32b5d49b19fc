//go:build !linux

package bolt

import "go.etcd.io/bbolt"

// trim does nothing where the system is not known to give pages back at a touch.
func trim(*bbolt.Tx) {}
