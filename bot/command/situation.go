package command

import "raumbot/bot"

// Situation is a set of facts about the user at the time of a request. It makes some commands likelier where a text is
// ambiguous. The zero Situation means that nothing has been looked up.
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

// suited lists the commands that a situation makes likelier.
var suited = []struct {
	when     Situation
	alone    bool // the commands are unlikely in any other situation
	commands []string
}{
	{Waiting, false, []string{"claim", "nudge", "takeback", "abort", "if", "plan"}},
	{Alone, false, []string{"hint", "evaluate"}},
	{Rested, false, []string{"rematch", "export", "replay", "log", "games"}},
	{Invited, true, []string{"accept", "decline"}},
	{Inviting, true, []string{"cancel"}},
	{Offered, false, []string{"draw", "takeback", "abort"}},
	{Entering, false, []string{"join", "checkin", "tournament"}},
	{Competing, true, []string{"leave", "skip", "standings", "pairings", "crosstable"}},
	{Deciding, true, []string{"organise", "arrange", "direct", "expel", "readmit", "adjudicate"}},
	{Solving, false, []string{"puzzle"}},
}

// The factors for a command that suits the situation, and for one that lacks what it needs.
const (
	likelier = 1.8
	unlikely = 0.4
)

// suits returns the factor by which a situation changes the score of a command, 1 for the zero Situation.
func (s Situation) suits(c *Command) float64 {
	if s == 0 {
		return 1
	}
	likely := 1.0
	for _, x := range suited {
		for _, name := range x.commands {
			switch {
			case c.Name != name:
			case s&x.when != 0:
				likely = likelier
			case x.alone && likely == 1:
				likely = unlikely
			}
		}
	}
	if c.Needs == NeedSeat && s&(Playing|Alone) == 0 || c.Needs == NeedTurn && s&(Playing|Alone) == 0 || c.Needs == NeedGame && s&(Playing|Alone|Rested) == 0 {
		likely *= unlikely
	}
	return likely
}

// Ask reads again a request that Read did not understand, now that the situation is known, and returns the question
// or problem for the user, a *[bot.Problem].
func (t Table) Ask(r bot.Request, now Situation) error {
	_, _, err := t.read(r, now|Known)
	return err
}
