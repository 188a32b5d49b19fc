package discordtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Command is a slash command as registered by the bot.
type Command struct {
	Type                     int               `json:"type"`
	ID                       string            `json:"id"`
	Name                     string            `json:"name"`
	Description              string            `json:"description"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Contexts                 []int             `json:"contexts"`
	IntegrationTypes         []int             `json:"integration_types"`
	Options                  []CommandOption   `json:"options"`
}

// CommandOption is an option of a slash command, or a subcommand with its own options.
type CommandOption struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	Description              string            `json:"description"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Required                 bool              `json:"required"`
	Autocomplete             bool              `json:"autocomplete"`
	Options                  []CommandOption   `json:"options"`
	Choices                  []struct {
		Name              string            `json:"name"`
		NameLocalizations map[string]string `json:"name_localizations"`
		Value             string            `json:"value"`
	} `json:"choices"`
}

// Attached is a file that a user attaches. Address is where the event says that it is; empty for where it is.
type Attached struct{ Name, Text, Address string }

// Options are the values that a user fills in, by the name of the option: string, int, *User or *Attached.
type Options map[string]any

// The types of options.
const (
	subcommand   = 1
	stringOption = 3
	intOption    = 4
	userOption   = 6
	fileOption   = 11
)

// Leaves returns the commands that can be run: the command itself, or its subcommands with their full names.
func (c Command) Leaves() (all []Command) {
	if len(c.Options) == 0 || c.Options[0].Type != subcommand {
		return []Command{c}
	}
	for _, o := range c.Options {
		all = append(all, Command{ID: c.ID, Name: c.Name + " " + o.Name, Description: o.Description, NameLocalizations: o.NameLocalizations, Options: o.Options})
	}
	return all
}

// registered returns the slash commands available in a channel.
func (s *Server) registered(c *Channel) []Command {
	all := s.Commands["applications/"+s.App+"/commands"]
	if c.Guild != nil {
		all = append(append([]Command{}, all...), s.Commands["applications/"+s.App+"/guilds/"+c.Guild.ID+"/commands"]...)
	}
	return all
}

// command returns a slash command of a channel, and its subcommand if it has any. The name is "move", "game show", or just "note" if
// only one subcommand has that name.
func (s *Server) command(c *Channel, name string) (found *Command, sub *CommandOption) {
	top, wanted, two := strings.Cut(name, " ")
	for _, command := range s.registered(c) {
		if command.Type > 1 { // a context menu command
			continue
		}
		grouped := len(command.Options) > 0 && command.Options[0].Type == subcommand
		if !grouped && command.Name == name {
			return &command, nil
		}
		for _, option := range command.Options {
			if grouped && (two && command.Name == top && option.Name == wanted || !two && option.Name == name) {
				return &command, &option
			}
		}
	}
	return nil, nil
}

// Slash runs a slash command, failing the test if the client would not let the user do it.
func (s *Server) Slash(u *User, c *Channel, name string, options Options) *Interaction {
	s.t.Helper()
	return s.use(2, u, c, name, options, "")
}

// Type types into an option of a slash command, to get suggestions.
func (s *Server) Type(u *User, c *Channel, name, option string, options Options) *Interaction {
	s.t.Helper()
	return s.use(4, u, c, name, options, option)
}

func (s *Server) use(kind int, u *User, c *Channel, name string, options Options, focused string) *Interaction {
	s.t.Helper()
	s.Wait("the slash command "+name, func() bool {
		command, _ := s.command(c, name)
		return command != nil
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	command, sub := s.command(c, name)
	wanted := command.Options
	if sub != nil {
		wanted = sub.Options
	}
	files := map[string]any{}
	for name, value := range options {
		if f, ok := value.(*Attached); ok {
			data := s.attachmentData(f)
			files[data["id"].(string)] = data
			options = maps.Clone(options)
			options[name] = fileID(data["id"].(string))
		}
	}
	filled, resolved, err := fill(wanted, options, focused)
	if err != nil {
		s.t.Fatalf("/%s: %v", name, err)
	}
	if sub != nil {
		filled = []any{map[string]any{"name": sub.Name, "type": subcommand, "options": filled}}
	}
	return s.interact(u, c, kind, nil, map[string]any{"id": command.ID, "name": command.Name, "type": 1, "options": filled, "resolved": map[string]any{"users": resolved, "attachments": files}})
}

// fileID is the value of an option for a file.
type fileID string

// attachmentData describes an attached file, and serves it.
func (s *Server) attachmentData(f *Attached) map[string]any {
	id := s.id()
	s.attached[id] = f.Text
	address := cmp.Or(f.Address, strings.TrimSuffix(s.API, "/api/v10")+"/attachments/1/"+id+"/"+url.PathEscape(f.Name))
	return map[string]any{"id": id, "filename": f.Name, "size": len(f.Text), "url": address, "proxy_url": address, "content_type": "text/plain"}
}

// getAttachment serves an attached file.
func (s *Server) getAttachment(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Downloads++
	if strings.HasPrefix(r.PathValue("name"), "elsewhere") {
		http.Redirect(w, r, "/attachments/1/"+r.PathValue("id")+"/there.toml", http.StatusFound)
		return
	}
	_, _ = io.WriteString(w, s.attached[r.PathValue("id")])
}

// Attach writes a message with a file.
func (s *Server) Attach(u *User, c *Channel, text string, f *Attached) *Message {
	s.mu.Lock()
	data := s.attachmentData(f)
	s.mu.Unlock()
	return s.say(u, c, text, func(message map[string]any) { message["attachments"] = []any{data} })
}

// fill encodes options as the client does, and returns an error for those that the client refuses.
func fill(wanted []CommandOption, options Options, focused string) (filled []any, resolved map[string]any, err error) {
	resolved = map[string]any{}
	known := 0
	for _, o := range wanted {
		value, ok := options[o.Name]
		if !ok {
			if o.Required && focused == "" {
				return nil, nil, fmt.Errorf("%s is required", o.Name)
			}
			continue
		}
		known++
		switch v := value.(type) {
		case *User:
			if o.Type != userOption {
				return nil, nil, fmt.Errorf("%s is no user", o.Name)
			}
			resolved[v.ID], value = userData(v), v.ID
		case int:
			if o.Type != intOption {
				return nil, nil, fmt.Errorf("%s is no number", o.Name)
			}
		case fileID:
			if o.Type != fileOption {
				return nil, nil, fmt.Errorf("%s is no file", o.Name)
			}
		case string:
			if o.Type != stringOption && focused == "" || !o.allows(v) {
				return nil, nil, fmt.Errorf("%s cannot be %q", o.Name, v)
			}
		}
		filled = append(filled, map[string]any{"name": o.Name, "type": o.Type, "value": value, "focused": focused == o.Name})
	}
	if known != len(options) {
		return nil, nil, fmt.Errorf("not all of %v are options", options)
	}
	return filled, resolved, nil
}

func (o CommandOption) allows(value string) bool {
	for _, c := range o.Choices {
		if c.Value == value {
			return true
		}
	}
	return o.Choices == nil
}

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
		var sent struct {
			Components []any `json:"components"`
		}
		if on.JSON != nil && json.Unmarshal(on.JSON, &sent) == nil {
			shown["components"] = sent.Components
		}
		shown["attachments"] = attachments
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
	for n, label := range i.Form.Labels {
		c := label.Component
		value, given := values[c.ID]
		if !given {
			value = c.Value
		}
		if value == "" && c.Required || c.Max > 0 && len(value) > c.Max {
			s.t.Fatalf("the client does not send %q as %s", value, c.ID)
		}
		component := map[string]any{"type": c.Type, "custom_id": c.ID, "id": 2*n + 2}
		if c.Type == 4 {
			component["value"] = value
		} else {
			chosen := []string{}
			for _, o := range c.Options {
				if value == o.Value || !given && o.Default {
					chosen = append(chosen, o.Value)
				}
			}
			component["values"] = chosen
		}
		components = append(components, map[string]any{"type": 18, "id": 2*n + 1, "component": component})
	}
	return s.interact(i.User, i.Channel, 5, nil, map[string]any{"custom_id": i.Form.ID, "components": components})
}

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
		i.data["member"] = c.Guild.memberData(u)
		if !c.Guild.Gone {
			i.data["authorizing_integration_owners"] = map[string]string{"0": guild}
		}
	} else {
		i.data["user"] = userData(u)
	}
	if on != nil {
		i.data["message"] = messageData(on)
	}
	s.interactions[i.Token] = i
	s.dispatch("INTERACTION_CREATE", guild, i.data)
	return i
}

// Again delivers an interaction a second time.
func (s *Server) Again(i *Interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	guild := ""
	if i.Channel.Guild != nil {
		guild = i.Channel.Guild.ID
	}
	s.dispatch("INTERACTION_CREATE", guild, i.data)
}

// Say writes a message. The bot receives its content if it is mentioned, in private, or with the
// message content intent.
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

func (s *Server) say(u *User, c *Channel, text string, change func(data map[string]any)) *Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := &Message{ID: s.id(), Author: u, Content: text, channel: c}
	c.Messages = append(c.Messages, m)
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
		data["member"] = c.Guild.memberData(u)
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
			n.send("MESSAGE_CREATE", hidden)
			continue
		}
		n.send("MESSAGE_CREATE", data)
	}
	return m
}
