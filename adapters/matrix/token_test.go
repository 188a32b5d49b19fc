package matrix

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestBearer sends the token to the homeserver only, not to hosts that it redirects to.
func TestBearer(t *testing.T) {
	heard := map[string]string{}
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		heard["other"] = r.Header.Get("Authorization")
	}))
	defer other.Close()
	home := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		heard["home"] = r.Header.Get("Authorization")
		http.Redirect(w, r, other.URL, http.StatusFound)
	}))
	defer home.Close()
	s := &session{store: &store{}}
	if err := s.address(home.URL); err != nil {
		t.Fatal(err)
	}
	s.setToken("token")
	answer, err := s.api.Client.Get(home.URL)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if auth, ok := heard["other"]; heard["home"] != "Bearer token" || !ok || auth != "" {
		t.Errorf("heard %q", heard)
	}
}
