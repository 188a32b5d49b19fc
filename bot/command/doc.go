// Package command defines the commands as data: names, parameters and help
// texts. It parses what people type, and the forms that they fill in, into Args;
// the commands themselves are carried out by raumbot/bot/service.
//
//	command.go   Command, Param, Args
//	table*.go    the table of all commands, by chapters of the help
//	parse.go form.go variant.go   parse words and forms into Args
//	speech.go phrases.go   normalise texts and look whole phrases up
//	vocabulary.go sentence.go rule.go guess.go   what the words of a sentence mean, and which commands it may stand for
//	example.go situation.go   compare a sentence with stored examples, and weigh commands by the user's situation
//	manual.go    docs/commands.md
package command
