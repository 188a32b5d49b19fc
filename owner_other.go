//go:build !unix

package main

// ownLike does nothing where files of one folder have one owner.
func ownLike(string, string) error { return nil }
