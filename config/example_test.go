package config_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"raumbot/config"
)

const example = "../docs/deploy/raumbot.example.toml"

// TestExample checks that the example file as shipped changes nothing, lists every setting, and
// shows each with its default.
func TestExample(t *testing.T) {
	none := func(string) string { return "" }
	usual, err := config.Load("", none)
	if err != nil {
		t.Fatal(err)
	}
	asItIs, err := config.Load(example, none)
	if err != nil || !reflect.DeepEqual(asItIs, usual) {
		t.Errorf("as it is, it means %+v, %v", asItIs, err)
	}
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	whole := regexp.MustCompile(`(?m)^#([a-z_]+ = )`).ReplaceAllString(string(text), "$1")
	path := filepath.Join(t.TempDir(), "whole.toml")
	if err := os.WriteFile(path, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := config.Load(path, none)
	if err != nil {
		t.Fatal(err)
	}
	// An empty list equals nil.
	all.Console.Organisers, all.Variants.Files = usual.Console.Organisers, usual.Variants.Files
	if !all.Matrix.Enabled() {
		all.Matrix = usual.Matrix
	}
	if all.Backup.Folder == "" {
		all.Backup = usual.Backup // without a folder the other settings have no effect
	}
	if !reflect.DeepEqual(all, usual) {
		t.Errorf("with all settings, it means %+v, and without them %+v", all, usual)
	}
	var listed map[string]any
	if err := toml.Unmarshal([]byte(whole), &listed); err != nil {
		t.Fatal(err)
	}
	settings := keys(reflect.TypeFor[config.Config](), nil)
	for _, key := range settings {
		if !isSet(listed, key) {
			t.Errorf("%v is not in it", key)
		}
	}
	if len(settings) < 7 {
		t.Errorf("only %d settings are looked for", len(settings))
	}
}

// keys returns the paths of all settings in a configuration type.
func keys(of reflect.Type, within []string) (all [][]string) {
	for i := range of.NumField() {
		field := of.Field(i)
		name := field.Tag.Get("toml")
		if name == "-" || !field.IsExported() {
			continue
		}
		key := append(within[:len(within):len(within)], name)
		if field.Type.Kind() == reflect.Struct {
			all = append(all, keys(field.Type, key)...)
		} else {
			all = append(all, key)
		}
	}
	return all
}

// isSet reports whether a document has a value at a path.
func isSet(document map[string]any, path []string) bool {
	value, ok := document[path[0]]
	if len(path) == 1 || !ok {
		return ok
	}
	table, ok := value.(map[string]any)
	return ok && isSet(table, path[1:])
}
