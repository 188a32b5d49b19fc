package discordtest

import (
	"net/http"
	"strings"
	"testing"
)

// TestBodiesAreCompared gives bodies to the comparison with Discord's description that fit it, and
// others that do not.
func TestBodiesAreCompared(t *testing.T) {
	d, err := description()
	if err != nil {
		t.Fatal(err)
	}
	if d == nil {
		t.Skip(descriptionVariable + " names no description of Discord's API")
	}
	for body, fits := range map[string]bool{
		`{"content":"Hello!","flags":4}`:         true,
		`{"content":5}`:                          false,
		`{"embeds":[{"color":16777216}]}`:        false,
		`{"embeds":[{"timestamp":"yesterday"}]}`: false,
		`{"content":"Hello!","flags":0.5}`:       false,
		`{"allowed_mentions":{"users":"all"}}`:   false,
		`{"content":`:                            false,
		``:                                       false,
	} {
		r, err := http.NewRequest(http.MethodPost, "/api/v10/channels/1/messages", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		route, _, err := d.router.FindRoute(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.validateBody(route, r.Body); (err == nil) != fits {
			t.Errorf("%s: %v", body, err)
		}
	}
}
