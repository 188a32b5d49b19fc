package postgres

import (
	"time"

	"raumbot/bot"
)

// LimitCache changes the limit of an engine's cache in bytes, and of what a transaction keeps in pairs.
func LimitCache(e *Engine, most, kept int) {
	e.kept = kept
	e.cache.mu.Lock()
	defer e.cache.mu.Unlock()
	e.cache.most = most
	e.cache.evict()
}

// Patience is how long an update waits for an unreachable server.
const Patience = patience

// Precedence is how long a process that stands by leaves the lock to the one that had it before.
const Precedence = precedence

// MostCached is the limit of an engine's cache.
const MostCached = mostCached

// HoldOn has a lease last for an hour, without being renewed; other leases of the engine are not renewed, either.
func HoldOn(e *Engine, l bot.Lease) {
	e.member.leases.cancel()
	<-e.member.leases.stopped
	e.member.leases.mu.Lock()
	defer e.member.leases.mu.Unlock()
	l.(*lease).extend(time.Now().Add(time.Hour))
}
