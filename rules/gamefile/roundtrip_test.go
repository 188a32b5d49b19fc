package gamefile_test

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"raumbot/render"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// TestBuiltInGamesAsFiles checks that each game written in Go stays the same when it is written to
// a file and read back: its definition, moves and pictures.
func TestBuiltInGamesAsFiles(t *testing.T) {
	for _, v := range rules.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			text := gamefile.Write(&gamefile.Game{Variant: v})
			g, err := gamefile.Read(v.Name+".toml", text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			sameDefinition(t, v, g.Variant)
			if again := gamefile.Write(g); !bytes.Equal(text, again) {
				t.Errorf("written again the file is\n%s", again)
			}
			if a, b := rules.Perft(v.Start(), 2), rules.Perft(g.Variant.Start(), 2); a != b {
				t.Errorf("perft 2 is %d, of the file %d", a, b)
			}
			if !slices.Equal(v.Start().LegalTexts(), g.Variant.Start().LegalTexts()) {
				t.Error("the file has other moves")
			}
			if !bytes.Equal(picture(t, v), picture(t, g.Variant)) {
				t.Error("the file has another picture")
			}
		})
	}
}

func picture(t *testing.T, v *rules.Variant) []byte {
	t.Helper()
	png, err := render.PNG(render.NewScene(v.Start()))
	if err != nil {
		t.Fatal(err)
	}
	return png
}

// sameDefinition compares all exported fields, which alone determine the tables.
func sameDefinition(t *testing.T, a, b *rules.Variant) {
	t.Helper()
	va, vb := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range va.NumField() {
		field := va.Type().Field(i)
		if !field.IsExported() {
			continue
		}
		if !reflect.DeepEqual(va.Field(i).Interface(), vb.Field(i).Interface()) {
			t.Errorf("%s differs: %+v, of the file %+v", field.Name, va.Field(i).Interface(), vb.Field(i).Interface())
		}
	}
}
