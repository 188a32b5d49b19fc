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

// readDatabase determines the database that the environment names. A server in DATABASE_URL takes
// precedence over a file in RAUMBOT_DATABASE, because service units and container images always set
// the latter: an operator who moves to a server must not continue with the old file by mistake.
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

// checkDatabase returns an error if the name of the database is not valid.
func (c Config) checkDatabase() error {
	if c.Database == "" {
		return errors.New("the database has no name: set database in the configuration, or RAUMBOT_DATABASE")
	}
	if err := CheckDatabase(c.Database); err != nil {
		return fmt.Errorf("%w: mend database in the configuration, RAUMBOT_DATABASE or DATABASE_URL", err)
	}
	return nil
}

// schemed matches texts that begin like a URL.
var schemed = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:/`)

// CheckDatabase returns an error if name is neither a file nor the URL of a PostgreSQL database.
func CheckDatabase(name string) error {
	switch {
	case name == "":
		return errors.New("the database has no name")
	case schemed.MatchString(name) && !onServer(name):
		return errors.New("the database is a file, or the URL of a PostgreSQL that begins with postgres://")
	}
	return nil
}

// shown lists the parameters of a database's URL that DatabaseName keeps. Others may be secrets.
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
	// a part of the URL may belong to the password
	if err != nil || u.Fragment != "" || strings.Contains(u.EscapedPath(), "@") {
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

// parseDatabase parses the setting database: a string, or a section with a url.
func (c *Config) parseDatabase(value any) error {
	switch v := value.(type) {
	case string:
		c.Database = v
		return nil
	case map[string]any:
		if url, ok := v["url"].(string); ok && len(v) == 1 {
			c.Database = url
			return nil
		}
	}
	return errors.New("database is the name of a file, or a section with a url and nothing else")
}
