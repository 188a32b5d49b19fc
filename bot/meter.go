package bot

import (
	"errors"
	"log/slog"
	"time"
)

// Meter counts what the service does, for the operator. It is safe for concurrent use and returns at
// once. What it is told names no user, room or game.
type Meter interface {
	// Handled counts a request. command is a name of the table of commands, empty
	// if the words made none; outcome is "done", "ignored", or a [ProblemKind].
	Handled(command, outcome string, took time.Duration)
	// Delivered counts an attempt to say a message.
	Delivered(p Platform, ok bool)
	// Drew counts a picture: a "board", a "piece", a "table" or a "film".
	Drew(kind string, took time.Duration)
}

// noMeter is a Meter that counts nothing.
type noMeter struct{}

func (noMeter) Handled(string, string, time.Duration) {}
func (noMeter) Delivered(Platform, bool)              {}
func (noMeter) Drew(string, time.Duration)            {}

// observe counts a request, and logs it for those who want to see everything.
func (s *Service) observe(c *call, err error, took time.Duration) {
	outcome := "done"
	var p *Problem
	switch {
	case errors.Is(err, errNotForUs):
		outcome = "ignored"
	case errors.As(err, &p):
		outcome = string(p.Kind)
	}
	s.meter.Handled(c.name(), outcome, took)
	s.log.Debug("handled", append(c.logged(), "outcome", outcome, "took", took)...)
}

// name returns the name of the command, empty if the words make none.
func (c *call) name() string {
	if c.command == nil {
		return ""
	}
	return c.command.Name
}

// logged returns what logs tell of a request: who, what and where, never the words.
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
