// Package command has the commands as data: their names, their parameters,
// what help says of them. It reads what people type, and the forms that they
// fill in, into Args; what a command does is in raumbot/bot/service.
//
//	command.go   Command, Param, Args
//	table*.go    the table of all commands, by chapters of the help
//	parse.go form.go variant.go   words and forms into Args
//	speech.go phrases.go   what people say who know no command, as a whole
//	vocabulary.go sentence.go rule.go guess.go   what the words of a sentence mean, and what it is therefore taken for
//	example.go situation.go   what others meant who said the like, what suits the situation, and the question that follows
//	manual.go    docs/commands.md
package command
