package bot

import (
	"fmt"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"raumbot/bot/phrase"
)

// Limits say how much users may ask of the bot, in plain commands a minute; a minute's worth may
// come at once. Dear commands count for several ([Command.Cost]). Zero is no limit, as at a
// console, where a script may say as much as it likes.
type Limits struct {
	User int // of one user, in their own games not counted
	Room int // of all users of a room together, in their own games not counted
	Play int // of one user in their own games: moves, answers to offers
}

// throttle holds users to the Limits. It is asked before any transaction, so that what is refused
// costs the store nothing.
type throttle struct {
	users, plays, refusals buckets[UserID]
	typing                 buckets[UserID]
	rooms                  buckets[RoomID]
}

// maxRefusals is how many refusals one user is told in a minute. Further ones are silent: an
// answer to everything would make the bot the louder half of a flood.
const maxRefusals = 5

// suggestionsEach is how many suggestions go with each command that a user may give: platforms ask
// for some with every letter that is typed.
const suggestionsEach = 20

func newThrottle(l Limits) *throttle {
	return &throttle{
		users:    newBuckets[UserID](l.User),
		plays:    newBuckets[UserID](l.Play),
		refusals: newBuckets[UserID](maxRefusals),
		typing:   newBuckets[UserID](suggestionsEach * l.User),
		rooms:    newBuckets[RoomID](l.Room),
	}
}

// admit takes what a request costs from those who make it. command is nil if the words make none.
// The error is a *[Problem] that says when to try again, or errNotForUs when enough has been said.
func (t *throttle) admit(r Request, command *Command, now time.Time) error {
	who := r.From.UserID
	if command != nil && command.Needs >= NeedSeat {
		return t.refuse(r, now, t.plays.take(who, 1, now), phrase.Of("Nobody plays so fast."))
	}
	cost := 1
	if command != nil {
		cost = max(command.Cost, 1)
	}
	mine := t.users.reserve(who, cost, now)
	if wait := mine.settle(now); wait > 0 {
		return t.refuse(r, now, wait, phrase.Of("That is a lot to ask at once. Your moves are not held up."))
	}
	if r.Room == (RoomID{}) {
		return nil
	}
	wait := t.rooms.take(r.Room, cost, now)
	if wait > 0 {
		mine.cancel(now)
	}
	return t.refuse(r, now, wait, phrase.Of("This room asks a lot at once. Moves are not held up, and you can ask in private."))
}

// refuse says why and until when, unless there is nothing to wait for.
func (t *throttle) refuse(r Request, now time.Time, wait time.Duration, why string) error {
	switch {
	case wait == 0:
		return nil
	case r.Overheard || t.refusals.take(r.From.UserID, 1, now) > 0:
		return errNotForUs
	}
	seconds := int((wait + time.Second - 1) / time.Second)
	return problem(TooOften, "%s Say it again in %s.", why, phrase.Count(seconds, "%d second", "%d seconds"))
}

// maxBuckets bounds the memory of each kind of bucket. A bucket that is forgotten was full again if
// its owner was silent for a minute.
const maxBuckets = 20_000

// buckets are token buckets, one for each key.
type buckets[K comparable] struct {
	perMinute int // zero: everything is allowed
	kept      *lru.Cache[K, *rate.Limiter]
}

func newBuckets[K comparable](perMinute int) buckets[K] {
	kept, err := lru.New[K, *rate.Limiter](maxBuckets)
	if err != nil {
		panic(fmt.Sprintf("a cache of %d: %v", maxBuckets, err)) // only a size of zero fails
	}
	return buckets[K]{perMinute, kept}
}

// take takes tokens, or returns how long to wait for them.
func (b buckets[K]) take(key K, cost int, now time.Time) time.Duration {
	return b.reserve(key, cost, now).settle(now)
}

// reserve takes tokens that may not be there yet. What costs more than a bucket holds takes all of it.
func (b buckets[K]) reserve(key K, cost int, now time.Time) reservation {
	if b.perMinute <= 0 {
		return reservation{}
	}
	fresh := rate.NewLimiter(rate.Limit(float64(b.perMinute)/60), b.perMinute)
	limiter, found, _ := b.kept.PeekOrAdd(key, fresh)
	if found {
		b.kept.Get(key) // it has been used
	} else {
		limiter = fresh
	}
	return reservation{limiter.ReserveN(now, min(cost, b.perMinute))}
}

// reservation is tokens that have been taken.
type reservation struct{ of *rate.Reservation }

// settle returns zero if the tokens are there, else how long to wait, having given them back.
func (r reservation) settle(now time.Time) time.Duration {
	if r.of == nil {
		return 0
	}
	wait := r.of.DelayFrom(now)
	if wait > 0 {
		r.of.CancelAt(now)
	}
	return wait
}

// cancel gives the tokens back.
func (r reservation) cancel(now time.Time) {
	if r.of != nil {
		r.of.CancelAt(now)
	}
}
