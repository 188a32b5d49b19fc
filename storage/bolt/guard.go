package bolt

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	bolterrors "go.etcd.io/bbolt/errors"

	"raumbot/storage/kv"
)

// guarded runs what reads or writes the file. A damaged page makes bbolt
// panic, or fault outside the file's memory; both become [kv.ErrDamaged], and the database is
// not touched again. Panics that are not bbolt's go on.
func (b *Engine) guarded(do func() error) (err error) {
	switch {
	case b.damaged.Load():
		return kv.ErrDamaged
	case b.failed.Load():
		return kv.ErrDisk
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		r := recover()
		if r != nil && !isFault(r) && !panicOfBolt() {
			panic(r)
		}
		if r != nil {
			err = fmt.Errorf("%w: %v", kv.ErrDamaged, r)
		}
		if errors.Is(err, kv.ErrDamaged) {
			b.damaged.Store(true)
		}
		if isDiskError(err) {
			b.failed.Store(true)
			err = fmt.Errorf("%w: %w", kv.ErrDisk, err)
		}
		if kv.IsFull(err) {
			err = fmt.Errorf("%w: %w", kv.ErrFull, err)
		}
	}()
	return do()
}

// isDiskError reports whether the disk could not write or read. What the system has of the file in memory
// may then be other than what the disk has, and a later success would not make that good: the file is left alone until it is opened
// again. Most systems make a disk read-only that could not write; a mapping that bbolt has given up comes from one of these, too.
func isDiskError(err error) bool {
	if err == nil || errors.Is(err, bolterrors.ErrInvalidMapping) {
		return err != nil
	}
	return slices.ContainsFunc([]syscall.Errno{syscall.EIO, syscall.EROFS, syscall.ENXIO, syscall.ESTALE}, func(of syscall.Errno) bool {
		return errors.Is(err, of) || strings.HasSuffix(err.Error(), of.Error()) // bbolt does not wrap all errors
	})
}

// isFault reports whether a panic is an access outside the memory of the
// file: what bbolt returned of a damaged page may be anywhere.
func isFault(r any) bool {
	_, ok := r.(interface{ Addr() uintptr })
	return ok
}

// panicOfBolt reports, in a deferred function that has recovered, whether the
// panic arose in bbolt.
func panicOfBolt() bool {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers[:])])
	panicking := false
	for {
		frame, more := frames.Next()
		switch {
		case frame.Function == "runtime.gopanic" || frame.Function == "runtime.sigpanic":
			panicking = true
		case panicking && !strings.HasPrefix(frame.Function, "runtime."):
			return strings.HasPrefix(frame.Function, "go.etcd.io/bbolt")
		}
		if !more {
			return false
		}
	}
}
