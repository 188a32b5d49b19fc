// Raumbot plays Charles Gilman's three-dimensional chess variants by
// correspondence, in chat rooms and at the terminal.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"unicode"

	"raumbot/rules/games"
)

// environment is everything that the program takes from its process, so that tests can
// run it as a whole.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
}

// shared returns the environment with an error output that is safe for concurrent use.
func (env environment) shared() environment {
	env.stderr = &sharedWriter{w: env.stderr}
	return env
}

// sharedWriter serialises writes.
type sharedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

// Write implements [io.Writer].
func (s *sharedWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills the program
	env := environment{os.Stdin, os.Stdout, os.Stderr, os.Getenv}
	code := run(ctx, env, os.Args[1:])
	stop()
	os.Exit(code)
}

// subcommand runs a subcommand with the arguments that follow it.
type subcommand func(ctx context.Context, env environment, args []string) error

var subcommands = map[string]subcommand{
	"console": runConsole,
	"db":      runDB,
	"engine":  runEngine,
	"health":  runHealth,
	"render":  runRender,
	"rules":   runRules,
	"serve":   runServe,
	"version": runVersion,
	"worker":  runWorker,
}

// usage is the output of raumbot help. docs/command-line.md shows it, too.
const usage = `raumbot plays three-dimensional chess variants by correspondence.

  raumbot [serve] [--config FILE] [--no-web]
      every adapter that the configuration enables; with none, the console, and a page for the browsers of this machine
  raumbot console [--config FILE] [--db FILE] [--pictures DIR] [--organiser NAME] [--variants GLOB] [--json]
      the console alone; its lines read NAME: text, NAME@ROOM: text, NAME@: text
  raumbot render VARIANT [MOVE...] -o FILE [--position LINE] [--view NAME] [--slice NAME] [--side white|black] [--theme NAME]
                 [--pieces busts|badges] [--four-colours] [--moves-from CELL] [--text] [--gif FILE] [--pace N] [--variants GLOB]
      a picture of a position, or an animated replay
  raumbot rules perft VARIANT DEPTH [--position LINE] [--variants GLOB]
  raumbot rules legal|position VARIANT [MOVE...] [--variants GLOB]
  raumbot rules replay|positions [--variants GLOB]
      questions about the rules, for programs
  raumbot rules check FILE [-o PNG]
      the mistakes in the file of a game, or its rules
  raumbot engine [--variants GLOB]
      the computer opponent: UCI on stdin and stdout
  raumbot engine bench [VARIANT] [--movetime MILLISECONDS] [--variants GLOB]
  raumbot engine match A B [--games N] [--variant NAME] [--seed N] [--go WORDS] [--limit SECONDS] [--variants GLOB]
      its measures
  raumbot db check|backup FILE|restore FILE|export FILE|import FILE|migrate [--to DATABASE]|compact [--db DATABASE] [--config FILE]
      care for the database
  raumbot worker --database URL
      searches for a bot whose database is on a PostgreSQL
  raumbot health [--config FILE]
      asks a running bot's monitor: 0 if it is well
  raumbot version
      the version of the program and of its database

-h after a command explains its flags. The environment can name the configuration, too: RAUMBOT_CONFIG.
`

// usageError is a mistake on the command line; its text says what
// to write instead.
type usageError string

func (e usageError) Error() string { return string(e) }

// run runs a command line and returns the exit code: 0 for success, 1 for failure,
// 2 for a wrong command line.
func run(ctx context.Context, env environment, args []string) int {
	if len(args) > 0 && slices.Contains([]string{"help", "-h", "-help", "--help"}, args[0]) {
		fmt.Fprint(env.stdout, usage)
		return 0
	}
	name := "serve"
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		name, args = args[0], args[1:]
	}
	command, ok := subcommands[name]
	var err error
	if err = games.Install(); err != nil {
		err = fmt.Errorf("the games that come with the program: %w", err)
	} else if ok {
		err = command(ctx, env, args)
	} else {
		names := slices.Sorted(maps.Keys(subcommands))
		err = usageError(fmt.Sprintf("there is no command %q; the commands are %s; raumbot help explains them", name, strings.Join(names, ", ")))
	}
	var mistake usageError
	var help helpText
	switch {
	case err == nil:
		return 0
	case errors.As(err, &help):
		fmt.Fprint(env.stdout, help)
		return 0
	case errors.As(err, &mistake):
		fmt.Fprintf(env.stderr, "raumbot: %s\n", visible(mistake.Error()))
		return 2
	default:
		fmt.Fprintf(env.stderr, "raumbot: %s\n", visible(err.Error()))
		return 1
	}
}

// visible escapes control characters, as file names may contain them.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) || r == '\n' || r == '\t' {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}
