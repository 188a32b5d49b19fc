package season

import (
	"strconv"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// enter enters the asker into the next season of a league.
func enter(c *action.Call, l *League) (bot.Reply, error) {
	switch opens := l.Ends.Plus(-lastWeek); {
	case l.Over:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over. `leagues` lists others.", phrase.Upper(l.title()))
	case l.Last:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s ends with season %d. `leagues` lists others.", phrase.Upper(l.title()), l.Number)
	case l.Registration == 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Season %d of %s has begun. Registration for the next one opens %s.", l.Number, l.title(), bot.Timestamp(c.Uptime.Calendar(opens)))
	}
	return as(c, "join", l.Registration)
}

// leave takes the asker out of the next season of a league or, if they have not entered that, out
// of the running one.
func leave(c *action.Call, l *League) (bot.Reply, error) {
	in, err := l.entered(c.Tx, c.Me.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	if in {
		return as(c, "leave", l.Registration)
	}
	t, err := l.divisionOf(c.Tx, c.Me.ID)
	switch {
	case err != nil:
		return bot.Reply{}, err
	case t == nil || !l.Running:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You are not in %s. `league %d` tells about it.", l.title(), l.ID)
	}
	return as(c, "leave", t.ID)
}

// as carries out a command about a tournament for the asker.
func as(c *action.Call, command string, id bot.TournamentID) (bot.Reply, error) {
	usual := c.Command
	defer func() { c.Command = usual }()
	c.Command, c.Args.Tournament = c.Bot.Actions[command], id
	return c.Command.Do(c)
}

// openRegistration returns the command that shows a league in which the asker has played and whose
// next season they can enter from here, or "" if there is none.
func openRegistration(c *action.Call) (command string, err error) {
	leagues, err := current(c.Tx)
	for _, l := range leagues {
		if err != nil || l.Registration == 0 || l.former(c.Me.ID) == 0 {
			continue
		}
		t, missing := l.registration(c.Tx)
		if missing != nil {
			return "", missing
		}
		if !t.Enters(c.Me.ID) && !t.Bars(c.Me) && l.enterable(c) {
			return action.CommandText("league", strconv.Itoa(l.ID)), nil
		}
	}
	return "", err
}
