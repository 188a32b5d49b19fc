//go:build goolm

package e2e

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix/id"
)

// home is the homeserver of all tests but those that stop it, program the bot.
var (
	home    *server
	program string
)

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "raumbot-e2e-")
	if err != nil {
		log.Fatal(err)
	}
	code := 1
	if err := prepare(dir); err != nil {
		log.Print(err)
	} else {
		code = m.Run()
		if err := home.stop(); err != nil {
			log.Print(err)
		}
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// prepare builds the program and starts the homeserver.
func prepare(dir string) (err error) {
	program = filepath.Join(dir, "raumbot")
	if err := build(program, "-tags", "goolm"); err != nil {
		return err
	}
	folder := filepath.Join(dir, "home")
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	of, ok := homeservers[*homeserver]
	if !ok {
		return fmt.Errorf("there is no homeserver %q", *homeserver)
	}
	home, err = newServer(folder, of)
	return err
}

// build builds the program.
func build(path string, flags ...string) error {
	c := exec.Command("go", append(append([]string{"build", "-trimpath", "-o", path}, flags...), ".")...)
	c.Dir, c.Env = "..", append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("building the bot: %w\n%s", err, out)
	}
	return nil
}

// robot is a bot with a directory, an account and a process of its own.
type robot struct {
	t       *testing.T
	server  *server
	dir     string
	id      id.UserID
	process *exec.Cmd
	config  string // the section [matrix], but for the account
	program string
	env     []string // besides homeserver, user and password
}

// newRobot starts a bot, with what the operator configures besides, and more in its environment.
func newRobot(t *testing.T, s *server, config string, env ...string) *robot {
	t.Helper()
	return newRobotOf(t, program, s, config, env...)
}

// newRobotOf starts a bot that is another build.
func newRobotOf(t *testing.T, program string, s *server, config string, env ...string) *robot {
	t.Helper()
	local := s.account(t, "raumbot")
	r := &robot{t: t, server: s, dir: t.TempDir(), id: id.NewUserID(local, s.name), config: config, program: program, env: env}
	r.start()
	t.Cleanup(func() {
		r.stop()
		if t.Failed() {
			text, _ := os.ReadFile(r.log())
			t.Logf("the log of the bot:\n%s", text)
		}
	})
	return r
}

func (r *robot) log() string { return filepath.Join(r.dir, "log") }

// start starts the program, given nothing but homeserver, user and password if
// there is no configuration.
func (r *robot) start() {
	r.t.Helper()
	args := []string{"serve"}
	if r.config != "" {
		path := filepath.Join(r.dir, "raumbot.toml")
		if err := os.WriteFile(path, []byte("[matrix]\n"+r.config), 0o600); err != nil {
			r.t.Fatal(err)
		}
		args = append(args, "--config", path)
	}
	out, err := os.OpenFile(r.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		r.t.Fatal(err)
	}
	defer out.Close()
	r.process = exec.Command(r.program, args...)
	r.process.Dir, r.process.Stdout, r.process.Stderr = r.dir, out, out
	r.process.Env = append(os.Environ(), "RAUMBOT_LOG_LEVEL=debug", "MATRIX_HOMESERVER="+r.server.url, "MATRIX_USER="+r.id.Localpart(), "MATRIX_PASSWORD="+password)
	r.process.Env = append(r.process.Env, r.env...)
	if err := r.process.Start(); err != nil {
		r.t.Fatal(err)
	}
}

// logged waits until the log holds some words that many times.
func (r *robot) logged(words string, times int) {
	r.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		text, err := os.ReadFile(r.log())
		if err == nil && strings.Count(string(text), words) >= times {
			return
		}
	}
	r.t.Fatalf("the log of the bot does not say %q", words)
}

// stop ends the program as an operator would, kill as a power cut.
func (r *robot) stop() { r.end(os.Interrupt) }
func (r *robot) kill() { r.end(os.Kill) }

func (r *robot) end(signal os.Signal) {
	r.t.Helper()
	if r.process == nil {
		return
	}
	if err := r.process.Process.Signal(signal); err != nil {
		r.t.Fatal(err)
	}
	if err := r.process.Wait(); err != nil && signal == os.Interrupt {
		r.t.Errorf("the bot ended with %v", err)
	}
	r.process = nil
}
