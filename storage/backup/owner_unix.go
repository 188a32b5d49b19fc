//go:build unix

package backup

import (
	"fmt"
	"os"
	"syscall"
)

// OwnLike gives a new file the owner of another file or folder, because an administrator may
// create the database of a bot that runs as another user.
func OwnLike(path, other string) error {
	info, err := os.Stat(other)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 {
		return nil
	}
	if err := os.Lchown(path, int(owner.Uid), int(owner.Gid)); err != nil {
		return fmt.Errorf("%s cannot be given to the owner of %s: %w", path, other, err)
	}
	return nil
}
