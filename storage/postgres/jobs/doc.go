// Package jobs lets other processes, called workers, carry out searches of the engine. The bot puts
// the searches as jobs into River's queue on PostgreSQL, in a schema beside its own, and the
// workers take them from there.
//
//	queue.go    Queue: the bot's side, a [search.Searcher]
//	watch.go    what becomes of jobs, and which workers there are
//	worker.go   Work: a worker
//	schema.go   the tables: how they are made, and whether a worker can use them
//	quiet.go    what River logs
//
// Every half second a worker records in the table worker that it is alive, and which jobs it is
// searching. The bot reads the table as often. A worker that was silent for three seconds counts as
// dead: its jobs are deleted and given out again, and if it still answers one, the answer is
// dropped. All times are the server's. If there are no workers, the bot searches by itself.
//
// The bot hands over only a few jobs for each worker, and keeps the others in a queue of its own,
// which is fair between rooms. So a job that is more urgent never waits for many others. When a
// job is done the worker completes it and notifies the bot in one transaction.
package jobs
