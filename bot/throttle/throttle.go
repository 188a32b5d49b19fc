// package throttle says who may ask how much, and lets expensive commands wait
// their turn, so that nobody's flood holds up anybody's move.
package throttle

import (
	"fmt"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
)

// Limits say how much users may ask of the bot, in plain commands a minute; a minute's worth may
// come at once. Expensive commands count for several ([Command.Cost]). Zero is no limit, as at a
// console, where a script may say as much as it likes.
type Limits struct {
	User int // of one user, in their own games not counted
	Room int // of all users of a room together, in their own games not counted
	Play int // of one user in their own games: moves, answers to offers
}

// Throttle holds users to the Limits. It is asked before any transaction, so that what is refused
// costs the store nothing.
type Throttle struct {
	users, plays, moves buckets[bot.UserID]
	Typing              buckets[bot.UserID]
	rooms               buckets[bot.RoomID]
}

// suggestionsEach is how many suggestions go with each command that a user may give: platforms ask
// for some with every letter that is typed.
const suggestionsEach = 20

func New(l Limits) *Throttle {
	return &Throttle{
		users:  newBuckets[bot.UserID](l.User),
		plays:  newBuckets[bot.UserID](l.Play),
		moves:  newBuckets[bot.UserID](l.Play),
		Typing: newBuckets[bot.UserID](suggestionsEach * l.User),
		rooms:  newBuckets[bot.RoomID](l.Room),
	}
}

// Admit takes what a request costs from those who make it. said is nil if the words make none.
// The error is a *[Problem] that says when to try again, or errNotForUs when enough has been said.
func (t *Throttle) Admit(r bot.Request, said *command.Command, now time.Time) error {
	who := r.From.UserID
	if said != nil && said.Name == "move" {
		return t.refuse(r, now, t.moves.Take(who, 1, now), phrase.Of("That is too many moves at once."))
	}
	if said != nil && said.Needs >= command.NeedSeat {
		return t.refuse(r, now, t.plays.Take(who, 1, now), phrase.Of("That is a lot to do in your games at once. Your moves are not held up."))
	}
	cost := 1
	if said != nil {
		cost = max(said.Cost, 1)
	}
	mine := t.users.reserve(who, cost, now)
	if wait := mine.settle(now); wait > 0 {
		return t.refuse(r, now, wait, phrase.Of("That is a lot to ask at once. Your moves are not held up."))
	}
	if r.Room == (bot.RoomID{}) {
		return nil
	}
	wait := t.rooms.Take(r.Room, cost, now)
	if wait > 0 {
		mine.cancel(now)
	}
	return t.refuse(r, now, wait, phrase.Of("This room asks a lot at once. Moves are not held up, and you can ask in private."))
}

// refuse says why and until when, unless there is nothing to wait for. Only what nobody has addressed to
// the bot is met with silence: whoever asks the bot for something must not take it for done.
func (t *Throttle) refuse(r bot.Request, now time.Time, wait time.Duration, why string) error {
	switch {
	case wait == 0:
		return nil
	case r.Overheard:
		return ErrNotForUs
	}
	seconds := int((wait + time.Second - 1) / time.Second)
	return bot.Problemf(bot.TooOften, "%s Say it again in %s.", why, phrase.Count(seconds, "%d second", "%d seconds"))
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

// Take takes tokens, or returns how long to wait for them.
func (b buckets[K]) Take(key K, cost int, now time.Time) time.Duration {
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
