package service_test

import (
	"strings"
	"testing"

	"raumbot/bot"
)

// TestSituations says the same words, which are not understood, in different situations: the
// suggestions must suit each.
func TestSituations(t *testing.T) {
	for _, c := range []struct{ situation, text, first, not string }{
		{"invited", "i take you up on the offer to play", "`accept`", "`cancel`"},
		{"drawn", "i take you up on your offer of a draw", "`draw", "`cancel`"},
	} {
		got := utter(t, situations[c.situation], bot.Request{Text: c.text}, c.situation)
		if got.ran != "" || !strings.Contains(got.answer, c.first) || strings.Contains(got.answer, c.not) {
			t.Errorf("%s: %q is taken for %q: %s", c.situation, c.text, got.ran, got.answer)
		}
	}
}

// TestQuoted checks that a text that is not understood is quoted in full, unless it is long.
func TestQuoted(t *testing.T) {
	for said, quoted := range map[string]string{
		"qwertz uiop": "“qwertz uiop”",
		"qwertz uiop asdfgh jklmn yxcvb nmqwe rtzuio pasdf": "“qwertz uiop asdfgh jklmn yxcvb nmqwe rtz…”",
	} {
		if got := utter(t, nil, bot.Request{Text: said}, "new"); !strings.Contains(got.answer, quoted) {
			t.Errorf("%q: %s", said, got.answer)
		}
	}
}
