package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Matrix configures the Matrix adapter, which is enabled by a homeserver.
type Matrix struct {
	// Homeserver is a URL or a server name: MATRIX_HOMESERVER.
	Homeserver string `toml:"homeserver"`
	// User is the bot's Matrix ID or its local part: MATRIX_USER.
	User string `toml:"user"`
	// PasswordFile holds the password, TokenFile an access token to use instead:
	// MATRIX_PASSWORD, MATRIX_ACCESS_TOKEN, or the same with _FILE.
	PasswordFile string `toml:"password_file"`
	TokenFile    string `toml:"token_file"`
	// RecoveryKeyFile holds the account's recovery key: MATRIX_RECOVERY_KEY, or the same
	// with _FILE. A key created by the bot is written to it, by default beside the database.
	RecoveryKeyFile string `toml:"recovery_key_file"`
	// ResetKeys replaces the account's keys to sign devices with, once, if the bot cannot use them:
	// MATRIX_RESET_KEYS.
	ResetKeys bool `toml:"reset_keys"`
	// Device is the display name of the bot's session.
	Device string `toml:"device"`
	// Prefix is the word that commands start with.
	Prefix string `toml:"prefix"`
	// Invites says whose invitations are accepted: all by default.
	Invites Invites `toml:"invites"`
	// Games says whether a game in a room gets a thread in it, or a room of its own.
	Games GamePlace `toml:"games"`
	// Operators are the users who may verify the bot's device.
	Operators MatrixIDs `toml:"operators"`
	// AllowUnencrypted accepts unencrypted commands in encrypted rooms, where a homeserver could forge
	// them.
	AllowUnencrypted bool `toml:"allow_unencrypted"`
	// Emoji uploads pictures of the men, and shows them in texts of unencrypted rooms: MATRIX_EMOJI.
	Emoji bool `toml:"emoji"`

	Password    Secret `toml:"-"`
	Token       Secret `toml:"-"`
	RecoveryKey Secret `toml:"-"`
}

// Invites says whose invitations are accepted: "all", "none", or a list of
// Matrix IDs and servers. It is nil if not configured.
type Invites []string

// parse parses a string or a list.
func (i *Invites) parse(value any) error {
	switch v := value.(type) {
	case string:
		switch v {
		case "all":
			*i = Invites{"all"}
			return nil
		case "none":
			*i = Invites{}
			return nil
		}
	case []any:
		*i = Invites{}
		for _, element := range v {
			text, ok := element.(string)
			if !ok || text == "" || text[0] == '@' && !strings.Contains(text, ":") || strings.ContainsAny(text, " /") {
				return fmt.Errorf("invites lists Matrix IDs and servers, as in [\"@ada:example.org\", \"example.org\"], not %v", element)
			}
			*i = append(*i, text)
		}
		return nil
	}
	return fmt.Errorf("invites is \"all\", \"none\" or a list of Matrix IDs and servers, not %v", value)
}

// MatrixIDs is a list of Matrix IDs.
type MatrixIDs []string

// parse parses a list of Matrix IDs.
func (m *MatrixIDs) parse(value any) error {
	list, ok := value.([]any)
	if !ok {
		return fmt.Errorf("operators is a list of Matrix IDs, as in [\"@ada:example.org\"], not %v", value)
	}
	for _, element := range list {
		text, _ := element.(string)
		local, server, _ := strings.Cut(text, ":")
		if len(local) < 2 || local[0] != '@' || server == "" || strings.ContainsAny(text, " /") {
			return fmt.Errorf("operators lists Matrix IDs, as in [\"@ada:example.org\"], not %v", element)
		}
		*m = append(*m, text)
	}
	return nil
}

// GamePlace is where a game in a room takes place.
type GamePlace string

// The places, the default first.
const (
	InThread GamePlace = "thread"
	InRoom   GamePlace = "room"
)

// parse parses "thread" or "room".
func (g *GamePlace) parse(value any) error {
	text, _ := value.(string)
	if place := GamePlace(text); place == InThread || place == InRoom {
		*g = place
		return nil
	}
	return fmt.Errorf("games is \"thread\" or \"room\", not %v", value)
}

// Enabled reports whether the Matrix adapter is configured.
func (m Matrix) Enabled() bool { return m.Homeserver != "" }

// readMatrix reads the environment, and the files that contain secrets.
func (c *Config) readMatrix(getenv func(string) string) (err error) {
	m := &c.Matrix
	if err := readVariables(getenv, textVariable("MATRIX_HOMESERVER", &m.Homeserver), textVariable("MATRIX_USER", &m.User), boolVariable("MATRIX_RESET_KEYS", &m.ResetKeys), boolVariable("MATRIX_EMOJI", &m.Emoji)); err != nil {
		return err
	}
	if !m.Enabled() {
		return nil
	}
	if m.Invites == nil {
		m.Invites = Invites{"all"}
	}
	if m.Password, err = readSecret(getenv, "MATRIX_PASSWORD", m.PasswordFile); err != nil {
		return err
	}
	if m.Token, err = readSecret(getenv, "MATRIX_ACCESS_TOKEN", m.TokenFile); err != nil {
		return err
	}
	file := m.RecoveryKeyFile
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		file = "" // not written yet
	}
	m.RecoveryKey, err = readSecret(getenv, "MATRIX_RECOVERY_KEY", file)
	return err
}

// MatrixStore returns the file for encryption keys and room state: beside the database and named
// after it.
func (c Config) MatrixStore() string { return c.beside("-matrix.db") }

// MatrixRecoveryKey returns the file to which a recovery key is written: the
// configured one, or one beside the database and named after it.
func (c Config) MatrixRecoveryKey() string {
	if c.Matrix.RecoveryKeyFile != "" {
		return c.Matrix.RecoveryKeyFile
	}
	return c.beside("-matrix-recovery-key.txt")
}

// beside returns a file named after the database, in the same folder; if the database is on a
// server, in the working directory.
func (c Config) beside(ending string) string {
	if c.OnServer() {
		return strings.TrimSuffix(DefaultDatabase, filepath.Ext(DefaultDatabase)) + ending
	}
	return strings.TrimSuffix(c.Database, filepath.Ext(c.Database)) + ending
}
