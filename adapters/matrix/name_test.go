package matrix

import (
	"testing"

	"maunium.net/go/mautrix/event"
)

// TestNamesAreNoLinks shows names of users that apps would show as links without these.
func TestNamesAreNoLinks(t *testing.T) {
	s := testSession(t, &homeserver{})
	for name, want := range map[string]string{
		"https://evil.example/win": "https: //evil. example/win",
		"free.nitro.com":           "free. nitro. com",
		"Site: Café.de/x":          "Site: Café. de/x",
		"пример.рф":                "пример. рф",
		"www.x":                    "www. x",
		"@alice:x.org":             "alice: x. org",
		"#hall:x":                  "hall: x",
		"me@evil.com":              "meevil. com",
		// These are not links.
		"J.R.R. Tolkien": "J.R.R. Tolkien",
		"john.smith":     "john.smith",
		"Bob!!:)":        "Bob!!:)",
		"#1 fan":         "#1 fan",
		"Ann (she/her)":  "Ann (she/her)",
		"...":            "...",
	} {
		if err := s.store.SetMember(t.Context(), "!den:x", "@eve:x", &event.MemberEventContent{Membership: event.MembershipJoin, Displayname: name}); err != nil {
			t.Fatal(err)
		}
		if got := s.user(t.Context(), "!den:x", "@eve:x").Name; got != want {
			t.Errorf("%q is shown as %q, not as %q", name, got, want)
		}
	}
}
