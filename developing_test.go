package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"raumbot/bot/service"
	"raumbot/storage"
)

// TestMapDocuments checks that the comment of every package of more than eight files is a map: it
// has a line for each group of files, and names only files that exist. The handlers of a feature
// need no line, as their files are named after their commands.
func TestMapDocuments(t *testing.T) {
	for _, p := range packages(t) {
		folder := strings.TrimPrefix(strings.TrimPrefix(p.path, "raumbot"), "/")
		if folder == "" {
			continue // its map is in DEVELOPING.md
		}
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		var patterns []string
		for _, path := range files {
			if !strings.HasSuffix(path, "_test.go") {
				patterns = append(patterns, mapOf(mustRead(t, path))...)
			}
		}
		files = slices.DeleteFunc(files, func(path string) bool {
			name := filepath.Base(path)
			return strings.HasSuffix(name, "_test.go") || name == "doc.go" || handles(folder, name)
		})
		if len(files) <= 8 && len(patterns) == 0 {
			continue
		}
		used := map[string]bool{}
		for _, path := range files {
			at := slices.IndexFunc(patterns, func(pattern string) bool {
				ok, err := filepath.Match(pattern, filepath.Base(path))
				return ok && err == nil
			})
			if at < 0 {
				t.Errorf("the map of %s does not name %s: add it to the comment of the package", p.path, filepath.Base(path))
				continue
			}
			used[patterns[at]] = true
		}
		for _, pattern := range patterns {
			if !used[pattern] && !handles(folder, pattern) {
				t.Errorf("the map of %s names %s, which there is not", p.path, pattern)
			}
		}
	}
}

// mapLine matches a line of a map: files, and their purpose unless it is on the next line.
var mapLine = regexp.MustCompile(`(?m)^//\t((?:[a-z0-9_*]+\.go )*[a-z0-9_*]+\.go)(?:  *[^ ]|$)`)

// mapOf returns the files named in a map.
func mapOf(source string) (all []string) {
	for _, m := range mapLine.FindAllStringSubmatch(source, -1) {
		all = append(all, strings.Fields(m[1])...)
	}
	return all
}

// handles reports whether a file of a feature is named after a command, as "accept.go" after
// "accept".
func handles(folder, name string) bool {
	if _, err := os.Stat(filepath.Join(folder, "feature.go")); err != nil {
		return false
	}
	return service.New(service.Ports{Store: storage.Memory()}).Commands().Find(strings.TrimSuffix(name, ".go")) != nil
}

// TestDevelopingDocuments checks that the files, folders and tests named in DEVELOPING.md exist.
// The way of a move must take at most ten files, and each must have the functions named there.
func TestDevelopingDocuments(t *testing.T) {
	text := mustRead(t, "DEVELOPING.md")
	for _, link := range regexp.MustCompile(`\]\(([^):]+)\)`).FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(link[1]); err != nil {
			t.Errorf("DEVELOPING.md links to %s: %v", link[1], err)
		}
	}
	for _, name := range regexp.MustCompile("`([a-z]+/[a-z0-9_/]+\\.go)`").FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(name[1]); err != nil {
			t.Errorf("DEVELOPING.md names %s: %v", name[1], err)
		}
	}
	var sources strings.Builder
	for _, p := range packages(t) {
		tests, err := filepath.Glob(filepath.Join(strings.TrimPrefix(strings.TrimPrefix(p.path, "raumbot"), "/"), "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range tests {
			sources.WriteString(mustRead(t, path))
		}
	}
	for _, name := range regexp.MustCompile("`((?:Test|Benchmark|Fuzz)[A-Z][A-Za-z]+)`").FindAllStringSubmatch(text, -1) {
		if !strings.Contains(sources.String(), "func "+name[1]+"(") {
			t.Errorf("DEVELOPING.md names %s, which there is not", name[1])
		}
	}
	_, way, found := strings.Cut(text, "## The way of a move\n")
	way, _, ended := strings.Cut(way, "\n## ")
	steps := regexp.MustCompile(`(?m)^\d+\. \[([^]]+)\]\([^)]+\): (.*)$`).FindAllStringSubmatch(way, -1)
	if !found || !ended || len(steps) < 5 || len(steps) > 10 {
		t.Fatalf("the way of a move has %d steps", len(steps))
	}
	for _, step := range steps {
		source := mustRead(t, step[1])
		names := regexp.MustCompile("`([a-zA-Z]+)`").FindAllStringSubmatch(step[2], -1)
		if len(names) == 0 {
			t.Errorf("%s: no function is named", step[1])
		}
		for _, name := range names {
			if !regexp.MustCompile(`(?m)^func (\([^)]*\) )?` + name[1] + `\(`).MatchString(source) {
				t.Errorf("%s has no function %s", step[1], name[1])
			}
		}
	}
}
