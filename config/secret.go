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

// Secret is a token or a password. However it is printed, logged or encoded,
// only Reveal tells it. The zero value is no secret.
type Secret struct {
	// A pointer, because fmt calls no methods on unexported fields: printed as
	// part of another value, this shows an address.
	text *string
}

// NewSecret returns a secret; an empty text is none.
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

// hidden is what a secret is printed as.
const hidden = "(secret)"

// String tells whether there is a secret, and never what it is.
func (s Secret) String() string {
	if s.IsZero() {
		return "(no secret)"
	}
	return hidden
}

// GoString is String.
func (s Secret) GoString() string { return s.String() }

// LogValue is String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText is String, for JSON, TOML and XML.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// readSecret finds a secret: in the environment variable of that name, else in
// the file that the variable with _FILE behind its name gives, else in the
// file of the configuration. There is none if nothing names it. The configuration itself never
// holds a secret: it is shown to people who ask for help.
func readSecret(getenv func(string) string, name, file string) (Secret, error) {
	value, other := getenv(name), getenv(name+"_FILE")
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

// maxSecret bounds a secret, in bytes.
const maxSecret = 4 << 10

// readSecretFile reads a file that nobody but its owner can read or change.
func readSecretFile(path string) (Secret, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Secret{}, fmt.Errorf("there is no file %s to read a secret from", path)
	}
	if err == nil && !info.Mode().IsRegular() { // to open a pipe would wait for ever
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

// mustBePrivate refuses a file that others can read. Windows has no such
// permissions to look at.
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

// parseSecret takes white space off both ends. The error never quotes the text.
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
