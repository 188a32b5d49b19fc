// Package command defines the commands as data: names, parameters and help
// texts. It parses what people type, and the forms that they fill in, into Args;
// the commands themselves are carried out by raumbot/bot/service.
//
//	command.go   Command, Param, Args
//	table*.go    the table of all commands, by chapters of the help
//	parse.go form.go former.go   read a text or a form: the order in which it is tried as a command, a move or a sentence; words of earlier versions
//	intended.go              whether a text that begins with a command was meant as one, or is a sentence
//	find.go                  the command with a name, and the one that a word misspells
//	argument.go value.go     give the words behind a command's name to its parameters, and read each by its kind
//	variant.go move_text.go  which game words name, and what looks like a move, castling or a move with an offer
//	glossary.go              words of chess that help explains
//	speech.go phrases.go   normalise texts and look whole phrases up
//	vocabulary.go sentence.go number.go word.go   what the words of a sentence mean and how much they count; numbers, times and time zones among them
//	rule.go guess.go which.go   which commands a sentence may stand for, and how to ask which
//	classifier.go feature.go situation.go   judge what a sentence may mean in the user's situation, by weights learnt from testdata/said
//	manual.go    docs/commands.md
package command
