package service

import (
	"context"
	"time"

	"raumbot/bot"
	"raumbot/bot/outbox"
)

// Status is how the service is doing.
type Status struct {
	// Beat is when the service last recorded that it runs, which it does about every [bot.Heartbeat].
	Beat time.Time
	// Idle is the time since Beat.
	Idle time.Duration
	// Lag is how long the oldest item that is due has been waiting.
	Lag time.Duration
	// Outbox has the messages that are waiting for delivery. Gateways says for each platform that has
	// reported whether it is connected.
	Outbox   map[bot.Platform]outbox.Backlog
	Gateways map[bot.Platform]bool
	// Problems has, for each platform that has reported, what keeps people from the bot although it is
	// connected, as a text for the operator. It is empty if nothing does.
	Problems map[bot.Platform]string
	// Waiting and Running are the searches of the engine that wait for a place, and that have one.
	// Workers is the number of other processes that search for this one.
	Waiting, Running, Workers int
}

// Connected reports whether every platform that has reported is connected.
func (s Status) Connected() bool {
	for _, connected := range s.Gateways {
		if !connected {
			return false
		}
	}
	return true
}

// Report tells the service whether an adapter is connected to its platform. An adapter reports
// false when it starts, and each change after that.
func (s *Service) Report(p bot.Platform, connected bool) {
	before, known := s.gateways.Swap(p, connected)
	switch {
	case connected && before != true:
		s.Log.Info("connected", "platform", p)
	case !connected && known && before != false:
		s.Log.Warn("disconnected", "platform", p)
	}
}

// ReportProblem tells the service what keeps people from the bot although an adapter is connected.
// The problem is a text for the operator that names nobody, or empty if it is solved.
func (s *Service) ReportProblem(p bot.Platform, problem string) { s.problems.Store(p, problem) }

// Status returns how the service is doing. An error means that its store cannot be read.
func (s *Service) Status(ctx context.Context) (Status, error) {
	now := s.Clock.Now()
	status := Status{Outbox: map[bot.Platform]outbox.Backlog{}, Gateways: map[bot.Platform]bool{}, Problems: map[bot.Platform]string{}, Workers: s.Searcher.Workers()}
	status.Waiting, status.Running = s.Thinkers.Load()
	s.gateways.Range(func(p, connected any) bool {
		status.Gateways[p.(bot.Platform)] = connected.(bool)
		status.Outbox[p.(bot.Platform)] = outbox.Backlog{}
		return true
	})
	s.problems.Range(func(p, problem any) bool {
		status.Problems[p.(bot.Platform)] = problem.(string)
		return true
	})
	for _, p := range s.outbox.Platforms() {
		status.Outbox[p] = outbox.Backlog{}
	}
	err := s.Store.View(ctx, func(tx bot.Tx) error {
		uptime, err := tx.Uptime()
		if err != nil {
			return err
		}
		status.Beat, status.Idle = uptime.Beat, max(now.Sub(uptime.Beat), 0)
		due, err := tx.NextDue()
		if err != nil {
			return err
		}
		if due != 0 {
			status.Lag = max(due.Until(uptime.Tick(now).Moment()), 0)
		}
		for p := range status.Outbox {
			if status.Outbox[p], err = outbox.Measure(tx, p, now); err != nil {
				return err
			}
		}
		return nil
	})
	return status, err
}
