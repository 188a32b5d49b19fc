package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// fileConfig is the configuration as it stands in the file. Its own fields hide those of the
// embedded structs with the same key: these settings have several forms, or parsers that check
// them.
type fileConfig struct {
	*Config
	Database any `toml:"database"`
	Share    any `toml:"share_database"`
	LogLevel any `toml:"log_level"`
	Matrix   struct {
		*Matrix
		Invites   any `toml:"invites"`
		Games     any `toml:"games"`
		Operators any `toml:"operators"`
	} `toml:"matrix"`
	Backup struct {
		*Backup
		Every any `toml:"every"`
	} `toml:"backup"`
}

// readFile reads a TOML file. Unknown keys are errors, because a misspelt one would
// silently have no effect.
func (c *Config) readFile(path string) error {
	text, err := readLimited(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no configuration %s", path)
	}
	if err == nil {
		err = c.decode(text)
	}
	var at lineError
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("raumbot may not read the configuration %s, which has no secrets: chmod 644", path)
	case errors.As(err, &at):
		return fmt.Errorf("%s, line %d: %w", path, at.line, at.err)
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// lineError is an error with the line of the configuration file where it occurred.
type lineError struct {
	line int
	err  error
}

func (e lineError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.err) }

// decode stores the settings of a TOML text. Most errors are of type [lineError].
func (c *Config) decode(text []byte) error {
	file := fileConfig{Config: c}
	file.Matrix.Matrix, file.Backup.Backup = &c.Matrix, &c.Backup
	var syntax, wrong *toml.DecodeError
	var unknown *toml.StrictMissingError
	if err := toml.Unmarshal(text, &map[string]any{}); errors.As(err, &syntax) {
		line, _ := syntax.Position()
		return lineError{line, errors.New(strings.TrimPrefix(syntax.Error(), "toml: "))}
	}
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	switch err := decoder.Decode(&file); {
	case errors.As(err, &unknown):
		return unknownSettings(unknown.Errors)
	case errors.As(err, &wrong): // the value has another type, since the syntax is right
		line, _ := wrong.Position()
		want := expected(reflect.TypeFor[Config](), wrong.Key())
		return lineError{line, fmt.Errorf("%s must be %s", strings.Join(wrong.Key(), "."), want)}
	case err != nil:
		return err
	}
	for _, setting := range []struct {
		key   string
		value any
		parse func(value any) error
	}{
		{"database", file.Database, c.parseDatabase},
		{"share_database", file.Share, c.parseShare},
		{"log_level", file.LogLevel, c.LogLevel.parse},
		{"matrix.invites", file.Matrix.Invites, c.Matrix.Invites.parse},
		{"matrix.games", file.Matrix.Games, c.Matrix.Games.parse},
		{"matrix.operators", file.Matrix.Operators, c.Matrix.Operators.parse},
		{"backup.every", file.Backup.Every, c.Backup.parseEvery},
	} {
		if setting.value == nil {
			continue
		}
		if err := setting.parse(setting.value); err != nil {
			return lineError{lineOf(text, setting.key), err}
		}
	}
	return nil
}

// parseShare reads the setting share_database of earlier versions.
func (c *Config) parseShare(value any) error {
	share, ok := value.(bool)
	if !ok {
		return errors.New("share_database must be true or false")
	}
	c.ShareDatabase = share
	return nil
}

// unknownSettings returns an error that names all settings that do not exist.
func unknownSettings(unknown []toml.DecodeError) error {
	var keys []string
	for _, e := range unknown {
		keys = append(keys, strings.Join(e.Key(), "."))
	}
	line, _ := unknown[0].Position()
	return lineError{line, fmt.Errorf("there is no setting called %s", strings.Join(keys, ", "))}
}

// expected returns what the value of a setting must be, by the type of its field.
func expected(within reflect.Type, key []string) string {
	if len(key) > 0 && within.Kind() == reflect.Struct {
		for i := range within.NumField() {
			if field := within.Field(i); strings.EqualFold(field.Tag.Get("toml"), key[0]) {
				return expected(field.Type, key[1:])
			}
		}
	}
	switch within.Kind() {
	case reflect.Struct:
		return "a section"
	case reflect.Slice:
		return "a list of strings in quotes"
	case reflect.Int:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	}
	return "a string in quotes"
}

// lineOf returns the line of a setting in a TOML text, or of the section with that name.
func lineOf(text []byte, setting string) int {
	var p unstable.Parser
	p.Reset(text)
	section := ""
	for p.NextExpression() {
		e := p.Expression()
		name, line := "", 0
		if e.Kind == unstable.KeyValue {
			name = section
		}
		for key := e.Key(); key.Next(); {
			if line == 0 {
				line = p.Shape(key.Node().Raw).Start.Line
			}
			name += string(key.Node().Data) + "."
		}
		if strings.HasPrefix(strings.ToLower(name), setting+".") {
			return line
		}
		if e.Kind != unstable.KeyValue {
			section = name
		}
	}
	return 0
}

// parseEvery parses a duration such as "24h".
func (b *Backup) parseEvery(value any) error {
	text, _ := value.(string)
	every, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("every is a duration, such as \"24h\", not %v", value)
	}
	b.Every = every
	return nil
}

// maxConfig is the greatest size of the configuration file, in bytes.
const maxConfig = 1 << 20

func readLimited(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err == nil && len(text) > maxConfig {
		err = errors.New("this is no configuration: it has more than a megabyte")
	}
	// some editors on Windows begin a file with this mark
	return bytes.TrimPrefix(text, []byte("\ufeff")), err
}
