package kv

import (
	"errors"
	"strings"
	"syscall"
)

// IsFull reports whether an error tells that a disk or quota is full. Not
// everybody wraps what they meet when a file grows, so that its words must do.
func IsFull(err error) bool {
	for _, full := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, full) || err != nil && strings.HasSuffix(err.Error(), full.Error()) {
			return true
		}
	}
	return false
}
