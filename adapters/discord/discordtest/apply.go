package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"unicode/utf16"
)

// sent is the JSON of a message from the bot.
type sent struct {
	Content         *string `json:"content"`
	AllowedMentions *struct {
		Parse       []string `json:"parse"`
		Users       []string `json:"users"`
		RepliedUser bool     `json:"replied_user"`
	} `json:"allowed_mentions"`
	Components *[]struct {
		Components []struct {
			Type        int    `json:"type"`
			Label       string `json:"label"`
			CustomID    string `json:"custom_id"`
			Style       int    `json:"style"`
			Placeholder string `json:"placeholder"`
			Options     []struct {
				Label string `json:"label"`
				Value string `json:"value"`
			} `json:"options"`
		} `json:"components"`
	} `json:"components"`
	Attachments *[]struct {
		ID          string `json:"id"`
		Filename    string `json:"filename"`
		Description string `json:"description"`
	} `json:"attachments"`
	Flags        int    `json:"flags"`
	Nonce        string `json:"nonce"`
	EnforceNonce bool   `json:"enforce_nonce"`
	Reference    *struct {
		MessageID string `json:"message_id"`
	} `json:"message_reference"`
}

var mentioned = regexp.MustCompile(`<@!?([0-9]+)>`)

// apply sets a message's contents from the JSON. It refuses what exceeds Discord's limits.
func (m *Message) apply(data []byte, files map[string][]byte) error {
	var p sent
	if err := json.Unmarshal(data, &p); err != nil {
		return refuse(http.StatusBadRequest, 50035, "Invalid Form Body")
	}
	m.JSON = data
	if p.Content != nil {
		m.Content = *p.Content
	}
	if n := len(utf16.Encode([]rune(m.Content))); n > 2000 {
		return refuse(http.StatusBadRequest, 50035, fmt.Sprintf("a message of %d characters", n))
	}
	if p.AllowedMentions != nil && len(p.AllowedMentions.Parse) == 0 {
		for _, at := range mentioned.FindAllStringSubmatch(m.Content, -1) {
			if slices.Contains(p.AllowedMentions.Users, at[1]) && !slices.Contains(m.Pinged, at[1]) {
				m.Pinged = append(m.Pinged, at[1])
			}
		}
	} else if m.Content != "" {
		m.Pinged = append(m.Pinged, "whoever is named in it")
	}
	if err := m.lay(p); err != nil {
		return err
	}
	if p.Attachments != nil {
		m.Files = nil
		for _, a := range *p.Attachments {
			data, ok := files[a.ID]
			if !ok {
				return refuse(http.StatusBadRequest, 50035, "an attachment without a file")
			}
			if len(data) == 0 {
				return refuse(http.StatusBadRequest, 50006, "an attachment with nothing in it")
			}
			m.Files = append(m.Files, File{a.Filename, a.Description, data})
		}
	}
	if p.Reference != nil {
		m.ReplyTo = p.Reference.MessageID
	}
	if m.Content == "" && len(m.Files) == 0 && m.Buttons == nil && m.Menu == nil {
		return refuse(http.StatusBadRequest, 50006, "Cannot send an empty message")
	}
	if p.EnforceNonce {
		m.Nonce = p.Nonce
	}
	return nil
}

// lay fills in the buttons and the menu from the components.
func (m *Message) lay(p sent) error {
	if p.Components == nil {
		return nil
	}
	m.Buttons, m.Menu = nil, nil
	known := map[string]bool{}
	for _, row := range *p.Components {
		for _, c := range row.Components {
			if known[c.CustomID] {
				return refuse(http.StatusBadRequest, 50035, "two components with one custom_id "+c.CustomID)
			}
			known[c.CustomID] = true
			if c.Type == 2 {
				m.Buttons = append(m.Buttons, Option{c.Label, c.CustomID, c.Style})
				continue
			}
			m.Prompt = c.Placeholder
			for _, o := range c.Options {
				m.Menu = append(m.Menu, Option{Label: o.Label, Command: o.Value})
			}
		}
	}
	if len(*p.Components) > 5 {
		return refuse(http.StatusBadRequest, 50035, "more than five rows")
	}
	return nil
}
