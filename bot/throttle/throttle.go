// Package throttle limits the rate of requests and queues expensive commands, so that
// one user's flood does not delay another's move.
package throttle

import (
	"errors"
	"fmt"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
)

// Limits are the rates of requests, in plain commands per minute; up to a minute's worth may come
// at once. Expensive commands count as several ([Command.Cost]). Zero means no limit, as for the
// console, where scripts may run at any speed.
type Limits struct {
	User int // per user, not counting commands in their own games
	Room int // per room, not counting commands in the users' own games
	Play int // per user in their own games: moves, replies to offers
}

// ErrNotForUs is the error of a request that was overheard and not addressed to the bot.
var ErrNotForUs = errors.New("not for the bot")

// Throttle enforces the Limits. It is used before any transaction, so that refused requests do not
// touch the store.
type Throttle struct {
	users, plays, moves buckets[bot.UserID]
	begun               buckets[bot.UserID] // games that guests begin
	Typing              buckets[bot.UserID]
	rooms               buckets[bot.RoomID]
}

// suggestionsEach is the number of requests for suggestions allowed per command: platforms ask
// for them at every keystroke.
const suggestionsEach = 20

// gamesOfGuests is how many games all guests at one network address may begin in an hour.
const gamesOfGuests = 30

// New returns a Throttle with the given limits and full buckets.
func New(l Limits) *Throttle {
	return &Throttle{
		users:  newBuckets[bot.UserID](l.User),
		plays:  newBuckets[bot.UserID](l.Play),
		moves:  newBuckets[bot.UserID](l.Play),
		Typing: newBuckets[bot.UserID](suggestionsEach * l.User),
		rooms:  newBuckets[bot.RoomID](l.Room),
		begun:  newBuckets[bot.UserID](gamesOfGuests).per(time.Hour),
	}
}

// Admit charges a request to its user and room. said is nil if the text is not a command or has not
// been read yet. The error is a *[bot.Problem] that says when to try again, or ErrNotForUs for an
// overheard text.
func (t *Throttle) Admit(r bot.Request, said *command.Command, now time.Time) (Charge, error) {
	who := r.ChargedUser()
	if said != nil && said.Plays {
		return Charge{}, t.refuse(r, now, t.moves.Take(who, 1, now), phrase.Of("That is too many moves at once."))
	}
	if said != nil && (said.InGame || said.Needs >= command.NeedSeat) {
		return Charge{}, t.refuse(r, now, t.plays.Take(who, 1, now), phrase.Of("That is a lot to do in your games at once. Your moves are not held up."))
	}
	if said != nil && said.Begins && r.From.Platform == bot.Guest {
		if wait := t.begun.Take(who, 1, now); wait > 0 {
			return Charge{}, t.refuse(r, now, wait, phrase.Of("Guests at your address have begun many games. Those that go on are not held up."))
		}
	}
	cost := 1
	if said != nil {
		cost = max(said.Cost, 1)
	}
	mine := t.users.reserve(who, cost, now)
	if wait := mine.claim(now); wait > 0 {
		return Charge{}, t.refuse(r, now, wait, phrase.Of("That is a lot to ask at once. Your moves are not held up."))
	}
	if r.Room == (bot.RoomID{}) || r.Ephemeral { // nobody else in the room sees it
		return Charge{mine, reservation{}, now}, nil
	}
	rooms := t.rooms.reserve(r.Room, cost, now)
	wait := rooms.claim(now)
	if wait > 0 {
		mine.cancel(now)
	}
	return Charge{mine, rooms, now}, t.refuse(r, now, wait, phrase.Of("This room asks a lot at once. Moves are not held up, and you can ask in private."))
}

// Charge is the amount charged for a request outside the user's own games.
type Charge struct {
	user, room reservation
	at         time.Time
}

// Recharge corrects the charge of a request that was admitted unread, once its command is known. If
// the new charge is refused, the first one remains, so reading a text is never free.
func (t *Throttle) Recharge(before Charge, r bot.Request, said *command.Command, now time.Time) error {
	before.user.cancel(before.at)
	before.room.cancel(before.at)
	_, refused := t.Admit(r, said, now)
	if refused != nil {
		_, _ = t.Admit(r, nil, now)
	}
	return refused
}

// refuse returns the error for a request that has to wait, or nil if wait is zero. Only overheard
// texts are dropped silently, so that a user who addresses the bot can learn that the request was
// refused.
func (t *Throttle) refuse(r bot.Request, now time.Time, wait time.Duration, why phrase.Text) error {
	switch {
	case wait == 0:
		return nil
	case r.Overheard:
		return ErrNotForUs
	}
	seconds := int((wait + time.Second - 1) / time.Second)
	pause := phrase.Count(seconds, "%d second", "%d seconds")
	if seconds > 120 {
		pause = bot.DurationWords(time.Duration((seconds+59)/60) * time.Minute)
	}
	p := bot.Problemf(bot.TooOften, "%s Say it again in %s.", why, pause)
	p.Hasty = true
	return p
}

// maxBuckets limits the memory for each kind of bucket. Evicting a bucket changes nothing if its
// owner has been silent for a minute, because it is full again.
const maxBuckets = 20_000

// buckets holds a token bucket for each key.
type buckets[K comparable] struct {
	size  int           // zero: no limit
	every time.Duration // the time in which an empty bucket fills up
	kept  *lru.Cache[K, *rate.Limiter]
}

func newBuckets[K comparable](perMinute int) buckets[K] {
	kept, err := lru.New[K, *rate.Limiter](maxBuckets)
	if err != nil {
		panic(fmt.Sprintf("a cache of %d: %v", maxBuckets, err)) // only a size of zero fails
	}
	return buckets[K]{perMinute, time.Minute, kept}
}

// per returns the buckets with another time in which they fill up. It must be called before the
// first use.
func (b buckets[K]) per(every time.Duration) buckets[K] {
	b.every = every
	return b
}

// Take takes tokens. If there are not enough, it takes none and returns how long to wait.
func (b buckets[K]) Take(key K, cost int, now time.Time) time.Duration {
	return b.reserve(key, cost, now).claim(now)
}

// reserve takes tokens that may not be available yet. A cost above the size of a bucket counts as a
// full bucket.
func (b buckets[K]) reserve(key K, cost int, now time.Time) reservation {
	if b.size <= 0 {
		return reservation{}
	}
	fresh := rate.NewLimiter(rate.Limit(float64(b.size)/b.every.Seconds()), b.size)
	limiter, found, _ := b.kept.PeekOrAdd(key, fresh)
	if found {
		b.kept.Get(key) // mark it as recently used
	} else {
		limiter = fresh
	}
	return reservation{limiter.ReserveN(now, min(cost, b.size))}
}

// reservation holds tokens that have been taken in advance.
type reservation struct{ of *rate.Reservation }

// claim returns zero if the tokens are available now. Otherwise it gives them back and returns how
// long to wait.
func (r reservation) claim(now time.Time) time.Duration {
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
