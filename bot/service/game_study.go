package service

import (
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// studyGame begins a study: a game in which the speaker moves both sides. It has no
// clock, is never rated, and needs nobody's consent.
func studyGame(c *call) (bot.Reply, error) {
	var err error
	if c.args.Variant, err = c.playedVariant(); err != nil {
		if which, ok := errors.AsType[*bot.Problem](err); ok { // who wants to play alone may not know of the computer
			which.Text += " " + phrase.Of("In a study you move both sides; `challenge computer` plays the computer.")
			which.Buttons = append(which.Buttons, playComputer(lessonVariant))
		}
		return bot.Reply{}, err
	}
	if err := errors.Join(c.knows(c.args.Variant), c.current(c.args.Variant.ID())); err != nil { // it may be that of a game that goes on
		return bot.Reply{}, err
	}
	if word := c.words("colour", "stakes", "vacation", "weekends"); word != "" || c.args.Pace != nil {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "You study alone, without a clock, a colour of your own or a rating: `study %s`.", c.args.Variant.Name)
	}
	ch := bot.Challenge{Proposal: bot.Proposal{Variant: c.args.Variant.ID()}, From: c.seat()}
	if ch.Options, err = c.options(bot.Pace{}); err != nil {
		return bot.Reply{}, err
	}
	if err := c.mayStudy(); err != nil {
		return bot.Reply{}, err
	}
	seat := ch.From
	if ch.Sight == bot.Hidden {
		seat.Room = bot.RoomID{}
	}
	if err := c.mayShare(seat); err != nil {
		return bot.Reply{}, err
	}
	g := bot.Game{Variant: ch.Variant, Seats: [2]bot.Seat{seat, seat}, Options: ch.Options, Started: c.uptime.Beat.UTC()}
	if g.ID, err = c.tx.NextGame(); err != nil {
		return bot.Reply{}, err
	}
	if err := errors.Join(c.use(g.Variant), c.startClock(&g), c.tx.PutGame(g), c.note(g.ID, bot.Studied)); err != nil {
		return bot.Reply{}, err
	}
	c.game = g
	text := phrase.Of("%s begins: %s studies %s alone, %s. %s", phrase.Upper(bot.GameNumber(g.ID)), c.me.Said(), bot.Title(g.Variant),
		bot.Conditions(g.Pace, g.Options), c.toMove(g))
	return c.reply(announce(g, both[:1], text, g.Picture(), c.service.gameButtons(g)...),
		phrase.Of("%s has begun.", phrase.Upper(bot.GameNumber(g.ID)))), nil
}

// maxStudies is how many ongoing studies one player can have.
const maxStudies = 20

// mayStudy returns an error if the speaker has maxStudies studies already.
func (c *call) mayStudy() error {
	games, err := c.tx.GamesOf(c.me.ID, false, bot.Page{})
	if err != nil {
		return err
	}
	if n := len(slices.DeleteFunc(games, func(g bot.Game) bool { return !g.Study() })); n >= maxStudies {
		return bot.Problemf(bot.NotNow, "You have %d studies, and more than that nobody has. `abort ID` ends one.", n)
	}
	return nil
}

// studyAgain begins a study with the variant and sight of a finished one.
func studyAgain(c *call, g bot.Game) (bot.Reply, error) {
	v, err := g.Rules()
	if err != nil {
		return bot.Reply{}, err
	}
	c.args.Variant, c.args.Words = v, map[string]string{"sight": string(g.Sight)}
	return studyGame(c)
}

// words returns the values of some parameters, joined by spaces; empty if none was given.
func (c *call) words(params ...string) string {
	var all []string
	for _, name := range params {
		all = append(all, c.args.Word(name))
	}
	return strings.TrimSpace(strings.Join(all, " "))
}

// takeBackAlone undoes the last move of a study at once.
func takeBackAlone(c *call) (bot.Reply, error) {
	if c.game.Moves == 0 {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have not moved in %s yet.", bot.GameNumber(c.game.ID))
	}
	c.game.Offer = &bot.Offer{By: c.game.Turn.Other(), What: bot.TakebackOffered}
	return onRecord(takeBack)(c)
}

// drawAlone returns the error for commands that make no sense in a study.
func drawAlone(c *call) error {
	return bot.Problemf(bot.NotNow, "You study %s alone. `abort %d` ends it, and `draw claim` ends it by the rules.", bot.GameNumber(c.game.ID), c.game.ID)
}
