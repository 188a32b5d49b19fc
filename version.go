package main

import (
	"context"
	"fmt"
	"runtime/debug"

	"raumbot/storage"
)

// version is the version of the program, or the next one with "-dev" before it is released. The
// newest release in CHANGELOG.md precedes it or has its name.
const version = "1.1.0-dev"

// revision returns the commit that the program was built from, or "" if that is not known.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}

// runVersion prints the versions of the program and of its database, and the commit if it is known.
func runVersion(_ context.Context, env environment, args []string) error {
	if len(args) > 0 {
		return usageError("write: raumbot version")
	}
	name := version
	if commit := revision(); commit != "" {
		name += " " + commit
	}
	_, err := fmt.Fprintf(env.stdout, "raumbot %s, database schema %d\n", name, storage.Schema())
	return err
}
