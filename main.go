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
	"strings"
	"syscall"
)

// environment is all that the program takes from the process it runs in, so
// that tests can run it whole.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	env := environment{os.Stdin, os.Stdout, os.Stderr, os.Getenv}
	code := run(ctx, env, os.Args[1:])
	stop()
	os.Exit(code)
}

// A subcommand runs one word of the command line with the words after it.
type subcommand func(ctx context.Context, env environment, args []string) error

var subcommands = map[string]subcommand{
	"console": runConsole,
	"db":      runDB,
	"render":  runRender,
	"rules":   runRules,
	"serve":   runServe,
	"version": runVersion,
}

// usageError is a mistake in the words of the command line; its text says
// what to write instead.
type usageError string

func (e usageError) Error() string { return string(e) }

// run carries out one command line and returns the process's exit code:
// 0 done, 1 failed, 2 the command line is not understood.
func run(ctx context.Context, env environment, args []string) int {
	name := "serve"
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		name, args = args[0], args[1:]
	}
	command, ok := subcommands[name]
	var err error
	if ok {
		err = command(ctx, env, args)
	} else {
		names := slices.Sorted(maps.Keys(subcommands))
		err = usageError(fmt.Sprintf("there is no command %q; the commands are %s", name, strings.Join(names, ", ")))
	}
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &usage):
		fmt.Fprintf(env.stderr, "raumbot: %v\n", usage)
		return 2
	default:
		fmt.Fprintf(env.stderr, "raumbot: %v\n", err)
		return 1
	}
}
