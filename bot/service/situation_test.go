package service_test

import (
	"strings"
	"testing"
)

// TestSituations says the same words, which are not understood, in different situations: the suggestions must suit each.
func TestSituations(t *testing.T) {
	for _, c := range []struct{ situation, text, first, not string }{
		{"invited", "i take you up on the offer to play", "`accept`", "`cancel`"},
		{"drawn", "i take you up on that offer of yours", "`draw", "`cancel`"},
	} {
		ran, answer := utter(t, c.situation, c.text)
		if ran != "" || !strings.Contains(answer, c.first) || strings.Contains(answer, c.not) {
			t.Errorf("%s: %q is taken for %q: %s", c.situation, c.text, ran, answer)
		}
	}
}

// TestQuoted checks that a text that is not understood is quoted in full, unless it is long.
func TestQuoted(t *testing.T) {
	for said, quoted := range map[string]string{
		"qwertz uiop": "“qwertz uiop”",
		"qwertz uiop asdfgh jklmn yxcvb nmqwe rtzuio pasdf": "“qwertz uiop asdfgh jklmn yxcvb nmqwe rtz…”",
	} {
		if _, answer := utter(t, "new", said); !strings.Contains(answer, quoted) {
			t.Errorf("%q: %s", said, answer)
		}
	}
}
