package main

import (
	"log/slog"

	"raumbot/adapters/discord"
)

// discord returns the Discord adapter, nil if no token is configured.
func (s *settings) discord(log *slog.Logger) (chatPlatform, error) {
	c := s.Discord
	if c.Token.IsZero() {
		return nil, nil
	}
	return discord.New(discord.Options{
		Token: c.Token.Reveal(), Guild: c.Guild, MessageContent: c.MessageContent, API: c.API, Log: log,
	}), nil
}
