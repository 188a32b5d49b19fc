package discord

import (
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// guildSync records whether Discord has described all servers after a start. Until then messages
// wait, because their language is unknown: a message could differ from the same message sent before
// a crash.
type guildSync struct {
	mu      sync.Mutex
	since   time.Time
	shards  int             // connections that have not listed their servers yet
	missing map[string]bool // servers that were listed but not described yet
	done    bool
}

// guildSyncTimeout is how long messages wait. A server in an outage may never be described.
const guildSyncTimeout = 15 * time.Second

// expect begins to wait for a number of connections.
func (g *guildSync) expect(shards int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.since, g.shards, g.missing = time.Now(), shards, map[string]bool{}
}

// list records the servers that a connection has listed.
func (g *guildSync) list(servers []*discordgo.Guild) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shards--
	for _, s := range servers {
		if s.Unavailable { // READY marks the servers in this way that will be described
			g.missing[s.ID] = true
		}
	}
}

// described records that a server was described or deleted.
func (g *guildSync) described(server string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.missing, server)
}

// complete reports whether the wait is over, by completion or timeout. Once true, it stays true.
func (g *guildSync) complete() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.done && !g.since.IsZero() {
		g.done = g.shards <= 0 && len(g.missing) == 0 || time.Since(g.since) > guildSyncTimeout
	}
	return g.done
}
