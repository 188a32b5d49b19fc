package service

import (
	"errors"
	"log/slog"
	"time"

	"raumbot/bot"
	"raumbot/bot/throttle"
)

// noMeter is a Meter that counts nothing.
type noMeter struct{}

func (noMeter) Handled(string, string, time.Duration) {}

func (noMeter) Delivered(bot.Platform, bool) {}

func (noMeter) Drew(string, time.Duration) {}

// observe counts a request, and logs it at debug level.
func (s *Service) observe(c *call, err error, took time.Duration) {
	outcome := "done"
	var p *bot.Problem
	switch {
	case errors.Is(err, throttle.ErrNotForUs):
		outcome = "ignored"
	case errors.As(err, &p):
		outcome = string(p.Kind)
	}
	s.meter.Handled(c.name(), outcome, took)
	s.log.Debug("handled", append(c.logged(), "outcome", outcome, "took", took)...)
}

// name returns the name of the command, empty if there is none.
func (c *call) name() string {
	if c.command == nil {
		return ""
	}
	return c.command.Name
}

// logged returns the log attributes of a request: who, what and where, never the text.
func (c *call) logged() []any {
	game := c.game.ID
	if game == 0 {
		game = c.args.Game
	}
	return []any{
		slog.String("command", c.name()), slog.String("user", c.request.From.UserID.String()),
		slog.String("room", c.request.Room.ID), slog.String("event", string(c.request.Event)), slog.Uint64("game", uint64(game)),
	}
}
