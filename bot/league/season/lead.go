package season

import (
	"strconv"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// lead does what an organiser of a league wants.
func lead(c *action.Call, l *League, what string) (bot.Reply, error) {
	switch {
	case !l.leads(c):
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only its organisers can do that in %s. `league %d` names them.", l.title(), l.ID)
	case l.Over:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over. `league create` begins another one.", phrase.Upper(l.title()))
	}
	switch what {
	case "start":
		return start(c, l)
	case "invite":
		return invite(c, l)
	case "finish", "cancel":
		return end(c, l, what)
	}
	return change(c, l)
}

// start begins the next season of a league at once.
func start(c *action.Call, l *League) (bot.Reply, error) {
	if l.Running {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "Season %d of %s goes on until %s, and the next one begins then.", l.Number, l.title(), bot.Timestamp(c.Uptime.Calendar(l.Ends)))
	}
	text, began, err := l.begin(c)
	if err != nil {
		return bot.Reply{}, err
	}
	switch {
	case !l.readable():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "The rules of the game of %s cannot be read, so no season begins. Tell the operator of the bot.", l.title())
	case !began:
		return bot.Reply{}, l.errTooFew(c)
	}
	return c.Reply(l.toRooms(c, text), text), l.save(c.Tx)
}

// errTooFew returns the problem that too few have entered the next season.
func (l *League) errTooFew(c *action.Call) error {
	t, err := l.registration(c.Tx)
	if err != nil {
		return err
	}
	return bot.Problemf(bot.NotNow, "%s has %s, and needs %d.", phrase.Upper(t.Heading()), players(len(t.Entrants)), t.Least)
}

// change changes the length of the seasons to come, and how many games a player has at once in
// them.
func change(c *action.Call, l *League) (bot.Reply, error) {
	if err := l.setNumbers(c); err != nil {
		return bot.Reply{}, err
	}
	t, err := l.registration(c.Tx)
	if err != nil {
		return bot.Reply{}, err
	}
	if t != nil {
		t.AtOnce = l.AtOnce
		if err := c.Tx.PutTournament(t.Tournament); err != nil {
			return bot.Reply{}, err
		}
	}
	text := phrase.Of("The next season of %s lasts %d weeks, with up to %d games at a time.", l.title(), l.Weeks, l.AtOnce)
	return c.Reply(l.toRooms(c, text), text), l.save(c.Tx)
}

// end ends a league: after its season ("finish") or at once ("cancel").
func end(c *action.Call, l *League, what string) (bot.Reply, error) {
	if !l.Running {
		what = "cancel"
	}
	if what == "finish" && l.Last {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s ends with season %d already.", phrase.Upper(l.title()), l.Number)
	}
	divisions, err := l.tournaments(c.Tx)
	if err != nil {
		return bot.Reply{}, err
	}
	if what == "cancel" && l.Running {
		for _, t := range divisions {
			if err := action.CheckNeutral(c, t); err != nil {
				return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You play in %s yourself: another organiser has to cancel the season. `league %d finish` ends the league after it.", t.Heading(), l.ID)
			}
		}
	}
	if c.Args.Word("sure") != "confirm" {
		return askEnd(c, l, what), nil
	}
	var text phrase.Text
	if what == "finish" {
		l.Last = true
		text = phrase.Of("%s ends with season %d, %s: %s has decided so.", phrase.Upper(l.title()), l.Number, bot.Timestamp(c.Uptime.Calendar(l.Ends)), c.Me.Said())
		divisions = nil
	} else {
		l.Over, l.Running = true, false
		text = phrase.Of("%s has been called off by %s.", phrase.Upper(l.title()), c.Me.Said())
	}
	if err := l.callOff(c, divisions, bot.ByOrganisers); err != nil {
		return bot.Reply{}, err
	}
	return c.Reply(l.toRooms(c, text), text), l.save(c.Tx)
}

// askEnd asks whether a league should end.
func askEnd(c *action.Call, l *League, what string) bot.Reply {
	sure := bot.Button{Label: phrase.Of("End league %d", l.ID), Command: action.CommandText("league", strconv.Itoa(l.ID), what, "confirm"), Tone: bot.Refuses}
	text := phrase.Of("Do you want %s to end after season %d? `%s` does so, and cannot be undone.", l.title(), l.Number, sure.Command)
	switch {
	case what == "cancel" && l.Running:
		text = phrase.Of("Do you want to call off %s? The games of its season are aborted. `%s` does so, and cannot be undone.", l.title(), sure.Command)
	case what == "cancel":
		text = phrase.Of("Do you want to call off %s? `%s` does so, and cannot be undone.", l.title(), sure.Command)
	}
	return action.ConfirmByYes(c.Answer(text, sure))
}

// callOff calls off divisions and the registration for the next season. The caller stores the
// league.
func (l *League) callOff(c *action.Call, divisions []*tournament.Tournament, why bot.Cause) error {
	t, err := l.registration(c.Tx)
	if err != nil {
		return err
	}
	if t != nil {
		divisions = append(divisions, t)
	}
	l.Registration, l.Begins = 0, 0
	for _, t := range divisions {
		if err := c.Bot.Ports.CancelSeason(c, t, why); err != nil {
			return err
		}
	}
	return nil
}
