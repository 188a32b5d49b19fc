package config

import "testing"

// TestWebURL reads public addresses as operators write them: the host is what browsers send.
func TestWebURL(t *testing.T) {
	for public, want := range map[string]string{
		"https://chess.example.org":      "https://chess.example.org",
		"https://Chess.Example.ORG/":     "https://chess.example.org",
		"https://chess.example.org:443":  "https://chess.example.org",
		"https://chess.example.org:8443": "https://chess.example.org:8443",
		"http://localhost:80":            "http://localhost",
		"http://127.0.0.1:8420":          "http://127.0.0.1:8420",
		"http://[0:0::1]:8420":           "http://[::1]:8420",
		"https://Schachbrücke.example":   "https://xn--schachbrcke-0hb.example",
	} {
		w := Web{Listen: "127.0.0.1:8420", Public: public, Guests: guestsAlone}
		if err := w.check(); err != nil {
			t.Errorf("%s: %v", public, err)
		} else if got := w.URL().String(); got != want {
			t.Errorf("%s is taken for %s, not %s", public, got, want)
		}
	}
	if err := (Web{Listen: "127.0.0.1:8420", Public: "https://xn--a.example", Guests: guestsAlone}).check(); err == nil {
		t.Error("a host that nobody can look up is accepted")
	}
}
