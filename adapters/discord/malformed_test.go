package discord_test

import (
	"strings"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestMinimalPayloads plays with payloads that have only the required fields, and fewer.
func TestMinimalPayloads(t *testing.T) {
	latest := ""
	for name, odd := range map[string]func(what string, data map[string]any){
		"no limit of sessions": func(what string, data map[string]any) {
			if what == "GET /gateway/bot" {
				delete(data, "session_start_limit")
			}
		},
		"nothing of installation": leaveOut("GET /applications/@me", "integration_types_config"),
		"members apart from users": func(what string, data map[string]any) {
			if m, ok := data["member"].(map[string]any); ok && what == "INTERACTION_CREATE" && m["user"] != nil {
				data["user"] = m["user"]
				delete(m, "user")
			}
		},
		"channels that nobody describes": leaveOut("GUILD_CREATE", "channels"),
		"messages that are counted apart": func(what string, data map[string]any) {
			if what == "MESSAGE_CREATE" {
				data["id"] = latest
			} else if what == "INTERACTION_CREATE" {
				latest = data["id"].(string)
			}
		},
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
			c := newClub(t, func(c *club) { c.Tamper = odd })
			c.begin("raumschach")
			c.done(c.Press(c.alice, c.said(c.thread("1"), "Game 1 begins", "[Move]"), "Legal moves"))
			thread := c.gameThread()
			c.done(c.Slash(c.alice, thread, "move", discordtest.Options{"move": "bb1-cc2"}))
			c.said(in(thread), "alice plays Unicorn bb1-cc2", "board-1-", "[Move]")
			c.Say(c.bob, thread, "dd5-ce4")
			c.said(in(thread), "bob plays Unicorn dd5-ce4")
			if text := c.done(c.Slash(c.alice, c.games, "setup", nil)); strings.Contains(text, "missing") {
				t.Error(text)
			}
			c.Look(func() {
				for _, command := range c.Commands["applications/"+c.App+"/commands"] {
					if command.Name == "move" && len(command.IntegrationTypes) != 2 {
						t.Errorf("/move is for installations %v", command.IntegrationTypes)
					}
				}
			})
		})
	}
}

// leaveOut returns a Tamper that removes some fields from events of a kind.
func leaveOut(of string, parts ...string) func(what string, data map[string]any) {
	return func(what string, data map[string]any) {
		if what == of {
			for _, part := range parts {
				delete(data, part)
			}
		}
	}
}

// TestThreadNumbers gives threads other IDs than the messages that they begin with.
func TestThreadNumbers(t *testing.T) {
	c := newClub(t, func(c *club) {
		c.Tamper = func(what string, data map[string]any) {
			if what == "THREAD_CREATE" {
				thread := c.Channels[data["id"].(string)]
				delete(c.Channels, thread.ID)
				thread.ID += "7"
				data["id"], c.Channels[thread.ID] = thread.ID, thread
			}
		}
	})
	c.begin("raumschach")
	c.said(c.thread("1"), "Game 1 begins", "[Move]")
}

// TestUnknownServer adds the bot to a server of which it knows only the ID. It does not greet.
func TestUnknownServer(t *testing.T) {
	c := newClub(t, nil)
	c.Look(func() {
		c.Tamper = leaveOut("GUILD_CREATE", "name", "owner_id", "roles", "channels", "threads", "members", "preferred_locale")
	})
	other := c.AddGuild("other")
	if text := c.done(c.Slash(c.alice, other.AddChannel("hall"), "setup", nil)); !strings.Contains(text, "hasn't told me") {
		t.Error(text)
	}
	c.stop()
	c.Look(func() {
		if n := c.Requests["POST /users/@me/channels"]; n > 0 {
			t.Errorf("%d private channels were opened", n)
		}
	})
}

// TestAutocompleteWithoutValue asks for autocompletion before anything is typed, where Discord
// leaves the value out.
func TestAutocompleteWithoutValue(t *testing.T) {
	c := newClub(t, nil)
	i := c.Type(c.alice, c.games, "rules", "variant", discordtest.Options{"variant": ""})
	c.Look(func() {
		c.Tamper = func(what string, data map[string]any) {
			if options, _ := data["data"].(map[string]any)["options"].([]any); what == "INTERACTION_CREATE" && len(options) > 0 {
				delete(options[0].(map[string]any), "value")
			}
		}
	})
	j := c.Type(c.alice, c.games, "rules", "variant", discordtest.Options{"variant": ""})
	c.Wait("proposals", func() bool { return i.Done && j.Done })
	c.Look(func() {
		if len(i.Choices) == 0 || len(i.Choices) != len(j.Choices) {
			t.Errorf("%v and %v", i.Choices, j.Choices)
		}
	})
}
