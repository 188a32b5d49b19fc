package matrix

import (
	"testing"

	"maunium.net/go/mautrix/id"
)

func TestWelcome(t *testing.T) {
	for _, c := range []struct {
		policy  []string
		inviter id.UserID
		want    bool
	}{
		{[]string{"all"}, "@ada:example.org", true},
		{nil, "@ada:example.org", false},
		{[]string{"@ada:example.org"}, "@ada:example.org", true},
		{[]string{"@ada:example.org"}, "@bob:example.org", false},
		{[]string{"example.org"}, "@bob:example.org", true},
		{[]string{"example.org"}, "@bob:evil.example.org", false},
		{[]string{"example.org"}, "@example.org:evil.net", false},
	} {
		if got := inviteAllowed(c.policy, c.inviter); got != c.want {
			t.Errorf("%v, %s: got %v", c.policy, c.inviter, got)
		}
	}
}
