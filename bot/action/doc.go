// Package action carries out one command at a time. [Bot.Handle] reads a request, admits it, and
// runs its command in one transaction, as a [Call]. The commands come from features: each is a
// package above this one that returns a [Feature], and package service puts them together.
//
//	bot.go call.go feature.go             Bot, Call, Command, Feature and Ports
//	carry_out.go due.go                   carry out a request, and what is due
//	asker.go account.go                   who asks; linked accounts
//	situation.go answer.go question.go    what a request means, as an answer among others
//	read.go understand.go                 which command a text is, or what talk may have meant
//	select.go against.go move.go          which game a command is about, and which move
//	name.go computer.go                   which player a name stands for
//	sight.go personal.go publish.go       who may see a game, and who may read an answer
//	organiser.go adjudicate.go reason.go  organisers, their decisions, and their own words
//	rules.go                              the game that is meant
//	invitation.go                         open challenges
//	tournament.go                         the tournaments that a command may be about
//	language.go look.go                   the language of a reader, and the look of boards
//	announce.go send.go illustrate.go     messages: addressees, the outbox, and drawings
//	record.go cache.go                    records of games, and the cache of them
//	clock.go                              deadlines and time banks
//	local.go                              the games of one place
//	page.go meter.go                      what web pages read; metrics
//	shadow.go                             players who were forgotten
package action
