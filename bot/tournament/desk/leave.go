package desk

import (
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// leave withdraws the user from a tournament. It asks for confirmation if the tournament has begun.
func leave(c *action.Call) (bot.Reply, error) {
	t, err := meant(c, func(t *tournament.Tournament) bool {
		return !t.Over() && t.Enters(c.Me.ID)
	})
	if err != nil {
		return bot.Reply{}, err
	}
	if i := t.Waits(c.Me.ID); i >= 0 && !t.Over() {
		t.Waiting = slices.Delete(t.Waiting, i, i+1)
		return c.Answer(phrase.Of("You are off the waiting list of %s.", t.Heading())), c.Tx.PutTournament(t.Tournament)
	}
	number := t.Entrant(c.Me.ID)
	switch {
	case t.Over():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over.", phrase.Upper(t.Heading()))
	case number == 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You are not in %s. `join %d` enters it.", t.Heading(), t.ID)
	case t.Entrants[number-1].Gone:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have left %s already.", t.Heading())
	case t.Phase == bot.Running && c.Args.Word("sure") != "confirm":
		sure := bot.Button{Label: phrase.Of("Leave tournament %d", t.ID), Command: fmt.Sprintf("leave %d confirm", t.ID), Tone: bot.Refuses}
		what := phrase.Of("Your game there goes on until all others of the round are over, and is lost then; later ones are forfeited.")
		if !t.HasRounds() {
			what = phrase.Of("Your games there are lost at once.")
		}
		return action.ConfirmByYes(c.Answer(phrase.Of("Do you want to leave %s? %s `%s` does so.", t.Heading(), what, sure.Command), sure)), nil
	}
	text := phrase.Of("%s leaves %s.", c.Me.Said(), t.Heading())
	team := t.Entrants[number-1].Team
	notices, err := takeOut(c, t, number)
	if err != nil {
		return bot.Reply{}, err
	}
	reply := action.AnnounceEntrants(c, t, team, text)
	reply.Notices = append(reply.Notices, notices...)
	return reply, c.Tx.PutTournament(t.Tournament)
}

// takeOut withdraws an entrant from a tournament, and advances the tournament.
func takeOut(c *action.Call, t *tournament.Tournament, number int) ([]bot.Message, error) {
	switch {
	case t.Phase == bot.Running && t.InPrivate():
		return removeEntrant(c, t, number)
	case t.Phase == bot.Running:
		t.RecordLeaving(number)
		return advance(c, t)
	case t.System == bot.Simul && number == tournament.Host:
		return callOff(c, t, bot.HostLeft)
	}
	t.Entrants = slices.Delete(t.Entrants, number-1, number)
	return admitWaiting(c, t), nil
}

// admitWaiting gives free places to players on the waiting list, before the tournament begins.
func admitWaiting(c *action.Call, t *tournament.Tournament) (notices []bot.Message) {
	for len(t.Waiting) > 0 && len(t.Entrants) < t.Most {
		next := t.Waiting[0]
		next.Ready = t.CheckIn
		t.Waiting = slices.Delete(t.Waiting, 0, 1)
		t.Entrants = append(t.Entrants, next)
		text := phrase.Of("%s moves up from the waiting list of %s, and is in it now.", next.User.Said(), t.Heading())
		notices = append(notices, toEntrantAndHome(t, next, text)...)
	}
	return notices
}

// toEntrantAndHome returns a message to an entrant, and one to the room of the tournament or of
// their team if the entrant is elsewhere. Rooms of leagues get one message a day instead.
func toEntrantAndHome(t *tournament.Tournament, e bot.Entrant, text phrase.Text) []bot.Message {
	all, home := []bot.Message{t.Address(e).Message(text)}, t.TeamRoom(e.Team)
	if all[0].Room != home && t.Season == nil {
		all = append(all, home.Address().Message(text))
	}
	return all
}
