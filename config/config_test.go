package config_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"raumbot/config"
)

func TestLoad(t *testing.T) {
	for _, c := range []struct {
		name, file  string
		environment map[string]string
		want        config.Config
		problem     string // part of the error
	}{
		{
			name: "nothing",
			want: config.Config{Database: "raumbot.db"},
		},
		{
			name: "all of it",
			file: "database = \"a.db\"\nlog_level = \"warn\"\n[console]\npictures = \"p\"\norganisers = [\"ada\"]\n",
			want: config.Config{Database: "a.db", LogLevel: config.LogLevel(slog.LevelWarn), Console: config.Console{Pictures: "p", Organisers: []string{"ada"}}},
		},
		{
			name:        "the environment wins",
			file:        "database = \"a.db\"\nlog_level = \"warn\"\n",
			environment: map[string]string{"RAUMBOT_DATABASE": "b.db", "RAUMBOT_LOG_LEVEL": "error", "RAUMBOT_PICTURES": "q"},
			want:        config.Config{Database: "b.db", LogLevel: config.LogLevel(slog.LevelError), Console: config.Console{Pictures: "q"}},
		},
		{
			name:        "limits and monitor",
			file:        "[limits]\nroom = 0\nuser = 7\n[monitor]\naddress = \"127.0.0.1:1\"\n",
			environment: map[string]string{"RAUMBOT_MONITOR": "[::1]:2"},
			want: config.Config{Database: "raumbot.db", Limits: config.Limits{User: 7, Room: 0, Play: config.UsualLimits.Play},
				Monitor: config.Monitor{Address: "[::1]:2"}},
		},
		{
			name:        "pages for browsers",
			file:        "[web]\nlisten = \"127.0.0.1:1\"\n",
			environment: map[string]string{"RAUMBOT_WEB_PUBLIC": "https://chess.example.org/"},
			want:        config.Config{Database: "raumbot.db", Web: config.Web{Listen: "127.0.0.1:1", Public: "https://chess.example.org/"}},
		},
		{
			name:        "guests",
			file:        "[web]\nguests = \"none\"\n",
			environment: map[string]string{"RAUMBOT_WEB_GUESTS": "people"},
			want:        config.Config{Database: "raumbot.db", Web: config.Web{Guests: "people"}},
		},
		{
			name:    "guests of another kind",
			file:    "[web]\nguests = \"all\"\n",
			problem: `guests in the section [web] is "computer", "people" or "none"`,
		},
		{name: "pages in clear", environment: map[string]string{"RAUMBOT_WEB_LISTEN": ":1", "RAUMBOT_WEB_PUBLIC": "http://chess.example.org"}, problem: "must begin with https://"},
		{name: "pages below a path", environment: map[string]string{"RAUMBOT_WEB_LISTEN": ":1", "RAUMBOT_WEB_PUBLIC": "https://example.org/chess"}, problem: "a URL without a path"},
		{name: "pages that nothing serves", environment: map[string]string{"RAUMBOT_WEB_PUBLIC": "https://example.org"}, problem: "nothing that listens"},
		{
			name: "a server",
			file: "[database]\nurl = \"postgres://raumbot@host/a\"\n[limits]\nroom = 0\nuser = 7\n",
			want: config.Config{Database: "postgres://raumbot@host/a", Limits: config.Limits{User: 7, Room: 0, Play: config.UsualLimits.Play}},
		},
		{
			name:        "a server of the environment",
			file:        "database = \"a.db\"\n",
			environment: map[string]string{"DATABASE_URL": "postgres://raumbot:secret@host/a"},
			want:        config.Config{Database: "postgres://raumbot:secret@host/a", Unused: "a.db"},
		},
		{
			name:        "a server beside the file of a unit or an image",
			environment: map[string]string{"DATABASE_URL": "postgres://raumbot@host/a", "RAUMBOT_DATABASE": "/data/raumbot.db"},
			want:        config.Config{Database: "postgres://raumbot@host/a", Unused: "/data/raumbot.db"},
		},
		{
			name:        "two servers",
			environment: map[string]string{"DATABASE_URL": "postgres://raumbot@host/a", "RAUMBOT_DATABASE": "postgres://raumbot@host/b"},
			want:        config.Config{Database: "postgres://raumbot@host/b"},
		},
		{
			name:        "another program's server beside a file",
			environment: map[string]string{"DATABASE_URL": "mysql://host/a", "RAUMBOT_DATABASE": "b.db"},
			want:        config.Config{Database: "b.db"},
		},
		{
			name:        "a file of the environment instead of a server",
			file:        "[database]\nurl = \"postgres://raumbot@host/a\"\n",
			environment: map[string]string{"RAUMBOT_DATABASE": "b.db"},
			want:        config.Config{Database: "b.db", Unused: "postgres://raumbot@host/a"},
		},
		{
			name: "a server for several processes",
			file: "share_database = true\n[database]\nurl = \"postgres://raumbot@host/a\"\n",
			want: config.Config{Database: "postgres://raumbot@host/a", ShareDatabase: true},
		},
		{name: "a word for several processes", environment: map[string]string{"RAUMBOT_SHARE_DATABASE": "often"}, problem: "true or false"},
		{name: "a section with more", file: "[database]\nurl = \"postgres://host/a\"\nfile = \"b\"\n", problem: "a section with a url"},
		{name: "a database without a name", file: "database = 3\n", problem: "the name of a file"},
		{name: "another server", environment: map[string]string{"DATABASE_URL": "mysql://host/a"}, problem: "begins with postgres://"},
		{name: "a server with one slash", environment: map[string]string{"RAUMBOT_DATABASE": "postgres:/host/a"}, problem: "begins with postgres://"},
		{name: "copies of a server", file: "database = \"postgres://host/a\"\n[backup]\nfolder = \"b\"\n", problem: "pg_dump"},
		{name: "negative limit", file: "[limits]\nplay = -1\n", problem: "0 for none"},
		{
			name: "Discord",
			file: "[discord]\nguild = \"1\"\nmessage_content = true\napi = \"http://localhost/api\"\n",
			environment: map[string]string{
				"RAUMBOT_DISCORD_GUILD": "2\r", "RAUMBOT_DISCORD_API": "https://proxy/api ", "RAUMBOT_DISCORD_INSECURE_API": " true\r",
			},
			want: config.Config{Database: "raumbot.db", Discord: config.Discord{Guild: "2", MessageContent: true, API: "https://proxy/api", InsecureAPI: true}},
		},
		{name: "shards, which are claimed", file: "[discord]\nshards = 2\nshard = 1\n", problem: "there is no setting called discord.shards, discord.shard"},
		{name: "content", environment: map[string]string{"RAUMBOT_DISCORD_MESSAGE_CONTENT": "maybe"}, problem: `RAUMBOT_DISCORD_MESSAGE_CONTENT is "maybe": it must be true or false`},
		{name: "guild", file: "[discord]\nguild = \"my server\"\n", problem: "Copy Server ID"},
		{name: "api", file: "[discord]\napi = \"discord\"\n", problem: "https://"},
		{name: "api in clear", file: "[discord]\napi = \"http://proxy.lan/api\"\n", problem: "insecure_api"},
		{name: "api in clear, disguised", file: "[discord]\napi = \"http://localhost@proxy.lan/api\"\n", problem: "insecure_api"},
		{
			name: "api in clear, wanted",
			file: "[discord]\napi = \"http://proxy.lan/api\"\n", environment: map[string]string{"RAUMBOT_DISCORD_INSECURE_API": "true"},
			want: config.Config{Database: "raumbot.db", Discord: config.Discord{API: "http://proxy.lan/api", InsecureAPI: true}},
		},
		{
			name: "api on this machine",
			file: "[discord]\napi = \"http://[::1]:8080/api\"\n",
			want: config.Config{Database: "raumbot.db", Discord: config.Discord{API: "http://[::1]:8080/api"}},
		},
		{name: "two tokens", environment: map[string]string{"DISCORD_TOKEN": "a", "DISCORD_TOKEN_FILE": "b"}, problem: "both set"},
		{
			name: "backups as usual",
			file: "[backup]\nfolder = \"copies\"\n",
			want: config.Config{Database: "raumbot.db", Backup: config.Backup{Folder: "copies", Every: 24 * time.Hour, Keep: 7}},
		},
		{
			name: "other backups",
			file: "[backup]\nfolder = \"copies\"\nevery = \"90m\"\nkeep = 2\n",
			want: config.Config{Database: "raumbot.db", Backup: config.Backup{Folder: "copies", Every: 90 * time.Minute, Keep: 2}},
		},
		{name: "an Activity without a token", file: "[discord]\nactivity = true\n", problem: "activity needs the bot's token"},
		{name: "an Activity without a secret", environment: map[string]string{"RAUMBOT_DISCORD_ACTIVITY": "true", "DISCORD_TOKEN": "x"}, problem: "client_secret_file"},
		{
			name: "an Activity without pages", file: "[discord]\nactivity = true\n", problem: "set public in the section [web]",
			environment: map[string]string{"DISCORD_TOKEN": "x", "DISCORD_CLIENT_SECRET": "y"},
		},
		{name: "too many backups", file: "[backup]\nfolder = \"c\"\nevery = \"1s\"\n", problem: "a minute or more"},
		{name: "no backup kept", file: "[backup]\nfolder = \"c\"\nkeep = -1\n", problem: "at least one copy"},
		{name: "misspelt", file: "datebase = \"a.db\"\n", problem: "there is no setting called datebase"},
		{name: "not TOML", file: "database: a.db\n", problem: "line 1"},
		{name: "wrong type", file: "database = 7\n", problem: "line 1: database is the name"},
		{name: "a word for a number", file: "\n[limits]\nuser = \"few\"\n", problem: "line 3: limits.user must be a whole number"},
		{name: "a number for a word", file: "[console]\npictures = 1\n", problem: "line 2: console.pictures must be a string"},
		{name: "a word for a list", file: "variants.files = \"a.toml\"\n", problem: "line 1: variants.files must be a list"},
		{name: "a word for true", file: "share_database = \"yes\"\n", problem: "line 1: share_database must be true or false"},
		{name: "a word for a section", file: "web = \"on\"\n", problem: "line 1: web must be a section"},
		{name: "no duration", file: "[backup]\nfolder = \"c\"\n\nevery = 7\n", problem: "line 4: every is a duration"},
		{name: "no duration, by a dotted key", file: "\nbackup.every = \"often\"\n", problem: "line 2: every is a duration"},
		{name: "twice", file: "[web]\n[web]\n", problem: "line 2: table web already exists"},
		{name: "a byte order mark", file: "\ufeffdatabase = \"a.db\"\r\n", want: config.Config{Database: "a.db"}},
		{name: "level", environment: map[string]string{"RAUMBOT_LOG_LEVEL": "loud"}, problem: "must be debug, info, warn or error"},
		{name: "level of the file", file: "log_level = \"loud\"\n", problem: "line 1: the level of the log is debug, info, warn or error"},
		{name: "no folder of backups", file: "[backup]\nevery = \"12h\"\n", problem: "no copies would be made"},
		{
			name:        "blanks around",
			environment: map[string]string{"RAUMBOT_DATABASE": " a.db ", "RAUMBOT_LOG_LEVEL": "warn\r", "RAUMBOT_MONITOR": "\t127.0.0.1:1"},
			want:        config.Config{Database: "a.db", LogLevel: config.LogLevel(slog.LevelWarn), Monitor: config.Monitor{Address: "127.0.0.1:1"}},
		},
		{name: "no database", file: "database = \"\"\n", problem: "RAUMBOT_DATABASE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := ""
			if c.file != "" {
				path = filepath.Join(t.TempDir(), "raumbot.toml")
				if err := os.WriteFile(path, []byte(c.file), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got, err := config.Load(path, func(name string) string { return c.environment[name] })
			if c.want.Limits == (config.Limits{}) {
				c.want.Limits = config.UsualLimits
			}
			if c.want.Web.Guests == "" {
				c.want.Web.Guests = "computer"
			}
			switch {
			case c.problem == "" && err != nil:
				t.Fatal(err)
			case c.problem == "" && !reflect.DeepEqual(got, c.want):
				t.Errorf("got %+v, want %+v", got, c.want)
			case c.problem != "" && (err == nil || !strings.Contains(err.Error(), c.problem)):
				t.Errorf("got error %v, want one with %q", err, c.problem)
			}
		})
	}
}

func TestMissingFile(t *testing.T) {
	_, err := config.Load(filepath.Join(t.TempDir(), "none.toml"), func(string) string { return "" })
	if err == nil || !strings.Contains(err.Error(), "there is no configuration") {
		t.Error(err)
	}
}

func TestDatabaseName(t *testing.T) {
	for database, want := range map[string]string{
		"a.db":                             "a.db",
		"postgres://raumbot:secret@host/a": "postgres://raumbot@host/a",
		"postgres://host,other:1/a?user=ada&password=secret&sslpassword=secret&schema=mine": "postgres://host,other:1/a?schema=mine&user=ada",
		"postgresql:///a?host=/run&passfile=secret":                                         "postgresql:///a?host=%2Frun",
		"postgres://raumbot:sec%ret@host":                                                   "a database whose URL cannot be read",
		"postgres://raumbot:top?secret@host/a":                                              "a database whose URL cannot be read",
		"postgres://raumbot:1/secret@host/a":                                                "a database whose URL cannot be read",
		"postgres://raumbot:1#secret@host/a":                                                "a database whose URL cannot be read",
		"postgres://raumbot:1?secret@host/a":                                                "postgres://raumbot:1",
	} {
		if got := (config.Config{Database: database}).DatabaseName(); got != want {
			t.Errorf("%s is shown as %s", database, got)
		}
	}
}

func TestPictureFolder(t *testing.T) {
	for database, want := range map[string]string{
		"raumbot.db":      "raumbot-pictures",
		"postgres://host": "raumbot-pictures",
		"/data/bot":       "/data/bot-pictures",
		"./a.b/games.db3": "./a.b/games-pictures",
	} {
		if got := (config.Config{Database: database}).PictureFolder(); got != want {
			t.Errorf("%s: got %s, want %s", database, got, want)
		}
	}
}
