package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// TestSecretHides prints a secret in every way, by itself and within other values.
func TestSecretHides(t *testing.T) {
	const word = "hunter2"
	type outer struct {
		Public Secret
		inner  Secret
	}
	s := NewSecret(word)
	var out bytes.Buffer
	for _, v := range []any{s, &s, []Secret{s}, outer{s, s}, &outer{s, s}, map[string]outer{"a": {s, s}}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t"} {
			fmt.Fprintf(&out, verb+"\n", v)
		}
		fmt.Fprintln(&out, v)
		if err := json.NewEncoder(&out).Encode(v); err != nil {
			t.Fatal(err)
		}
		slog.New(slog.NewTextHandler(&out, nil)).Info("m", "v", v)
		slog.New(slog.NewJSONHandler(&out, nil)).Info("m", "v", v)
	}
	if err := toml.NewEncoder(&out).Encode(outer{s, s}); err != nil {
		t.Fatal(err)
	}
	for _, leak := range []string{word, fmt.Sprintf("%x", word), fmt.Sprintf("%X", word)} {
		if strings.Contains(out.String(), leak) {
			t.Errorf("%s is printed:\n%s", leak, out.String())
		}
	}
	if s.Reveal() != word || s.IsZero() || !NewSecret("").IsZero() || (Secret{}).Reveal() != "" {
		t.Errorf("revealed %q", s.Reveal())
	}
}

func TestReadSecret(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil { // regardless of the umask
			t.Fatal(err)
		}
		return path
	}
	good := write("good", "from-file\n", 0o600)
	strict := write("strict", "from-strict", 0o400)
	for _, c := range []struct {
		name        string
		environment map[string]string
		file        string
		want        string
		problem     string // part of the error
	}{
		{name: "none"},
		{name: "environment", environment: map[string]string{"TOKEN": " from-env "}, file: good, want: "from-env"},
		{name: "file of the environment", environment: map[string]string{"TOKEN_FILE": strict}, file: good, want: "from-strict"},
		{name: "file of the configuration", file: good, want: "from-file"},
		{name: "both", environment: map[string]string{"TOKEN": "a", "TOKEN_FILE": good}, problem: "both set"},
		{name: "group", file: write("group", "s3cret", 0o640), problem: "chmod 600"},
		{name: "all", file: write("all", "s3cret", 0o604), problem: "chmod 600"},
		{name: "writable by others", file: write("written", "s3cret", 0o602), problem: "chmod 600"},
		{name: "missing", file: filepath.Join(dir, "none"), problem: "there is no file"},
		{name: "folder", file: dir, problem: "is no file"},
		{name: "empty", file: write("empty", " \n", 0o600), problem: "the secret is empty"},
		{name: "lines", file: write("lines", "s3cret\ns3cret\n", 0o600), problem: "several lines"},
		{name: "long", file: write("long", strings.Repeat("s3cret", 1000), 0o600), problem: "more than 4096 bytes"},
		{name: "control characters", environment: map[string]string{"TOKEN": "s3cret\x1b[2J"}, problem: "control characters"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.problem == "chmod 600" && runtime.GOOS == "windows" {
				t.Skip("there are no such permissions on Windows")
			}
			got, err := readSecret(func(name string) string { return c.environment[name] }, "TOKEN", c.file)
			switch {
			case c.problem == "" && err != nil:
				t.Error(err)
			case c.problem != "" && (err == nil || !strings.Contains(err.Error(), c.problem)):
				t.Errorf("got error %v, want one with %q", err, c.problem)
			case err != nil && strings.Contains(err.Error(), "s3cret"):
				t.Errorf("the error tells the secret: %v", err)
			case got.Reveal() != c.want:
				t.Errorf("got %q, want %q", got.Reveal(), c.want)
			}
		})
	}
}
