package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"raumbot/adapters/monitor"
	"raumbot/bot"
	"raumbot/bot/engine/search"
	"raumbot/bot/service"
	"raumbot/bot/throttle"
	"raumbot/storage"
	"raumbot/storage/backup"
	"raumbot/storage/postgres/jobs"
)

// start opens the database, starts a service with backups and the monitor, and calls
// play. When play returns, everything is stopped again.
func (s *settings) start(ctx context.Context, log *slog.Logger, limits throttle.Limits, platforms []bot.Platform, play func(context.Context, *service.Service) error) (err error) {
	if s.ShareDatabase {
		log.Warn("share_database has no effect any more: one raumbot works on the database and the others stand by; leave it out of the configuration")
	}
	w := &watch{settings: s, meter: monitor.NewMeter()}
	_ = w.begin(ctx) // if another process has the address, it may be the one for which this one stands by
	defer func() { err = errors.Join(err, w.stop()) }()
	defer w.searching.Wait()
	s.adviseMode(log)
	store, err := s.open(ctx, log)
	if ctx.Err() != nil && err != nil {
		return nil // stopped while standing by
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case <-store.Lost():
			stop(bot.ErrTaken)
		case <-ctx.Done():
		}
	}()
	defer s.keepCopies(store, log)()
	games := s.configuredGames(log)
	svc := service.New(service.Ports{Store: store, AtWork: store.AtWork, Log: log, Meter: w.meter, Limits: limits, LinksWithin: s.LinksWithin, Pages: s.pages(), Guests: bot.Guests(s.Web.GuestsMay()), Searcher: w.searcher(ctx, log), Games: games, LocalGames: s.localGames()})
	if err := svc.Start(context.WithoutCancel(ctx), platforms...); err != nil {
		return err
	}
	store.OnSetBack(svc.SetBack)
	w.service.Store(svc)
	if err := w.begin(ctx); err != nil {
		return err
	}
	defer w.service.Store(nil) // the monitor asks nothing of a store that is being closed
	err = play(ctx, svc)
	if errors.Is(context.Cause(ctx), bot.ErrTaken) {
		return fmt.Errorf("%w, so this one has stopped; start it again, and it stands by", bot.ErrTaken)
	}
	// Everything has been answered; record that the bot ran until now, even
	// though ctx may have ended.
	return errors.Join(err, svc.Beat(context.WithoutCancel(ctx)))
}

// open opens the database. If it is on a server and another process works on it, it waits until
// that one ends.
func (s *settings) open(ctx context.Context, log *slog.Logger) (*storage.Store, error) {
	if !s.OnServer() {
		return storage.Open(s.Database)
	}
	return storage.Connect(ctx, s.Database, func() {
		log.Info("another raumbot uses the database: this one stands by, and takes over when that one ends")
	})
}

// adviseMode warns if other users of the machine can read the database. A new database is created
// so that they cannot.
func (s *settings) adviseMode(log *slog.Logger) {
	if s.OnServer() || runtime.GOOS == "windows" {
		return
	}
	if info, err := os.Stat(s.Database); err == nil && info.Mode().Perm()&0o077 != 0 {
		log.Warn("other users of this machine may open the database, which has private messages: chmod 600", "file", s.Database, "mode", info.Mode().Perm().String())
	}
}

// keepCopies offers copies of the store, makes scheduled ones, and overwrites deleted records,
// until stop is called.
func (s *settings) keepCopies(store *storage.Store, log *slog.Logger) (stop func()) {
	if s.OnServer() {
		return func() {} // backups are the server operator's task
	}
	ctx, cancel := context.WithCancel(context.Background())
	unoffer, err := backup.Offer(s.Database, store, log)
	if err != nil {
		log.Warn("raumbot db backup has to wait until the bot is stopped", "err", err)
		unoffer = func() {}
	}
	if err := backup.Tidy(s.Database, time.Now()); err != nil {
		log.Warn("beside the database something is left", "err", err)
	}
	var running sync.WaitGroup
	running.Go(func() { backup.KeepErasing(ctx, store, time.Now, log) })
	running.Go(func() {
		if s.Backup.Folder != "" {
			backup.Rotation{
				Folder: s.Backup.Folder, Every: s.Backup.Every, Keep: s.Backup.Keep,
				Name:  strings.TrimSuffix(filepath.Base(s.Database), filepath.Ext(s.Database)),
				Store: store, Now: time.Now,
			}.Run(ctx, log)
		}
	})
	return func() {
		cancel()
		unoffer()
		running.Wait()
	}
}

// watch runs the monitor, if one is configured, and watches the workers.
type watch struct {
	settings  *settings
	meter     *monitor.Meter
	service   atomic.Pointer[service.Service] // nil while the process stands by
	searching sync.WaitGroup

	end     context.CancelFunc // nil while the monitor does not run
	serving sync.WaitGroup
	err     error
}

// begin runs the monitor until stop is called, if it does not run yet.
func (w *watch) begin(ctx context.Context) error {
	if w.settings.Monitor.Address == "" || w.end != nil {
		return nil
	}
	m, err := monitor.Listen(w.settings.Monitor.Address)
	if err != nil {
		return err
	}
	ctx, w.end = context.WithCancel(ctx)
	w.serving.Go(func() { w.err = m.Serve(ctx, w.meter, w, w.settings.Database) })
	return nil
}

// searcher returns what carries out searches: workers, if the database is on a server and there are
// any, or else this process.
func (w *watch) searcher(ctx context.Context, log *slog.Logger) search.Searcher {
	here := search.NewLocal(w.settings.Engine.Workers)
	if !w.settings.OnServer() {
		return here
	}
	queue := jobs.New(w.settings.Database, here, log)
	w.searching.Go(func() { queue.Run(ctx) })
	return queue
}

// stop ends the monitor.
func (w *watch) stop() error {
	if w.end == nil {
		return nil
	}
	w.end()
	w.serving.Wait()
	return w.err
}

// Status implements [monitor.Service]. A server that does not answer in time is away.
func (w *watch) Status(ctx context.Context) (service.Status, error) {
	svc := w.service.Load()
	if svc == nil {
		return service.Status{}, monitor.ErrStandsBy
	}
	if !w.settings.OnServer() {
		return svc.Status(ctx)
	}
	type answer struct {
		status service.Status
		err    error
	}
	answers := make(chan answer, 1)
	go func() {
		status, err := svc.Status(ctx)
		answers <- answer{status, err}
	}()
	select {
	case a := <-answers:
		return a.status, a.err
	case <-ctx.Done():
		return service.Status{}, bot.ErrAway
	}
}
