// Package service joins the features of the bot to one [Service], which carries out requests,
// delivers messages and does what is due. A request is handled by [action.Bot], which a Service
// embeds; a feature is added in join.
//
//	service.go        Service, its dependencies, and the list of features
//	start.go run.go   begin after an earlier run; deliveries, sweeps, pairings and searches
//	sweep.go          what is due, in one transaction for each batch
//	respond.go        a request with its errors as answers
//	delivery.go       what follows when a message has been delivered, or could not be
//	memo.go           what adapters store
//	watch.go          subscribers to changes of games, and to the ends of browser sessions
//	handover.go       what one run tells the next about undelivered messages
//	set_back.go       what follows when the database loses its latest transactions
//	damage.go         sets damaged records aside
//	check.go          looks for faults in a store
//	status.go         how the service is doing
package service
