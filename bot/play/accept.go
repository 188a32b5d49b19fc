package play

import (
	"errors"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// accept accepts a challenge, which begins its game; a bare accept may answer an offer instead.
func accept(c *action.Call) (bot.Reply, error) {
	if offer, err := c.MeansOffer(); offer || err != nil {
		return c.AnswerOffer(true)
	}
	ch, err := pending(c, toAccept)
	if err != nil {
		return bot.Reply{}, err
	}
	from, err := c.Tx.Player(ch.From.Player)
	if err == nil {
		err = mayBeginGame(c, from)
	}
	if err == nil {
		err = deleteChallenge(c, ch)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	takeSeat(c, &ch)
	return startGame(c, ch, c.Me.ID)
}

// begunAlready returns an error that explains that the challenge has become a game, if there is a
// likely one: a game of the asker's that began within a day or, if a name is given, one in this
// room that began within an hour. Otherwise it returns nil.
func begunAlready(c *action.Call) error {
	mine, err := c.GamesOf(false)
	if err != nil {
		return err
	}
	here, err := c.Tx.GamesIn(c.Request.Room, false, bot.Page{Limit: tournament.Listed})
	if err != nil {
		return err
	}
	for _, g := range slices.Concat(mine, here) {
		since := 24 * time.Hour
		if !g.Has(c.Me.ID) {
			if c.Args.Word("name") == "" {
				continue // the challenge was not to the asker
			}
			since = time.Hour
		}
		if !g.Study() && c.MaySee(g) && c.Uptime.Beat.Sub(g.Started) < since && playedBy(c, g, c.Args.Word("name")) {
			return errTooLate(g)
		}
	}
	return nil
}

// playedBy reports whether somebody called name plays a game. It is true for an empty name.
func playedBy(c *action.Call, g bot.Game, name string) bool {
	return name == "" || slices.ContainsFunc(g.Seats[:], func(s bot.Seat) bool {
		return c.Request.Mentions[name].UserID == s.User.UserID || bot.FoldName(s.User.Name) == bot.FoldName(name)
	})
}

// errTooLate returns the error for accepting a challenge that has become a game.
func errTooLate(g bot.Game) error {
	if g.Over() {
		return bot.Problemf(bot.NotNow, "Too late: %s, has been played already.", g.Summary())
	}
	return bot.Problemf(bot.NotNow, "Too late: %s, has begun already.", g.Summary())
}

// startGame begins the game of a challenge, which is not stored, that the player accepted has
// accepted.
func startGame(c *action.Call, ch bot.Challenge, accepted bot.PlayerID) (bot.Reply, error) {
	if err := c.Bot.Guests.Admit(ch); err != nil {
		return bot.Reply{}, err
	}
	ch.Conceal()
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
		Started: c.Uptime.Beat.UTC(),
		Board:   bot.BoardOf(v.Start()),
	}
	if g.Sight == bot.Hidden {
		g.Seats[0].Room, g.Seats[1].Room = bot.RoomID{}, bot.RoomID{}
	}
	if ch.Colour == bot.BlackSide || ch.Colour == bot.Random && c.Bot.Dice(2) == 1 {
		g.Seats[0], g.Seats[1] = g.Seats[1], g.Seats[0]
	}
	if err := action.MayShare(c, g.Seats[:]...); err != nil {
		return bot.Reply{}, err
	}
	begun := bot.Entry{At: c.Uptime.Beat.UTC(), By: accepted, What: bot.Accepted}
	err = errors.Join(action.MarkUsed(c, g.Variant), c.StartClock(&g), c.Tx.PutGame(g), c.Tx.AppendLog(g.ID, begun))
	if err != nil {
		return bot.Reply{}, err
	}
	c.Side, _ = g.Side(c.Me.ID)
	text := phrase.Of("%s begins: %s, %s (White) against %s (Black), %s. %s", phrase.Upper(bot.GameNumber(g.ID)), bot.Title(g.Variant),
		g.Name(rules.White), g.Name(rules.Black), bot.Agreed(g.Pace, g.Options, g.Rated), c.ToMove(g))
	return c.Reply(action.Announce(g, action.Both, text, g.Picture(), GameButtons(c.Bot, g)...),
		phrase.Of("%s has begun.", phrase.Upper(bot.GameNumber(g.ID)))), nil
}

// takeSeat makes the asker the opponent in a challenge, and sets where they will see the game: in
// the challenger's room if both are on the same platform, else where they accept. An open
// challenge that was made in private is also seen where they accept.
func takeSeat(c *action.Call, ch *bot.Challenge) {
	otherPlatform := ch.From.User.Platform != c.Request.From.Platform
	if ch.Open() {
		ch.To = seat(c)
		if !otherPlatform && ch.From.Room != (bot.RoomID{}) {
			ch.To.Room, ch.To.Within, ch.To.Reach, ch.To.Present = ch.From.Room, ch.From.Within, ch.From.Reach, false
		}
	} else if otherPlatform && ch.To.Room == (bot.RoomID{}) {
		ch.To = seat(c)
	}
	ch.To.UpdateReach(c.Request)
}

// deleteChallenge deletes a challenge, and has the buttons removed that answer it.
func deleteChallenge(c *action.Call, ch bot.Challenge) error {
	asked := ch.To.Address()
	if ch.Open() {
		asked = ch.From.Room.Address()
	}
	err := c.Tx.DeleteChallenge(ch.ID)
	if asked == (bot.Address{}) { // an open challenge that was made in private is not shown
		return err
	}
	return errors.Join(err, c.EnqueueAll([]bot.Message{asked.ChallengeMessage(ch, "")}))
}
