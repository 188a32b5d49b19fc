package main

import (
	"net"
	"net/http"
	"testing"
	"time"

	"raumbot/storage"
	"raumbot/storage/storagetest"
)

// TestStandbyIsHealthy asks the monitor of a process that stands by: it is well, and not ready before it has taken over.
func TestStandbyIsHealthy(t *testing.T) {
	url := storagetest.Postgres(t)
	owner, err := storage.Connect(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
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
	for end := time.Now().Add(hangs); code("/readyz") != http.StatusOK; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it is never ready")
		}
	}
	if health := code("/healthz"); health != http.StatusOK {
		t.Errorf("after it has taken over, health is %d", health)
	}
}
