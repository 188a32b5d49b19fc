package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"runtime"
	"strings"
)

// Secret is a token or a password. Printing, logging or encoding it never reveals it;
// only Reveal does. The zero value is no secret.
type Secret struct {
	// A pointer, because fmt does not call methods on unexported fields: as part of another
	// value it prints an address.
	text *string
}

// NewSecret returns a secret; an empty text makes none.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{&text}
}

// Reveal returns the secret itself, empty for none.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// IsZero reports whether there is no secret.
func (s Secret) IsZero() bool { return s.text == nil }

// hidden is printed instead of a secret.
const hidden = "(secret)"

// String returns a placeholder that shows only whether there is a secret.
func (s Secret) String() string {
	if s.IsZero() {
		return "(no secret)"
	}
	return hidden
}

// GoString returns String.
func (s Secret) GoString() string { return s.String() }

// LogValue returns String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText returns String, for JSON, TOML and XML.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// readSecret reads a secret: from the environment variable name, else from the file
// named by that variable with the suffix _FILE, else from the configured file. It is
// zero if none is given. Secrets are never part of the configuration file, because that
// is shown to people who help.
func readSecret(getenv func(string) string, name, file string) (Secret, error) {
	value, other := getenv(name), strings.TrimSpace(getenv(name+"_FILE"))
	switch {
	case value != "" && other != "":
		return Secret{}, fmt.Errorf("%s and %s_FILE are both set: set one of them", name, name)
	case value != "":
		s, err := parseSecret(value)
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return s, err
	case other != "":
		file = other
	}
	if file == "" {
		return Secret{}, nil
	}
	return readSecretFile(file)
}

// maxSecret is the greatest length of a secret, in bytes.
const maxSecret = 4 << 10

// readSecretFile reads a file that only its owner can read or change.
func readSecretFile(path string) (Secret, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Secret{}, fmt.Errorf("there is no file %s to read a secret from", path)
	}
	if err == nil && !info.Mode().IsRegular() { // opening a pipe would block
		err = fmt.Errorf("%s is no file: a secret is read from a file", path)
	}
	if err != nil {
		return Secret{}, err
	}
	f, err := os.Open(path)
	if err != nil {
		return Secret{}, err
	}
	defer f.Close()
	if err := mustBePrivate(f); err != nil {
		return Secret{}, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxSecret+1))
	var s Secret
	if err == nil {
		s, err = parseSecret(string(text))
	}
	if err != nil {
		return Secret{}, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// mustBePrivate returns an error if others can read a file. Windows has no such
// permissions to check.
func mustBePrivate(f *os.File) error {
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s holds a secret, and others can read it: chmod 600 %s", f.Name(), f.Name())
	}
	return nil
}

// parseSecret trims white space. The error never contains the text.
func parseSecret(text string) (Secret, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return Secret{}, errors.New("the secret is empty")
	case len(text) > maxSecret:
		return Secret{}, fmt.Errorf("this is no secret: it has more than %d bytes", maxSecret)
	case strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return Secret{}, errors.New("this is no secret: it has several lines or control characters")
	}
	return NewSecret(text), nil
}
