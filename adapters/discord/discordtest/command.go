package discordtest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// commandScope returns the path under which commands are registered, or an error if the bot is not
// in that guild.
func (s *Server) commandScope(c *call) (string, error) {
	if guild := c.PathValue("id"); guild != "" && !slices.ContainsFunc(s.Guilds, func(g *Guild) bool { return g.ID == guild && !g.Gone }) {
		return "", refuse(http.StatusForbidden, 50001, "Missing Access")
	}
	return strings.TrimPrefix(c.URL.Path, "/api/v10/"), nil
}

// getCommands returns the registered commands as Discord does, with some fields added and empty
// fields removed.
func (s *Server) getCommands(c *call) (any, error) {
	scope, err := s.commandScope(c)
	if err != nil {
		return nil, err
	}
	shown := s.shown[scope]
	if c.URL.Query().Get("with_localizations") != "true" {
		return nil, refuse(http.StatusBadRequest, 50035, "the test expects localizations")
	}
	return append([]map[string]any{}, shown...), nil
}

// firstCommand is the ID of the first command, fixed so that every run of a test has the same IDs.
const firstCommand int64 = 1300000000000000000

// putCommands replaces all registered commands.
func (s *Server) putCommands(c *call) (any, error) {
	scope, err := s.commandScope(c)
	if err != nil {
		return nil, err
	}
	var commands []Command
	var shown []map[string]any
	if json.Unmarshal(c.body, &commands) != nil || json.Unmarshal(c.body, &shown) != nil {
		return nil, refuse(http.StatusBadRequest, 50035, "Invalid Form Body")
	}
	isEntryPoint := func(c map[string]any) bool { return c["type"] == float64(entryPoint) }
	if slices.ContainsFunc(s.shown[scope], isEntryPoint) && !slices.ContainsFunc(shown, isEntryPoint) {
		return nil, refuse(http.StatusBadRequest, 50240, "You cannot remove this app's Entry Point command in a bulk update operation.")
	}
	for n, command := range shown {
		dropEmpty(command)
		command["id"], command["application_id"], command["version"] = strconv.FormatInt(firstCommand+int64(n), 10), s.App, s.id()
		command["nsfw"], command["dm_permission"] = false, true
		if needed := commands[n].Permissions; needed != 0 {
			command["default_member_permissions"] = strconv.FormatInt(needed, 10)
		}
		commands[n].ID = command["id"].(string)
	}
	s.Commands[scope], s.shown[scope] = commands, shown
	return append([]map[string]any{}, shown...), nil
}

// entryPoint is the type of a command that starts the Activity.
const entryPoint = 4

// EnableActivities creates the command that starts the Activity, as the developer portal does.
func (s *Server) EnableActivities() {
	s.mu.Lock()
	defer s.mu.Unlock()
	scope := "applications/" + s.App + "/commands"
	s.shown[scope] = append(s.shown[scope], map[string]any{
		"id": s.id(), "application_id": s.App, "version": s.id(), "type": float64(entryPoint), "name": "launch", "description": "Launch an activity", "handler": float64(2),
		"contexts": []any{float64(0), float64(1), float64(2)}, "integration_types": []any{float64(0), float64(1)}, "nsfw": false,
	})
}

// dropEmpty removes empty fields, as Discord does.
func dropEmpty(value any) {
	switch v := value.(type) {
	case map[string]any:
		for key, field := range v {
			dropEmpty(field)
			list, isList := field.([]any)
			if field == nil || field == false || isList && len(list) == 0 {
				delete(v, key)
			}
		}
	case []any:
		for _, element := range v {
			dropEmpty(element)
		}
	}
}

// DeleteCommands deletes the commands of a scope, as the application's owner can.
func (s *Server) DeleteCommands(scope string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.Commands, scope)
	delete(s.shown, scope)
}
