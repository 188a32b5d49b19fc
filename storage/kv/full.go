package kv

import (
	"errors"
	"strings"
	"syscall"
)

// IsFull reports whether an error means that a disk or quota is full. Not all
// code wraps such errors, so it also looks at the text.
func IsFull(err error) bool {
	for _, full := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, full) || err != nil && strings.HasSuffix(err.Error(), full.Error()) {
			return true
		}
	}
	return false
}
