package postgres

// LimitCache changes the limit of an engine's cache in bytes, and of what a transaction keeps in
// pairs.
func LimitCache(e *Engine, most, kept int) {
	e.kept = kept
	e.cache.mu.Lock()
	defer e.cache.mu.Unlock()
	e.cache.most = most
	e.cache.evict()
}

// Precedence is how long a process that stands by leaves the lock to the one that had it before.
const Precedence = precedence

// MostCached is the limit of an engine's cache.
const MostCached = mostCached
