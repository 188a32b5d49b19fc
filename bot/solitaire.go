package bot

import (
	"errors"
	"slices"
	"strings"

	"raumbot/bot/phrase"
)

// study reports whether one player moves both sides.
func (g Game) study() bool { return g.Seats[0].Player == g.Seats[1].Player }

// studyGame begins a game of the speaker against themselves. It has no clock
// and is never rated, and needs nobody's consent to anything.
func studyGame(c *call) (Reply, error) {
	pace := c.args.Pace
	if err := c.usual(); err != nil {
		return Reply{}, err
	}
	if word := c.words("colour", "stakes", "vacation", "weekends"); word != "" || pace != nil {
		return Reply{}, problem(Misunderstood, "You study alone, without a clock, a colour of your own or a rating: `study %s`.", c.args.Variant.Name)
	}
	ch := Challenge{Variant: c.args.Variant.Name, From: c.seat()}
	var err error
	if ch.Options, err = c.options(Pace{}); err != nil {
		return Reply{}, err
	}
	if err := c.mayStudy(); err != nil {
		return Reply{}, err
	}
	seat := ch.From
	if ch.Sight == Hidden {
		seat.Room = RoomID{}
	}
	g := Game{Variant: ch.Variant, Seats: [2]Seat{seat, seat}, Options: ch.Options, Started: c.uptime.Beat.UTC()}
	if g.ID, err = c.tx.NextGame(); err != nil {
		return Reply{}, err
	}
	if err := errors.Join(c.startClock(&g), c.tx.PutGame(g), c.note(g.ID, Studied, "")); err != nil {
		return Reply{}, err
	}
	c.game = g
	text := phrase.Of("%s begins: %s studies %s alone, %s. %s", phrase.Upper(gameNumber(g.ID)), c.me.Name, title(g.Variant),
		conditions(g.Pace, g.Options), c.toMove(g))
	return c.done(g, announce(g, both[:1], text, g.picture(), c.service.gameButtons(g)...),
		phrase.Of("%s has begun.", phrase.Upper(gameNumber(g.ID)))), nil
}

// maxStudies is how many studies one player has at once.
const maxStudies = 20

// mayStudy makes sure that the speaker has not too many studies.
func (c *call) mayStudy() error {
	games, err := c.tx.GamesOf(c.me.ID, false, Page{})
	if err != nil {
		return err
	}
	if n := len(slices.DeleteFunc(games, func(g Game) bool { return !g.study() })); n >= maxStudies {
		return problem(NotNow, "You have %d studies, and more than that nobody has. `abort ID` ends one.", n)
	}
	return nil
}

// studyAgain begins a study like one that is over.
func studyAgain(c *call, g Game) (Reply, error) {
	v, err := g.variant()
	if err != nil {
		return Reply{}, err
	}
	c.args.Variant, c.args.words = v, map[string]string{"sight": string(g.Sight)}
	return studyGame(c)
}

// words returns all that was said for some parameters.
func (c *call) words(params ...string) string {
	var all []string
	for _, name := range params {
		all = append(all, c.args.word(name))
	}
	return strings.TrimSpace(strings.Join(all, " "))
}

// takeBackAlone undoes the last move of a study at once.
func takeBackAlone(c *call) (Reply, error) {
	if c.game.Moves == 0 {
		return Reply{}, problem(NotNow, "You have not moved in %s yet.", gameNumber(c.game.ID))
	}
	c.game.Offer = &Offer{By: c.game.Turn.Other(), What: TakebackOffered}
	return takeBack(c)
}

// drawAlone refuses what makes no sense alone.
func drawAlone(c *call) error {
	return problem(NotNow, "You study %s alone. `abort %d` ends it, and `draw claim` ends it by the rules.", gameNumber(c.game.ID), c.game.ID)
}
