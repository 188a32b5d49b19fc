package bot_test

import (
	"testing"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// TestLookNamesViews checks that a look that holds another name of a view is described by the
// view's own name, in every language.
func TestLookNamesViews(t *testing.T) {
	for alias, view := range map[string]string{"focus": "glance", "whole": "tall"} {
		other, own := bot.Look{View: alias}.Words(), bot.Look{View: view}.Words()
		for code, language := range locale.All() {
			if got, want := language.Render(other), language.Render(own); got != want {
				t.Errorf("%s: view %s is described as %q, want %q", code, alias, got, want)
			}
		}
	}
	if got, want := phrase.English(bot.Look{View: "tall"}.Words()), "with view tall"; got != want {
		t.Errorf("view tall is described as %q, want %q", got, want)
	}
}
