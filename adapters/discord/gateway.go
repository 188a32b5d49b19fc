package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// plan is how to connect: which shards, and how many may be opened at once.
type plan struct {
	shards []int
	count  int
	atOnce int
	rest   time.Duration // how long Discord grants no more connections
}

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
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
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

// introduce asks Discord who the bot is and how it should connect.
func (d *Discord) introduce(ctx context.Context) (p plan, err error) {
	err = d.persist(ctx, "asking Discord who the bot is", func() error {
		var app struct {
			ID      string                     `json:"id"`
			Install map[string]json.RawMessage `json:"integration_types_config"`
		}
		var gateway discordgo.GatewayBotResponse
		if err := d.rest.do(ctx, request{method: "GET", path: "applications/@me", into: &app, patient: true}); err != nil {
			return err
		}
		if err := d.rest.do(ctx, request{method: "GET", path: "gateway/bot", into: &gateway, patient: true}); err != nil {
			return err
		}
		d.mu.Lock()
		_, d.userInstall = app.Install["1"]
		d.app = app.ID
		d.mu.Unlock()
		p = d.shards(gateway)
		if left := gateway.SessionStartLimit; left.Remaining < len(p.shards) {
			p.rest = time.Duration(left.ResetAfter) * time.Millisecond
		}
		return nil
	})
	return p, err
}

// shards chooses the connections to make.
func (d *Discord) shards(advice discordgo.GatewayBotResponse) plan {
	p := plan{count: d.options.Shards, atOnce: max(advice.SessionStartLimit.MaxConcurrency, 1)}
	if p.count > 0 {
		p.shards = []int{d.options.Shard}
		return p
	}
	p.count = max(advice.Shards, 1)
	for i := range p.count {
		p.shards = append(p.shards, i)
	}
	return p
}

// betweenIdentifies is how long Discord wants to rest between connections.
const betweenIdentifies = 5 * time.Second

// connect opens the connections. Each is kept from then on.
func (d *Discord) connect(ctx context.Context, p plan) error {
	d.links.expect(len(p.shards))
	if p.rest > 0 { // to go on would cost the token
		d.log.Warn("Discord grants no more connections for now; it is waited for", "until", time.Now().Add(p.rest).Format(time.RFC3339))
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(p.rest):
		}
	}
	d.servers.begin(len(p.shards))
	for i, shard := range p.shards {
		if i > 0 && i%p.atOnce == 0 {
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(betweenIdentifies):
			}
		}
		c := d.connection(shard, p.count)
		d.connections = append(d.connections, c)
		if err := d.persist(ctx, "connecting", c.Open); err != nil {
			return err
		}
		d.kept.Go(func() { d.keep(ctx, c) })
	}
	if ctx.Err() == nil {
		d.log.Info("connected", "shards", fmt.Sprint(p.shards), "of", p.count)
	}
	return nil
}
