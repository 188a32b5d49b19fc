package discord

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"raumbot/bot"
)

// backoffs are the delays after consecutive failures; the last one repeats.
var backoffs = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute}

// backoff returns the delay after a failure, given the number of failures in a row before it.
func backoff(before int) time.Duration {
	return backoffs[max(0, min(before, len(backoffs)-1))]
}

// retry calls do until it succeeds or ctx ends; what describes it in the log. It returns only
// errors that the operator must fix.
func (d *Discord) retry(ctx context.Context, what string, do func() error) error {
	for failures := 0; ; failures++ {
		err := do()
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if err := fatalError(err); err != nil {
			return err
		}
		wait := backoff(failures)
		var soon *bot.TooSoon
		if errors.As(err, &soon) {
			wait = max(soon.Wait, time.Second)
		}
		d.log.Warn(what+" failed", "err", err, "retrying_in", wait)
		d.sleep(ctx, wait)
	}
}

// pause waits for a duration, or until ctx ends.
func pause(ctx context.Context, long time.Duration) {
	if long <= 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(long):
	}
}

// fatalError returns an error for the operator if err is one that no retry fixes, nil for any
// other error.
func fatalError(err error) error {
	var closed *websocket.CloseError
	switch {
	case status(err) == http.StatusUnauthorized:
		return errToken
	case !errors.As(err, &closed):
		return nil
	case closed.Code == 4004:
		return errToken
	case closed.Code == 4013 || closed.Code == 4014:
		return errIntents
	case closed.Code == 4010 || closed.Code == 4011:
		return errShards
	}
	return nil
}

// planShards asks Discord how to connect, and returns the number of shards.
func (d *Discord) planShards(ctx context.Context) (shards int, err error) {
	var advice discordgo.GatewayBotResponse
	err = d.retry(ctx, "asking Discord how to connect", func() (err error) {
		for {
			advice, err = d.gatewayAdvice(ctx)
			if status(err) != http.StatusNotFound || !d.rest.roots.fallback() {
				return err
			}
		}
	})
	d.identifies.learn(advice)
	return max(advice.Shards, 1), err
}

// gatewayAdvice asks Discord how to connect.
func (d *Discord) gatewayAdvice(ctx context.Context) (advice discordgo.GatewayBotResponse, err error) {
	err = d.rest.do(ctx, request{method: "GET", path: "gateway/bot", into: &advice})
	return advice, err
}

// askIdentifyLimit asks Discord how many sessions may still begin, and retries until it answers.
func (d *Discord) askIdentifyLimit(ctx context.Context) (advice discordgo.GatewayBotResponse, err error) {
	err = d.retry(ctx, "asking Discord how to connect", func() (err error) {
		advice, err = d.gatewayAdvice(ctx)
		return err
	})
	return advice, err
}

// connect opens the connections and keeps them until ctx ends. Sessions of an earlier run that have
// a note are resumed.
func (d *Discord) connect(ctx context.Context, notes *sessionNotes, count int) {
	connections, fresh := []*connection{}, 0
	d.shards.expect(count)
	for shard := range count {
		c := &connection{Discord: d, shard: shard, count: count, notes: notes, handled: newProgress(0)}
		if note := notes.of(shard); note.Session != "" {
			c.continueFrom(note)
			d.shards.takeOver(shard)
		} else {
			fresh++
		}
		connections = append(connections, c)
	}
	d.guilds.expect(fresh)
	for _, c := range connections {
		d.background.Go(func() {
			if err := c.run(ctx); err != nil {
				d.fail(err)
			}
		})
	}
	d.background.Go(func() {
		notes.keep(ctx, func(err error) { d.log.Warn("how sessions are resumed cannot be noted, trying again", "err", err) })
	})
}

// loadBotUser asks Discord for the bot's user. Unlike a new session, a session that is resumed does
// not include it.
func (d *Discord) loadBotUser(ctx context.Context) error {
	var me discordgo.User
	err := d.retry(ctx, "asking Discord who the bot is", func() error {
		return d.rest.do(ctx, request{method: "GET", path: "users/@me", into: &me})
	})
	if err != nil || ctx.Err() != nil {
		return err
	}
	d.stateMu.Lock()
	defer d.stateMu.Unlock()
	d.state.User = &me
	return nil
}

// checkToken makes Listen fail if Discord no longer accepts the token.
func (d *Discord) checkToken(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := d.rest.do(ctx, request{method: "GET", path: "users/@me"}); status(err) == http.StatusUnauthorized {
		d.fail(errToken)
	}
}
