package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"raumbot/bot/engine/search"
	"raumbot/storage/postgres"
)

// ending is how the schema is named after the bot's.
const ending = "_search"

// ours are the tables beside River's. The workers and their jobs are known for seconds only, so
// that table need not survive a crash.
const ours = `
create unlogged table if not exists worker (
	id text primary key,
	protocol int not null,
	places int not null,
	jobs bigint[] not null,
	seen timestamptz not null default now()
);
create table if not exists bot (
	one bool primary key default true check (one),
	protocol int not null
)`

// mostConnections is the size of the pool of connections.
const mostConnections = 6

// schema is the schema of the jobs, with connections to it.
type schema struct {
	*pgxpool.Pool
	name     string
	config   *pgx.ConnConfig
	migrator *rivermigrate.Migrator[pgx.Tx]
}

// connect connects to the schema for jobs, which is beside the schema in url. Its commits do not
// wait for the server's disk, because a lost job is given out again.
func connect(ctx context.Context, url string) (*schema, error) {
	config, name, err := postgres.ConfigBeside(url, ending)
	if err != nil {
		return nil, err
	}
	pooled, err := pgxpool.ParseConfig(config.ConnString())
	if err != nil {
		return nil, err
	}
	pooled.ConnConfig, pooled.MaxConns = config, mostConnections
	pooled.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, "set synchronous_commit = off")
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, pooled)
	if err != nil {
		return nil, err
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		pool.Close()
		return nil, err
	}
	return &schema{pool, name, config, migrator}, nil
}

// errNewer means that a newer program has made the tables.
var errNewer = errors.New("the tables of the searches are of a newer raumbot: install that one, or drop their schema")

// sentence turns an error into a sentence for the operator.
func sentence(err error) error {
	told := postgres.Sentence(err)
	if told == err && postgres.Away(err) {
		return fmt.Errorf("the connection to the server of the database is lost (%w)", err)
	}
	return told
}

// prepare makes the tables, or brings them to the version of this program, and removes jobs that
// an earlier run has left and nobody works on.
func (s *schema) prepare(ctx context.Context) error {
	var there bool
	if err := s.QueryRow(ctx, "select to_regnamespace(quote_ident($1)) is not null", s.name).Scan(&there); err != nil {
		return err
	}
	if !there {
		if _, err := s.Exec(ctx, "create schema "+pgx.Identifier{s.name}.Sanitize()); err != nil {
			return err
		}
	}
	existing, err := s.migrator.ExistingVersions(ctx)
	if err != nil {
		return err
	}
	switch now, latest := versionOf(existing), versionOf(s.migrator.AllVersions()); {
	case now > latest:
		return errNewer
	case now < latest:
		if _, err := s.migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
			return err
		}
	}
	batch := &pgx.Batch{}
	batch.Queue("delete from river_job where state <> 'running'")
	batch.Queue("delete from worker where seen < now() - interval '1 hour'")
	batch.Queue("insert into bot (protocol) values ($1) on conflict (one) do update set protocol = excluded.protocol", search.Protocol)
	if _, err := s.Exec(ctx, ours); err != nil {
		return err
	}
	return s.SendBatch(ctx, batch).Close()
}

// versionOf returns the version of the newest of some migrations.
func versionOf(all []rivermigrate.Migration) (version int) {
	for _, m := range all {
		version = max(version, m.Version)
	}
	return version
}

// usable returns an error for the operator if a worker cannot use the tables.
func (s *schema) usable(ctx context.Context) error {
	var there, open bool
	var user string
	err := s.QueryRow(ctx, "select to_regnamespace(quote_ident($1)) is not null, coalesce(has_schema_privilege(to_regnamespace(quote_ident($1))::oid, 'usage'), false), current_user", s.name).Scan(&there, &open, &user)
	switch {
	case err != nil:
		return err
	case !there:
		return fmt.Errorf("there is no schema %s in this database: check the URL, or start the bot first, which makes the schema", s.name)
	case !open:
		return s.noRights(user)
	}
	var tables, closed []string
	err = s.QueryRow(ctx, `select array_agg(relname::text), coalesce(array_agg(relname::text) filter (where not (has_table_privilege(oid, 'select')
		and (relname in ('bot', 'river_migration') or has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')))), '{}')
		from pg_class where relnamespace = $1::regnamespace and relkind = 'r'`, pgx.Identifier{s.name}.Sanitize()).Scan(&tables, &closed)
	switch {
	case err != nil:
		return err
	case !slices.Contains(tables, "bot") || !slices.Contains(tables, "river_job"):
		return fmt.Errorf("the schema %s has no searches of a raumbot in it: check the URL, or start the bot first", s.name)
	case len(closed) > 0:
		return s.noRights(user)
	}
	return nil
}

// noRights returns the error for a user without rights.
func (s *schema) noRights(user string) error {
	name, user := pgx.Identifier{s.name}.Sanitize(), pgx.Identifier{user}.Sanitize()
	return fmt.Errorf("the user may not use the searches: as the bot's user, grant usage on schema %s to %s, and select, insert, update, delete on all tables in schema %s to %s", name, user, name, user)
}

// maxSkew is how far the clocks of a worker and of the server may differ. River stores times of
// both.
const maxSkew = time.Minute

// compatible returns an [unfit] error unless the versions and the clock of a worker fit those of
// the bot and of the server.
func (s *schema) compatible(ctx context.Context, now func() time.Time) error {
	var protocol, version int
	var server time.Time
	asked := now()
	err := s.QueryRow(ctx, `select coalesce((select protocol from bot), 0),
		coalesce((select max(version) from river_migration where line = 'main'), 0), clock_timestamp()`).Scan(&protocol, &version, &server)
	if err != nil {
		return err
	}
	answered := now()
	switch latest := versionOf(s.migrator.AllVersions()); {
	case protocol != search.Protocol || version != latest:
		return &unfit{fmt.Sprintf("the bot is of another version than this worker (searches %d and %d, tables %d and %d): install the same raumbot", protocol, search.Protocol, version, latest)}
	case server.Sub(answered) > maxSkew || asked.Sub(server) > maxSkew:
		return &unfit{fmt.Sprintf("the clock of this machine is wrong by %s, going by the server of the database: set it, and start the worker again", answered.Sub(server).Round(time.Second))}
	}
	return nil
}

// heartbeat notes that a worker is there.
func (s *schema) heartbeat(ctx context.Context, p presence) error {
	_, err := s.Exec(ctx, `insert into worker (id, protocol, places, jobs) values ($1, $2, $3, $4)
		on conflict (id) do update set places = excluded.places, jobs = excluded.jobs, seen = now()`, p.id, search.Protocol, p.places, p.jobs)
	return err
}

// unfit is an error that a worker cannot wait out.
type unfit struct{ sentence string }

func (u *unfit) Error() string { return u.sentence }

// presence is what a worker says about itself.
type presence struct {
	id     string
	places int     // how many jobs it carries out at once; 0 while it stops
	jobs   []int64 // that it has
}

// placesOf returns how many jobs some workers carry out at once.
func placesOf(workers map[string]presence) (n int) {
	for _, w := range workers {
		n += w.places
	}
	return n
}
