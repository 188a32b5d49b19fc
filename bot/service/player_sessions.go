package service

import (
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// listSessions lists the browsers in which the asker is signed in, or ends their sessions.
func listSessions(c *call) (bot.Reply, error) {
	all, err := c.sessionsOf(c.me)
	if err != nil {
		return bot.Reply{}, err
	}
	switch which := c.args.Word("end"); {
	case len(all) == 0:
		return c.private(phrase.Of("You are signed in in no browser. `web` gives you a link.")), nil
	case which == "":
		return c.private(c.sessionLines(all), bot.Button{Label: phrase.Of("End all"), Command: commandText("sessions", "all")}), nil
	case which == "all":
		for _, s := range all {
			if err := c.endWeb(webSessionMemo, s.key, s.User); err != nil {
				return bot.Reply{}, err
			}
		}
		return c.private(phrase.Count(len(all), "%d session has ended.", "%d sessions have ended.")), nil
	default:
		n, err := strconv.Atoi(which)
		if err != nil || n < 1 || n > len(all) {
			return bot.Reply{}, bot.Problemf(bot.Unknown, "There is no session %s. `sessions` lists yours.", bot.QuoteWord(which))
		}
		s := all[n-1]
		return c.private(phrase.Of("The session of %s has ended.", bot.Timestamp(s.Since))), c.endWeb(webSessionMemo, s.key, s.User)
	}
}

// sessionLines lists sessions with their numbers.
func (c *call) sessionLines(all []webSession) string {
	var lines []string
	for i, s := range all {
		lines = append(lines, phrase.Of("%d. since %s, as %s, with %s", i+1, bot.Timestamp(s.Since), s.User.String(), bot.QuoteWord(s.Browser)))
	}
	return phrase.Of("You are signed in in these browsers; `sessions 1` ends the first, `sessions all` ends all:") + "\n" + strings.Join(lines, "\n")
}

// sessionsOf returns the sessions of a player, the oldest first.
func (c *call) sessionsOf(p bot.Player) (all []webSession, err error) {
	for _, u := range p.Users {
		some, err := c.webOf(webSessionMemo, u.UserID)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	slices.SortStableFunc(all, func(a, b webSession) int { return a.Since.Compare(b.Since) })
	return slices.DeleteFunc(all, func(s webSession) bool { return !s.Until.After(c.uptime.Beat) }), nil
}
