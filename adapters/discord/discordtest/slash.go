package discordtest

import (
	"fmt"
	"maps"
	"strings"
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
	Permissions              int64             `json:"default_member_permissions"` // needed to see it
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

// Options are the values that a user fills in, by the name of the option: string, int, *User
// or *Attached.
type Options map[string]any

// The types of options.
const (
	subcommand   = 1
	stringOption = 3
	intOption    = 4
	userOption   = 6
	roleOption   = 8
	fileOption   = 11
)

// Leaves returns the commands that can be run: the command itself, or its subcommands with their
// full names.
func (c Command) Leaves() (all []Command) {
	if len(c.Options) == 0 || c.Options[0].Type != subcommand {
		return []Command{c}
	}
	for _, o := range c.Options {
		all = append(all, Command{ID: c.ID, Permissions: c.Permissions, Name: c.Name + " " + o.Name, Description: o.Description, NameLocalizations: o.NameLocalizations, Options: o.Options})
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

// sees reports whether the client shows a command to a user in a channel.
func (c Command) sees(u *User, in *Channel) bool {
	if in.Guild == nil || u == in.Guild.server.Admin || in.Guild.allowed[c.Name+" "+u.ID] {
		return true
	}
	has := in.Guild.permissionsOf(u, in)
	return has&Administrator != 0 || has&c.Permissions == c.Permissions
}

// Sees reports whether the client shows a command to a user in a channel.
func (s *Server) Sees(u *User, c *Channel, name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	command, _ := s.command(c, name)
	return command != nil && command.sees(u, c)
}

// Allow shows a command to a user who lacks the permission for it, as administrators can.
func (g *Guild) Allow(command string, u *User) {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	g.allowed[command+" "+u.ID] = true
}

// command returns the slash command with a name that is available in a channel, and its subcommand
// if it has any. The name is "move", "game show", or just "note" if only one subcommand has that
// name. If there is no such command, both are nil.
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
	return s.runCommand(2, u, c, name, options, "")
}

// Type types into an option of a slash command, to get suggestions.
func (s *Server) Type(u *User, c *Channel, name, option string, options Options) *Interaction {
	s.t.Helper()
	return s.runCommand(4, u, c, name, options, option)
}

func (s *Server) runCommand(kind int, u *User, c *Channel, name string, options Options, focused string) *Interaction {
	s.t.Helper()
	s.Wait("the slash command "+name, func() bool {
		command, _ := s.command(c, name)
		return command != nil
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	command, sub := s.command(c, name)
	if !command.sees(u, c) {
		s.t.Fatalf("%s does not see /%s", u.Name, name)
	}
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

// RoleID is the value of an option for a role.
type RoleID string

// fill encodes options as the client does. It returns an error if the client would refuse them.
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
		case RoleID:
			if o.Type != roleOption {
				return nil, nil, fmt.Errorf("%s is no role", o.Name)
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
