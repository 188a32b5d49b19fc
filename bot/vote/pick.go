package vote

import (
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// pick lets a member of the team choose a move step by step, like a player, and then propose it.
// It is the team's turn.
func (t *Team) pick(c *action.Call) (bot.Reply, error) {
	g := c.Game
	if err := t.mayVote(c, g); err != nil {
		return bot.Reply{}, err
	}
	said, args, err := c.Bot.Table.Read(bot.Request{Text: action.CommandText("pick", g.ID.String(), c.Args.Word("move")), Games: c.Request.Games})
	if err != nil {
		return bot.Reply{}, err
	}
	picking := *c
	picking.Command, picking.Args = c.Bot.Actions[said.Name], args
	reply, err := picking.Command.Do(&picking)
	if err != nil || len(reply.Answer) == 0 || reply.Answer[0].Picture == nil || len(reply.Answer[0].Picture.Line) == 0 {
		return reply, err
	}
	shown := &reply.Answer[0] // the board after the move
	move := strings.Join(shown.Picture.Line, " ")
	propose := bot.Button{Label: phrase.Of("Propose it"), Command: action.CommandText("vote", g.ID.String(), move, "turn", strconv.Itoa(g.Moves+1))}
	shown.Text = phrase.Of("This is %s after `%s`. Nothing is proposed yet: `%s` proposes it and votes for it.", bot.GameNumber(g.ID), move, propose.Command)
	shown.Men = nil // the text names only cells
	shown.Buttons[0] = propose
	shown.Yes = propose.Command
	return reply, nil
}
