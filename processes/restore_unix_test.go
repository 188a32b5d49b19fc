//go:build unix

package processes

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestRestoreKeepsPlaceAndOwner restores a database that is a link to another folder and owned by
// another user: it must stay in place and usable by the bot.
func TestRestoreKeepsPlaceAndOwner(t *testing.T) {
	t.Parallel()
	const somebody = 65532
	dir, far := t.TempDir(), t.TempDir()
	db, place, backup := filepath.Join(dir, "a.db"), filepath.Join(far, "far.db"), filepath.Join(dir, "b.db")
	export, fresh := filepath.Join(dir, "a.txt"), filepath.Join(far, "fresh.db")
	if err := os.Symlink(place, db); err != nil {
		t.Fatal(err)
	}
	mustRun := func(database string, args ...string) {
		t.Helper()
		if code, out, errs := runCommand(t, database, "", args...); code != 0 {
			t.Fatalf("%v: %s%s", args, out, errs)
		}
	}
	if code, _, errs := runCommand(t, db, "alice: challenge bob raumschach\n", "console", "--pictures", t.TempDir()); code != 0 {
		t.Fatal(errs)
	}
	mustRun(db, "db", "backup", backup)
	mustRun(db, "db", "export", export)
	root := os.Geteuid() == 0
	if root {
		for _, path := range []string{place, far} {
			if err := os.Chown(path, somebody, somebody); err != nil {
				t.Skip("files cannot be given away here:", err)
			}
		}
	}
	mustRun(db, "db", "restore", backup)
	mustRun(fresh, "db", "import", export)
	if to, err := os.Readlink(db); err != nil || to != place {
		t.Errorf("the link leads to %q: %v", to, err)
	}
	for _, path := range []string{place, fresh} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if owner := info.Sys().(*syscall.Stat_t); root && (owner.Uid != somebody || owner.Gid != somebody) || info.Mode().Perm() != 0o600 {
			t.Errorf("%s is of %d, %v", path, owner.Uid, info.Mode())
		}
	}
}
