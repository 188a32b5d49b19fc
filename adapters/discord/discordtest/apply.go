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
	Content         json.RawMessage `json:"content"`
	AllowedMentions *struct {
		Parse       []string `json:"parse"`
		Users       []string `json:"users"`
		RepliedUser bool     `json:"replied_user"`
	} `json:"allowed_mentions"`
	Components  *[]component `json:"components"`
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

// apply sets a message's contents from the JSON that the bot has sent. It refuses a message that
// exceeds Discord's limits, and leaves the earlier contents then.
func (m *Message) apply(data []byte, files map[string][]byte) error {
	before := *m
	err := m.change(data, files)
	if err != nil {
		*m = before
	}
	return err
}

// change is apply, except that it may set a part of what it refuses.
func (m *Message) change(data []byte, files map[string][]byte) error {
	var p sent
	if err := json.Unmarshal(data, &p); err != nil {
		return refuse(http.StatusBadRequest, 50035, "Invalid Form Body")
	}
	m.JSON = data
	if err := m.setContent(p); err != nil {
		return err
	}
	if err := m.setFiles(p, files); err != nil {
		return err
	}
	if err := m.setComponents(p); err != nil {
		return err
	}
	m.ping(p)
	m.Silent = m.Silent || p.Flags&silent != 0
	if p.Reference != nil {
		m.ReplyTo = p.Reference.MessageID
	}
	if m.Content == "" && m.Texts == nil && len(m.Files) == 0 && m.Buttons == nil && m.Menu == nil {
		return refuse(http.StatusBadRequest, 50006, "Cannot send an empty message")
	}
	if p.EnforceNonce {
		m.Nonce = p.Nonce
	}
	return nil
}

// setContent sets the content. A message that consists of components has none: it must be sent
// without, or removed from an earlier version.
func (m *Message) setContent(p sent) error {
	var content *string
	if p.Content != nil {
		if err := json.Unmarshal(p.Content, &content); err != nil {
			return refuse(http.StatusBadRequest, 50035, "Invalid Form Body")
		}
		if m.Content = ""; content != nil {
			m.Content = *content
		}
	}
	m.Card = m.Card || p.Flags&componentsV2 != 0
	if m.Card && (content != nil || m.Content != "") {
		return refuse(http.StatusBadRequest, 50035, "content beside components of the second version")
	}
	if n := characters(m.Content); n > 2000 {
		return refuse(http.StatusBadRequest, 50035, fmt.Sprintf("a message of %d characters", n))
	}
	return nil
}

// characters returns the length of a text as Discord counts it.
func characters(text string) int { return len(utf16.Encode([]rune(text))) }

// ping records whom the message notifies.
func (m *Message) ping(p sent) {
	if p.AllowedMentions == nil || len(p.AllowedMentions.Parse) > 0 {
		if m.words() != "" {
			m.Pinged = append(m.Pinged, "whoever is named in it")
		}
		return
	}
	for _, at := range mentioned.FindAllStringSubmatch(m.words(), -1) {
		if slices.Contains(p.AllowedMentions.Users, at[1]) && !slices.Contains(m.Pinged, at[1]) {
			m.Pinged = append(m.Pinged, at[1])
		}
	}
}

// setFiles sets the files from the attachments. It refuses an attachment whose file is missing
// or empty.
func (m *Message) setFiles(p sent, files map[string][]byte) error {
	if p.Attachments == nil {
		return nil
	}
	before := m.Files
	m.Files = nil
	for n, a := range *p.Attachments {
		if at := slices.IndexFunc(before, func(f File) bool { return f.ID == a.ID }); at >= 0 {
			m.Files = append(m.Files, File{a.ID, before[at].Name, a.Description, before[at].Data})
			continue
		}
		data, ok := files[a.ID]
		if !ok {
			return refuse(http.StatusBadRequest, 50035, "an attachment without a file")
		}
		if len(data) == 0 {
			return refuse(http.StatusBadRequest, 50006, "an attachment with nothing in it")
		}
		m.Files = append(m.Files, File{fmt.Sprintf("%s%03d%d", m.ID, n, m.Edits), a.Filename, a.Description, data})
	}
	return nil
}
