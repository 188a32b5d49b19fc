// Package talk determines which commands people may mean by talk in plain words, so that the
// commands can be offered to them. It carries out nothing and does not read commands: see
// raumbot/bot/action and raumbot/bot/command.
//
//	situation.go   what is known about the speaker
//	dictionary.go  dictionary.txt: the known words and their meanings
//	sentence.go number.go   analyse a text word by word
//	feature.go classifier.go   judge which commands a sentence may mean, by weights.bin
//	argument.go    finds the arguments for a command in a sentence
//	meaning.go     [Understanding.Meaning]: selects the commands to show or to offer
//
// The weights are learnt from the files of testdata/said, the dictionary and the table of commands.
// They must be learnt again whenever one of these changes. The same input gives the same bytes:
//
//	go test ./bot/talk -run Weights -regen
//
// A line of testdata/said or testdata/held is "situation | what was said | command/another | kind".
// The kind is command, answer or, if nothing is written, talk. A person has decided it, and the
// bot's tests require it. Nothing is learnt from testdata/held.
package talk
