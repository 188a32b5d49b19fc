package action

import (
	"errors"
	"log/slog"
	"time"

	"raumbot/bot"
	"raumbot/bot/throttle"
)

// observe counts a request, and logs it at debug level.
func (s *Bot) observe(c *Call, err error, took time.Duration) {
	outcome := "done"
	var p *bot.Problem
	switch {
	case errors.Is(err, throttle.ErrNotForUs):
		outcome = "ignored"
	case errors.As(err, &p):
		outcome = string(p.Kind)
	}
	s.Meter.Handled(c.name(), outcome, took)
	s.Log.Debug("handled", append(c.logged(), "outcome", outcome, "took", took)...)
}

// name returns the name of the command, or an empty string if there is none.
func (c *Call) name() string {
	if c.Command == nil {
		return ""
	}
	return c.Command.Name
}

// logged returns the log attributes of a request: its command, user, room, event and game, but
// never its text.
func (c *Call) logged() []any {
	game := c.Game.ID
	if game == 0 {
		game = c.Args.Game
	}
	return []any{
		slog.String("command", c.name()), slog.String("user", c.Request.From.UserID.String()),
		slog.String("room", c.Request.Room.ID), slog.String("event", string(c.Request.Event)), slog.Uint64("game", uint64(game)),
	}
}
