package storage_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"raumbot/storage"
	"raumbot/storage/storagetest"
)

// TestNewerDatabaseStays opens a database on a server that belongs to a newer raumbot whose
// connection was cut. The database is refused and nothing is written to it, so that the newer
// process can continue as soon as it is connected again.
func TestNewerDatabaseStays(t *testing.T) {
	url := storagetest.Postgres(t)
	s, err := storage.Connect(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	bare, schema, _ := strings.Cut(url, "&schema=")
	operator, err := pgx.Connect(t.Context(), bare)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { operator.Close(context.Background()) })
	for _, sql := range []string{
		"set search_path = " + schema,
		"update pair set value = '999' where tbl = 'meta' and key = 'schema'",
	} {
		if _, err := operator.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	written := func() (state string) {
		t.Helper()
		sql := "select format('%s %s', (select state from state), (select array_agg(pair order by tbl, key) from pair))"
		if err := operator.QueryRow(t.Context(), sql).Scan(&state); err != nil {
			t.Fatal(err)
		}
		return state
	}
	before := written()
	for name, open := range map[string]func() (*storage.Store, error){
		"alone":    func() (*storage.Store, error) { return storage.Connect(t.Context(), url, func() {}) },
		"for one":  func() (*storage.Store, error) { return storage.Connect(t.Context(), url, nil) },
		"as it is": func() (*storage.Store, error) { return storage.ConnectAlone(t.Context(), url) },
	} {
		if _, err := open(); !errors.Is(err, storage.ErrNewer) {
			t.Errorf("%s: it is opened: %v", name, err)
		}
		if after := written(); after != before {
			t.Errorf("%s: %s has become %s", name, before, after)
		}
	}
}
