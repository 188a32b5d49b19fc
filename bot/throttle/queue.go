package throttle

import (
	"context"

	"golang.org/x/sync/semaphore"

	"raumbot/bot"
	"raumbot/bot/command"
)

const (
	// expensive is the cost from which a command has to pass through the queue.
	expensive = 5
	// expensiveAtOnce is how many expensive commands run at the same time, so that moves always find a free processor.
	expensiveAtOnce = 2
	// maxWaiting is how many may wait in the queue.
	maxWaiting = 20
)

// Queue limits how many expensive commands run and wait. They run in order of arrival.
type Queue struct {
	admitted *semaphore.Weighted // running or waiting
	running  *semaphore.Weighted
}

// NewQueue returns an empty queue.
func NewQueue() *Queue {
	return &Queue{admitted: semaphore.NewWeighted(expensiveAtOnce + maxWaiting), running: semaphore.NewWeighted(expensiveAtOnce)}
}

// Enter waits until the command may run. leave must be called when it has finished. The error is a
// *[bot.Problem] if too many are waiting already, else that of the context.
func (q *Queue) Enter(ctx context.Context, c *command.Command) (leave func(), err error) {
	if c.Cost < expensive {
		return func() {}, nil
	}
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
