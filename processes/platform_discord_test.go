package processes

import (
	"os"
	"path/filepath"
	"testing"

	"raumbot/adapters/discord/discordtest"
)

// TestServeDiscord serves Discord with only a token and the test server's address in the
// environment.
func TestServeDiscord(t *testing.T) {
	t.Parallel()
	server := discordtest.New(t)
	guild := server.AddGuild("club")
	channel := guild.AddChannel("games")
	alice := server.AddUser("alice")
	bot := startServer(t, []string{
		"DISCORD_TOKEN=" + server.Token, "RAUMBOT_DISCORD_API=" + server.API, "RAUMBOT_DATABASE=" + filepath.Join(t.TempDir(), "raumbot.db"),
	})
	server.Wait("the connection", func() bool { return server.Connected() == 1 && len(channel.Messages) == 1 })
	i := server.Slash(alice, channel, "study", discordtest.Options{"variant": "raumschach"})
	server.Wait("the study", func() bool { return i.Done && len(channel.Messages) == 2 })
	bot.end(os.Interrupt)
	if bot.says(server.Token) > 0 {
		t.Errorf("the token is in the log:\n%s", bot.log)
	}
}

// TestServeDiscordRefused starts with an invalid token.
func TestServeDiscordRefused(t *testing.T) {
	t.Parallel()
	server := discordtest.New(t)
	bot := startServer(t, []string{"DISCORD_TOKEN=wrong-token", "RAUMBOT_DISCORD_API=" + server.API, "RAUMBOT_DATABASE=" + filepath.Join(t.TempDir(), "raumbot.db")})
	err := bot.cmd.Wait()
	if code := bot.cmd.ProcessState.ExitCode(); code != 1 || bot.says("discord: the token is not accepted") == 0 || bot.says("wrong-token") > 0 {
		t.Errorf("it ends with %v\n%s", err, bot.log)
	}
}
