package storage

import "raumbot/bot"

// Enqueue implements [bot.OutboxTx].
func (t tx) Enqueue(m bot.Message) (bot.MessageID, error) {
	id, err := t.next("last message")
	if err != nil {
		return 0, err
	}
	m.ID = bot.MessageID(id)
	return m.ID, outbox.put(t, m)
}

// Waiting implements [bot.OutboxTx].
func (t tx) Waiting(p bot.Platform, after bot.MessageID, limit int) ([]bot.Message, error) {
	return outbox.list(t, key(string(p)), key(string(p), after+1), limit)
}

// Depth implements [bot.OutboxTx].
func (t tx) Depth(p bot.Platform) (int, error) {
	return len(t.under(outbox.table, key(string(p)), nil, 0)), nil
}

// Dequeue implements [bot.OutboxTx].
func (t tx) Dequeue(p bot.Platform, id bot.MessageID) error {
	return outbox.drop(t, key(string(p), id))
}
