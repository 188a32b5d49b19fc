package discord_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/adapters/discord"
	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
)

// TestActivityUser exchanges codes: one that is valid, the same again, and an unknown one. Then
// Discord fails in several ways. No error has a code or a token in it.
func TestActivityUser(t *testing.T) {
	c := linking(t)
	c.Wait("the conditions", func() bool { return len(c.Conditions) == 2 })
	code := c.Agree(c.alice)
	u, token, err := c.adapter.ActivityUser(t.Context(), code)
	if want := (bot.UserID{Platform: discord.Platform, ID: c.alice.ID}); err != nil || u.UserID != want || u.Handle != "alice" || token == "" {
		t.Fatalf("alice is %+v, %v", u, err)
	}
	broken := ""
	c.Look(func() {
		if c.Tokens[token] != c.alice {
			t.Error("the token is not hers")
		}
		c.Fail = func(route string, _ []byte) (int, int) {
			if broken == "fails" && strings.HasSuffix(route, "/users/@me") {
				return http.StatusInternalServerError, 0
			}
			return 0, 0
		}
		c.Hang = func(route string, _ []byte) bool { return broken == "hangs" && strings.Contains(route, "oauth2/token") }
		c.Tamper = func(what string, data map[string]any) {
			switch {
			case broken == "garbage" && strings.Contains(what, "oauth2/token"):
				data["access_token"] = 7
			case broken == "nobody" && strings.HasSuffix(what, "/users/@me"):
				delete(data, "id")
			}
		}
	})
	for what, code := range map[string]string{"again": code, "unknown": "code-of-another-application", "fails": c.Agree(c.bob), "garbage": c.Agree(c.bob), "nobody": c.Agree(c.bob), "hangs": c.Agree(c.bob)} {
		c.Look(func() { broken = what })
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		u, token, err := c.adapter.ActivityUser(ctx, code)
		cancel()
		if err == nil || u != (bot.User{}) || token != "" || strings.Contains(err.Error(), code) || strings.Contains(err.Error(), "person-") {
			t.Errorf("%s: %+v, %q, %v", what, u, token, err)
		}
	}
	c.Look(func() { broken = "" })
}

// TestEntryPoint enables Activities before the commands are registered, and then has them replaced:
// the command that starts the Activity stays.
func TestEntryPoint(t *testing.T) {
	c := newClub(t, func(c *club) { c.EnableActivities() })
	scope := "applications/" + c.App + "/commands"
	registered := func(times int) {
		t.Helper()
		c.Wait("the commands", func() bool {
			return c.Requests["PUT /applications/{app}/commands"] == times && len(c.Commands[scope]) > 5
		})
		c.Look(func() {
			if !slices.ContainsFunc(c.Commands[scope], func(one discordtest.Command) bool { return one.Type == 4 && one.Name == "launch" }) {
				t.Error("the entry point is gone")
			}
		})
	}
	registered(1)
	c.stop()
	c.start()
	c.done(c.Slash(c.alice, c.games, "games", nil))
	registered(1)
	c.stop()
	c.Look(func() { c.Commands[scope] = nil })
	c.DeleteCommands(scope)
	c.EnableActivities()
	c.start()
	registered(2)
}

// TestActivityOrigins checks who may frame the Activity: Discord's clients and, in tests, the
// server that stands for Discord on this machine.
func TestActivityOrigins(t *testing.T) {
	usual := discord.New(discord.Options{Token: "x"}).ActivityOrigins()
	if !slices.Contains(usual, "https://discord.com") || slices.ContainsFunc(usual, func(o string) bool { return !strings.HasPrefix(o, "https://") || !strings.Contains(o, "discord") }) {
		t.Errorf("usually they are %v", usual)
	}
	for api, want := range map[string][]string{
		"https://proxy.example.org/api": usual, "http://192.0.2.1/api": usual, "http://localhost.example.org/api": usual,
		"http://127.0.0.1:9999/api": append([]string{"http://127.0.0.1:9999"}, usual...),
	} {
		if got := discord.New(discord.Options{Token: "x", API: api}).ActivityOrigins(); !slices.Equal(got, want) {
			t.Errorf("with %s they are %v", api, got)
		}
	}
}
