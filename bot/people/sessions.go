package people

import (
	"slices"
	"strconv"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// listSessions lists the browsers in which the asker is signed in, or ends their sessions.
func listSessions(c *action.Call) (bot.Reply, error) {
	all, err := sessionsOf(c, c.Me)
	if err != nil {
		return bot.Reply{}, err
	}
	switch which := c.Args.Word("end"); {
	case len(all) == 0:
		return c.AnswerPrivately(phrase.Of("You are signed in in no browser. `web` gives you a link.")), nil
	case which == "":
		return c.AnswerPrivately(sessionLines(c, all), bot.Button{Label: phrase.Of("End all"), Command: action.CommandText("sessions", "all")}), nil
	case which == "all":
		for _, s := range all {
			if err := endWeb(c, WebSessionMemo, s.key, s.User); err != nil {
				return bot.Reply{}, err
			}
		}
		return c.AnswerPrivately(phrase.Count(len(all), "%d session has ended.", "%d sessions have ended.")), nil
	default:
		n, err := strconv.Atoi(which)
		if err != nil || n < 1 || n > len(all) {
			return bot.Reply{}, bot.Problemf(bot.Unknown, "There is no session %s. `sessions` lists yours.", bot.QuoteWord(which))
		}
		s := all[n-1]
		return c.AnswerPrivately(phrase.Of("The session of %s has ended.", bot.Timestamp(s.Since))), endWeb(c, WebSessionMemo, s.key, s.User)
	}
}

// sessionLines lists sessions with their numbers.
func sessionLines(c *action.Call, all []webSession) phrase.Text {
	var lines []phrase.Text
	for i, s := range all {
		lines = append(lines, phrase.Of("%d. since %s, as %s, with %s", i+1, bot.Timestamp(s.Since), s.User.String(), bot.QuoteWord(s.Browser)))
	}
	return phrase.Of("You are signed in in these browsers; `sessions 1` ends the first, `sessions all` ends all:") + "\n" + phrase.Join(lines, "\n")
}

// sessionsOf returns the sessions of a player, the oldest first.
func sessionsOf(c *action.Call, p bot.Player) (all []webSession, err error) {
	for _, u := range p.Users {
		some, err := webOf(c, WebSessionMemo, u.UserID)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	slices.SortStableFunc(all, func(a, b webSession) int { return a.Since.Compare(b.Since) })
	return slices.DeleteFunc(all, func(s webSession) bool { return !s.Until.After(c.Uptime.Beat) }), nil
}
