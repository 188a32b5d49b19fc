package matrix

import (
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
	"maunium.net/go/mautrix/id"
)

// rateLimiter limits the commands of each user, so that no user delays the others.
type rateLimiter struct {
	mu     sync.Mutex
	people *lru.Cache[id.UserID, *userLimit]
}

// userLimit is the state of one user's limit.
type userLimit struct {
	commands *rate.Limiter
	warned   bool
}

const (
	// commandsPerSecond and commandBurst limit the commands of one user. Nobody can type faster
	// than this.
	commandsPerSecond, commandBurst = 1, 30
	// userMemory is how many users' limits are remembered.
	userMemory = 2048
)

func newRateLimiter() *rateLimiter {
	people, err := lru.New[id.UserID, *userLimit](userMemory)
	if err != nil {
		panic(err) // the size is a constant
	}
	return &rateLimiter{people: people}
}

// admit reports whether a user may send another command now.
func (f *rateLimiter) admit(who id.UserID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, ok := f.people.Get(who)
	if !ok {
		p = &userLimit{commands: rate.NewLimiter(commandsPerSecond, commandBurst)}
		f.people.Add(who, p)
	}
	if p.warned && p.commands.Tokens() < commandBurst/2 {
		return false
	}
	p.warned = false
	return p.commands.Allow()
}

// warn reports whether to tell a user who was not admitted. It returns true once, until the user is
// admitted again.
func (f *rateLimiter) warn(who id.UserID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, ok := f.people.Get(who)
	if !ok || p.warned {
		return false
	}
	p.warned = true
	return true
}
