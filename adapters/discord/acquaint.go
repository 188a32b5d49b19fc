package discord

import (
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// acquaintance is what the bot waits for after it has begun: Discord describes the servers one after the other once
// a connection stands. A message that was said before would be in the wrong language, and so would be another
// than the same one said before a crash.
type acquaintance struct {
	mu      sync.Mutex
	since   time.Time
	shards  int             // how many connections have not named their servers
	missing map[string]bool // servers that have been named and not described
	made    bool
}

// enough is how long messages wait for servers to be described. One in trouble may never be.
const enough = 15 * time.Second

// begin begins to wait for some connections.
func (a *acquaintance) begin(shards int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.since, a.shards, a.missing = time.Now(), shards, map[string]bool{}
}

// name notes which servers a connection is for.
func (a *acquaintance) name(servers []*discordgo.Guild) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.shards--
	for _, g := range servers {
		if g.Unavailable { // as Discord calls those that it has yet to describe
			a.missing[g.ID] = true
		}
	}
}

// describe notes that a server is known as well as it will be.
func (a *acquaintance) describe(server string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.missing, server)
}

// complete reports whether nothing is waited for, as it remains ever after.
func (a *acquaintance) complete() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.made && !a.since.IsZero() {
		a.made = a.shards <= 0 && len(a.missing) == 0 || time.Since(a.since) > enough
	}
	return a.made
}
