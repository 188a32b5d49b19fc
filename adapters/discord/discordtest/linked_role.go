package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// authorized reports whether a request is authorized as the application, as the bot, or as a person
// who has linked their account, as its route requires.
func (s *Server) authorized(c *call, route string) bool {
	switch {
	case strings.Contains(route, "/oauth2/token"):
		id, secret, ok := c.BasicAuth()
		return ok && id == s.App && s.Secret != "" && secret == s.Secret
	case strings.HasSuffix(route, "/role-connection"):
		return s.person(c) != nil
	case route == "GET /users/@me" && s.person(c) != nil:
		return true
	}
	return c.Header.Get("Authorization") == "Bot "+s.Token
}

// person returns the user whose token a request has, or nil.
func (s *Server) person(c *call) *User {
	token, ok := strings.CutPrefix(c.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return nil
	}
	return s.Tokens[token]
}

// Agree lets a user agree to link their account. It returns the code that Discord puts into the
// redirect.
func (s *Server) Agree(u *User) (code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	code = "code-" + s.id()
	s.Codes[code] = u
	return code
}

// grantToken exchanges a code or a refresh token for a new token. Each can be used once.
func (s *Server) grantToken(c *call) (any, error) {
	form, _ := url.ParseQuery(string(c.body))
	known, key := s.Codes, form.Get("code")
	if form.Get("grant_type") == "refresh_token" {
		known, key = s.Tokens, strings.TrimPrefix(form.Get("refresh_token"), "refresh-")
	}
	u := known[key]
	if u == nil {
		return nil, refuse(http.StatusBadRequest, 0, "invalid_grant")
	}
	delete(known, key)
	token := "person-" + s.id()
	s.Tokens[token] = u
	return map[string]any{"access_token": token, "refresh_token": "refresh-" + token, "expires_in": s.TokenLife.Seconds(), "token_type": "Bearer"}, nil
}

func (s *Server) revokeToken(c *call) (any, error) {
	form, _ := url.ParseQuery(string(c.body))
	delete(s.Tokens, strings.TrimPrefix(form.Get("token"), "refresh-"))
	return map[string]any{}, nil
}

func (s *Server) putRole(c *call) (any, error) {
	var p struct {
		Metadata map[string]string `json:"metadata"`
	}
	if err := json.Unmarshal(c.body, &p); err != nil {
		return nil, refuse(http.StatusBadRequest, 50035, fmt.Sprint(err))
	}
	s.Roles[s.person(c).ID] = p.Metadata
	return p, nil
}

func (s *Server) deleteRole(c *call) (any, error) {
	delete(s.Roles, s.person(c).ID)
	return nil, nil
}

func (s *Server) getConditions(*call) (any, error) { return append([]any{}, s.Conditions...), nil }

func (s *Server) putConditions(c *call) (any, error) {
	if err := json.Unmarshal(c.body, &s.Conditions); err != nil {
		return nil, refuse(http.StatusBadRequest, 50035, fmt.Sprint(err))
	}
	return s.Conditions, nil
}
