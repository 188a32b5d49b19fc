package vote

import (
	"errors"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/rules"
)

// vote carries out the command of that name: it votes for a move and proposes it if nobody has, or
// does what the first word asks for. Without arguments it shows the proposals. Others may read a
// refusal, but not what somebody votes.
func vote(c *action.Call) (reply bot.Reply, err error) {
	defer func() { c.Closed = c.Closed && err == nil }()
	what := c.Args.Word("what")
	switch {
	case what == "accept" && c.Args.Game != 0:
		if _, err := c.Tx.Game(c.Args.Game); errors.Is(err, bot.ErrNotFound) {
			return take(c)
		} else if err != nil {
			return bot.Reply{}, err
		}
	case what == "cancel":
		return cancel(c)
	}
	t, g, err := current(c)
	if err != nil {
		return bot.Reply{}, err
	}
	_, c.Side, _ = t.seatOf(g)
	c.Game = g
	if turn := c.Args.Word("turn"); turn != "" && turn != strconv.Itoa(g.Moves+1) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "That vote is over: %s has gone on. `vote %d` shows what is proposed now.", bot.GameNumber(g.ID), g.ID)
	}
	if moves := what == "pick" || what == "" && c.Args.Word("move") != ""; moves && g.Turn != c.Side {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "It is not the turn of your team in %s: %s is to move.", bot.GameNumber(g.ID), g.Name(g.Turn))
	}
	c.Closed = true // from here on, answers tell of the ballot
	switch {
	case what == "pick":
		return t.pick(c)
	case what != "":
		return t.move(c, what)
	case c.Args.Word("move") != "":
		return t.cast(c)
	}
	return t.show(c)
}

// cast votes for the move that the command names. It is the team's turn.
func (t *Team) cast(c *action.Call) (bot.Reply, error) {
	g := c.Game
	if err := t.mayVote(c, g); err != nil {
		return bot.Reply{}, err
	}
	move, err := play.ReadMove(c, strings.TrimRight(c.Args.Word("move"), "!? "), "vote")
	if err != nil {
		return bot.Reply{}, err
	}
	proposed, ok := t.Cast(c.Me.ID, move)
	if !ok {
		problem := bot.Problemf(bot.NotNow, "%d moves are proposed already, and that is the limit. Vote for one of them.", MaxProposals)
		problem.Buttons = t.buttons(g)
		return bot.Reply{}, problem
	}
	if err := t.votes(c); err != nil {
		return bot.Reply{}, err
	}
	captain, err := t.leader(c, g)
	if err != nil {
		return bot.Reply{}, err
	}
	decides := t.Late && (captain.ID == c.Me.ID || captain.ID == 0)
	if decides { // other votes were only advice
		t.Votes = []Vote{{c.Me.ID, move}}
	}
	if decides || t.Decided(t.Quorum) && !t.Late {
		notices, err := t.count(c, g)
		return confirmed(c.Reply(notices, phrase.Of("The votes in %s have been counted.", bot.GameNumber(g.ID)))), err
	}
	if err := t.save(c.Tx); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("Your vote in %s is for `%s`. You can change it until the count.", bot.GameNumber(g.ID), move)
	if !proposed {
		return confirmed(c.Answer(text)), nil
	}
	notice, err := t.proposal(c, move)
	if err != nil {
		return bot.Reply{}, err
	}
	return confirmed(c.Reply([]bot.Message{notice}, text)), nil
}

// confirmed marks the answers of a reply as confirmations.
func confirmed(reply bot.Reply) bot.Reply {
	for i := range reply.Answer {
		reply.Answer[i].Confirms = true
	}
	return reply
}

// proposal returns the message that shows a proposed move to the team, with its board.
func (t *Team) proposal(c *action.Call, move string) (bot.Message, error) {
	g := c.Game
	words, err := action.WithRecord(c, g, func(record *rules.Game) (phrase.Text, error) {
		m, err := record.Position().ReadText(move)
		return play.Describe(record.Position(), m), err
	})
	if err != nil {
		return bot.Message{}, err
	}
	text := phrase.Of("%s: %s proposes %s. The buttons vote; the count is at %s.", phrase.Upper(bot.GameNumber(g.ID)), c.Me.Said(), words, bot.Timestamp(c.Uptime.Calendar(counted(g))))
	if t.Late {
		text = phrase.Of("%s: %s proposes %s. The vote of the captain decides.", phrase.Upper(bot.GameNumber(g.ID)), c.Me.Said(), words)
	}
	seat, side, _ := t.seatOf(g)
	notice := seat.Address().GameMessage(g, text, t.below(c, g)...)
	notice.Picture = &bot.Picture{Game: g.ID, Ply: g.Moves, Line: []string{move}, Side: side}
	notice.Silent = true
	return notice, nil
}

// below returns the buttons below a message about a vote. Platforms remove the buttons of earlier
// messages about a game, so these are for everything that can be voted on now. Each names its turn,
// so that an old button does nothing in a later turn.
func (t *Team) below(c *action.Call, g bot.Game) (all []bot.Button) {
	for _, m := range t.Motions {
		said := action.CommandText("vote", g.ID.String(), m.What, "turn", strconv.Itoa(g.Moves+1))
		all = append(all, bot.Button{Label: phrase.Of("%s: yes", motionWords(m.What)), Command: said}, bot.Button{Label: phrase.Of("%s: no", motionWords(m.What)), Command: said + " no"})
	}
	all = append(all, t.buttons(g)...)
	if seat, _, _ := t.seatOf(g); g.Seats[g.Turn].Player == seat.Player {
		all = append(all, c.Bot.Button("pick", g.ID.String()))
	}
	return all
}

// buttons returns a button for each proposal, which votes for it.
func (t *Team) buttons(g bot.Game) (all []bot.Button) {
	for _, p := range t.Proposals {
		all = append(all, bot.Button{Label: phrase.Of("Vote for %s", p.Move), Command: action.CommandText("vote", g.ID.String(), p.Move, "turn", strconv.Itoa(g.Moves+1))})
	}
	return all
}

// state says when the votes of the turn are counted and how many people have voted, or who is to
// move.
func (t *Team) state(c *action.Call, side rules.Side) []phrase.Text {
	g := c.Game
	if g.Turn != side {
		return []phrase.Text{phrase.Of("%s (%s) is to move.", g.Name(g.Turn), g.Turn)}
	}
	until := bot.Timestamp(c.Uptime.Calendar(t.until(g)))
	when := phrase.Of("The vote on the move of %s is counted at %s.", g.Name(g.Turn), until)
	if t.Late {
		when = phrase.Of("Nobody has voted in time: the vote of the captain decides, until %s.", until)
	}
	if n := len(t.Votes); n > 0 {
		return []phrase.Text{when, phrase.Count(n, "%d person has voted.", "%d people have voted.")}
	}
	return []phrase.Text{when}
}

// show lists the proposals and motions, with the asker's vote.
func (t *Team) show(c *action.Call) (bot.Reply, error) {
	g := c.Game
	lines := append([]phrase.Text{phrase.Upper(g.Summary()) + "."}, t.state(c, c.Side)...)
	for i, p := range t.Proposals {
		by, err := name(c, p.By)
		if err != nil {
			return bot.Reply{}, err
		}
		line := phrase.Of("%d. `%s`, proposed by %s", i+1, p.Move, by)
		if t.Open {
			line += ": " + phrase.Count(t.votesFor(p.Move), "%d vote", "%d votes")
		}
		lines = append(lines, line)
	}
	for _, m := range t.Motions {
		lines = append(lines, motionLine(m.What, len(m.For)))
	}
	if mine := t.choice(c.Me.ID); mine != "" {
		lines = append(lines, phrase.Of("Your vote is for `%s`.", mine))
	}
	return c.Answer(phrase.Join(lines, "\n"), t.below(c, g)...), nil
}
