package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The measures of the house. A package that grows beyond them holds more than one subject.
const (
	maxPackageLines = 5500 // of a package under bot/, tests aside
	maxPackageFiles = 60
	maxMethods      = 90 // of a type under bot/
	maxCircle       = 12 // files of a package that all refer to each other, directly or not
	maxComment      = 100
	// maxComplex is how many functions may have a cyclomatic complexity over complex.
	maxComplex, complex = 25, 20
	// mostComplex is the limit for each function, and searchComplex that in the rules and the engine.
	mostComplex, searchComplex = 30, 45
)

// knownCircles are the packages whose circle of files is larger, with its size. In bot they are
// the records, which refer to each other.
var knownCircles = map[string]int{"raumbot/bot": 29, "raumbot/bot/command": 33}

// source is a parsed file of the product.
type source struct {
	dir, name string
	lines     int
	file      *ast.File
}

// sources returns the product's files below some folders, without their tests.
func sources(t *testing.T, fset *token.FileSet, folders ...string) (all []source) {
	t.Helper()
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			file, err := parser.ParseFile(fset, path, text, parser.ParseComments)
			all = append(all, source{filepath.ToSlash(filepath.Dir(path)), path, strings.Count(string(text), "\n"), file})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// parts are the folders with product code.
var parts = []string{"bot", "rules", "render", "storage", "adapters", "config"}

// TestFuzzTargets checks that .ci/fuzz fuzzes with every fuzz target.
func TestFuzzTargets(t *testing.T) {
	script := mustRead(t, ".ci/fuzz")
	for folder, names := range declaredNames(t).tests {
		for _, name := range names {
			if target := "./" + folder + ":" + name + ":"; strings.HasPrefix(name, "Fuzz") && !strings.Contains(script, target) {
				t.Errorf(".ci/fuzz does not run %s", target)
			}
		}
	}
}

// TestNamedTests checks that each test that .ci/run names behind -run or -skip exists. A name that
// nothing has would run nothing, or leave out nothing.
func TestNamedTests(t *testing.T) {
	script := mustRead(t, ".ci/run")
	for _, variable := range regexp.MustCompile(`(?m)^(\w+)='([^'\n]*)'$`).FindAllStringSubmatch(script, -1) {
		script = strings.ReplaceAll(script, "$"+variable[1], variable[2])
	}
	tests := allTests(t)
	named := 0
	for _, list := range regexp.MustCompile(`-(?:run|skip) (?:'([^']*)'|"([^"]*)"|(\S+))`).FindAllStringSubmatch(script, -1) {
		pattern := strings.ReplaceAll(strings.Join(list[1:], ""), `\$`, "$")
		if pattern == "^$" { // no test, with -bench
			continue
		}
		form := "%s"
		if inner, ok := strings.CutPrefix(pattern, "^("); ok {
			pattern, form = strings.TrimSuffix(inner, ")$"), "^%s$"
		}
		for name := range strings.SplitSeq(pattern, "|") {
			named++
			if !slices.ContainsFunc(tests, regexp.MustCompile(fmt.Sprintf(form, name)).MatchString) {
				t.Errorf(".ci/run names %s, but there is no such test", name)
			}
		}
	}
	if named < 30 {
		t.Errorf("%d names of tests were found in .ci/run", named)
	}
}

// allTests returns the names of the tests of this module and the modules inside it.
func allTests(t *testing.T) (all []string) {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir(".", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, name := range declared.FindAllStringSubmatch(mustRead(t, path), -1) {
			all = append(all, name[1])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestSizes checks the lines and files of the packages under bot, and the methods of their types.
func TestSizes(t *testing.T) {
	lines, files, methods := map[string]int{}, map[string]int{}, map[string]int{}
	for _, s := range sources(t, token.NewFileSet(), "bot") {
		lines[s.dir] += s.lines
		files[s.dir]++
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[s.dir+"."+receiverName(f)]++
			}
		}
	}
	for _, m := range []struct {
		what  string
		found map[string]int
		most  int
	}{{"lines", lines, maxPackageLines}, {"files", files, maxPackageFiles}, {"methods", methods, maxMethods}} {
		for of, n := range m.found {
			if n > m.most {
				t.Errorf("%s has %d %s, %d at most", of, n, m.what, m.most)
			}
		}
	}
}

// receiverName returns the name of the type of a method.
func receiverName(f *ast.FuncDecl) string {
	name := ""
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return true
	})
	return name
}

// TestComplexity checks that hardly a function has many branches.
func TestComplexity(t *testing.T) {
	var over []string
	for _, s := range sources(t, token.NewFileSet(), append(parts, "docs")...) {
		most := mostComplex
		if strings.HasPrefix(s.dir, "rules") || strings.HasPrefix(s.dir, "bot/engine") {
			most = searchComplex
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := branches(f)
			if n > complex {
				over = append(over, fmt.Sprintf("%s %s: %d", s.name, f.Name.Name, n))
			}
			if n > most {
				t.Errorf("%s of %s has a complexity of %d, %d at most", f.Name.Name, s.name, n, most)
			}
		}
	}
	if len(over) > maxComplex {
		t.Errorf("%d functions have a complexity over %d, %d at most:\n%s", len(over), complex, maxComplex, strings.Join(over, "\n"))
	}
}

// branches returns the cyclomatic complexity of a function.
func branches(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// TestCommentLines checks that comments can be read beside code. Lines with an address or a row of
// a table may be longer.
func TestCommentLines(t *testing.T) {
	for _, s := range sources(t, token.NewFileSet(), append(parts, "docs")...) {
		text, err := os.ReadFile(s.name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			trimmed := strings.TrimSpace(line)
			aside := strings.Contains(line, "://") || strings.HasPrefix(trimmed, "//\t") || strings.HasPrefix(trimmed, "//go:")
			if strings.HasPrefix(trimmed, "//") && len([]rune(line)) > maxComment && !aside {
				t.Errorf("%s:%d: a comment line has %d characters, %d at most", s.name, i+1, len([]rune(line)), maxComment)
			}
		}
	}
}

// TestCircles checks that the files of a package can be read one after the other: only few of them
// refer to each other in a circle.
func TestCircles(t *testing.T) {
	exported := exportData(t)
	fset := token.NewFileSet()
	byPackage := map[string][]*ast.File{}
	for _, s := range sources(t, fset, "bot") {
		path := module + s.dir
		byPackage[path] = append(byPackage[path], s.file)
	}
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exported[path]) })
	for path, files := range byPackage {
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		config := types.Config{Importer: imports}
		p, err := config.Check(path, fset, files, info)
		if err != nil {
			t.Fatal(err)
		}
		most := max(maxCircle, knownCircles[path])
		if circle := largestCircle(references(fset, p, files, info)); len(circle) > most {
			t.Errorf("%d files of %s refer to each other in a circle, %d at most: %v", len(circle), path, most, circle)
		}
	}
}

// exportData returns the files with the export data of all packages that bot depends on.
func exportData(t *testing.T) map[string]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", "./bot/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		all[path] = file
	}
	return all
}

// references returns, for each file of a package, the other files whose declarations it uses.
func references(fset *token.FileSet, p *types.Package, files []*ast.File, info *types.Info) map[string][]string {
	all := map[string][]string{}
	for _, f := range files {
		from := filepath.Base(fset.Position(f.Pos()).Filename)
		all[from] = nil
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			o := info.Uses[id]
			if o == nil || o.Pkg() != p || o.Parent() != p.Scope() && !isMethod(o) {
				return true
			}
			if to := filepath.Base(fset.Position(o.Pos()).Filename); to != from && !slices.Contains(all[from], to) {
				all[from] = append(all[from], to)
			}
			return true
		})
	}
	return all
}

func isMethod(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

// largestCircle returns the largest set of nodes that can all reach each other.
func largestCircle(graph map[string][]string) (largest []string) {
	reach := map[string]map[string]bool{}
	for from := range graph {
		seen := map[string]bool{}
		for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
			for _, to := range graph[queue[0]] {
				if !seen[to] {
					seen[to] = true
					queue = append(queue, to)
				}
			}
		}
		reach[from] = seen
	}
	for from := range graph {
		circle := []string{from}
		for to := range reach[from] {
			if to != from && reach[to][from] {
				circle = append(circle, to)
			}
		}
		if len(circle) > len(largest) {
			largest = circle
		}
	}
	slices.Sort(largest)
	return largest
}

// TestLargestCircle checks that a circle is found and a chain is none.
func TestLargestCircle(t *testing.T) {
	graph := map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": nil}
	if got := largestCircle(graph); !slices.Equal(got, []string{"b", "c"}) {
		t.Errorf("the circle is %v", got)
	}
}
