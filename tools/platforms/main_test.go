package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheck checks a program that fits on 64 bits alone, and lacks a function on Windows.
func TestCheck(t *testing.T) {
	directory := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":          "module example\n\ngo 1.26.0\n",
		"main.go":         "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(uint64(large), name()) }\n\nconst large int = 1 << 40\n",
		"name_linux.go":   "package main\n\nfunc name() string { return \"linux\" }\n",
		"name_windows.go": "package main\n\nfunc called() string { return \"windows\" }\n",
	} {
		if err := os.WriteFile(filepath.Join(directory, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for platform, want := range map[string]string{
		"linux/amd64":   "",
		"linux/arm":     "overflows",
		"windows/amd64": "undefined: name",
	} {
		var faults []string
		count, err := check(directory, platform, func(err error) { faults = append(faults, err.Error()) })
		if err != nil || count < 20 {
			t.Errorf("%s: %d packages, %v", platform, count, err)
		}
		if got := strings.Join(faults, "\n"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: found %q, want %q", platform, got, want)
		}
	}
	if _, err := check(directory, "nowhere/else", nil); err == nil {
		t.Error("a platform that does not exist is checked")
	}
}
