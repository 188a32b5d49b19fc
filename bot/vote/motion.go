package vote

import (
	"slices"
	"strconv"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// motions maps each motion to the command that the team carries out once it has agreed, with the
// command's arguments. An empty command stands for the command of the opponent's offer.
var motions = map[string]struct {
	command string
	words   map[string]string
}{
	"draw":     {"draw", nil},
	"claim":    {"claim", nil},
	"resign":   {"resign", map[string]string{"sure": "confirm"}},
	"takeback": {"takeback", nil},
	"accept":   {"", map[string]string{"what": "accept"}},
	"decline":  {"", map[string]string{"what": "decline"}},
}

// contraries maps each motion to its opposite. A player cannot agree to both.
var contraries = map[string]string{"accept": "decline", "decline": "accept"}

// deciders returns the players who decide on motions: those who voted in the last [recentTurns]
// counted turns, and are not excluded.
func (t *Team) deciders() (all []bot.PlayerID) {
	for _, turn := range t.Recent {
		for _, p := range turn {
			if !slices.Contains(all, p) && !slices.Contains(t.Excluded, p) {
				all = append(all, p)
			}
		}
	}
	return all
}

// move adds the asker's agreement to a motion, or withdraws it. If more than half of the deciders
// agree, it carries the motion out.
func (t *Team) move(c *action.Call, what string) (bot.Reply, error) {
	g := c.Game
	motion := motions[what]
	if g.Offer != nil && g.Offer.By != c.Side && g.Offer.Command() == motion.command && motion.words == nil { // `draw` accepts an offered draw
		what, motion = "accept", motions["accept"]
	}
	if motion.command == "" {
		if g.Offer == nil || g.Offer.By == c.Side {
			return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has offered nothing in %s.", g.Name(c.Side.Other()), bot.GameNumber(g.ID))
		}
		motion.command = g.Offer.Command()
	}
	if err := t.mayVote(c, g); err != nil {
		return bot.Reply{}, err
	}
	deciders := t.deciders()
	switch {
	case len(deciders) == 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "That is for people who have voted in the last %d turns, and your team has not moved yet.", recentTurns)
	case !slices.Contains(deciders, c.Me.ID):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Only people who have voted in the last %d turns decide on that. Vote for a move first.", recentTurns)
	}
	before := t.agree(what)
	alone := before == 0 && Majority(len(deciders)) == 1
	if what == "resign" && alone && c.Args.Word("back") == "" && c.Args.Word("sure") == "" {
		sure := bot.Button{Label: phrase.Of("Resign %s", bot.GameNumber(g.ID)), Command: action.CommandText("vote", g.ID.String(), what, "turn", strconv.Itoa(g.Moves+1), "confirm"), Tone: bot.Refuses}
		return action.ConfirmByYes(c.Answer(phrase.Of("Do you want to resign %s? `%s` does so, and cannot be undone.", g.Summary(), sure.Command), sure)), nil
	}
	agrees := c.Args.Word("back") == ""
	if contrary := contraries[what]; contrary != "" && agrees {
		t.Ballot.Agree(c.Me.ID, contrary, false, deciders)
	}
	agree := t.Ballot.Agree(c.Me.ID, what, agrees, deciders)
	if agree >= Majority(len(deciders)) {
		t.Motions = nil
		if err := t.save(c.Tx); err != nil {
			return bot.Reply{}, err
		}
		notices, err := t.does(c, motion.command, g, motion.words)
		return confirmed(c.Reply(notices, phrase.Of("Your team has decided that in %s.", bot.GameNumber(g.ID)))), err
	}
	if err := t.save(c.Tx); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s. More than half of those who have voted in the last %d turns decide: %d of %d.", motionLine(what, agree), recentTurns, Majority(len(deciders)), len(deciders))
	if before > 0 || agree == 0 {
		return confirmed(c.Answer(text)), nil
	}
	seat, _, _ := t.seatOf(g)
	m := seat.Address().GameMessage(g, phrase.Upper(bot.GameNumber(g.ID))+": "+text, t.below(c, g)...)
	m.Silent = true
	return confirmed(c.Reply([]bot.Message{m}, text)), nil
}

// agree returns how many people agree to a motion, including those who may not decide.
func (t *Team) agree(what string) int {
	for _, m := range t.Motions {
		if m.What == what {
			return len(m.For)
		}
	}
	return 0
}

// motionWords returns a short description of a motion.
func motionWords(what string) phrase.Text {
	return map[string]phrase.Text{
		"draw":     phrase.Of("To offer a draw"),
		"claim":    phrase.Of("To claim a draw"),
		"resign":   phrase.Of("To resign"),
		"takeback": phrase.Of("To ask for the last move back"),
		"accept":   phrase.Of("To accept the offer"),
		"decline":  phrase.Of("To decline the offer"),
	}[what]
}

// motionLine returns a line that describes a motion and tells how many people agree.
func motionLine(what string, agree int) phrase.Text {
	return motionWords(what) + ": " + phrase.Count(agree, "%d agrees", "%d agree")
}
