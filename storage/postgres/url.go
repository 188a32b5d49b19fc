package postgres

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// longestSchema is the number of bytes in the longest name of a schema.
const longestSchema = 63

// errURL means that a URL cannot be read. What is wrong in it is not told, because it may be part
// of the password.
var errURL = errors.New("the URL of the database cannot be read: write postgres://USER:PASSWORD@HOST:PORT/NAME, and in the password %40 for @, %3A for :, %2F for /, %3F for ?, %23 for # and %25 for %")

// parameterName is how parameters are called.
var parameterName = regexp.MustCompile(`^[A-Za-z0-9_.]+$`)

// takeSchema removes the parameter schema from a URL.
func takeSchema(name string) (schema, rest string, err error) {
	u, err := url.Parse(name)
	if err != nil || u.Fragment != "" || strings.Contains(u.EscapedPath(), "@") {
		return "", "", errURL
	}
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return "", "", errURL
	}
	for name := range values {
		if !parameterName.MatchString(name) {
			return "", "", errURL
		}
	}
	schema = values.Get("schema")
	if schema == "" {
		schema = DefaultSchema
	}
	if strings.ContainsRune(schema, 0) || len(schema) > longestSchema {
		return "", "", fmt.Errorf("the schema in the URL of the database must have at most %d bytes", longestSchema)
	}
	values.Del("schema")
	u.RawQuery = values.Encode()
	return schema, u.String(), nil
}

// parse reads a URL without the parameter schema.
func parse(name string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(name)
	if err != nil {
		return nil, fmt.Errorf("the URL of the database cannot be read: %w", withoutURL(err))
	}
	if suits := config.ConnConfig.ValidateConnect; suits != nil {
		config.ConnConfig.ValidateConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
			err := suits(ctx, conn)
			if preferred := new(pgconn.NotPreferredError); err != nil && !errors.As(err, &preferred) {
				err = &unsuitable{err}
			}
			return err
		}
	}
	return config, nil
}

// withoutURL returns an error of reading a URL without the URL in it.
func withoutURL(err error) error {
	var whole *pgconn.ParseConfigError
	if !errors.As(err, &whole) {
		return err
	}
	text := whole.Error()
	if _, why, found := strings.Cut(text, "`: "); found {
		text = why
	}
	return errors.New(text)
}

// keepAnswers makes the server keep what it has answered, also where it is told not to wait for its
// disk.
func keepAnswers(ctx context.Context, conn *pgconn.PgConn) error {
	return conn.Exec(ctx, "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'").Close()
}

// ConfigBeside returns how to connect to the schema that is named like the one in a URL, with an
// ending.
func ConfigBeside(name, ending string) (config *pgx.ConnConfig, schema string, err error) {
	schema, name, err = takeSchema(name)
	if err != nil {
		return nil, "", err
	}
	if schema += ending; len(schema) > longestSchema {
		return nil, "", fmt.Errorf("the schema in the URL of the database must have at most %d bytes, because there is another one with the ending %s", longestSchema-len(ending), ending)
	}
	pool, err := parse(name) // knows the settings of pools, which stay out of it
	if err != nil {
		return nil, "", err
	}
	config = pool.ConnConfig
	config.ConnectTimeout = Patience / 2
	config.RuntimeParams["application_name"] = "raumbot" + ending
	setUp(config, schema)
	return config, schema, nil
}
