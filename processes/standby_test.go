package processes

import (
	"net/http"
	"strings"
	"testing"

	"raumbot/storage"
	"raumbot/storage/storagetest"
)

// TestStandbyIsHealthy asks the monitor of a process that stands by: it is well, and not ready
// before it has taken over.
func TestStandbyIsHealthy(t *testing.T) {
	t.Parallel()
	url := storagetest.Postgres(t)
	owner, err := storage.Connect(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	p := startConsole(t, url, "RAUMBOT_MONITOR="+address)
	defer owner.Close() // or the process would wait for ever
	p.hears("stands by")
	code := func(path string) int {
		t.Helper()
		response, err := (&http.Client{Timeout: hangs}).Get("http://" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	if health, ready := code("/healthz"), code("/readyz"); health != http.StatusOK || ready != http.StatusServiceUnavailable {
		t.Errorf("while it stands by, health is %d and readiness %d", health, ready)
	}
	if err := owner.Close(); err != nil {
		t.Fatal(err)
	}
	await(t, "readiness", func() bool { return code("/readyz") == http.StatusOK })
	if health := code("/healthz"); health != http.StatusOK {
		t.Errorf("after it has taken over, health is %d", health)
	}
}

// TestStandby kills the process that owns the database, and checks that the standby process takes
// over.
func TestStandby(t *testing.T) {
	t.Parallel()
	url := storagetest.Postgres(t)
	first, second := startConsole(t, url), (*consoleProcess)(nil)
	first.say("ada: challenge ben raumschach white\nben: accept\nada: ab2-ab3\n")
	first.hears("ab2-ab3")
	second = startConsole(t, url)
	second.hears("stands by")
	if code, _, errs := runCommand(t, url, "", "db", "migrate"); code != 1 || !strings.Contains(errs, "in use by another raumbot") {
		t.Errorf("beside a bot that runs: %d %s", code, errs)
	}
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	second.say("ben: log\nben: ec4-ec3\n")
	second.hears("ab2-ab3")
	second.hears("ec4-ec3")
}
