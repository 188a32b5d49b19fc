package talk

import "raumbot/rules"

// Situation describes a speaker at the time of a sentence. The zero Situation means that nothing
// has been looked up.
type Situation struct {
	Facts Facts
	// People are those of the sentence's [Names] that belong to somebody.
	People []string
	// Games are the games of the place, in addition to those known everywhere.
	Games []*rules.Variant
}

// Facts is a set of facts about a speaker's games. They make some commands likelier than others.
type Facts uint16

// The facts.
const (
	Known     Facts = 1 << iota // the situation has been looked up
	Playing                     // they have ongoing games
	Waiting                     // somebody else is to move
	Alone                       // they play the computer, or a study
	Rested                      // all of their games are over
	Invited                     // a challenge waits for their answer
	Inviting                    // a challenge of theirs is open
	Offered                     // an opponent's offer waits for their answer
	Entering                    // a tournament here takes entries
	Competing                   // they are in an ongoing tournament
	Deciding                    // they are an organiser of the room
	Solving                     // a puzzle is open
)

// factNames are the names of the facts, in the order of their bits.
var factNames = []string{"known", "playing", "waiting", "alone", "rested", "invited", "inviting", "offered", "entering", "competing", "deciding", "solving"}

// names returns the names of facts.
func (f Facts) names() (all []string) {
	for i, name := range factNames {
		if f>>i&1 == 1 {
			all = append(all, name)
		}
	}
	return all
}
