package main

import (
	"errors"
	"log/slog"

	"raumbot/adapters/discord"
)

// errShards means that sharding was configured with a database that processes cannot share.
var errShards = errors.New("discord: shards and shard divide the servers among processes, and each would have games, ratings and blocks " +
	"of its own in its own database file. Leave both out: one process opens as many connections as Discord advises")

// discord returns the Discord adapter, nil if no token is configured.
func (s *settings) discord(log *slog.Logger) (chatPlatform, error) {
	c := s.Discord
	if c.Token.IsZero() {
		return nil, nil
	}
	if c.Shards > 0 {
		return nil, errShards
	}
	return discord.New(discord.Options{
		Token: c.Token.Reveal(), Guild: c.Guild, MessageContent: c.MessageContent, API: c.API, Log: log,
	}), nil
}
