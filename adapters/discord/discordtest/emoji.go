package discordtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image/png"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// Emoji is an emoji of the application.
type Emoji struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Roles    []string `json:"roles"`
	Colons   bool     `json:"require_colons"`
	Managed  bool     `json:"managed"`
	Animated bool     `json:"animated"`
	There    bool     `json:"available"`
}

func (s *Server) getEmoji(*call) (any, error) {
	return map[string]any{"items": append([]*Emoji{}, s.Emoji...)}, nil
}

var emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)

// postEmoji adds an emoji. Its name must be new, and its picture must not be too large.
func (s *Server) postEmoji(c *call) (any, error) {
	var p struct{ Name, Image string }
	if err := json.Unmarshal(c.body, &p); err != nil {
		return nil, refuse(http.StatusBadRequest, 50035, "Invalid Form Body")
	}
	data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(p.Image, "data:image/png;base64,"))
	if err == nil {
		_, err = png.DecodeConfig(bytes.NewReader(data))
	}
	taken := slices.ContainsFunc(s.Emoji, func(e *Emoji) bool { return e.Name == p.Name })
	if err != nil || taken || !emojiName.MatchString(p.Name) || len(data) > 256<<10 {
		return nil, refuse(http.StatusBadRequest, 50035, "Invalid Form Body")
	}
	e := &Emoji{ID: s.id(), Name: p.Name, Roles: []string{}, There: true}
	s.Emoji = append(s.Emoji, e)
	return e, nil
}
