package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// DefaultDatabase is the default database: a file in the working directory,
// where it is easy to find.
const DefaultDatabase = "raumbot.db"

// OnServer reports whether the database is on a server.
func (c Config) OnServer() bool { return onServer(c.Database) }

func onServer(database string) bool {
	return strings.HasPrefix(database, "postgres://") || strings.HasPrefix(database, "postgresql://")
}

// readDatabase reads which database the environment names. A server in DATABASE_URL wins over a file in RAUMBOT_DATABASE, which units and
// images set by themselves: who goes over to a server must not go on in the old file unawares.
func (c *Config) readDatabase(getenv func(string) string) error {
	configured, url, own := c.Database, "", ""
	if err := readVariables(getenv, textVariable("DATABASE_URL", &url), textVariable("RAUMBOT_DATABASE", &own)); err != nil {
		return err
	}
	c.Database = cmp.Or(own, url, configured)
	if onServer(url) && !onServer(own) {
		c.Database = url
	}
	for _, other := range []string{own, url, configured} {
		if other != "" && other != DefaultDatabase && onServer(other) != c.OnServer() {
			c.Unused = Config{Database: other}.DatabaseName()
		}
	}
	return nil
}

// checkDatabase returns an error if the name of the database cannot be one.
func (c Config) checkDatabase() error {
	if c.Database == "" {
		return errors.New("the database has no name: set database in the configuration, or RAUMBOT_DATABASE")
	}
	if err := CheckDatabase(c.Database); err != nil {
		return fmt.Errorf("%w: mend database in the configuration, RAUMBOT_DATABASE or DATABASE_URL", err)
	}
	return nil
}

// schemed is what begins like a URL.
var schemed = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:/`)

// CheckDatabase returns an error if a text is neither the name of a file nor the URL of a database on a server.
func CheckDatabase(name string) error {
	switch {
	case name == "":
		return errors.New("the database has no name")
	case schemed.MatchString(name) && !onServer(name):
		return errors.New("the database is a file, or the URL of a PostgreSQL that begins with postgres://")
	}
	return nil
}

// shown are the parameters of a database's URL that are part of its name for display. Others may be secrets.
var shown = []string{"dbname", "host", "port", "schema", "user"}

// DatabaseName returns the database's name for display, without a password.
func (c Config) DatabaseName() string {
	if !c.OnServer() {
		return c.Database
	}
	u, err := url.Parse(c.Database)
	var parameters url.Values
	if err == nil {
		parameters, err = url.ParseQuery(u.RawQuery)
	}
	if err != nil || u.Fragment != "" || strings.Contains(u.EscapedPath(), "@") { // part of it may be that of a password
		return "a database whose URL cannot be read"
	}
	name, kept := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}, url.Values{}
	if u.User != nil {
		name.User = url.User(u.User.Username())
	}
	for _, p := range shown {
		if parameters.Has(p) {
			kept[p] = parameters[p]
		}
	}
	name.RawQuery = kept.Encode()
	return name.String()
}

// databaseKey is the setting database: a string, or a section with a url.
type databaseKey string

// UnmarshalTOML implements [toml.Unmarshaler].
func (k *databaseKey) UnmarshalTOML(value any) error {
	switch v := value.(type) {
	case string:
		*k = databaseKey(v)
		return nil
	case map[string]any:
		if url, ok := v["url"].(string); ok && len(v) == 1 {
			*k = databaseKey(url)
			return nil
		}
	}
	return errors.New("database is the name of a file, or a section with a url and nothing else")
}
