// Command generate writes the rules pages of docs/variants from the
// definitions of the variants, with their pictures. With -check it writes nothing and fails
// if a page is not what it would write.
//
//	go run ./docs/generate
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	check := flag.Bool("check", false, "fail if a page is stale, and write nothing")
	root := flag.String("root", ".", "the root of the project")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// run makes all pages and writes or compares them.
func run(root string, check bool) error {
	files, err := pages(root)
	if err != nil {
		return err
	}
	folder := filepath.Join(root, "docs", "variants")
	if check {
		return compare(folder, files)
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(folder, "img"), 0o755); err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// same fails if a file has not the content that would be written.
func same(path string, content []byte) error {
	old, err := os.ReadFile(path)
	if err == nil && !bytes.Equal(old, content) {
		err = fmt.Errorf("%s is stale", path)
	}
	if err != nil {
		return fmt.Errorf("%w: run go run ./docs/generate", err)
	}
	return nil
}

// compare looks for files that differ, are missing or should not be there.
// Pictures are compared as bytes too: they are the same on every machine of one architecture.
func compare(folder string, files map[string][]byte) error {
	for name, content := range files {
		if err := same(filepath.Join(folder, name), content); err != nil {
			return err
		}
	}
	return filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		if _, ok := files[filepath.ToSlash(name)]; !ok {
			return fmt.Errorf("docs/variants/%s belongs to no variant: run go run ./docs/generate", name)
		}
		return nil
	})
}
