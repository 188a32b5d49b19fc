package processes

import (
	"context"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"raumbot/storage/storagetest"
)

// TestMoveOldDatabase moves databases of an older raumbot, which is refused, and leaves them as
// they are.
func TestMoveOldDatabase(t *testing.T) {
	t.Parallel()
	url, dir := storagetest.Postgres(t), t.TempDir()
	file, old := filepath.Join(dir, "old.db"), mustRead(t, "testdata/schema-1-full.db")
	if err := os.WriteFile(file, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	const says = "`raumbot db migrate` brings it to"
	if code, _, errs := runCommand(t, file, "", "db", "migrate", "--to", url); code != 1 || !strings.Contains(errs, says) {
		t.Errorf("a file: %d %s", code, errs)
	}
	if mustRead(t, file) != old {
		t.Error("the file has changed")
	}

	to := filepath.Join(dir, "new.db")
	if code, _, errs := runCommand(t, url, "", "db", "migrate", "--to", to); code != 1 || !strings.Contains(errs, "no raumbot in this schema") {
		t.Errorf("a server without one: %d %s", code, errs)
	}
	if code, _, errs := runCommand(t, url, "", "db", "migrate"); code != 0 {
		t.Fatal(errs)
	}
	bare, schema, _ := strings.Cut(url, "&schema=")
	operator, err := pgx.Connect(t.Context(), bare)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { operator.Close(context.Background()) })
	if _, err := operator.Exec(t.Context(), fmt.Sprintf("update %s.pair set value = '6' where tbl = 'meta' and key = 'schema'", schema)); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := runCommand(t, url, "", "db", "migrate", "--to", to); code != 1 || !strings.Contains(errs, says) {
		t.Errorf("a server: %d %s", code, errs)
	}
	var now string
	if err := operator.QueryRow(t.Context(), fmt.Sprintf("select convert_from(value, 'UTF8') from %s.pair where tbl = 'meta' and key = 'schema'", schema)).Scan(&now); err != nil || now != "6" {
		t.Errorf("on the server the schema is %s now, %v", now, err)
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("a file was made")
	}
}

// TestSameServer moves a database on a server to itself, whose URL is written in another way.
func TestSameServer(t *testing.T) {
	t.Parallel()
	url := storagetest.Postgres(t)
	if code, _, errs := runCommand(t, url, "", "db", "migrate"); code != 0 {
		t.Fatal(errs)
	}
	if code, _, errs := runCommand(t, url, "", "db", "migrate", "--to", url+"&sslmode=disable"); code != 1 || !strings.Contains(errs, "the two databases are the same") {
		t.Errorf("%d %s", code, errs)
	}
}

// TestFailedImport imports into a database on a server what is of no use. It stays empty, so that
// something better can be imported.
func TestFailedImport(t *testing.T) {
	t.Parallel()
	url, dir := storagetest.Postgres(t), t.TempDir()
	file, good, bad := filepath.Join(dir, "file.db"), filepath.Join(dir, "good.txt"), filepath.Join(dir, "bad.txt")
	if code, out, errs := runCommand(t, file, "ada: challenge ben raumschach white\nben: accept\n", "console", "--pictures", dir); code != 0 {
		t.Fatal(out, errs)
	}
	if code, _, errs := runCommand(t, file, "", "db", "export", good); code != 0 {
		t.Fatal(errs)
	}
	var lines []string // without those who play
	all := strings.SplitAfter(mustRead(t, good), "\n")
	for _, line := range all[:len(all)-2] {
		if !strings.HasPrefix(line, `{"table":"players"`) {
			lines = append(lines, line)
		}
	}
	text := strings.Join(lines, "")
	text += fmt.Sprintf("{\"lines\":%d,\"crc32\":\"%08x\"}\n", len(lines), crc32.ChecksumIEEE([]byte(text)))
	if err := os.WriteFile(bad, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}

	for file, says := range map[string]string{filepath.Join(dir, "none.txt"): "no such file", dir: "is a folder"} {
		if code, _, errs := runCommand(t, url, "", "db", "import", file); code != 1 || !strings.Contains(errs, says) {
			t.Errorf("%s: %d %s", file, code, errs)
		}
	}
	if code, _, errs := runCommand(t, url, "", "db", "check"); code != 1 || !strings.Contains(errs, "no raumbot in this schema") {
		t.Errorf("after an import of no file: %d %s", code, errs)
	}
	if code, _, errs := runCommand(t, url, "", "db", "import", bad); code != 1 || !strings.Contains(errs, "does not fit together") {
		t.Errorf("what does not fit: %d %s", code, errs)
	}
	if code, _, errs := runCommand(t, url, "", "db", "import", good); code != 0 {
		t.Errorf("afterwards: %s", errs)
	}
}
