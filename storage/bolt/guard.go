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

// guarded runs a function that reads or writes the file. A damaged page makes bbolt panic or access
// memory outside the map. Both become [kv.ErrDamaged], and the database is not used any more.
// Panics that do not come from bbolt are passed on.
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
			err = damage(r)
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

// damage returns the error for a panic that was caused by reading a damaged file.
func damage(r any) error {
	if _, ok := r.(runtime.Error); ok { // its text describes the program, not the file
		return fmt.Errorf("%w: a page leads out of it, as in a file that was cut off", kv.ErrDamaged)
	}
	return fmt.Errorf("%w: %v", kv.ErrDamaged, r)
}

// isDiskError reports whether an error came from reading or writing the disk. The system's page
// cache may then differ from the disk, and a later success would not repair that. So the file is
// not used until it is opened again. Most systems remount a failing disk read-only, and bbolt may
// give up its mapping.
func isDiskError(err error) bool {
	if err == nil || errors.Is(err, bolterrors.ErrInvalidMapping) {
		return err != nil
	}
	return slices.ContainsFunc([]syscall.Errno{syscall.EIO, syscall.EROFS, syscall.ENXIO, syscall.ESTALE}, func(of syscall.Errno) bool {
		// bbolt does not wrap all errors
		return errors.Is(err, of) || strings.HasSuffix(err.Error(), of.Error())
	})
}

// isFault reports whether a panic is a memory access outside the file's map, which a pointer read
// from a damaged page may cause.
func isFault(r any) bool {
	_, ok := r.(interface{ Addr() uintptr })
	return ok
}

// panicOfBolt reports whether a panic arose in bbolt. It must be called from a deferred
// function that has recovered it.
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
