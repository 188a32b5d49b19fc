// Package config reads the operator's configuration: a TOML file, whose settings the environment
// overrides.
//
//	c, err := config.Load("raumbot.toml", os.Getenv)
//	if err != nil {
//		return err // a sentence that names the file and the key
//	}
//	store, err := storage.Open(c.Database)
package config

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

// Config is the whole configuration.
type Config struct {
	// Database is a file, or the URL of a PostgreSQL database. The configuration file may also give
	// the URL as url in the section [database]. The environment overrides it with RAUMBOT_DATABASE, or
	// with DATABASE_URL, which takes precedence over a file.
	Database string `toml:"database"`
	// Unused names the database that is not used if both a file and a server are configured.
	Unused string `toml:"-"`
	// ShareDatabase once let several processes work on a database at the same time. It is still
	// read, so that the program can say that it has no effect any more: RAUMBOT_SHARE_DATABASE.
	ShareDatabase bool `toml:"-"`
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
	// LinksWithin allows linking two accounts on the same platform.
	LinksWithin bool `toml:"links_within_platform"`
}

// Engine configures the computer opponent.
type Engine struct {
	// Workers is the number of positions searched concurrently, by default half the
	// number of processors: RAUMBOT_ENGINE_WORKERS.
	Workers int `toml:"workers"`
}

// Variants configures game files.
type Variants struct {
	// Files lists paths or patterns such as games/*.toml, relative to the working directory.
	Files []string `toml:"files"`
	// Chat lets organisers add games to their server or room: RAUMBOT_VARIANTS_CHAT. ChatSize is the
	// maximum size of such a file in bytes, ChatGames the maximum number of games of one place.
	Chat      bool `toml:"chat"`
	ChatSize  int  `toml:"chat_size"`
	ChatGames int  `toml:"chat_games"`
}

// Limits and defaults of the games that organisers may add.
const (
	maxChatSize, defaultChatSize   = 256 << 10, 64 << 10
	maxChatGames, defaultChatGames = 100, 10
)

// Local returns the maximum size in bytes of a game that organisers may add, and the maximum number
// of games of one place. Both are zero if organisers may not add any.
func (v Variants) Local() (size, games int) {
	if !v.Chat {
		return 0, 0
	}
	return cmp.Or(v.ChatSize, defaultChatSize), cmp.Or(v.ChatGames, defaultChatGames)
}

// check returns an error if a limit is out of range.
func (v Variants) check() error {
	switch {
	case v.ChatSize != 0 && v.ChatSize < 1024 || v.ChatSize > maxChatSize:
		return fmt.Errorf("chat_size in the section [variants] is %d: it is a number of bytes from 1024 to %d", v.ChatSize, maxChatSize)
	case v.ChatGames < 0 || v.ChatGames > maxChatGames:
		return fmt.Errorf("chat_games in the section [variants] is %d: it is a number from 1 to %d", v.ChatGames, maxChatGames)
	}
	return nil
}

// maxWorkers limits the number of concurrent searches. Each takes up to 20 MB.
const maxWorkers = 64

// Limits are the rate limits of chat platforms, in commands per minute; zero is no limit. The
// console has none.
type Limits struct {
	// User is the limit per user, Room the limit for all users of a room together. Expensive commands,
	// such as a replay, count as several. Play is the limit per user for moves and other actions in
	// the user's own games.
	User int `toml:"user"`
	Room int `toml:"room"`
	Play int `toml:"play"`
}

// UsualLimits are the defaults.
var UsualLimits = Limits{User: 30, Room: 120, Play: 60}

// Monitor configures the HTTP endpoint for the operator's tools.
type Monitor struct {
	// Address is a local address such as 127.0.0.1:9464. If it is empty there is no endpoint. The
	// environment sets it with RAUMBOT_MONITOR.
	Address string `toml:"address"`
}

// Console configures the console.
type Console struct {
	// Pictures is the folder for pictures, by default one
	// beside the database: RAUMBOT_PICTURES.
	Pictures string `toml:"pictures"`
	// Organisers names the users who are organisers in every room of the console, and in the room in
	// a browser.
	Organisers []string `toml:"organisers"`
}

// Backup configures the copies of the database that a running bot makes.
type Backup struct {
	// Folder is where copies are kept; if it is empty, none are made.
	Folder string `toml:"folder"`
	// Every is the interval between copies, by default a day, and Keep the number
	// of copies kept, by default seven.
	Every time.Duration `toml:"every"`
	Keep  int           `toml:"keep"`
}

// defaultBackup holds the defaults.
var defaultBackup = Backup{Every: 24 * time.Hour, Keep: 7}

// complete fills in defaults. It returns an error if no copies could be made this way.
func (b *Backup) complete() error {
	if b.Every == 0 {
		b.Every = defaultBackup.Every
	}
	if b.Keep == 0 {
		b.Keep = defaultBackup.Keep
	}
	switch {
	case *b == defaultBackup:
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

// Load reads a file, unless path is empty, and then the environment, which takes precedence. The
// error is a sentence for the operator.
func Load(path string, getenv func(string) string) (Config, error) {
	c := Config{Database: DefaultDatabase, LogLevel: LogLevel(slog.LevelInfo), Limits: UsualLimits, Web: Web{Guests: guestsAlone}}
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
	if c.Discord.Activity && c.Web.Public == "" {
		return c, errors.New("discord: activity shows the public pages inside Discord, and there are none: set public in the section [web], or leave activity out")
	}
	if err := c.checkDatabase(); err != nil {
		return c, err
	}
	if l := c.Limits; min(l.User, l.Room, l.Play) < 0 {
		return c, errors.New("a limit is a number of commands a minute, or 0 for none: mend the section limits of the configuration")
	}
	if c.Engine.Workers < 0 || c.Engine.Workers > maxWorkers {
		return c, fmt.Errorf("workers in the section [engine] is a number from 1 to %d, or 0 for half of the processors", maxWorkers)
	}
	if err := c.Variants.check(); err != nil {
		return c, err
	}
	if c.OnServer() && c.Backup.Folder != "" {
		return c, errors.New("the section [backup] copies a file, and the database is on a server: leave it out, and have pg_dump or the server's own archive make backups")
	}
	return c, c.Backup.complete()
}

// readEnvironment lets the environment override the file, except for the settings of Discord and
// Matrix.
func (c *Config) readEnvironment(getenv func(string) string) error {
	if err := c.readDatabase(getenv); err != nil {
		return err
	}
	return readVariables(getenv,
		boolVariable("RAUMBOT_SHARE_DATABASE", &c.ShareDatabase),
		variable{"RAUMBOT_LOG_LEVEL", func(value string) error {
			if c.LogLevel.parse(value) != nil {
				return errors.New("it must be debug, info, warn or error")
			}
			return nil
		}},
		textVariable("RAUMBOT_PICTURES", &c.Console.Pictures),
		textVariable("RAUMBOT_MONITOR", &c.Monitor.Address),
		numberVariable("RAUMBOT_ENGINE_WORKERS", &c.Engine.Workers),
		boolVariable("RAUMBOT_VARIANTS_CHAT", &c.Variants.Chat),
		textVariable("RAUMBOT_WEB_LISTEN", &c.Web.Listen),
		textVariable("RAUMBOT_WEB_PUBLIC", &c.Web.Public),
		textVariable("RAUMBOT_WEB_GUESTS", &c.Web.Guests),
	)
}

// LogLevel is the minimum level of log messages. It implements [slog.Leveler].
type LogLevel slog.Level

// Level implements [slog.Leveler].
func (l LogLevel) Level() slog.Level { return slog.Level(l) }

// parse parses the name of a level.
func (l *LogLevel) parse(value any) error {
	text, _ := value.(string)
	if (*slog.Level)(l).UnmarshalText([]byte(text)) != nil {
		return fmt.Errorf("the level of the log is debug, info, warn or error, not %#v", value)
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

// Path returns the configuration file to load: the flag's value, else that of
// RAUMBOT_CONFIG, else "".
func Path(flag string, getenv func(string) string) string {
	if flag != "" {
		return flag
	}
	return strings.TrimSpace(getenv("RAUMBOT_CONFIG"))
}
