package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestScant plays on a Discord that says no more than it must, and less.
func TestScant(t *testing.T) {
	for name, odd := range map[string]func(what string, data map[string]any){
		"no limit of sessions": func(what string, data map[string]any) {
			if what == "GET /gateway/bot" {
				delete(data, "session_start_limit")
			}
		},
		"nothing of installation": leaveOut("GET /applications/@me", "integration_types_config"),
		"a bare READY":            leaveOut("READY", "guilds", "resume_gateway_url", "shard", "application", "v"),
		"a READY without a user":  leaveOut("READY", "user"),
		"servers without members": leaveOut("GUILD_CREATE", "members"),
		"servers without roles":   leaveOut("GUILD_CREATE", "roles", "members"),
		"servers without anything": leaveOut("GUILD_CREATE", "roles", "members", "channels", "threads", "preferred_locale",
			"system_channel_id", "emojis", "stickers", "presences", "voice_states"),
		"bare interactions": leaveOut("INTERACTION_CREATE", "application_id", "app_permissions", "authorizing_integration_owners",
			"context", "entitlements", "guild_locale", "locale", "version"),
		"strange interactions": func(what string, data map[string]any) {
			if what == "INTERACTION_CREATE" {
				data["app_permissions"], data["entitlements"], data["version"] = 8, "none", "1"
				data["authorizing_integration_owners"] = map[string]any{"0": 1, "new": nil}
				if on, pressed := data["message"].(map[string]any); pressed {
					on["components"], on["timestamp"] = []any{map[string]any{"type": 99}}, ""
				}
			}
		},
		"members without dates": func(what string, data map[string]any) {
			if m, ok := data["member"].(map[string]any); ok && what == "INTERACTION_CREATE" {
				m["joined_at"], m["permissions"] = "", 0
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, func(c *club) { c.Odd = odd })
			c.begin("raumschach")
			c.done(c.Press(c.alice, c.said(c.thread("1"), "Game 1 begins", "[Move]"), "Legal moves"))
			var thread *discordtest.Channel
			c.Look(func() { thread = c.thread("1")() })
			c.done(c.Slash(c.alice, thread, "move", discordtest.Options{"move": "bb1-cc2"}))
			c.said(in(thread), "alice plays Unicorn bb1-cc2", "board.png", "[Move]")
			if text := c.done(c.Slash(c.alice, c.games, "setup", nil)); strings.Contains(text, "missing") {
				t.Error(text)
			}
		})
	}
}

// leaveOut leaves out parts of what is said.
func leaveOut(of string, parts ...string) func(what string, data map[string]any) {
	return func(what string, data map[string]any) {
		if what == of {
			for _, part := range parts {
				delete(data, part)
			}
		}
	}
}
