// Package outbox delivers messages from the store to the chat platforms. A message is written to
// the store in the transaction that causes it; it is delivered after the commit, retried until that
// succeeds, and then deleted from the store in one transaction with the delivery's consequences.
//
//	outbox.go       Outbox: delivers in the background (Run), or all waiting messages now (Deliver)
//	queue.go        the queue of one platform, in lanes: a room, or a user in private
//	retry.go        when a lane is retried after a failure
//	delivery.go     one message: read, delivered, deleted
//	unconfirmed.go  which messages may have been delivered already, from one run to the next
//	rewind.go       begins anew after the store was set back
package outbox
