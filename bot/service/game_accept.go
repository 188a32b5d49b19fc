package service

import (
	"errors"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// accept accepts a challenge, which begins its game; a bare accept may answer an offer instead.
func accept(c *call) (bot.Reply, error) {
	if offer, err := c.meansOffer(); offer || err != nil {
		return c.answerQuestion(true)
	}
	ch, err := c.pending(bot.Challenge.MayAccept)
	if err != nil {
		return bot.Reply{}, err
	}
	from, err := c.tx.Player(ch.From.Player)
	if err == nil {
		err = c.mayMeet(from)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	c.takeSeat(&ch)
	return c.startGame(ch, c.me.ID)
}

// begunAlready returns the error for accepting a challenge whose game has begun already; nil if there is no
// such game. That is one of the asker's that began within a day, or one in this room within an hour.
func (c *call) begunAlready() error {
	if c.command.Name != "accept" {
		return nil
	}
	mine, err := c.gamesOf(false)
	if err != nil {
		return err
	}
	here, err := c.tx.GamesIn(c.request.Room, false, bot.Page{Limit: tournament.Listed})
	if err != nil {
		return err
	}
	for _, g := range slices.Concat(mine, here) {
		since := 24 * time.Hour
		if !g.Has(c.me.ID) {
			since = time.Hour
		}
		if !g.Study() && c.maySee(g) && c.uptime.Beat.Sub(g.Started) < since && c.playedBy(g, c.args.Word("name")) {
			return begun(g)
		}
	}
	return nil
}

// playedBy reports whether somebody with a name, as typed, plays a game; true for an empty name.
func (c *call) playedBy(g bot.Game, name string) bool {
	return name == "" || slices.ContainsFunc(g.Seats[:], func(s bot.Seat) bool {
		return c.request.Mentions[name].UserID == s.User.UserID || bot.FoldName(s.User.Name) == bot.FoldName(name)
	})
}

// begun returns the error for accepting too late.
func begun(g bot.Game) error {
	if g.Over() {
		return bot.Problemf(bot.NotNow, "Too late: %s, has been played already.", g.Summary())
	}
	return bot.Problemf(bot.NotNow, "Too late: %s, has begun already.", g.Summary())
}

// startGame starts the game of a challenge that a player has accepted.
func (c *call) startGame(ch bot.Challenge, accepted bot.PlayerID) (bot.Reply, error) {
	v, err := rules.Find(ch.Variant)
	if err != nil {
		return bot.Reply{}, err
	}
	g := bot.Game{
		ID:      ch.ID,
		Variant: ch.Variant,
		Seats:   [2]bot.Seat{ch.From, ch.To},
		Pace:    ch.Pace,
		Rated:   ch.Rated,
		Options: ch.Options,
		Banks:   [2]time.Duration{ch.Pace.Bank, ch.Pace.Bank},
		Started: c.uptime.Beat.UTC(),
		Board:   bot.BoardOf(v.Start()),
	}
	if g.Sight == bot.Hidden {
		g.Seats[0].Room, g.Seats[1].Room = bot.RoomID{}, bot.RoomID{}
	}
	if ch.Colour == bot.BlackSide || ch.Colour == bot.Random && c.service.dice(2) == 1 {
		g.Seats[0], g.Seats[1] = g.Seats[1], g.Seats[0]
	}
	if err := c.mayShare(g.Seats[:]...); err != nil {
		return bot.Reply{}, err
	}
	begun := bot.Entry{At: c.uptime.Beat.UTC(), By: accepted, What: bot.Accepted}
	err = errors.Join(c.use(g.Variant), c.startClock(&g), c.tx.DeleteChallenge(ch.ID), c.tx.PutGame(g), c.tx.AppendLog(g.ID, begun))
	if err != nil {
		return bot.Reply{}, err
	}
	c.side, _ = g.Side(c.me.ID)
	text := phrase.Of("%s begins: %s, %s (White) against %s (Black), %s. %s", phrase.Upper(bot.GameNumber(g.ID)), bot.Title(g.Variant),
		g.Name(rules.White), g.Name(rules.Black), bot.Agreed(g.Pace, g.Options, g.Rated), c.toMove(g))
	return c.reply(announce(g, both, text, g.Picture(), c.service.gameButtons(g)...),
		phrase.Of("%s has begun.", phrase.Upper(bot.GameNumber(g.ID)))), nil
}

// takeSeat sets in ch.To who accepts, and where they will see the game: in the challenger's room
// if both are on the same platform, else where they accept. An open challenge made in private is
// seen where they accept.
func (c *call) takeSeat(ch *bot.Challenge) {
	abroad := ch.From.User.Platform != c.request.From.Platform
	if ch.Open() {
		ch.To = c.seat()
		if !abroad && ch.From.Room != (bot.RoomID{}) {
			ch.To.Room, ch.To.Within, ch.To.Reach, ch.To.Present = ch.From.Room, ch.From.Within, ch.From.Reach, false
		}
	} else if abroad && ch.To.Room == (bot.RoomID{}) {
		ch.To = c.seat()
	}
	ch.To.Meet(c.request)
}
