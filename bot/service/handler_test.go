package service

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"raumbot/bot/command"
)

// TestHandlers checks that each command has a handler in a file named after the command, so that
// the list of files is a map of the package.
func TestHandlers(t *testing.T) {
	carried := map[string]any{}
	for name, h := range plainHandlers() {
		carried[name] = h
	}
	for name, h := range recordHandlers() {
		if carried[name] != nil {
			t.Errorf("%q has two handlers", name)
		}
		carried[name] = h
	}
	for _, c := range command.All() {
		h := carried[c.Name]
		if h == nil {
			t.Errorf("nothing carries out %q", c.Name)
			continue
		}
		delete(carried, c.Name)
		full := runtime.FuncForPC(reflect.ValueOf(h).Pointer()).Name()
		where := fileOf(t, full[strings.LastIndexByte(full, '.')+1:])
		if _, name, prefixed := strings.Cut(where, "_"); where != c.Name+".go" && (!prefixed || name != c.Name+".go") {
			t.Errorf("%q is carried out in %s", c.Name, where)
		}
	}
	for name := range carried {
		t.Errorf("%q has a handler and is no command", name)
	}
}

// fileOf returns the name of the file that declares a function of the package.
func fileOf(t *testing.T, function string) string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == function {
				return name
			}
		}
	}
	t.Fatalf("%s stands nowhere", function)
	return ""
}
