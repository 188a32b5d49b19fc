package throttle

import (
	"context"

	"golang.org/x/sync/semaphore"

	"raumbot/bot"
	"raumbot/bot/command"
)

const (
	// expensive is the minimum cost of a command that must pass through the queue.
	expensive = 5
	// expensiveAtOnce is how many expensive commands run at the same time, so that moves always
	// find a free processor.
	expensiveAtOnce = 2
	// maxWaiting is the maximum number of commands waiting in the queue.
	maxWaiting = 20
	// guestsAtOnce and guestsWaiting are the maximum numbers of guests' commands among them.
	guestsAtOnce, guestsWaiting = expensiveAtOnce / 2, maxWaiting / 2
)

// Queue limits how many expensive commands run and wait. They run in order of arrival.
type Queue struct{ all, guests places }

// places limits how many commands run and wait.
type places struct {
	admitted *semaphore.Weighted // running or waiting
	running  *semaphore.Weighted
}

func newPlaces(running, waiting int64) places {
	return places{admitted: semaphore.NewWeighted(running + waiting), running: semaphore.NewWeighted(running)}
}

// NewQueue returns an empty queue.
func NewQueue() *Queue {
	return &Queue{all: newPlaces(expensiveAtOnce, maxWaiting), guests: newPlaces(guestsAtOnce, guestsWaiting)}
}

// Enter waits until the command may run. The caller must call leave when it has finished. The error
// is a *[bot.Problem] if too many commands are already waiting, else that of the context.
func (q *Queue) Enter(ctx context.Context, c *command.Command, by bot.UserID) (leave func(), err error) {
	if c.Cost < expensive {
		return func() {}, nil
	}
	if !by.Stranger() {
		return q.all.enter(ctx)
	}
	leaveGuests, err := q.guests.enter(ctx)
	if err != nil {
		return nil, err
	}
	leaveAll, err := q.all.enter(ctx)
	if err != nil {
		leaveGuests()
		return nil, err
	}
	return func() {
		leaveAll()
		leaveGuests()
	}, nil
}

// enter waits until the command may run. It fails if too many commands are waiting, or ctx ends.
func (q places) enter(ctx context.Context) (leave func(), err error) {
	if !q.admitted.TryAcquire(1) {
		return nil, bot.Problemf(bot.TooOften, "Many people are asking for such things right now. Try again in a minute.")
	}
	if err := q.running.Acquire(ctx, 1); err != nil {
		q.admitted.Release(1)
		return nil, err
	}
	return func() {
		q.running.Release(1)
		q.admitted.Release(1)
	}, nil
}
