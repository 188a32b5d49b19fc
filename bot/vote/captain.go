package vote

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// errNotCaptain returns the error for somebody who tries to do what only the captain may do.
func errNotCaptain(c *action.Call, t *Team) error {
	captain, err := name(c, t.Captain)
	if err != nil {
		return err
	}
	return bot.Problemf(bot.NotAllowed, "Only %s may do that, as the captain.", captain)
}

// leader returns the captain. The ID is zero if there is none, or if the captain has been forgotten
// or barred from the room.
func (t *Team) leader(c *action.Call, g bot.Game) (bot.Player, error) {
	if t.Captain == 0 {
		return bot.Player{}, nil
	}
	p, err := action.CurrentPlayer(c.Tx, t.Captain)
	if err != nil {
		return p, err
	}
	seat, _, _ := t.seatOf(g)
	barred, err := action.BarredFrom(c, seat.Places(), p)
	if barred || p.Absent() {
		return bot.Player{}, err
	}
	return p, err
}

// team carries out the command of that name. It describes the team, or does what the captain asks
// for.
func team(c *action.Call) (bot.Reply, error) {
	t, g, err := current(c)
	if err != nil {
		return bot.Reply{}, err
	}
	_, c.Side, _ = t.seatOf(g)
	c.Game, c.Closed = g, true
	what, who := c.Args.Word("what"), c.Args.Word("name")
	if what == "" {
		return t.describe(c)
	}
	captain, err := t.leader(c, g)
	if err != nil {
		return bot.Reply{}, err
	}
	if captain.ID != c.Me.ID && !(captain.ID == 0 && what == "captain" && slices.Contains(t.Voters, c.Me.ID) && t.mayVote(c, g) == nil) {
		return bot.Reply{}, errNotCaptain(c, t)
	}
	if what == "count" {
		return t.countNow(c)
	}
	if who == "" {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "Whom do you mean? Say the name, for example `%s`.", "team "+what+" bob")
	}
	p, err := c.Known(who)
	if err != nil {
		return bot.Reply{}, err
	}
	return t.change(c, what, p)
}

// change makes p the captain, excludes p from the votes, or readmits p.
func (t *Team) change(c *action.Call, what string, p bot.Player) (bot.Reply, error) {
	g := c.Game
	var text phrase.Text
	switch {
	case what == "captain" && !slices.Contains(t.Voters, p.ID):
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s has not voted in %s yet. A captain has voted before.", p.Said(), bot.GameNumber(g.ID))
	case what == "captain" && slices.Contains(t.Excluded, p.ID):
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "%s is excluded from the votes in %s. `team readmit %s` ends that.", p.Said(), bot.GameNumber(g.ID), p.Word())
	case what == "captain":
		t.Captain = p.ID
		text = phrase.Of("%s: %s is the captain now.", phrase.Upper(bot.GameNumber(g.ID)), p.Said())
	case p.ID == c.Me.ID:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You are the captain. `team captain NAME` makes somebody else the captain.")
	case what == "exclude":
		if !slices.Contains(t.Excluded, p.ID) {
			t.Excluded = append(t.Excluded, p.ID)
		}
		t.Drop(p.ID)
		text = phrase.Of("%s: %s has excluded %s from the votes.", phrase.Upper(bot.GameNumber(g.ID)), c.Me.Said(), p.Said())
	default:
		t.Excluded = slices.DeleteFunc(t.Excluded, p.Is)
		text = phrase.Of("%s: %s has a vote again.", phrase.Upper(bot.GameNumber(g.ID)), p.Said())
	}
	seat, _, _ := t.seatOf(g)
	return c.Reply([]bot.Message{seat.Address().GameMessage(g, text)}, text), t.save(c.Tx)
}

// countNow counts the votes before the end of the turn.
func (t *Team) countNow(c *action.Call) (bot.Reply, error) {
	g := c.Game
	if err := t.discard(c, g); err != nil {
		return bot.Reply{}, err
	}
	if g.Turn != c.Side || len(t.Votes) == 0 {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There are no votes to count in %s.", bot.GameNumber(g.ID))
	}
	notices, err := t.count(c, g)
	return c.Reply(notices, phrase.Of("The votes in %s have been counted.", bot.GameNumber(g.ID))), err
}

// describe answers with the team's captain, its terms, and how many people have voted.
func (t *Team) describe(c *action.Call) (bot.Reply, error) {
	g := c.Game
	captain, err := t.leader(c, g)
	if err != nil {
		return bot.Reply{}, err
	}
	lines := []phrase.Text{phrase.Upper(g.Summary()) + ".", phrase.Of("%s is the captain.", captain.Said()) + " " + t.Terms.words(g.Pace)}
	if captain.ID == 0 {
		lines[1] = phrase.Of("There is no captain: `team captain me` makes you one, if you have voted.") + " " + t.Terms.words(g.Pace)
	}
	if n := len(t.Voters); n > 0 {
		lines = append(lines, phrase.Count(n, "%d person has voted in this game.", "%d people have voted in this game."))
	}
	var excluded []phrase.Text
	for _, id := range t.Excluded {
		who, err := name(c, id)
		if err != nil {
			return bot.Reply{}, err
		}
		excluded = append(excluded, who)
	}
	if excluded != nil {
		lines = append(lines, phrase.Of("Excluded: %s.", phrase.Join(excluded, ", ")))
	}
	return c.Answer(phrase.Join(lines, "\n"), c.Bot.Button("vote", g.ID.String())), nil
}
