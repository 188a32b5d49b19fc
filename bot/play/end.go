package play

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// end finishes a game and lets every feature act on it. text begins the announcement.
func end(c *action.Call, g bot.Game, result bot.Result, text phrase.Text) (bot.Reply, error) {
	notices, more, err := End(c, &g, result, text)
	if err != nil {
		return bot.Reply{}, err
	}
	reply := c.Reply(notices, phrase.Of("%s is over: %s.", phrase.Upper(bot.GameNumber(g.ID)), bot.ResultWords(g)))
	reply.Notices = append(reply.Notices, more...)
	return reply, nil
}

// End finishes a game and lets every feature act on it. It returns the announcements, which text
// begins, and the messages about what follows.
func End(c *action.Call, g *bot.Game, result bot.Result, text phrase.Text) (notices, more []bot.Message, err error) {
	if notices, err = Finish(c, g, result, text); err != nil {
		return nil, nil, err
	}
	more, err = action.Collect(c.Bot, func(f action.Feature) ([]bot.Message, error) {
		if f.Ended == nil {
			return nil, nil
		}
		return f.Ended(c, *g)
	})
	return notices, more, err
}

// Finish stores the result of a game with the current time, rates the game, and returns the
// announcements. Unlike End it does not call the features' Ended hooks.
func Finish(c *action.Call, g *bot.Game, result bot.Result, text phrase.Text) ([]bot.Message, error) {
	undrawn, err := action.Undrawn(c, *g)
	if err != nil {
		return nil, err
	}
	result.At, g.Drawn = c.Uptime.Beat.UTC(), undrawn
	g.Result, g.Offer, g.Deadline, g.Remind, g.Decisions = &result, nil, 0, nil, [2]*bot.Decision{}
	if result.Overturnable() {
		g.Settles = c.Uptime.Moment().Plus(MayOverturn)
	}
	entry := bot.Entry{At: result.At, By: c.Me.ID, What: bot.Ended}
	if err := errors.Join(forgetPlans(c, *g), c.Tx.PutGame(*g), c.Tx.AppendLog(g.ID, entry)); err != nil {
		return nil, err
	}
	rated, err := rate(c, *g)
	if err != nil {
		return nil, err
	}
	text += " " + g.Verdict() + rated
	return action.Announce(*g, action.Both, text, g.Picture(), afterGame(c, *g)...), nil
}
