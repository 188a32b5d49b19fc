// Package bolt keeps tables in a bbolt file. It is the only package that knows
// bbolt, and how its files are laid out.
//
//	open.go   a file is opened, made, or refused with a sentence for the operator
//	bolt.go   the engine: views, and the end of its use
//	group.go  updates that wait for each other share one transaction of the file
//	tx.go     reads, writes, and how the writes of one update are undone
//	guard.go  what a damaged page or a full disk makes of bbolt becomes an error
//	page.go   walks over the pages of a file without trusting them
//	check.go gone.go  faults of the file, and whether it is still there
//	copy.go compact.go erase.go  copies, without what was deleted or with it overwritten
//	trim_*.go returns memory that the file's pages occupy
package bolt
