package command

import "raumbot/bot"

// Situation is what is going on around somebody who is not understood at once: of what they may mean, what suits it is
// likelier. Nothing is known of the zero one.
type Situation uint16

// What may be going on.
const (
	Known     Situation = 1 << iota // it has been looked up
	Playing                         // games of theirs go on
	Waiting                         // somebody else is to move
	Alone                           // against the computer, or a study
	Rested                          // only games of theirs that are over
	Invited                         // a challenge waits for their answer
	Inviting                        // a challenge of theirs waits
	Offered                         // an offer of the opponent's waits for their answer
	Entering                        // a tournament takes entries here
	Competing                       // they are in a tournament that goes on
	Deciding                        // they look after the room
	Solving                         // a puzzle is open
)

// suited names the commands that are likely in a situation, and unlikely outside it where it says so.
var suited = []struct {
	when     Situation
	alone    bool // the commands are for this situation alone
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

// How much likelier a command is in a situation that it is for, and without one that it needs.
const (
	likelier = 1.8
	unlikely = 0.4
)

// suits returns how much likelier a command is in a situation than without knowing anything.
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

// Ask asks what is meant by a request that Read has not understood, where it is known what is going on. The error
// is a *[bot.Problem].
func (t Table) Ask(r bot.Request, now Situation) error {
	_, _, err := t.read(r, now|Known)
	return err
}
