package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// pauses are how long the first steps wait after each failure in a row.
var pauses = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute}

// persist does something until it succeeds, ctx ends, or only the operator
// can mend it.
func (d *Discord) persist(ctx context.Context, what string, do func() error) error {
	for failures := 0; ; failures++ {
		err := do()
		if err == nil || hopeless(err) != nil || ctx.Err() != nil {
			return hopeless(err)
		}
		pause := pauses[min(failures, len(pauses)-1)]
		d.log.Warn(what+" failed", "err", err, "again_in", pause)
		d.sleep(ctx, pause)
	}
}

// pause waits for a time, or until ctx ends.
func pause(ctx context.Context, long time.Duration) {
	if long <= 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(long):
	}
}

// hopeless returns what to tell the operator of an error that no repetition mends.
func hopeless(err error) error {
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

// introduce asks Discord who the bot is and how it should connect, and returns which shards, of how many, to look after.
func (d *Discord) introduce(ctx context.Context) (shards []int, count int, err error) {
	err = d.persist(ctx, "asking Discord who the bot is", func() error {
		app, err := d.application(ctx)
		d.mu.Lock()
		defer d.mu.Unlock()
		_, d.userInstall = app.Install["1"]
		d.userInstall = d.userInstall || app.Install == nil // as the portal has it for new ones
		d.app = app.ID
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	advice, err := d.gateway(ctx)
	d.beginnings.learn(advice)
	if d.options.Shards > 0 {
		return []int{d.options.Shard}, d.options.Shards, err
	}
	for i := range max(advice.Shards, 1) {
		shards = append(shards, i)
	}
	return shards, len(shards), err
}

// application is what the bot is to Discord.
type application struct {
	ID      string                     `json:"id"`
	Install map[string]json.RawMessage `json:"integration_types_config"`
}

// application asks Discord for the bot's application, at each root where the API may be.
func (d *Discord) application(ctx context.Context) (app application, err error) {
	for {
		err = d.rest.do(ctx, request{method: "GET", path: "applications/@me", into: &app, patient: true})
		if status(err) != http.StatusNotFound || !d.rest.roots.turn() {
			return app, err
		}
	}
}

// gateway asks Discord how to connect, until it is told.
func (d *Discord) gateway(ctx context.Context) (advice discordgo.GatewayBotResponse, err error) {
	err = d.persist(ctx, "asking Discord how to connect", func() error {
		return d.rest.do(ctx, request{method: "GET", path: "gateway/bot", into: &advice, patient: true})
	})
	return advice, err
}

// connect opens the connections and keeps them until ctx ends.
func (d *Discord) connect(ctx context.Context, shards []int, count int) {
	d.links.expect(shards)
	d.servers.begin(len(shards))
	for _, shard := range shards {
		c := &connection{Discord: d, shard: shard, count: count}
		d.kept.Go(func() {
			if err := c.keep(ctx); err != nil {
				d.fail(err)
			}
		})
	}
}

// checkToken ends the adapter if its token is refused by now.
func (d *Discord) checkToken(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := d.rest.do(ctx, request{method: "GET", path: "users/@me"}); status(err) == http.StatusUnauthorized {
		d.fail(errToken)
	}
}
