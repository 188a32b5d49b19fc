package service

import (
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// leave takes the user out of a tournament, after a confirmation if it has begun.
func leave(c *call) (bot.Reply, error) {
	t, err := c.tournament(func(t *tournament.Tournament) bool {
		return !t.Over() && (t.Entrant(c.me.ID) > 0 || t.Waits(c.me.ID) >= 0)
	})
	if err != nil {
		return bot.Reply{}, err
	}
	if i := t.Waits(c.me.ID); i >= 0 && !t.Over() {
		t.Waiting = slices.Delete(t.Waiting, i, i+1)
		return c.answer(phrase.Of("You are off the waiting list of %s.", t.Heading())), c.tx.PutTournament(t.Tournament)
	}
	number := t.Entrant(c.me.ID)
	switch {
	case t.Over():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over.", phrase.Upper(t.Heading()))
	case number == 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You are not in %s. `join %d` enters it.", t.Heading(), t.ID)
	case t.Entrants[number-1].Gone:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have left %s already.", t.Heading())
	case t.Phase == bot.Running && c.args.Word("sure") != "confirm":
		sure := bot.Button{Label: phrase.Of("Leave tournament %d", t.ID), Command: fmt.Sprintf("leave %d confirm", t.ID)}
		what := phrase.Of("Your game there goes on until all others of the round are over, and is lost then; later ones are forfeited.")
		if t.System == bot.Ladder {
			what = phrase.Of("Your games there are lost at once.")
		}
		return asking(c.answer(phrase.Of("Do you want to leave %s? %s `%s` does so.", t.Heading(), what, sure.Command), sure)), nil
	}
	text := phrase.Of("%s leaves %s.", c.me.Said(), t.Heading())
	notices, err := c.takeOut(t, number)
	if err != nil {
		return bot.Reply{}, err
	}
	reply := c.entered(t, text)
	reply.Notices = append(reply.Notices, notices...)
	return reply, c.tx.PutTournament(t.Tournament)
}

// takeOut takes an entrant out of a tournament, and does what follows.
func (c *call) takeOut(t *tournament.Tournament, number int) ([]bot.Message, error) {
	if t.Phase == bot.Running {
		t.Drop(number)
		return c.advance(t)
	}
	t.Entrants = slices.Delete(t.Entrants, number-1, number)
	return c.moveUp(t), nil
}

// moveUp gives free places to those on the waiting list, before the tournament begins.
func (c *call) moveUp(t *tournament.Tournament) (notices []bot.Message) {
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

// toEntrantAndHome returns a message to an entrant, and to the tournament's room if the entrant is elsewhere.
func toEntrantAndHome(t *tournament.Tournament, e bot.Entrant, text string) []bot.Message {
	all := []bot.Message{t.Address(e).Message(text)}
	if all[0].Room != t.Home {
		all = append(all, t.Home.Address().Message(text))
	}
	return all
}
