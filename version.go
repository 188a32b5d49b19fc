package main

import (
	"context"
	"fmt"
	"runtime/debug"

	"raumbot/storage"
)

// buildVersion returns the version set at build time, and the revision that was built, "" if that is not known.
func buildVersion() (version, revision string) {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		version = "(devel)"
	} else {
		version = info.Main.Version
	}
	if ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				revision = s.Value
			}
		}
	}
	return version, revision
}

// runVersion prints the version and build information.
func runVersion(_ context.Context, env environment, args []string) error {
	if len(args) > 0 {
		return usageError("write: raumbot version")
	}
	version, revision := buildVersion()
	if revision != "" {
		version += " " + revision
	}
	_, err := fmt.Fprintf(env.stdout, "raumbot %s, database schema %d\n", version, storage.Schema())
	return err
}
