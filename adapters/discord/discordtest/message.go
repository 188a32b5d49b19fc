package discordtest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Message is a message in a channel, or an ephemeral one.
type Message struct {
	ID      string
	Author  *User
	Content string
	// Pinged are the IDs of the users notified.
	Pinged  []string
	Buttons []Option // in order
	Menu    []Option
	Prompt  string // the placeholder of the menu
	Files   []File
	Alone   *User // the only user who sees it, of an ephemeral message
	ReplyTo string
	Edits   int
	JSON    json.RawMessage // as received
	// Nonce is the nonce by which a message sent again is recognised, "" for none.
	Nonce   string
	channel *Channel
	at      time.Time
	stale   bool // the nonce has expired
}

// Option is a button or an option of a menu.
type Option struct {
	Label, Command string
	Style          int // Discord's number of the button style
}

// File is an attachment of a message.
type File struct {
	Name, Alt string
	Data      []byte
}

// Button returns the command of the button with a label; ok is false if there is none.
func (m *Message) Button(label string) (string, bool) { return find(m.Buttons, label) }

// Choice returns the command of the menu option with a label; ok is false if there is none.
func (m *Message) Choice(label string) (string, bool) { return find(m.Menu, label) }

func find(options []Option, label string) (string, bool) {
	for _, o := range options {
		if o.Label == label || strings.HasPrefix(o.Label, label+" ") || strings.HasPrefix(o.Label, label+":") {
			return o.Command, true
		}
	}
	return "", false
}

// mentionedCommand matches the mention of a slash command.
var mentionedCommand = regexp.MustCompile("</([^:]+):[0-9]+>(?: `([^`]*)`)?")

// Shown returns the content as displayed, with mentioned commands as code.
func (m *Message) Shown() string {
	return mentionedCommand.ReplaceAllStringFunc(m.Content, func(mention string) string {
		parts := mentionedCommand.FindStringSubmatch(mention)
		return "`/" + strings.TrimSpace(parts[1]+" "+parts[2]) + "`"
	})
}

// Screen returns the message as displayed.
func (m *Message) Screen() string {
	head := m.Author.Name
	if m.Alone != nil {
		head += " to " + m.Alone.Name + " alone"
	}
	text := head + ": " + strings.ReplaceAll(m.Shown(), "\n", "\n    ")
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

// message returns a message of a channel by its ID.
func (c *Channel) message(id string) *Message {
	for _, m := range c.Messages {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// getMessages returns the last messages of a channel, newest first.
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

// Age makes all nonces expire, as Discord does after some minutes.
func (s *Server) Age() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.Channels {
		for _, m := range c.Messages {
			m.stale = true
		}
	}
}

// forum is the channel type of forums, which contain only threads.
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

// wake unarchives a thread in which somebody writes.
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
