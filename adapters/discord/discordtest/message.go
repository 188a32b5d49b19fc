package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
)

// Message is a message in a channel, or one that a single user sees.
type Message struct {
	ID      string
	Author  *User
	Content string
	// Pinged are the users who were notified, by ID.
	Pinged  []string
	Buttons []Option // in their order
	Menu    []Option
	Files   []File
	Alone   *User // the only one who sees it
	ReplyTo string
	Edits   int
	JSON    json.RawMessage // as it was sent
	// Nonce is the name by which the server knows the message when it is sent again, "" for none.
	Nonce   string
	channel *Channel
	at      time.Time
	stale   bool // the nonce is no longer looked at
}

// Option is a button or an option of a menu.
type Option struct{ Label, Command string }

// File is a file that came with a message.
type File struct {
	Name, Alt string
	Data      []byte
}

// sent is a message as the bot sends it.
type sent struct {
	Content         *string `json:"content"`
	AllowedMentions *struct {
		Parse       []string `json:"parse"`
		Users       []string `json:"users"`
		RepliedUser bool     `json:"replied_user"`
	} `json:"allowed_mentions"`
	Components *[]struct {
		Components []struct {
			Type     int    `json:"type"`
			Label    string `json:"label"`
			CustomID string `json:"custom_id"`
			Options  []struct {
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

// apply makes a message what was sent. Discord's limits are kept.
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

// lay lays out the components.
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
				m.Buttons = append(m.Buttons, Option{c.Label, c.CustomID})
				continue
			}
			for _, o := range c.Options {
				m.Menu = append(m.Menu, Option{o.Label, o.Value})
			}
		}
	}
	if len(*p.Components) > 5 {
		return refuse(http.StatusBadRequest, 50035, "more than five rows")
	}
	return nil
}

// Button returns the command of a button, which must be there.
func (m *Message) Button(label string) (string, bool) { return find(m.Buttons, label) }

// Choice returns the command of an option of the menu.
func (m *Message) Choice(label string) (string, bool) { return find(m.Menu, label) }

func find(options []Option, label string) (string, bool) {
	for _, o := range options {
		if o.Label == label || strings.HasPrefix(o.Label, label+" ") || strings.HasPrefix(o.Label, label+":") {
			return o.Command, true
		}
	}
	return "", false
}

// Screen writes a message down as a person sees it.
func (m *Message) Screen() string {
	head := m.Author.Name
	if m.Alone != nil {
		head += " to " + m.Alone.Name + " alone"
	}
	text := head + ": " + strings.ReplaceAll(m.Content, "\n", "\n    ")
	for _, f := range m.Files {
		text += fmt.Sprintf("\n    (%s: %s)", f.Name, f.Alt)
	}
	for _, o := range m.Menu {
		text += "\n    > " + o.Label
	}
	var buttons []string
	for _, b := range m.Buttons {
		buttons = append(buttons, "["+b.Label+"]")
	}
	if buttons != nil {
		text += "\n    " + strings.Join(buttons, " ")
	}
	return text
}

// message finds a message of a channel.
func (c *Channel) message(id string) *Message {
	for _, m := range c.Messages {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// getMessages returns the last messages of a channel, the newest first.
func (s *Server) getMessages(c *call) (any, error) {
	channel, err := s.channel(c, ViewChannel|ReadHistory)
	if err != nil {
		return nil, err
	}
	last := []any{}
	for _, m := range slices.Backward(channel.Messages) {
		data := messageData(m)
		data["timestamp"] = m.at
		last = append(last, data)
	}
	return last, nil
}

// Age makes Discord forget the names by which it knows messages that arrive again, as it does after some minutes.
func (s *Server) Age() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.Channels {
		for _, m := range c.Messages {
			m.stale = true
		}
	}
}

// forum is the type of a channel that holds nothing but threads.
const forum = 15

func (s *Server) postMessage(c *call) (any, error) {
	need := int64(SendMessages)
	if channel := s.Channels[c.PathValue("channel")]; channel != nil && channel.Parent != nil {
		need = SendInThreads
	}
	if len(c.files) > 0 {
		need |= AttachFiles
	}
	channel, err := s.channel(c, need)
	if err != nil {
		return nil, err
	}
	if channel.Locked {
		return nil, refuse(400, 50083, "Thread is archived")
	}
	if channel.Type == forum {
		return nil, refuse(400, 50008, "Cannot send messages in a non-text channel")
	}
	m := &Message{ID: s.id(), Author: s.Bot, channel: channel, at: time.Now()}
	if err := m.apply(c.body, c.files); err != nil {
		return nil, err
	}
	if m.ReplyTo != "" && channel.With == nil && channel.granted()&ReadHistory == 0 {
		return nil, refuse(403, 160002, "Cannot reply without permission to read message history")
	}
	if s.Forbidden != "" && strings.Contains(m.Content, s.Forbidden) {
		return nil, refuse(400, 200000, "Message was blocked by automatic moderation")
	}
	for _, old := range channel.Messages {
		if m.Nonce != "" && old.Nonce == m.Nonce && !old.stale {
			return messageData(old), nil
		}
	}
	s.wake(channel)
	channel.Messages = append(channel.Messages, m)
	return messageData(m), nil
}

// wake wakes a thread in which somebody writes.
func (s *Server) wake(c *Channel) {
	if c.Asleep {
		c.Asleep = false
		s.dispatch("THREAD_UPDATE", c.Guild.ID, channelData(c))
	}
}

func (s *Server) editMessage(c *call) (any, error) {
	channel, err := s.channel(c, ViewChannel)
	if err != nil {
		return nil, err
	}
	m := channel.message(c.PathValue("message"))
	if m == nil {
		return nil, refuse(404, 10008, "Unknown Message")
	}
	m.Edits++
	sent := m.JSON
	err = m.apply(c.body, c.files)
	m.JSON = sent
	return messageData(m), err
}
