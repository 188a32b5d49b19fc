package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mostWords is how long DEVELOPING.md may be: somebody new reads it at one sitting.
const mostWords = 2200

// TestDevelopingWords checks that DEVELOPING.md is short, and that each file, folder, identifier,
// flag and command in its code spans exists.
func TestDevelopingWords(t *testing.T) {
	text := mustRead(t, "DEVELOPING.md")
	if n := len(strings.Fields(text)); n > mostWords {
		t.Errorf("DEVELOPING.md has %d words, at most %d are allowed", n, mostWords)
	}
	known := declaredNames(t)
	for _, span := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(text, -1) {
		if fault := known.fault(t, span[1]); fault != "" {
			t.Errorf("DEVELOPING.md says %q: %s", span[1], fault)
		}
	}
}

// TestDevelopingFaults checks that TestDevelopingWords notices each kind of mistake.
func TestDevelopingFaults(t *testing.T) {
	known := declaredNames(t)
	for _, wrong := range []string{
		"bot/nothing", "bot/command/nothing_*.go", "nothing.go", "bot.Nothing", "service.Service.Nothing", "Nothing", "TestNothing", "-nothing", "TestNothing -regen",
		"go test ./nothing", "go test ./rules -run TestNothing", "go test ./rules -regen", "go run ./bot", "go vet ./nothing", "bash nothing", "raumbot nothing",
	} {
		if known.fault(t, wrong) == "" {
			t.Errorf("%q passes, although there is no such thing", wrong)
		}
	}
}

// names are the identifiers declared in the module: "Name", "package.Name", "package.Type.Member".
type names struct {
	all map[string]bool
	// embeds has the types that a type embeds: "action.Bot" for "service.Service".
	embeds map[string][]string
	// tests are the names of tests, benchmarks and fuzz targets, and flags those of the flags of
	// tests, by the folder of their package.
	tests, flags map[string][]string
}

// declaredNames parses the module, without the modules inside it.
func declaredNames(t *testing.T) names {
	t.Helper()
	known := names{all: map[string]bool{}, embeds: map[string][]string{}, tests: map[string][]string{}, flags: map[string][]string{}}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != "." {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || entry.Name() == "testdata" {
				return filepath.SkipDir
			}
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			known.add(filepath.ToSlash(filepath.Dir(path)), file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return known
}

// add adds the declarations and the flags of a file in a folder.
func (n names) add(folder string, file *ast.File) {
	declare := func(parts ...string) {
		n.all[parts[len(parts)-1]] = true
		n.all[strings.Join(append([]string{file.Name.Name}, parts...), ".")] = true
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Recv == nil {
				declare(node.Name.Name)
				n.tests[folder] = append(n.tests[folder], node.Name.Name)
			} else if on := receiver(node.Recv.List[0].Type); on != "" {
				declare(on, node.Name.Name)
			}
		case *ast.ValueSpec:
			for _, name := range node.Names {
				declare(name.Name)
			}
		case *ast.TypeSpec:
			declare(node.Name.Name)
			fields, embedded := members(node.Type)
			for _, field := range fields {
				declare(node.Name.Name, field)
			}
			n.embeds[file.Name.Name+"."+node.Name.Name] = embedded
		case *ast.CallExpr:
			if name := flagOf(node); name != "" {
				n.flags[folder] = append(n.flags[folder], name)
			}
		}
		return true
	})
}

// receiver returns the name of the type of a method.
func receiver(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.StarExpr:
		return receiver(of.X)
	case *ast.IndexExpr:
		return receiver(of.X)
	case *ast.Ident:
		return of.Name
	}
	return ""
}

// members returns the fields of a struct or the methods of an interface, and the types of other
// packages that it embeds.
func members(of ast.Expr) (all, embedded []string) {
	var list *ast.FieldList
	switch of := of.(type) {
	case *ast.StructType:
		list = of.Fields
	case *ast.InterfaceType:
		list = of.Methods
	default:
		return nil, nil
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			all = append(all, name.Name)
		}
		kind := field.Type
		if star, points := kind.(*ast.StarExpr); points {
			kind = star.X
		}
		if selector, other := kind.(*ast.SelectorExpr); other && len(field.Names) == 0 {
			embedded = append(embedded, receiver(selector.X)+"."+selector.Sel.Name)
		}
	}
	return all, embedded
}

// flagOf returns the name of the flag that a call such as flag.Bool("regen", ...) defines.
func flagOf(call *ast.CallExpr) string {
	of, selects := call.Fun.(*ast.SelectorExpr)
	if !selects || len(call.Args) < 3 {
		return ""
	}
	from, named := of.X.(*ast.Ident)
	name, literal := call.Args[0].(*ast.BasicLit)
	if !named || from.Name != "flag" || !literal {
		return ""
	}
	text, err := strconv.Unquote(name.Value)
	if err != nil {
		return ""
	}
	return text
}

// identifier matches an identifier, with its package and its type or without.
var identifier = regexp.MustCompile(`^[A-Za-z]\w*(\.[A-Z]\w*){0,2}$`)

// fault says why a code span of DEVELOPING.md is wrong, "" if it is not.
func (n names) fault(t *testing.T, span string) string {
	words := strings.Fields(span)
	if len(words) > 1 || strings.HasPrefix(span, "-") {
		return n.commandFault(t, words)
	}
	switch paths, _ := filepath.Glob(span); {
	case len(paths) > 0, identifier.MatchString(span) && n.all[span], notation[span]:
		return ""
	case regexp.MustCompile(`^[a-z_]+\.go$`).MatchString(span) && n.fileNamed(span):
		return ""
	}
	if parts := strings.Split(span, "."); len(parts) == 3 {
		for _, embedded := range n.embeds[parts[0]+"."+parts[1]] {
			if n.all[embedded+"."+parts[2]] {
				return ""
			}
		}
	}
	return "there is no such file or name"
}

// notation has the spans that name no part of the module.
var notation = map[string]bool{"initdb": true, "omitzero": true, "goolm": true, "go:embed": true, "%[2]s": true, "der~%s": true}

// fileNamed reports whether a package has a file of that name.
func (n names) fileNamed(name string) bool {
	for folder := range n.tests {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			return true
		}
	}
	return false
}

// testFlags are flags of "go test", and whether each takes a value.
var testFlags = map[string]bool{"-run": true, "-bench": true, "-tags": true, "-v": false}

// commandFault says what is wrong with a command line, "" if nothing is.
func (n names) commandFault(t *testing.T, words []string) string {
	switch {
	case words[0] == "go" && len(words) > 2:
		return n.goFault(words[1], words[2:])
	case words[0] == "bash":
		if _, err := os.Stat(words[1]); err != nil {
			return err.Error()
		}
		return ""
	case words[0] == "raumbot":
		usage := mustRead(t, filepath.Join("docs", "command-line.md"))
		if !strings.Contains(usage, strings.Join(words, " ")) {
			return "docs/command-line.md does not have that command"
		}
		return ""
	case len(words) == 1 && slices.Contains(slices.Concat(slices.Collect(maps.Values(n.flags))...), words[0][1:]):
		return ""
	}
	return "there is no such command or flag"
}

// goFault says what is wrong with the arguments of a command of Go.
func (n names) goFault(verb string, args []string) string {
	folder, pattern := "", ""
	var own []string
	for i := 0; i < len(args); i++ {
		word := args[i]
		takes, known := testFlags[word]
		switch {
		case known && takes:
			i++
			if i == len(args) {
				return word + " has no value"
			}
			if word == "-run" || word == "-bench" {
				pattern = args[i]
			}
			if pattern == "NONE" || pattern == "." {
				pattern = ""
			}
		case known:
		case strings.HasPrefix(word, "-"):
			own = append(own, strings.TrimPrefix(word, "-"))
			if i+1 < len(args) && regexp.MustCompile(`^\d+$`).MatchString(args[i+1]) {
				i++
			}
		default:
			folder = filepath.ToSlash(filepath.Clean(word))
		}
	}
	if folder == "..." {
		return ""
	}
	tests, exists := n.tests[folder]
	switch {
	case !exists:
		return "there is no package " + folder
	case verb == "run" && !slices.Contains(tests, "main"):
		return folder + " is no program"
	}
	if pattern != "" && !slices.ContainsFunc(tests, func(name string) bool {
		return strings.HasPrefix(name, "Test") && regexp.MustCompile(pattern).MatchString(name)
	}) {
		return "no test of " + folder + " matches " + pattern
	}
	for _, name := range own {
		if !slices.Contains(n.flags[folder], name) {
			return folder + " has no flag -" + name
		}
	}
	return ""
}
