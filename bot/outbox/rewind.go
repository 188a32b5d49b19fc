package outbox

import (
	"container/heap"
	"slices"

	"raumbot/bot"
)

// Rewind makes the outbox read waiting messages again after the store may have been set back. The
// store may then contain delivered messages again, and different messages under numbers that have
// been read. Rewind does not block.
func (o *Outbox) Rewind() {
	o.queues.Range(func(_, q any) bool {
		q.(*queue).rewound.Store(true)
		return true
	})
}

// again holds what a queue knew before it was rewound.
type again struct {
	read   bot.MessageID
	waited map[bot.MessageID]bool // the messages that had not been delivered yet
}

// rewind makes the queue begin anew if Rewind has been called. mu must be held.
func (q *queue) rewind() {
	if !q.rewound.Swap(false) {
		return
	}
	before := again{q.read, map[bot.MessageID]bool{}}
	for _, l := range q.lanes {
		for _, id := range l.waiting {
			before.waited[id] = true
		}
	}
	q.forget()
	q.again = before
}

// forget makes the queue begin anew. It keeps the first messages of lanes that are resting,
// delivering, or only waiting for a deletion. mu must be held.
func (q *queue) forget() {
	q.ready.list = slices.DeleteFunc(q.ready.list, func(l *lane) bool {
		if l.delivered == nil {
			delete(q.lanes, l.name)
		}
		return l.delivered == nil
	})
	heap.Init(&q.ready)
	q.read, q.again, q.kept = 0, again{}, map[bot.MessageID]bool{}
	for _, l := range q.lanes {
		l.waiting = l.waiting[:1]
		q.kept[l.waiting[0]] = true
	}
}
