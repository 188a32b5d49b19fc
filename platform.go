package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"raumbot/adapters/discord"
	"raumbot/adapters/matrix"
	"raumbot/adapters/web"
	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/bot/throttle"
	"raumbot/config"
	"raumbot/storage/postgres/pinned"
)

// chatPlatform is the adapter of a chat network.
type chatPlatform interface {
	bot.Adapter
	// Listen passes requests to the service until ctx ends, and finishes those in progress before
	// it returns. It retries transient failures itself; any error that it returns needs the
	// operator.
	Listen(ctx context.Context, svc *service.Service) error
}

// platforms returns the chat platforms enabled in the configuration.
func (s *settings) platforms(log *slog.Logger) (all []chatPlatform, err error) {
	if p, err := s.discord(log); err != nil {
		return nil, err
	} else if p != nil {
		all = append(all, p)
	}
	if s.Matrix.Enabled() {
		p, err := s.matrixPlatform(log)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// servePlatforms serves chat platforms until ctx ends or one of them fails with an error for the
// operator.
func (s *settings) servePlatforms(ctx context.Context, env environment, log *slog.Logger, platforms []chatPlatform) error {
	var names []bot.Platform
	var adapters []bot.Adapter
	for _, p := range platforms {
		names = append(names, p.Platform())
		adapters = append(adapters, p)
	}
	return s.start(ctx, log, throttle.Limits(s.Limits), names, func(ctx context.Context, svc *service.Service) error {
		fmt.Fprintf(env.stderr, "raumbot: games are kept in %s.\n", visible(s.DatabaseName()))
		s.tellUnused(env)
		log.Info("started", "platforms", names)
		err := listen(ctx, svc, platforms, adapters, stopGrace)
		log.Info("stopped")
		return err
	})
}

// stopGrace is how long requests in progress may take when the bot stops; longer in tests.
var stopGrace = 8 * time.Second

// handoverGrace is how long answers may take when the bot stops and its database is on a server:
// another process may be waiting for the database, and answers what is left.
const handoverGrace = 50 * time.Millisecond

// answerGrace returns how long a platform's answers may take when the bot stops; zero for as long
// as the platform itself allows.
func (s *settings) answerGrace() time.Duration {
	if s.OnServer() {
		return handoverGrace
	}
	return 0
}

// errSlow means that an adapter took too long to stop and was abandoned.
var errSlow = errors.New("an adapter did not stop in time and was left behind; what it had not delivered waits in the outbox")

// listen runs the service and every platform until ctx ends or one of them fails, and then waits up
// to grace for them to stop.
func listen(ctx context.Context, svc *service.Service, platforms []chatPlatform, adapters []bot.Adapter, grace time.Duration) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var running sync.WaitGroup
	running.Go(func() { svc.Run(ctx, adapters...) })
	failures := make(chan error, len(platforms))
	for _, p := range platforms {
		running.Go(func() {
			err := p.Listen(ctx, svc)
			if ctx.Err() != nil && errors.Is(err, context.Canceled) {
				err = nil // it was stopped while it started
			}
			if err != nil {
				failures <- fmt.Errorf("%s: %w", p.Platform(), err)
			}
			cancel()
		})
	}
	ended := make(chan struct{})
	go func() {
		running.Wait()
		close(ended)
	}()
	<-ctx.Done()
	var all []error
	select {
	case <-ended:
	case <-time.After(grace):
		all = append(all, errSlow)
	}
	for len(failures) > 0 {
		all = append(all, <-failures)
	}
	return errors.Join(all...)
}

// discord returns the Discord adapter, nil if no token is configured.
func (s *settings) discord(log *slog.Logger) (chatPlatform, error) {
	c := s.Discord
	if c.Token.IsZero() {
		return nil, nil
	}
	if !c.ClientSecret.IsZero() && s.pages() == "" {
		log.Warn("nobody can link their Discord account: that needs pages that all can reach, by the setting public of [web]")
	}
	return discord.New(discord.Options{
		Token: c.Token.Reveal(), Guild: c.Guild, MessageContent: c.MessageContent, Emoji: c.Emoji, ClientSecret: c.ClientSecret.Reveal(), Site: s.pages(),
		API: c.API, Log: log, Grace: s.answerGrace(),
	}), nil
}

// pagesOf returns the platforms' pages for a public site, by patterns of [http.ServeMux].
func pagesOf(platforms []chatPlatform) map[string]http.Handler {
	for _, p := range platforms {
		if d, ok := p.(*discord.Discord); ok {
			return d.LinkedRolePages()
		}
	}
	return nil
}

// activityOf returns what a public site needs to be shown inside Discord; nil if it is not to be.
func (s *settings) activityOf(platforms []chatPlatform) *web.Activity {
	for _, p := range platforms {
		if d, ok := p.(*discord.Discord); ok && s.Discord.Activity {
			return &web.Activity{Application: d.Application, SignIn: d.ActivityUser, Origins: d.ActivityOrigins()}
		}
	}
	return nil
}

// matrixPlatform returns the Matrix adapter.
func (s *settings) matrixPlatform(log *slog.Logger) (chatPlatform, error) {
	return matrix.New(matrix.Options{
		Homeserver:       s.Matrix.Homeserver,
		User:             s.Matrix.User,
		Password:         s.Matrix.Password.Reveal(),
		Token:            s.Matrix.Token.Reveal(),
		Device:           s.Matrix.Device,
		RecoveryKey:      s.Matrix.RecoveryKey.Reveal(),
		RecoveryKeyFile:  s.MatrixRecoveryKey(),
		ResetKeys:        s.Matrix.ResetKeys,
		Store:            s.MatrixStore(),
		Server:           matrixServer(s.Config),
		Prefix:           s.Matrix.Prefix,
		Invites:          s.Matrix.Invites,
		Operators:        s.Matrix.Operators,
		AllowUnencrypted: s.Matrix.AllowUnencrypted,
		GameRooms:        s.Matrix.Games == config.InRoom,
		Emoji:            s.Matrix.Emoji,
		Grace:            s.answerGrace(),
		Log:              log,
	})
}

// matrixSchema is what is added to the name of the bot's schema for the one with the keys of
// Matrix.
const matrixSchema = "_matrix"

// matrixServer returns where the keys of Matrix are if the database is on a server: in a schema
// beside the bot's.
func matrixServer(c config.Config) matrix.Location {
	if !c.OnServer() {
		return matrix.Location{}
	}
	return matrix.Location{
		Name:   c.DatabaseName(),
		Away:   pinned.Away,
		Exists: func(ctx context.Context) (bool, error) { return pinned.Exists(ctx, c.Database, matrixSchema) },
		Connect: func(ctx context.Context, waiting func(error)) (matrix.Server, error) {
			return pinned.Pin(ctx, c.Database, matrixSchema, waiting)
		},
	}
}

// matrixStore returns where the keys of Matrix are that belong to a database.
func matrixStore(c config.Config) matrix.Location {
	if c.OnServer() {
		return matrixServer(c)
	}
	return matrix.Location{Name: c.MatrixStore()}
}

// The address of the room for this machine, where nothing else is configured, and how many ports
// from there on are tried.
const (
	roomAddress = "127.0.0.1:8420"
	roomPorts   = 20
)

// site returns the web site, or nil if there is none. At a terminal there is a room even if nothing
// is configured. more are the pages that a public site has besides its own, and activity is what it
// needs to be shown inside Discord, or nil.
func (s *settings) site(env environment, log *slog.Logger, terminal bool, more map[string]http.Handler, activity *web.Activity) (*web.Site, error) {
	o := web.Options{Address: s.Web.Listen, Public: s.Web.URL(), Organisers: s.Console.Organisers, Pages: more, Activity: activity, Log: log, Grace: s.answerGrace()}
	switch {
	case s.noWeb, o.Address == "" && !terminal:
		return nil, nil
	case o.Address == "":
		o.Address, o.Tries = roomAddress, roomPorts
	}
	var site *web.Site // set before it starts
	o.Started = func(url string) {
		where := ""
		if !site.Reachable() {
			where = " on this machine"
		}
		fmt.Fprintf(env.stderr, "raumbot: in a browser%s: %s\n", where, url)
		if site.Local() && site.Reachable() {
			fmt.Fprintln(env.stderr, "raumbot: keep this link to those who shall come in. Where the machine or its container has another address, put that in its place.")
		}
	}
	var err error
	if site, err = web.New(o); err != nil && s.Web.Listen == "" {
		log.Warn("there is no page for browsers", "err", err) // the terminal does without
		return nil, nil
	}
	return site, err
}

// pages returns the address of the pages that all can reach, empty if there are none.
func (s *settings) pages() string {
	if u := s.Web.URL(); u != nil && !s.noWeb {
		return u.String()
	}
	return ""
}
