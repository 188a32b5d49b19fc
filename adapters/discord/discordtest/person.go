package discordtest

import (
	"slices"
	"time"
)

// Menu runs a context menu command on a user or a message.
func (s *Server) Menu(u *User, c *Channel, name string, target any) *Interaction {
	s.t.Helper()
	s.Wait("the command "+name, func() bool {
		return slices.ContainsFunc(s.registered(c), func(command Command) bool { return command.Type > 1 && command.Name == name })
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	data := map[string]any{"id": s.App, "name": name}
	switch on := target.(type) {
	case *User:
		data["type"], data["target_id"], data["resolved"] = 2, on.ID, map[string]any{"users": map[string]any{on.ID: userData(on)}}
	case *Message:
		shown := messageData(on)
		var attachments []any
		for _, f := range on.Files {
			attachments = append(attachments, map[string]any{"id": "1", "filename": f.Name})
		}
		shown["components"], shown["attachments"] = on.shownComponents(), attachments
		data["type"], data["target_id"], data["resolved"] = 3, on.ID, map[string]any{"messages": map[string]any{on.ID: shown}}
	}
	return s.interact(u, c, 2, nil, data)
}

// Submit submits the form of an interaction, with values by the names of the inputs.
func (s *Server) Submit(i *Interaction, values map[string]string) *Interaction {
	s.t.Helper()
	s.Wait("a form", func() bool { return i.Form != nil })
	s.mu.Lock()
	defer s.mu.Unlock()
	var components []any
	resolved := map[string]any{}
	for n, label := range i.Form.Labels {
		c := label.Component
		value, given := values[c.ID]
		if !given {
			value = c.Value
			for _, o := range c.Options {
				if o.Default {
					value = o.Value
				}
			}
		}
		if value == "" && c.Required || c.Max > 0 && len(value) > c.Max {
			s.t.Fatalf("the client does not send %q as %s", value, c.ID)
		}
		component := map[string]any{"type": c.Type, "custom_id": c.ID, "id": 2*n + 2}
		switch c.Type {
		case textInput, radioGroup:
			component["value"] = value
		case checkbox:
			component["value"] = value == "true"
		case userSelect:
			component["values"] = []string{}
			if value != "" {
				component["values"], resolved["users"] = []string{value}, map[string]any{value: userData(s.users[value])}
			}
		case fileUpload:
			component["values"] = []string{}
			if value != "" {
				data := s.attachmentData(&Attached{Name: "file.txt", Text: value})
				component["values"], resolved["attachments"] = []any{data["id"]}, map[string]any{data["id"].(string): data}
			}
		default:
			chosen := []string{}
			for _, o := range c.Options {
				if value == o.Value {
					chosen = append(chosen, o.Value)
				}
			}
			component["values"] = chosen
		}
		components = append(components, map[string]any{"type": 18, "id": 2*n + 1, "component": component})
	}
	return s.interact(i.User, i.Channel, 5, nil, map[string]any{"custom_id": i.Form.ID, "components": components, "resolved": resolved})
}

// The components of forms.
const (
	textInput  = 4
	userSelect = 5
	fileUpload = 19
	radioGroup = 21
	checkbox   = 23
)

// Press presses a button of a message.
func (s *Server) Press(u *User, m *Message, label string) *Interaction {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	command, ok := m.Button(label)
	if !ok {
		s.t.Fatalf("no button %q in\n%s", label, m.Screen())
	}
	return s.interact(u, m.channel, 3, m, map[string]any{"custom_id": command, "component_type": 2})
}

// Choose selects an option of a message's menu.
func (s *Server) Choose(u *User, m *Message, label string) *Interaction {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	command, ok := m.Choice(label)
	if !ok {
		s.t.Fatalf("no option %q in\n%s", label, m.Screen())
	}
	return s.interact(u, m.channel, 3, m, map[string]any{"custom_id": "menu", "component_type": 3, "values": []string{command}})
}

// interact sends an interaction to the bot.
func (s *Server) interact(u *User, c *Channel, kind int, on *Message, data map[string]any) *Interaction {
	i := &Interaction{ID: s.id(), User: u, Channel: c, on: on, began: time.Now()}
	i.Token = "token-" + i.ID
	i.data = map[string]any{
		"id": i.ID, "application_id": s.App, "type": kind, "data": data, "channel_id": c.ID, "token": i.Token, "version": 1,
		"locale": u.Locale, "context": 1, "app_permissions": "0", "entitlements": []any{},
		"authorizing_integration_owners": map[string]string{"1": u.ID},
	}
	guild := ""
	if c.Guild != nil {
		guild = c.Guild.ID
		i.data["guild_id"], i.data["guild_locale"], i.data["context"] = guild, c.Guild.Locale, 0
		i.data["member"] = c.Guild.memberData(u, c)
		if !c.Guild.Gone {
			i.data["authorizing_integration_owners"] = map[string]string{"0": guild}
		}
	} else {
		i.data["user"] = userData(u)
		if c.Type == group {
			i.data["context"] = 2
		}
	}
	if on != nil {
		i.data["message"] = messageData(on)
	}
	s.interactions[i.Token] = i
	s.dispatch("INTERACTION_CREATE", guild, i.data)
	return i
}

// Again sends an interaction to the bot a second time.
func (s *Server) Again(i *Interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	guild := ""
	if i.Channel.Guild != nil {
		guild = i.Channel.Guild.ID
	}
	s.dispatch("INTERACTION_CREATE", guild, i.data)
}

// Say writes a message. The bot receives its content in private, if it is mentioned, or if it has
// the message content intent.
func (s *Server) Say(u *User, c *Channel, text string) *Message { return s.say(u, c, text, nil) }

// Reply replies to a message, notifying its author.
func (s *Server) Reply(u *User, to *Message, text string) *Message {
	return s.say(u, to.channel, text, func(data map[string]any) {
		data["type"], data["mentions"] = 19, []any{userData(to.Author)}
		// Messages from other applications may have components that the library does not know.
		data["referenced_message"] = map[string]any{"id": to.ID, "components": []any{map[string]any{"type": 17, "components": []any{}}}}
	})
}

// Rename renames a channel, which produces a system message by the user.
func (s *Server) Rename(u *User, c *Channel, name string) *Message {
	return s.say(u, c, name, func(data map[string]any) { data["type"] = 4 })
}

// Edit changes the text of a message by a user.
func (s *Server) Edit(m *Message, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.Content = text
	s.tell("MESSAGE_UPDATE", m, func(data map[string]any) { data["edited_timestamp"] = "2026-01-01T00:00:00Z" })
}

func (s *Server) say(u *User, c *Channel, text string, change func(data map[string]any)) *Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := &Message{ID: s.id(), Author: u, Content: text, channel: c}
	c.Messages = append(c.Messages, m)
	s.tell("MESSAGE_CREATE", m, change)
	return m
}

// tell sends the bot an event about a message of a user. change may change its data.
func (s *Server) tell(kind string, m *Message, change func(data map[string]any)) {
	u, c, text := m.Author, m.channel, m.Content
	data := messageData(m)
	mentions, named := []any{}, false
	for _, at := range mentioned.FindAllStringSubmatch(text, -1) {
		if other := s.users[at[1]]; other != nil {
			mentions = append(mentions, userData(other))
			named = named || other == s.Bot
		}
	}
	data["mentions"] = mentions
	if change != nil {
		change(data)
		for _, at := range data["mentions"].([]any) {
			named = named || at.(map[string]any)["id"] == s.Bot.ID
		}
	}
	guild := ""
	if c.Guild != nil {
		guild = c.Guild.ID
		data["member"] = c.Guild.memberData(u, c)
	}
	for _, n := range s.sessions {
		if n.invalid || !n.serves(guild) {
			continue
		}
		if guild != "" && !n.content && !named {
			hidden := map[string]any{}
			for key, value := range data {
				hidden[key] = value
			}
			hidden["content"] = ""
			n.send(kind, hidden)
			continue
		}
		n.send(kind, data)
	}
}
