//go:build unix

package storagetest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// plainUser returns the user to run the server as if the tests run as root, which PostgreSQL
// refuses.
func plainUser() (uid, gid int, err error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, wrong := strconv.Atoi(u.Uid)
		gid, also := strconv.Atoi(u.Gid)
		if wrong == nil && also == nil {
			return uid, gid, nil
		}
	}
	return 0, 0, fmt.Errorf("%w for root, and there is no user postgres or nobody", ErrNoServer)
}

// own gives the folder to the user who will run the server.
func (s *Server) own() error {
	if os.Getuid() != 0 {
		return nil
	}
	uid, gid, err := plainUser()
	if err != nil {
		return err
	}
	return os.Chown(s.Folder, uid, gid)
}

// lowerRights makes a command run as an unprivileged user.
func (s *Server) lowerRights(cmd *exec.Cmd) {
	if os.Getuid() != 0 {
		return
	}
	if uid, gid, err := plainUser(); err == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
}
