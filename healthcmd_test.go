package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealth(t *testing.T) {
	well := true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/healthz":
			w.WriteHeader(http.StatusNotFound)
		case !well:
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte("the service has done nothing for 1h\n"))
		default:
			_, _ = w.Write([]byte("ok\n"))
		}
	}))
	defer server.Close()
	address := strings.TrimPrefix(server.URL, "http://")
	ask := func(address string, args ...string) (int, string) {
		var out bytes.Buffer
		env := environment{stdout: &out, stderr: &out, getenv: func(name string) string { return map[string]string{"RAUMBOT_MONITOR": address}[name] }}
		return run(t.Context(), env, append([]string{"health"}, args...)), out.String()
	}
	expect := func(code int, words string, gotCode int, got string) {
		t.Helper()
		if gotCode != code || !strings.Contains(got, words) {
			t.Errorf("exit code %d, %q; want %d and %q", gotCode, got, code, words)
		}
	}
	code, text := ask(address)
	expect(0, "ok", code, text)
	well = false
	code, text = ask(address)
	expect(1, "not well: the service has done nothing", code, text)
	code, text = ask("")
	expect(1, "nobody to ask", code, text)
	code, text = ask("127.0.0.1:1") // where nobody listens
	expect(1, "does not answer", code, text)
	code, text = ask(address, "now")
	expect(2, "one word too many", code, text)
}
