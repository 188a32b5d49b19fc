package command

import "raumbot/bot"

// Situation is a set of facts about the user at the time of a request. It makes some commands likelier than others. The zero Situation means that nothing has been looked up.
type Situation uint16

// The facts of a Situation.
const (
	Known     Situation = 1 << iota // the situation has been looked up
	Playing                         // they have ongoing games
	Waiting                         // somebody else is to move
	Alone                           // they play the computer, or a study
	Rested                          // all of their games are over
	Invited                         // a challenge waits for their answer
	Inviting                        // a challenge of theirs is open
	Offered                         // an opponent's offer waits for their answer
	Entering                        // a tournament here takes entries
	Competing                       // they are in an ongoing tournament
	Deciding                        // they are an organiser of the room
	Solving                         // a puzzle is open
)

// ReadIn reads again a request that Read did not understand, now that the situation is known. The error is a *[bot.Problem], with a
// question where it can be asked. people are those of the text's [Names] that somebody has.
func (t Table) ReadIn(r bot.Request, now Situation, people ...string) (*Command, Args, error) {
	if people == nil {
		people = []string{}
	}
	return t.With(r.Games).read(r, now|Known, people...)
}

// Else returns a question about what a text means that looks like a yes or a no where nothing is open; nil if it is likely to be no more
// than that.
func (t Table) Else(text string, now Situation) error {
	s := readSentence(text)
	s.now = now | Known
	likely := mustReadClassifier().classify(&s)
	c := t.Find(likely[0].command)
	if c == nil || c.Hidden || c.Replies || c.Final || likely[0].chance < likelyToDoubt {
		return nil
	}
	if question := t.whichOf(&s, nil, likely[:1]); question != nil {
		return question
	}
	return nil
}
