// Compose checks a compose file against the schema of the Compose specification, and that its
// references fit together:
//
//	go run ./compose ../docs/deploy/compose.yaml
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "write: compose FILE")
		os.Exit(2)
	}
	if err := check(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

// check returns what is wrong with a compose file. The files that it names need not exist.
func check(path string) error {
	_, err := loader.LoadWithContext(context.Background(), types.ConfigDetails{
		WorkingDir:  filepath.Dir(path),
		ConfigFiles: []types.ConfigFile{{Filename: path}},
		Environment: types.Mapping{},
	}, func(o *loader.Options) {
		o.SetProjectName("raumbot", true)
		o.SkipResolveEnvironment = true
		o.Profiles = []string{"*"}
	})
	return err
}
