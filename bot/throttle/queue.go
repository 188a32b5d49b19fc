package throttle

import (
	"context"
	"sync/atomic"

	"raumbot/bot"
	"raumbot/bot/command"
)

const (
	// dear is the cost from which a command waits its turn.
	dear = 5
	// dearAtOnce is how many dear commands run at a time, so that moves always find a processor.
	dearAtOnce = 2
	// dearWaiting is how many may wait for that.
	dearWaiting = 20
)

// Queue bounds the dear commands.
type Queue struct {
	slots   chan struct{}
	waiting atomic.Int32
}

func NewQueue() *Queue { return &Queue{slots: make(chan struct{}, dearAtOnce)} }

// Enter waits for the command's turn. leave must be called when it is done. The error is a
// *[Problem] if too many wait already, else that of the context.
func (q *Queue) Enter(ctx context.Context, c *command.Command) (leave func(), err error) {
	if c.Cost < dear {
		return func() {}, nil
	}
	if q.waiting.Add(1) > dearAtOnce+dearWaiting {
		q.waiting.Add(-1)
		return nil, bot.Problemf(bot.TooOften, "Many people are asking for such things right now. Say it again in a minute.")
	}
	select {
	case q.slots <- struct{}{}:
		return func() { <-q.slots; q.waiting.Add(-1) }, nil
	case <-ctx.Done():
		q.waiting.Add(-1)
		return nil, ctx.Err()
	}
}
