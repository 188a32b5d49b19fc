//go:build linux

package processes

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk plays on a disk of half a megabyte until it is full: what cannot be stored is
// refused in plain words, and what was answered is still there once there is space again.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=512k"); err != nil {
		t.Skip("only an administrator can make a small disk:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	db, pictures := filepath.Join(disk, "full.db"), filepath.Join(t.TempDir(), "pictures")
	var script strings.Builder
	for range 190 { // far more than the file's free pages hold
		script.WriteString(`alice@: import [Variant "raumschach"] [White "Ada"] [Black "Ben"] 1. ab2-ab3 eb4-eb3 2. ac2-ac3 ec4-ec3 1-0` + "\n")
	}
	code, out, errs := runCommand(t, db, "alice: challenge bob raumschach white none\nbob: accept 1\nalice: bc2-bc3\n", "console", "--pictures", pictures)
	if code != 0 {
		t.Fatal(out, errs)
	}
	filler := filepath.Join(disk, "filler")
	if err := os.WriteFile(filler, make([]byte, 1<<20), 0o600); err == nil {
		t.Fatal("the disk is not small")
	}
	code, out, errs = runCommand(t, db, script.String(), "console", "--pictures", pictures)
	if !strings.Contains(out+errs, "no room") || strings.Contains(out+errs, "goroutine") {
		t.Errorf("exit code %d: %.2000s %.2000s", code, out, errs)
	}
	if code, out, errs := runCommand(t, db, "", "db", "backup", filepath.Join(disk, "copy.db")); code != 1 || !strings.Contains(errs, "no room") {
		t.Errorf("a backup on the full disk: %d %s%s", code, out, errs)
	}
	if left, _ := filepath.Glob(filepath.Join(disk, ".raumbot-*")); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ say, want string }{{"", "is sound"}, {"bob: game 1\n", "alice"}} {
		args := []string{"db", "check"}
		if c.say != "" {
			args = []string{"console", "--pictures", pictures}
		}
		if code, out, errs := runCommand(t, db, c.say, args...); code != 0 || !strings.Contains(out, c.want) {
			t.Errorf("with room again: %d %s%s", code, out, errs)
		}
	}
}

// TestReadOnlyDatabase opens a database without write permission.
func TestReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	disk := t.TempDir()
	db := filepath.Join(disk, "a.db")
	if os.Geteuid() == 0 { // permissions do not apply to root
		if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=1m"); err != nil {
			t.Skip("no disk can be made read-only here:", err)
		}
		t.Cleanup(func() {
			if err := syscall.Unmount(disk, 0); err != nil {
				t.Error(err)
			}
		})
	}
	if code, _, errs := runCommand(t, db, "alice: challenge bob raumschach\n", "console", "--pictures", t.TempDir()); code != 0 {
		t.Fatal(errs)
	}
	if os.Geteuid() == 0 {
		if err := syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
			t.Skip("no disk can be made read-only here:", err)
		}
	} else if err := os.Chmod(db, 0o400); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := runCommand(t, db, "alice: games\n", "console"); code != 1 || !strings.Contains(errs, "may not write to") {
		t.Errorf("%d %s%s", code, out, errs)
	}
	for _, args := range [][]string{{"db", "check"}, {"db", "backup", filepath.Join(t.TempDir(), "b.db")}, {"db", "export", filepath.Join(t.TempDir(), "b.txt")}} {
		if code, _, errs := runCommand(t, db, "", args...); code != 0 {
			t.Errorf("%v: %s", args, errs)
		}
	}
}
