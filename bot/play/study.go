package play

import (
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
)

// studyGame begins a study: a game in which the asker moves both sides. It has no clock, is never
// rated, and needs nobody's consent.
func studyGame(c *action.Call) (bot.Reply, error) {
	// guests cannot have studies, whichever command they use
	err := command.NeedsAccount(c.Request.From, c.Bot.Guests)
	if err != nil {
		return bot.Reply{}, err
	}
	if c.Args.Variant, err = action.PlayedVariant(c); err != nil {
		// somebody who wants to play alone may not know that they can play the computer
		if which, ok := errors.AsType[*bot.Problem](err); ok {
			which.Text += " " + phrase.Of("In a study you move both sides; `challenge computer` plays the computer.")
			which.Buttons = append(which.Buttons, action.PlayComputer(action.LessonVariant))
		}
		return bot.Reply{}, err
	}
	// the variant may be that of an ongoing game, and so be outdated or unknown here
	if err := errors.Join(c.CheckKnown(c.Args.Variant), action.CheckCurrent(c, c.Args.Variant.ID())); err != nil {
		return bot.Reply{}, err
	}
	if word := words(c, "colour", "stakes", "vacation", "weekends"); word != "" || c.Args.Pace != nil {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "You study alone, without a clock, a colour of your own or a rating: `study %s`.", c.Args.Variant.Name)
	}
	ch := bot.Challenge{Proposal: bot.Proposal{Variant: c.Args.Variant.ID()}, From: seat(c)}
	if ch.Options, err = options(c, bot.Pace{}); err != nil {
		return bot.Reply{}, err
	}
	if err := mayStudy(c); err != nil {
		return bot.Reply{}, err
	}
	seat := ch.From
	if ch.Sight == bot.Hidden {
		seat.Room = bot.RoomID{}
	}
	if err := action.MayShare(c, seat); err != nil {
		return bot.Reply{}, err
	}
	g := bot.Game{Variant: ch.Variant, Seats: [2]bot.Seat{seat, seat}, Options: ch.Options, Started: c.Uptime.Beat.UTC()}
	if g.ID, err = c.Tx.NextGame(); err != nil {
		return bot.Reply{}, err
	}
	if err := errors.Join(action.MarkUsed(c, g.Variant), c.StartClock(&g), c.Tx.PutGame(g), note(c, g.ID, bot.Studied)); err != nil {
		return bot.Reply{}, err
	}
	c.Game = g
	text := phrase.Of("%s begins: %s studies %s alone, %s. %s", phrase.Upper(bot.GameNumber(g.ID)), c.Me.Said(), bot.Title(g.Variant),
		bot.Conditions(g.Pace, g.Options), c.ToMove(g))
	return c.Reply(action.Announce(g, action.Both[:1], text, g.Picture(), GameButtons(c.Bot, g)...),
		phrase.Of("%s has begun.", phrase.Upper(bot.GameNumber(g.ID)))), nil
}

// maxStudies is how many ongoing studies one player can have.
const maxStudies = 20

// mayStudy returns an error if the asker has maxStudies studies.
func mayStudy(c *action.Call) error {
	games, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{})
	if err != nil {
		return err
	}
	if n := len(slices.DeleteFunc(games, func(g bot.Game) bool { return !g.Study() })); n >= maxStudies {
		return bot.Problemf(bot.NotNow, "You have %d studies, and more than that nobody has. `abort ID` ends one.", n)
	}
	return nil
}

// studyAgain begins a study with the variant and options of sight of a finished study.
func studyAgain(c *action.Call, g bot.Game) (bot.Reply, error) {
	v, err := g.Rules()
	if err != nil {
		return bot.Reply{}, err
	}
	c.Args.Variant, c.Args.Words = v, map[string]string{"sight": string(g.Sight)}
	return studyGame(c)
}

// words returns the values of some parameters, joined by spaces. It is empty if none is given.
func words(c *action.Call, params ...string) string {
	var all []string
	for _, name := range params {
		all = append(all, c.Args.Word(name))
	}
	return strings.TrimSpace(strings.Join(all, " "))
}

// takeBackInStudy undoes the last move of a study at once.
func takeBackInStudy(c *action.Call) (bot.Reply, error) {
	if c.Game.Moves == 0 {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have not moved in %s yet.", bot.GameNumber(c.Game.ID))
	}
	c.Game.Offer = &bot.Offer{By: c.Game.Turn.Other(), What: bot.TakebackOffered}
	return action.OnRecord(takeBack)(c)
}

// errStudy returns the error for commands that make no sense in a study.
func errStudy(c *action.Call) error {
	return bot.Problemf(bot.NotNow, "You study %s alone. `abort %d` ends it, and `draw claim` ends it by the rules.", bot.GameNumber(c.Game.ID), c.Game.ID)
}
