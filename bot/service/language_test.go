package service_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
	"raumbot/bot/service"
	"raumbot/rules"
	"raumbot/storage"
)

// TestTranslated checks that every language has every text of the service, with the same arguments,
// and no text that is no longer used.
func TestTranslated(t *testing.T) {
	wanted := terms()
	for _, call := range phraseCalls(t) {
		for _, format := range call.formats {
			wanted[format] = call.place
			if n := len(verbs(format)); call.args >= 0 && n != call.args {
				t.Errorf("%s: %q shows %d arguments and is given %d", call.place, format, n, call.args)
			}
		}
	}
	for _, format := range pageWords(t) {
		wanted[format] = "a page of the web"
	}
	for _, code := range locale.Languages() {
		l, err := phrase.Read(os.DirFS("../locale/"+code), code)
		if err != nil {
			t.Fatal(err)
		}
		for text, place := range wanted {
			translated, known := l.Texts()[text]
			switch {
			case !phrase.Worded(text):
			case !known:
				t.Errorf("%s: no %s for %q", place, code, text)
			case !sameVerbs(text, translated):
				t.Errorf("%s: %q shows other arguments than %q", place, translated, text)
			}
		}
		for text := range l.Texts() {
			if wanted[text] == "" {
				t.Errorf("%s for what nobody says: %q", code, text)
			}
		}
	}
}

// terms returns the texts that are not formats in the source: those of the command table and of the
// rules.
func terms() map[string]string {
	all := map[string]string{}
	add := func(place string, texts ...string) {
		for _, text := range texts {
			if text != "" {
				all[text] = place
			}
		}
	}
	for _, v := range rules.Variants() {
		for i := range v.Kinds[1:] {
			k := &v.Kinds[i+1]
			add("a piece of "+v.Name, k.Name, k.Plural())
		}
	}
	for _, c := range service.New(service.Ports{Store: storage.Memory()}).Commands() {
		add("command "+c.Name, c.Brief, c.Detail, c.Button, c.Slash.Brief, c.Slash.Manage.Brief)
		for _, p := range c.Params {
			add("command "+c.Name, p.Help)
			add("command "+c.Name, p.Choices...)
		}
	}
	for _, t := range command.Terms() {
		add("glossary", t.Title, t.Text)
	}
	add("side", rules.White.String(), rules.Black.String())
	for e := rules.ByCheckmate; e <= rules.ByBareRoyals; e++ {
		add("ending", e.String())
	}
	for s := rules.Check; s <= rules.Extinction; s++ {
		add("status", s.String())
	}
	add("name", "someone")
	for _, v := range rules.Variants() {
		add(v.Name, v.Blurb)
		add(v.Name, strings.Split(phrase.English(bot.PlainStory(v)), "\n")...)
		for i := range v.Kinds {
			add(v.Name, append(v.Kinds[i].MoveWords(), v.Kinds[i].PromotionWords())...)
		}
	}
	return all
}

// phraseCall is a call in the source whose arguments include formats of phrases.
type phraseCall struct {
	place   string
	formats []string
	args    int // how many arguments are given, -1 for any number
}

// formatArgs has the functions that take formats, and which of their arguments these are.
var formatArgs = map[string][]int{
	"phrase.Of": {0}, "phrase.Term": {0}, "phrase.Count": {1, 2}, "l.Say": {0}, "Problemf": {1}, "bot.Problemf": {1}, "scoped": {1, 2},
}

// ruleArgs is the same for package rules, whose sentences the service shows.
var ruleArgs = map[string][]int{"moveError": {2}, "recordError": {0}, "say": {0}, "clause": {0}}

// boardArgs is the same for package render, which describes boards in words.
var boardArgs = map[string][]int{".of": {0}, "say.of": {0}}

// pageArgs is the same for the web's pages.
var pageArgs = map[string][]int{"phrase.Of": {0}, "phrase.Count": {1, 2}, "v.Say": {0}, "p.Say": {0}}

// pageSay matches the texts and terms in a page's template.
var pageSay = regexp.MustCompile(`[.](?:Say|Term) "([^"]*)"`)

// pageWords returns the texts of the web's templates.
func pageWords(t *testing.T) (all []string) {
	t.Helper()
	files, err := filepath.Glob("../../adapters/web/page/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range pageSay.FindAllSubmatch(text, -1) {
			all = append(all, string(found[1]))
		}
	}
	if len(all) < 40 {
		t.Fatalf("the pages say %d texts only", len(all))
	}
	return all
}

// speaking are the folders of the packages whose phrases users read: those of the features, and of
// what they stand on.
var speaking = append(features(), "..", ".", "../action", "../command", "../pages", "../teach", "../throttle", "../tournament", "../when")

// features returns the folders of the features.
func features() (all []string) {
	for _, depth := range []string{"../*/feature.go", "../*/*/feature.go"} {
		files, err := filepath.Glob(depth)
		if err != nil {
			panic(err)
		}
		for _, f := range files {
			if text, err := os.ReadFile(f); err == nil && bytes.Contains(text, []byte("action.Feature")) {
				all = append(all, filepath.Dir(f))
			}
		}
	}
	return all
}

// phraseCalls returns the calls that take formats, in all packages whose phrases users read.
func phraseCalls(t *testing.T) (all []phraseCall) {
	t.Helper()
	for _, speaks := range []struct {
		folders []string
		formats map[string][]int
		least   int // the fewest calls to be found
	}{
		{speaking, formatArgs, 500}, {[]string{"../../rules"}, ruleArgs, 30}, {[]string{"../../render"}, boardArgs, 30},
		{[]string{"../../adapters/console"}, formatArgs, 10}, {[]string{"../../adapters/matrix"}, formatArgs, 10}, {[]string{"../../adapters/discord"}, formatArgs, 10},
		{[]string{"../../adapters/web"}, pageArgs, 10},
	} {
		before := len(all)
		for place, file := range sources(t, speaks.folders...) {
			ast.Inspect(file.node, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if at, ok := speaks.formats[calledName(call)]; ok {
						all = append(all, told(call, at, place+":"+strconv.Itoa(file.set.Position(call.Pos()).Line)))
					}
				}
				return true
			})
		}
		if len(all)-before < speaks.least {
			t.Fatalf("only %d places were found in %v where something is said", len(all)-before, speaks.folders)
		}
	}
	return all
}

// told returns the formats of a call: its arguments with the indices in at.
func told(call *ast.CallExpr, at []int, place string) phraseCall {
	found := phraseCall{place: place, args: -1}
	for _, i := range at {
		if text, ok := constant(call.Args[i]); ok {
			found.formats = append(found.formats, text)
		}
	}
	if name := calledName(call); !call.Ellipsis.IsValid() && name != "phrase.Term" && name != "phrase.Count" {
		found.args = len(call.Args) - 1 - at[len(at)-1]
	}
	return found
}

// plainCalls take texts that no user reads: those of errors and logs, and patterns.
var plainCalls = []string{"fmt.Errorf", "errors.New", "panic", "Error", "Warn", "Info", "Debug", "fault", "MustCompile"}

// prose matches what looks like words of a sentence.
var prose = regexp.MustCompile(`[A-Za-z]{2,},? [A-Za-z]{2,}`)

// TestProse finds texts for users that are not phrases, and so cannot be translated.
func TestProse(t *testing.T) {
	known := terms()
	for place, file := range sources(t, speaking...) {
		if base := filepath.Base(place); strings.HasPrefix(base, "check") || strings.HasSuffix(base, "_check.go") || base == "manual.go" {
			continue // operators read English
		}
		ast.Inspect(file.node, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				name := calledName(n)
				if _, ok := formatArgs[name]; ok {
					for i, arg := range n.Args {
						if !slices.Contains(formatArgs[name], i) {
							complain(t, file, arg, known)
						}
					}
					return false
				}
				return !slices.Contains(plainCalls, name) && !slices.Contains(plainCalls, name[strings.LastIndex(name, ".")+1:])
			case *ast.CompositeLit: // commands are made of terms
				kind, ok := n.Type.(*ast.SelectorExpr)
				return !ok || kind.Sel.Name != "Command" && kind.Sel.Name != "Param"
			case *ast.ImportSpec:
				return false
			case *ast.GenDecl: // constants are stored values: what users read of them are terms
				return n.Tok != token.CONST
			case *ast.Field:
				return false
			case *ast.ValueSpec:
				if kind, ok := n.Type.(*ast.Ident); ok && kind.Name != "string" {
					return false // the values of a type of their own are codes
				}
			case *ast.BasicLit:
				complain(t, file, n, known)
			}
			return true
		})
	}
}

// complain reports a literal that is prose and not a known term.
func complain(t *testing.T, file source, n ast.Node, known map[string]string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if _, ok := formatArgs[calledName(call)]; ok {
				return false
			}
		}
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && prose.MatchString(text) && known[text] == "" {
				t.Errorf("%s: words that cannot be translated: %s", file.set.Position(lit.Pos()), lit.Value)
			}
		}
		return true
	})
}

// source is a parsed source file.
type source struct {
	set  *token.FileSet
	node *ast.File
}

// sources parses the files of packages, except tests, and returns them by name.
func sources(t *testing.T, folders ...string) map[string]source {
	t.Helper()
	var names []string
	for _, folder := range folders {
		found, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(found) == 0 {
			t.Fatalf("no package in %s: %v", folder, err)
		}
		names = append(names, found...)
	}
	all := map[string]source{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		node, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = source{set, node}
	}
	return all
}

// calledName returns the name of the called function, such as "phrase.Of".
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
		return "." + f.Sel.Name
	}
	return ""
}

// constant returns the text of a literal, or of a concatenation of literals.
func constant(n ast.Expr) (string, bool) {
	switch n := n.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(n.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		x, xok := constant(n.X)
		y, yok := constant(n.Y)
		return x + y, xok && yok
	}
	return "", false
}

var verb = regexp.MustCompile(`%(\[[0-9]+\])?[a-z]`)

// verbs returns the verbs of a format, such as "%s".
func verbs(format string) []string {
	return verb.FindAllString(strings.ReplaceAll(format, "%%", ""), -1)
}

// sameVerbs reports whether a translation shows the arguments that the text shows, each once, in
// any order.
func sameVerbs(text, translated string) bool {
	want, got := verbs(text), verbs(translated)
	if len(want) != len(got) {
		return false
	}
	seen := map[int]bool{}
	for i, v := range got {
		at := i
		if _, number, ok := strings.Cut(v, "["); ok {
			n, _ := strconv.Atoi(number[:strings.Index(number, "]")])
			at = n - 1
		}
		if at < 0 || at >= len(want) || seen[at] {
			return false
		}
		seen[at] = true
	}
	return true
}
