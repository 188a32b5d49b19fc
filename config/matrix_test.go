package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"raumbot/config"
)

func TestMatrix(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("from a file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "missing")
	for _, c := range []struct {
		name, file  string
		environment map[string]string
		want        config.Matrix
		problem     string // part of the error
	}{
		{name: "nothing"},
		{
			name:        "the environment alone",
			environment: map[string]string{"MATRIX_HOMESERVER": "https://m.org", "MATRIX_USER": "bot", "MATRIX_PASSWORD": "secret"},
			want:        config.Matrix{Homeserver: "https://m.org", User: "bot", Password: config.NewSecret("secret"), Invites: config.Invites{"all"}},
		},
		{
			name: "all of it",
			file: "homeserver = \"m.org\"\nuser = \"@bot:m.org\"\npassword_file = \"" + secret + "\"\ntoken_file = \"" + secret + "\"\nrecovery_key_file = \"" + secret +
				"\"\nreset_keys = true\ndevice = \"den\"\nprefix = \"!chess\"\ninvites = [\"@ada:m.org\", \"n.org\"]\ngames = \"room\"\nallow_unencrypted = true\nemoji = true\n",
			want: config.Matrix{Homeserver: "m.org", User: "@bot:m.org", PasswordFile: secret, TokenFile: secret, RecoveryKeyFile: secret, ResetKeys: true, Device: "den",
				Prefix: "!chess", Invites: config.Invites{"@ada:m.org", "n.org"}, Games: config.InRoom, AllowUnencrypted: true, Emoji: true, Password: config.NewSecret("from a file"),
				Token: config.NewSecret("from a file"), RecoveryKey: config.NewSecret("from a file")},
		},
		{
			name: "nobody may invite",
			file: "homeserver = \"m.org\"\ninvites = \"none\"\n",
			want: config.Matrix{Homeserver: "m.org", Invites: config.Invites{}},
		},
		{
			name: "a recovery key that is yet to be written",
			file: "homeserver = \"m.org\"\nrecovery_key_file = \"" + missing + "\"\n",
			want: config.Matrix{Homeserver: "m.org", Invites: config.Invites{"all"}, RecoveryKeyFile: missing},
		},
		{name: "no password file", file: "homeserver = \"m.org\"\npassword_file = \"" + missing + "\"\n", problem: "there is no file"},
		{name: "invites of a wrong word", file: "invites = \"some\"\n", problem: "\"all\", \"none\" or a list"},
		{name: "invites of nobody known", file: "invites = [\"@ada\"]\n", problem: "Matrix IDs and servers"},
		{
			name: "operators",
			file: "homeserver = \"m.org\"\noperators = [\"@ada:m.org\", \"@bob:other.org:8448\"]\n",
			want: config.Matrix{Homeserver: "m.org", Invites: config.Invites{"all"}, Operators: config.MatrixIDs{"@ada:m.org", "@bob:other.org:8448"}},
		},
		{name: "operators by a word", file: "operators = \"@ada:m.org\"\n", problem: "a list of Matrix IDs"},
		{name: "a server for an operator", file: "operators = [\"m.org\"]\n", problem: "operators lists Matrix IDs"},
		{name: "an operator without a server", file: "operators = [\"@ada:\"]\n", problem: "operators lists Matrix IDs"},
		{name: "an operator who is a number", file: "operators = [7]\n", problem: "operators lists Matrix IDs"},
		{name: "games elsewhere", file: "games = \"den\"\n", problem: "\"thread\" or \"room\""},
		{name: "a password in the file", file: "password = \"secret\"\n", problem: "no setting called matrix.password"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "raumbot.toml")
			if err := os.WriteFile(path, []byte("[matrix]\n"+c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := config.Load(path, func(name string) string { return c.environment[name] })
			switch {
			case c.problem == "" && err != nil:
				t.Fatal(err)
			case c.problem == "" && !reflect.DeepEqual(got.Matrix, c.want):
				t.Errorf("got %+v, want %+v", got.Matrix, c.want)
			case c.problem != "" && (err == nil || !strings.Contains(err.Error(), c.problem)):
				t.Errorf("got error %v, want one with %q", err, c.problem)
			}
			if shown := fmt.Sprintf("%+v %#v", got, got); strings.Contains(shown, "from a file") || strings.Contains(shown, "{secret}") {
				t.Errorf("a secret is shown: %s", shown)
			}
		})
	}
}

func TestMatrixFiles(t *testing.T) {
	c := config.Config{Database: "/data/bot.db"}
	if c.MatrixStore() != "/data/bot-matrix.db" || c.MatrixRecoveryKey() != "/data/bot-matrix-recovery-key.txt" {
		t.Error(c.MatrixStore(), c.MatrixRecoveryKey())
	}
	c.Matrix.RecoveryKeyFile = "/safe/key"
	if c.MatrixRecoveryKey() != "/safe/key" {
		t.Error(c.MatrixRecoveryKey())
	}
}
