package bot_test

import (
	"reflect"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// TestRenderKeepsFields checks that a rendered message has all that the message has.
func TestRenderKeepsFields(t *testing.T) {
	var m bot.Message
	fill(reflect.ValueOf(&m).Elem())
	m.Text = phrase.Of("%s is to move.", "alice")
	rendered := bot.Render(m, phrase.Language{})
	if rendered.Text != "alice is to move." {
		t.Errorf("the text is %q", rendered.Text)
	}
	for _, kept := range []any{rendered, rendered.Buttons[0], *rendered.Menu, *rendered.File, bot.Unrendered(rendered)} {
		v := reflect.ValueOf(kept)
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("%s has lost its %s", v.Type(), v.Type().Field(i).Name)
			}
		}
	}
}

// fill gives a value other than zero to the fields of a struct, and to those of the structs of this
// package that they lead to.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("text")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		if v.Type() != reflect.TypeFor[*bot.Drawing]() {
			fill(v.Elem())
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			} else if v.Type() == reflect.TypeFor[time.Time]() {
				v.Set(reflect.ValueOf(time.Unix(1, 0)))
				return
			}
		}
	}
}
