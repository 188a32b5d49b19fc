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
	// Card means that the message consists of components, and Texts are the texts among them.
	Card  bool
	Texts []string
	// Pinged are the IDs of the users notified.
	Pinged  []string
	Buttons []Option // in order
	Menu    []Option
	Prompt  string // the placeholder of the menu
	Files   []File
	Deleted bool
	Alone   *User // the only user who sees it, if it is ephemeral
	Silent  bool  // it arrives without a notification
	ReplyTo string
	Edits   int
	Reacted string          // the emoji of the bot's reaction
	JSON    json.RawMessage // as received
	// Nonce is the nonce by which the message is recognised if it is sent again, "" for none.
	Nonce   string
	channel *Channel
	at      time.Time
	stale   bool // the nonce has expired
}

// Option is a button or an option of a menu.
type Option struct {
	Label, Command string
	Style          int    // Discord's number of the button style
	Detail         string // the description of an option
	Emoji          string // the name of the emoji of an option
}

// File is an attachment of a message.
type File struct {
	ID, Name, Alt string
	Data          []byte
}

// Button returns the command of the button with a label, and whether there is one.
func (m *Message) Button(label string) (string, bool) { return find(m.Buttons, label) }

// Choice returns the command of the menu option with a label, and whether there is one.
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

// Shown returns the words as displayed, with mentioned commands as code.
func (m *Message) Shown() string {
	return mentionedCommand.ReplaceAllStringFunc(m.words(), func(mention string) string {
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
	if s.Forbidden != "" && strings.Contains(m.words(), s.Forbidden) {
		return nil, refuse(400, 200000, "Message was blocked by automatic moderation")
	}
	for _, old := range channel.Messages {
		if m.Nonce != "" && old.Nonce == m.Nonce && !old.stale {
			return messageData(old), nil
		}
	}
	s.unarchive(channel)
	channel.Messages = append(channel.Messages, m)
	return messageData(m), nil
}

// unarchive reopens an archived thread, because somebody writes in it.
func (s *Server) unarchive(c *Channel) {
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
	before := m.JSON
	err = m.apply(c.body, c.files)
	if !m.Card { // an edit of a card says all of it
		m.JSON = before
	}
	return messageData(m), err
}
