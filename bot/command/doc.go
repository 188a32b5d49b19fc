// Package command defines the commands as data: names, parameters and help texts. It reads texts
// that people type and forms that they fill in into Args. Package raumbot/bot/action carries the
// commands out. A text that is not a command is a [Talk]; package raumbot/bot/talk determines what
// it may mean.
//
//	command.go   Command, Param, Args
//	table.go german.go   the table of all commands, parameters that several share; German names
//	parse.go     Read: decides whether a text is a command, a move or talk
//	pare.go words.go words.txt   words that may surround a command, and other word lists
//	move_text.go   recognizes moves
//	form.go former.go   forms, and commands of earlier versions
//	argument.go value.go variant.go   assign words to parameters, and read each by its kind
//	guest.go     whether a guest may use a command
//	person.go    names of people, and of the computer
//	question.go  answers to the bot's questions
//	find.go      finds a command by its name, or by a misspelling of it
//	glossary.go  terms that help explains
//	manual.go    writes docs/commands.md
package command
