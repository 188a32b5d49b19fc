// Package bolt implements tables in a bbolt file. It is the only package that imports
// bbolt and depends on its file format.
//
//	open.go   opens or creates a file, with errors that are sentences for the operator
//	bolt.go   the engine: views, and closing
//	group.go  concurrent updates share one transaction of the file
//	tx.go     reads, writes, and the undo of one update's writes
//	guard.go  turns bbolt's panics about damage and disk errors into errors
//	page.go   checks the pages of a file without trusting them
//	check.go gone.go  faults of the file, and whether it is still there
//	copy.go compact.go erase.go  copies; copies without free space; overwriting of deleted records
//	trim_*.go releases the memory of pages that were read
package bolt
