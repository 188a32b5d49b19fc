package matrix

import (
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
	"maunium.net/go/mautrix/id"
)

// flood bounds what the bot does for one person, so that nobody keeps it from the others.
type flood struct {
	mu     sync.Mutex
	people *lru.Cache[id.UserID, *person]
}

// person is what somebody may still ask for.
type person struct {
	commands *rate.Limiter
	warned   bool
}

const (
	// perSecond and burst are how many commands somebody may give. Nobody types as fast.
	perSecond, burst = 1, 30
	// remembersPeople is of how many people it is known how much they ask.
	remembersPeople = 2048
)

func newFlood() *flood {
	people, err := lru.New[id.UserID, *person](remembersPeople)
	if err != nil {
		panic(err) // the size is a constant
	}
	return &flood{people: people}
}

// admit reports whether somebody may give another command now.
func (f *flood) admit(who id.UserID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, ok := f.people.Get(who)
	if !ok {
		p = &person{commands: rate.NewLimiter(perSecond, burst)}
		f.people.Add(who, p)
	}
	if p.warned && p.commands.Tokens() < burst/2 {
		return false
	}
	p.warned = false
	return p.commands.Allow()
}

// warn reports whether somebody who is not admitted has yet to be told so.
func (f *flood) warn(who id.UserID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, ok := f.people.Get(who)
	if !ok || p.warned {
		return false
	}
	p.warned = true
	return true
}
