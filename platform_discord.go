package main

import (
	"log/slog"

	"raumbot/adapters/discord"
)

// discord returns the bot on Discord, nil if there is no token for it.
func (s *settings) discord(log *slog.Logger) chatPlatform {
	c := s.Discord
	if c.Token.IsZero() {
		return nil
	}
	return discord.New(discord.Options{
		Token: c.Token.Reveal(), Guild: c.Guild, Shards: c.Shards, Shard: c.Shard,
		MessageContent: c.MessageContent, API: c.API, Log: log,
	})
}
