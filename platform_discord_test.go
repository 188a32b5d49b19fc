package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestServeDiscord serves Discord with only a token and the test server's address in the environment.
func TestServeDiscord(t *testing.T) {
	server := discordtest.New(t)
	guild := server.AddGuild("club")
	channel := guild.AddChannel("games")
	alice := server.AddUser("alice")
	values := map[string]string{
		"DISCORD_TOKEN": server.Token, "RAUMBOT_DISCORD_API": server.API, "RAUMBOT_DATABASE": filepath.Join(t.TempDir(), "raumbot.db"),
	}
	var out, errs bytes.Buffer
	env := environment{stdin: strings.NewReader(""), stdout: &out, stderr: &errs, getenv: func(name string) string { return values[name] }}
	ctx, stop := context.WithCancel(context.Background())
	code := 0
	var running sync.WaitGroup
	running.Go(func() { code = run(ctx, env, nil) })
	server.Wait("the connection", func() bool { return server.Connected() == 1 && len(channel.Messages) == 1 })
	i := server.Slash(alice, channel, "study", discordtest.Options{"variant": "raumschach"})
	server.Wait("the study", func() bool { return i.Done && len(channel.Messages) == 2 })
	stop()
	running.Wait()
	if code != 0 || strings.Contains(errs.String()+out.String(), server.Token) {
		t.Errorf("exit code %d\n%s", code, errs.String())
	}
}

// TestServeDiscordRefused starts with an invalid token.
func TestServeDiscordRefused(t *testing.T) {
	server := discordtest.New(t)
	values := map[string]string{"DISCORD_TOKEN": "wrong-token", "RAUMBOT_DISCORD_API": server.API, "RAUMBOT_DATABASE": filepath.Join(t.TempDir(), "raumbot.db")}
	var errs bytes.Buffer
	env := environment{stdin: strings.NewReader(""), stdout: &bytes.Buffer{}, stderr: &errs, getenv: func(name string) string { return values[name] }}
	if code := run(context.Background(), env, []string{"serve"}); code != 1 || !strings.Contains(errs.String(), "discord: the token is not accepted") || strings.Contains(errs.String(), "wrong-token") {
		t.Errorf("exit code %d\n%s", code, errs.String())
	}
}
