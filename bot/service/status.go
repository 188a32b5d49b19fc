package service

import (
	"context"
	"slices"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/outbox"
)

// Status is how the service is doing.
type Status struct {
	// Beat is when the service last recorded that it runs: about every [Heartbeat].
	Beat time.Time
	// Idle is the time since Beat.
	Idle time.Duration
	// Lag is how long the oldest thing that is due has been waiting.
	Lag time.Duration
	// Outbox is what waits for delivery, Gateways whether each platform that has reported is connected.
	Outbox   map[bot.Platform]outbox.Backlog
	Gateways map[bot.Platform]bool
	// Tasks are who of the processes that work on the database does what; tasks of the service and its adapters that nobody does have no owner.
	Tasks []bot.Holding
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

// Report tells the service whether an adapter is connected to its platform. An adapter reports false when it starts,
// and each change after that.
func (s *Service) Report(p bot.Platform, connected bool) {
	before, known := s.gateways.Swap(p, connected)
	switch {
	case connected && before != true:
		s.log.Info("connected", "platform", p)
	case !connected && known && before != false:
		s.log.Warn("disconnected", "platform", p)
	}
}

// StandBy tells the service that another process uses a platform, and this one will when that ends: whether it is connected is the
// other's to report.
func (s *Service) StandBy(p bot.Platform) {
	if !s.shared {
		s.Report(p, false)
		return
	}
	s.gateways.Delete(p)
}

// Divide tells the service into which tasks an adapter divides its work among the processes, in the place of what it has told before, so that
// [Status] shows those that nobody does.
func (s *Service) Divide(p bot.Platform, tasks []string) { s.divides.Store(p, slices.Clone(tasks)) }

// held returns who holds what. Where the database is not shared, the service's own work is this process's, and its leases only tell who keeps notes, and
// what adapters claim.
func (s *Service) held(ctx context.Context) ([]bot.Holding, error) {
	all, err := s.leases.Held(ctx)
	if s.shared || err != nil {
		return all, err
	}
	own, err := s.tasks.Held(ctx)
	mine := slices.IndexFunc(all, func(h bot.Holding) bool { return h.Mine })
	for _, h := range own {
		if mine >= 0 {
			h.Owner = all[mine].Owner // the same process
		}
		all = withTask(all, h)
	}
	return all, err
}

// withTask adds a task unless it is there.
func withTask(all []bot.Holding, added bot.Holding) []bot.Holding {
	if slices.ContainsFunc(all, func(h bot.Holding) bool { return h.Task == added.Task }) {
		return all
	}
	return append(all, added)
}

// divided returns who does what, by the names of the tasks. It leaves out searches, and the tasks that only tell that a process is there.
func (s *Service) divided(ctx context.Context) ([]bot.Holding, error) {
	all, err := s.held(ctx)
	all = slices.DeleteFunc(all, func(h bot.Holding) bool {
		return strings.Contains("/"+h.Task, "/"+presenceTask) || strings.HasPrefix(h.Task, searchTask)
	})
	tasks := []string{pairingTask, sweepTask}
	if delivers := s.delivers.Load(); delivers != nil {
		for _, p := range *delivers {
			tasks = append(tasks, courierTask(p))
		}
	}
	s.divides.Range(func(_, divided any) bool {
		tasks = append(tasks, divided.([]string)...)
		return true
	})
	for _, task := range tasks {
		all = withTask(all, bot.Holding{Task: task})
	}
	slices.SortFunc(all, func(a, b bot.Holding) int { return strings.Compare(a.Task, b.Task) })
	return all, err
}

// Status returns how the service is doing. An error means that its store cannot be read.
func (s *Service) Status(ctx context.Context) (Status, error) {
	now := s.clock.Now()
	status := Status{Outbox: map[bot.Platform]outbox.Backlog{}, Gateways: map[bot.Platform]bool{}}
	s.gateways.Range(func(p, connected any) bool {
		status.Gateways[p.(bot.Platform)] = connected.(bool)
		status.Outbox[p.(bot.Platform)] = outbox.Backlog{}
		return true
	})
	for _, p := range s.outbox.Platforms() {
		status.Outbox[p] = outbox.Backlog{}
	}
	var err error
	if status.Tasks, err = s.divided(ctx); err != nil {
		return status, err
	}
	err = s.store.View(ctx, func(tx bot.Tx) error {
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
