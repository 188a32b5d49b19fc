// Platforms checks the types of the program for platforms other than the one at hand, in a tenth of
// the time in which it could be built for them:
//
//	go run ./platforms .. linux/arm darwin/arm64
//
// The first argument is the directory of the program. Of packages of others, what is inside their
// functions is not looked at. What only a compiler or a linker finds, a release finds.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "write: platforms DIRECTORY OS/ARCHITECTURE ...")
		os.Exit(2)
	}
	faults := 0
	for _, platform := range os.Args[2:] {
		count, err := check(os.Args[1], platform, func(err error) {
			faults++
			fmt.Fprintf(os.Stderr, "%s: %v\n", platform, err)
		})
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", platform, err)
			os.Exit(1)
		}
		fmt.Printf("%s: %d packages\n", platform, count)
	}
	if faults > 0 {
		os.Exit(1)
	}
}

// listed is a package as go list describes it.
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string
	Module     *struct{ Main bool }
}

// known are packages by their paths, whose types have been checked.
type known map[string]*types.Package

// check checks the program in a directory for a platform, written "linux/arm", and returns the
// number of its packages. It calls report for each fault that it finds, and returns an error if it
// cannot look.
func check(directory, platform string, report func(error)) (int, error) {
	system, architecture, _ := strings.Cut(platform, "/")
	sizes := types.SizesFor("gc", architecture)
	if sizes == nil {
		return 0, errors.New("there is no such platform")
	}
	list := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap,Module", "-tags", "goolm", ".")
	list.Dir, list.Stderr = directory, os.Stderr
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+architecture)
	out, err := list.Output()
	if err != nil {
		return 0, fmt.Errorf("list packages: %w", err)
	}
	done := known{"unsafe": types.Unsafe}
	// A package comes after all that it imports.
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return len(done), nil
		} else if err != nil {
			return 0, fmt.Errorf("read the list of packages: %w", err)
		}
		if p.ImportPath != "unsafe" {
			done[p.ImportPath] = done.check(p, sizes, report)
		}
	}
}

// check returns the types of a package. It calls report for each fault.
func (k known) check(p listed, sizes types.Sizes, report func(error)) *types.Package {
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			report(err)
		}
		parsed = append(parsed, file)
	}
	config := types.Config{
		Importer: importer(func(path string) (*types.Package, error) {
			if mapped := p.ImportMap[path]; mapped != "" {
				path = mapped
			}
			if found := k[path]; found != nil {
				return found, nil
			}
			return nil, fmt.Errorf("package %s is not in the list", path)
		}),
		IgnoreFuncBodies: p.Module == nil || !p.Module.Main,
		Sizes:            sizes,
		Error:            report,
	}
	checked, _ := config.Check(p.ImportPath, files, parsed, nil) // faults are reported
	return checked
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }
