//go:build !linux

package storage

import "go.etcd.io/bbolt"

// trim does nothing where the system is not known to give pages back at a touch.
func trim(*bbolt.Tx) {}
