package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raumbot/config"
)

// FuzzLoad loads arbitrary text: the result is a valid configuration, or an error that names the
// file.
func FuzzLoad(f *testing.F) {
	example, err := os.ReadFile("../docs/deploy/raumbot.example.toml")
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{string(example), "", "database = 'x'", "[limits]\nuser = -1", "[limits]\nuser = 1e9", "a.b.c = []", "\xff", "database = \"\\u0000\"", "log_level = 'loud'", "[[console]]"} {
		f.Add(text)
	}
	path := filepath.Join(f.TempDir(), "raumbot.toml")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load(path, func(string) string { return "" })
		switch {
		case err != nil && err.Error() == "":
			t.Error("an error says nothing")
		case err == nil && (c.Database == "" || min(c.Limits.User, c.Limits.Room, c.Limits.Play) < 0 || !strings.HasSuffix(c.PictureFolder(), "-pictures") && c.Console.Pictures == ""):
			t.Errorf("%q is taken for %+v", text, c)
		}
	})
}
