// Package config reads what the operator decides: a TOML file, and over it
// the environment. TOML because it has comments, one way to write each value,
// and no meaning in indentation.
//
//	c, err := config.Load("raumbot.toml", os.Getenv)
//	if err != nil {
//		return err // a sentence that names the file and the key
//	}
//	store, err := storage.Open(c.Database)
package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// Config is everything that can be configured.
type Config struct {
	// Database is what holds everything: a file, or the URL of a PostgreSQL, in the file also as url in
	// the section [database]. RAUMBOT_DATABASE, or DATABASE_URL for a URL.
	Database string `toml:"database"`
	// LogLevel is debug, info, warn or error: RAUMBOT_LOG_LEVEL.
	LogLevel LogLevel `toml:"log_level"`
	Console  Console  `toml:"console"`
	Limits   Limits   `toml:"limits"`
	Monitor  Monitor  `toml:"monitor"`
	Discord  Discord  `toml:"discord"`
	Backup   Backup   `toml:"backup"`
	Matrix   Matrix   `toml:"matrix"`
	Engine   Engine   `toml:"engine"`
	Variants Variants `toml:"variants"`
	Web      Web      `toml:"web"`
	// LinksWithin lets people link two accounts of the same platform.
	LinksWithin bool `toml:"links_within_platform"`
}

// Engine configures the computer opponent.
type Engine struct {
	// Workers is how many of its moves are thought about at once, by default half
	// of the processors: RAUMBOT_ENGINE_WORKERS.
	Workers int `toml:"workers"`
}

// Variants configures games from files.
type Variants struct {
	// Files names them, by patterns such as games/*.toml, from the folder that raumbot is started in.
	Files []string `toml:"files"`
}

// mostWorkers bounds the searches at once: each takes up to 20 MB.
const mostWorkers = 64

// Limits bound what users of chat platforms may ask, in commands a minute; zero is no limit. They do
// not hold at the console.
type Limits struct {
	// User is for one user, Room for all users of a room together; expensive commands, as
	// a replay, count for several. Play is for one user's moves and other doings in their own games.
	User int `toml:"user"`
	Room int `toml:"room"`
	Play int `toml:"play"`
}

// UsualLimits are those of a configuration that sets none.
var UsualLimits = Limits{User: 30, Room: 120, Play: 60}

// Monitor is where the operator's tools ask how the bot is doing.
type Monitor struct {
	// Address is a port of this machine, as 127.0.0.1:9464; by default there is none: RAUMBOT_MONITOR.
	Address string `toml:"address"`
}

// Console configures the console.
type Console struct {
	// Pictures is the folder that pictures are written to, by default one
	// beside the database: RAUMBOT_PICTURES.
	Pictures string `toml:"pictures"`
	// Organisers names those who may decide the games of every room of the console.
	Organisers []string `toml:"organisers"`
}

// Backup configures the copies of the database that a running bot makes.
type Backup struct {
	// Folder is where they are kept; with none, none are made.
	Folder string `toml:"folder"`
	// Every is the time between two copies, by default a day, and Keep how many
	// there may be, by default seven.
	Every time.Duration `toml:"every"`
	Keep  int           `toml:"keep"`
}

// usualBackup is how often copies are made, and how many are kept, where nothing else is said.
var usualBackup = Backup{Every: 24 * time.Hour, Keep: 7}

// complete fills in what is not said, and makes sure that the copies can be made so.
func (b *Backup) complete() error {
	if b.Every == 0 {
		b.Every = usualBackup.Every
	}
	if b.Keep == 0 {
		b.Keep = usualBackup.Keep
	}
	switch {
	case *b == usualBackup:
		*b = Backup{} // no copies are made
	case b.Folder == "":
		return errors.New("the section [backup] has no folder, so that no copies would be made: name one, or leave every and keep out")
	case b.Every < time.Minute:
		return fmt.Errorf("every in the section [backup] is %s: it must be a minute or more, such as \"24h\"", b.Every)
	case b.Keep < 1:
		return fmt.Errorf("keep in the section [backup] is %d: at least one copy must be kept", b.Keep)
	}
	return nil
}

// DefaultDatabase is the database of those who name none: in the folder that
// raumbot is started from, where it is easily found.
const DefaultDatabase = "raumbot.db"

// Load reads a file, none if path is empty, and then the environment, which
// wins. The error is a sentence for the operator.
func Load(path string, getenv func(string) string) (Config, error) {
	c := Config{Database: DefaultDatabase, LogLevel: LogLevel(slog.LevelInfo), Limits: UsualLimits}
	if path != "" {
		if err := c.readFile(path); err != nil {
			return c, err
		}
	}
	if err := c.readEnvironment(getenv); err != nil {
		return c, err
	}
	if err := c.Discord.read(getenv); err != nil {
		return c, err
	}
	if err := c.readMatrix(getenv); err != nil {
		return c, err
	}
	if err := c.Web.check(); err != nil {
		return c, err
	}
	if c.Database == "" {
		return c, errors.New("the database has no name: set database in the configuration, or RAUMBOT_DATABASE")
	}
	if strings.Contains(c.Database, "://") && !c.OnServer() {
		return c, errors.New("the database is a file, or the URL of a PostgreSQL that begins with postgres://: mend database in the configuration, RAUMBOT_DATABASE or DATABASE_URL")
	}
	if l := c.Limits; min(l.User, l.Room, l.Play) < 0 {
		return c, errors.New("a limit is a number of commands a minute, or 0 for none: mend the section limits of the configuration")
	}
	if c.Engine.Workers < 0 || c.Engine.Workers > mostWorkers {
		return c, fmt.Errorf("workers in the section [engine] is a number from 1 to %d, or 0 for half of the processors", mostWorkers)
	}
	if c.OnServer() && c.Backup.Folder != "" {
		return c, errors.New("the section [backup] copies a file, and the database is on a server: leave it out, and have pg_dump or the server's own archive make backups")
	}
	return c, c.Backup.complete()
}

// OnServer reports whether the database is on a server, and not in a file.
func (c Config) OnServer() bool {
	return strings.HasPrefix(c.Database, "postgres://") || strings.HasPrefix(c.Database, "postgresql://")
}

// DatabaseName returns the database as it may be shown: without a password.
func (c Config) DatabaseName() string {
	if !c.OnServer() {
		return c.Database
	}
	u, err := url.Parse(c.Database)
	if err != nil {
		return "a database whose URL cannot be read"
	}
	return u.Redacted()
}

// databaseKey is the setting database: a name, or a section with a url.
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

// readFile reads a TOML file. Unknown keys are mistakes: a misspelt one would
// be silently without effect.
func (c *Config) readFile(path string) error {
	text, err := readLimited(path)
	var meta toml.MetaData
	if err == nil {
		into := struct {
			*Config
			Database *databaseKey `toml:"database"`
		}{c, (*databaseKey)(&c.Database)}
		meta, err = toml.Decode(text, &into)
	}
	var parse toml.ParseError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no configuration %s", path)
	case errors.As(err, &parse):
		return fmt.Errorf("%s, line %d: %s", path, parse.Position.Line, parse.Message)
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	}
	var keys []string
	for _, k := range meta.Undecoded() {
		if k[0] != "database" { // databaseKey has read its section
			keys = append(keys, k.String())
		}
	}
	if len(keys) > 0 {
		return fmt.Errorf("%s: there is no setting called %s", path, strings.Join(keys, ", "))
	}
	return nil
}

// maxConfig bounds the configuration, in bytes.
const maxConfig = 1 << 20

func readLimited(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err == nil && len(text) > maxConfig {
		err = errors.New("this is no configuration: it has more than a megabyte")
	}
	return string(text), err
}

func (c *Config) readEnvironment(getenv func(string) string) error {
	if url := strings.TrimSpace(getenv("DATABASE_URL")); url != "" {
		c.Database = url
	}
	for name, target := range map[string]*string{
		"RAUMBOT_DATABASE": &c.Database,
		"RAUMBOT_PICTURES": &c.Console.Pictures,
		"RAUMBOT_MONITOR":  &c.Monitor.Address,

		"RAUMBOT_WEB_LISTEN": &c.Web.Listen,
		"RAUMBOT_WEB_PUBLIC": &c.Web.Public,
	} {
		if value := strings.TrimSpace(getenv(name)); value != "" { // a file of variables may have blanks around
			*target = value
		}
	}
	if workers := strings.TrimSpace(getenv("RAUMBOT_ENGINE_WORKERS")); workers != "" {
		n, err := strconv.Atoi(workers)
		if err != nil {
			return fmt.Errorf("RAUMBOT_ENGINE_WORKERS is %q: it must be a number", workers)
		}
		c.Engine.Workers = n
	}
	level := strings.TrimSpace(getenv("RAUMBOT_LOG_LEVEL"))
	if level == "" {
		return nil
	}
	if err := c.LogLevel.UnmarshalText([]byte(level)); err != nil {
		return fmt.Errorf("RAUMBOT_LOG_LEVEL: %w", err)
	}
	return nil
}

// LogLevel is the least level of what is logged. It implements [slog.Leveler].
type LogLevel slog.Level

// Level returns it as slog's.
func (l LogLevel) Level() slog.Level { return slog.Level(l) }

// UnmarshalText reads the name of a level.
func (l *LogLevel) UnmarshalText(text []byte) error {
	if err := (*slog.Level)(l).UnmarshalText(text); err != nil {
		return fmt.Errorf("the level of the log is debug, info, warn or error, not %q", text)
	}
	return nil
}

// PictureFolder returns the folder for pictures: the configured one, or one
// beside the database and named after it.
func (c Config) PictureFolder() string {
	if c.Console.Pictures != "" {
		return c.Console.Pictures
	}
	return c.beside("-pictures")
}

// Path returns the file to load: the one that a flag names, else the
// one in RAUMBOT_CONFIG, else none.
func Path(flag string, getenv func(string) string) string {
	if flag != "" {
		return flag
	}
	return strings.TrimSpace(getenv("RAUMBOT_CONFIG"))
}
