// Package outbox delivers the messages that wait in the store to the chat platforms. A message is
// written to the store in the transaction that causes it; it is delivered after the commit, retried
// until that works, and then taken out of the store, together with what its delivery changes.
//
//	outbox.go     Outbox: delivers while the bot runs (Run), or all that waits now (Deliver)
//	queue.go      what waits for one platform, in lanes: a room, or a user in private
//	delivery.go   one message: read, delivered, taken out
package outbox
