package storagetest

import (
	"cmp"
	"slices"
	"time"

	"raumbot/bot"
)

func (d *modelData) Applied(p bot.Platform, id bot.EventID) (bool, error) {
	_, ok := d.events[platformKey{p, string(id)}]
	return ok, nil
}

func (d *modelData) MarkApplied(p bot.Platform, id bot.EventID, now, forget time.Time) error {
	var old []platformKey
	for k, at := range d.events {
		if at.Unix() < forget.Unix() {
			old = append(old, k)
		}
	}
	slices.SortFunc(old, func(a, b platformKey) int {
		return cmp.Or(cmp.Compare(d.events[a].Unix(), d.events[b].Unix()), cmp.Compare(a.platform, b.platform), cmp.Compare(a.id, b.id))
	})
	for _, k := range first(old, 8) { // the store's forgetAtOnce
		delete(d.events, k)
	}
	d.events[platformKey{p, string(id)}] = now
	return nil
}

func (d *modelData) Enqueue(m bot.Message) (bot.MessageID, error) {
	d.lastMessage++
	m.ID = d.lastMessage
	d.outbox[m.ID] = m
	return m.ID, nil
}

func (d *modelData) Waiting(p bot.Platform, after bot.MessageID, limit int) ([]bot.Message, error) {
	return list(d.outbox, limit, func(m bot.Message) bool { return m.Platform == p && m.ID > after },
		func(a, b bot.Message) int { return cmp.Compare(a.ID, b.ID) }), nil
}

func (d *modelData) Dequeue(p bot.Platform, id bot.MessageID) error {
	if d.outbox[id].Platform == p {
		delete(d.outbox, id)
	}
	return nil
}

func (d *modelData) Depth(p bot.Platform) (int, error) {
	all, err := d.Waiting(p, 0, 0)
	return len(all), err
}
