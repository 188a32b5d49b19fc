package service

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// end finishes a game with a result, sets the result's time, and scores it in its
// tournament. text begins the announcement.
func (c *call) end(g bot.Game, result bot.Result, text string) (bot.Reply, error) {
	notices, err := c.finish(&g, result, text)
	if err != nil {
		return bot.Reply{}, err
	}
	more, err := c.score(g)
	if err != nil {
		return bot.Reply{}, err
	}
	reply := c.reply(notices, phrase.Of("%s is over: %s.", phrase.Upper(bot.GameNumber(g.ID)), bot.ResultWords(g)))
	reply.Notices = append(reply.Notices, more...)
	return reply, nil
}

// finish stores the result of a game, rates it, and returns the announcements in
// the places where it is shown. The caller scores it in its tournament.
func (c *call) finish(g *bot.Game, result bot.Result, text string) ([]bot.Message, error) {
	result.At = c.uptime.Beat.UTC()
	g.Result, g.Offer, g.Deadline, g.Remind, g.Decisions = &result, nil, 0, nil, [2]*bot.Decision{}
	if result.Unrated() { // by an organiser
		g.Settles = c.uptime.Moment().Plus(mayOverturn)
	}
	entry := bot.Entry{At: result.At, By: c.me.ID, What: bot.Ended}
	if err := errors.Join(c.forgetPlans(*g), c.tx.PutGame(*g), c.tx.AppendLog(g.ID, entry)); err != nil {
		return nil, err
	}
	rated, err := c.rate(*g)
	if err != nil {
		return nil, err
	}
	text += " " + g.Verdict() + rated
	return announce(*g, both, text, g.Picture(), c.afterGame(*g)...), nil
}

// afterGame returns the buttons below the announcement of a game's end.
func (c *call) afterGame(g bot.Game) []bot.Button {
	buttons := []bot.Button{c.service.button("log", g.ID.String()), c.service.button("rematch", g.ID.String())}
	if g.Moves >= leastAnalysed && c.notReopened(g) == nil {
		buttons = append(buttons, c.service.button("analyse", g.ID.String()))
	}
	return buttons
}
