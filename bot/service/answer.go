package service

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// accept begins the game of a challenge.
func accept(c *call) (bot.Reply, error) {
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
	if _, err := rules.Find(ch.Variant); err != nil {
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
	}
	if g.Sight == bot.Hidden {
		g.Seats[0].Room, g.Seats[1].Room = bot.RoomID{}, bot.RoomID{}
	}
	if ch.Colour == bot.BlackSide || ch.Colour == bot.Random && c.service.dice(2) == 1 {
		g.Seats[0], g.Seats[1] = g.Seats[1], g.Seats[0]
	}
	err = errors.Join(c.startClock(&g), c.tx.DeleteChallenge(ch.ID), c.tx.PutGame(g), c.note(g.ID, bot.Accepted, ""))
	if err != nil {
		return bot.Reply{}, err
	}
	c.side, _ = g.Side(c.me.ID)
	text := phrase.Of("%s begins: %s, %s (White) against %s (Black), %s. %s", phrase.Upper(bot.GameNumber(g.ID)), bot.Title(g.Variant),
		g.Name(rules.White), g.Name(rules.Black), bot.Agreed(g.Pace, g.Options, g.Rated), c.toMove(g))
	return c.done(g, announce(g, both, text, g.Picture(), c.service.gameButtons(g)...),
		phrase.Of("%s has begun.", phrase.Upper(bot.GameNumber(g.ID)))), nil
}

// takeSeat notes who accepts, and where they will see the game: where the
// challenger does if they are on the same platform, else where they have accepted. A player
// who takes an open challenge in a room of their own sees it there.
func (c *call) takeSeat(ch *bot.Challenge) {
	abroad := ch.From.User.Platform != c.request.From.Platform
	if ch.Open() {
		ch.To = c.seat()
		if !abroad && ch.From.Room != (bot.RoomID{}) {
			ch.To.Room, ch.To.Within = ch.From.Room, ch.From.Within
		}
	} else if abroad && ch.To.Room == (bot.RoomID{}) {
		ch.To = c.seat()
	}
}

// gameButtons are the buttons below a game that goes on.
func (s *Service) gameButtons(g bot.Game) []bot.Button {
	id := g.ID.String()
	return []bot.Button{s.button("pick", id), s.button("moves", id), s.button("views", id), s.button("more", id)}
}

// decline refuses a challenge.
func decline(c *call) (bot.Reply, error) {
	ch, err := c.pending(bot.Challenge.IsTo)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := c.keepDecline(ch.From.Player); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s declines the challenge of %s.", c.me.Name, ch.From.User.Name)
	return c.told(ch, ch.Tell(ch.From, text), phrase.Of("You have declined challenge %d.", ch.ID)), c.drop(ch, phrase.Of("declined"))
}

// cancel withdraws a challenge.
func cancel(c *call) (bot.Reply, error) {
	ch, err := c.pending(bot.Challenge.IsFrom)
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s withdraws the challenge to %s.", c.me.Name, ch.Opponent())
	other := ch.To
	if ch.Open() {
		other = ch.From
	}
	return c.told(ch, ch.Tell(other, text), phrase.Of("You have withdrawn challenge %d.", ch.ID)), c.drop(ch, phrase.Of("withdrawn"))
}

// drop removes a challenge that comes to nothing.
func (c *call) drop(ch bot.Challenge, why string) error {
	return errors.Join(c.tx.DeleteChallenge(ch.ID), c.note(ch.ID, bot.Ended, why))
}

// pending finds the challenge that the command is about among those that are
// to, or from, the speaker.
func (c *call) pending(concerns func(bot.Challenge, bot.PlayerID) bool) (bot.Challenge, error) {
	if c.args.Game != 0 {
		return c.pendingNumber(c.args.Game, concerns)
	}
	all, err := c.tx.ChallengesOf(c.me.ID)
	if err == nil && c.command.Name == "accept" {
		all, err = c.withOpen(all)
	}
	if err != nil {
		return bot.Challenge{}, err
	}
	all = slices.DeleteFunc(all, func(ch bot.Challenge) bool { return !concerns(ch, c.me.ID) || c.expired(ch) })
	if name := c.args.Word("name"); name != "" {
		all, err = c.pendingWith(name, all)
		if err != nil {
			return bot.Challenge{}, err
		}
	}
	switch len(all) {
	case 0:
		return bot.Challenge{}, bot.Problemf(bot.Unknown, "There is no challenge to %s. `games` lists what is open.", phrase.Term(c.command.Name))
	case 1:
		return all[0], nil
	}
	which := bot.Problemf(bot.Ambiguous, "Which challenge do you mean?")
	for _, ch := range all[:min(len(all), tournament.Listed)] {
		command := fmt.Sprintf("%s %d", c.command.Name, ch.ID)
		which.Text += fmt.Sprintf("\n`%s`: %s, %s", command, ch.Other(c.me.ID).User.Name, ch.Words())
		which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Upper(phrase.Term(c.command.Name)) + " " + ch.ID.String(), Command: command})
	}
	return bot.Challenge{}, which
}

// withOpen adds the open challenges of this room, or by anybody if a name is
// given, to those that concern the speaker.
func (c *call) withOpen(all []bot.Challenge) ([]bot.Challenge, error) {
	open, err := c.tx.OpenChallenges(0)
	for _, ch := range open {
		unwelcome, err := c.unwelcome(ch)
		if err != nil {
			return nil, err
		}
		if !unwelcome && !ch.IsFrom(c.me.ID) && (c.args.Word("name") != "" || ch.From.Room == c.request.Room && ch.From.Room != (bot.RoomID{})) {
			all = append(all, ch)
		}
	}
	return all, err
}

// pendingNumber returns the challenge of a number.
func (c *call) pendingNumber(id bot.GameID, concerns func(bot.Challenge, bot.PlayerID) bool) (bot.Challenge, error) {
	ch, err := c.tx.Challenge(id)
	switch {
	case errors.Is(err, bot.ErrNotFound):
		g, err := c.tx.Game(id)
		switch {
		case err == nil && !c.maySee(g):
			return ch, bot.Problemf(bot.NotNow, "Challenge %d has been accepted, and its game is private to its players.", id)
		case err == nil:
			return ch, bot.Problemf(bot.NotNow, "Challenge %d has been accepted: it is %s.", id, g.Summary())
		}
		return ch, bot.Problemf(bot.Unknown, "There is no challenge %d. `games` lists what is open.", id)
	case err != nil:
		return ch, err
	case c.expired(ch):
		return ch, bot.Problemf(bot.NotNow, "Challenge %d has expired. `challenge` asks again.", id)
	case !concerns(ch, c.me.ID) && !ch.IsTo(c.me.ID) && !ch.IsFrom(c.me.ID) && ch.Private():
		return ch, bot.Problemf(bot.NotAllowed, "Challenge %d is private, and not for you to %s.", id, phrase.Term(c.command.Name))
	case !concerns(ch, c.me.ID):
		return ch, bot.Problemf(bot.NotAllowed, "Challenge %d is from %s to %s: it is not for you to %s.", id, ch.From.User.Name, ch.Opponent(), phrase.Term(c.command.Name))
	}
	return ch, nil
}

// pendingWith keeps the challenges whose other side goes by a name.
func (c *call) pendingWith(name string, all []bot.Challenge) ([]bot.Challenge, error) {
	var names []string
	var found []bot.Challenge
	for _, ch := range all {
		other := ch.Other(c.me.ID)
		theirs := bot.FoldName(phrase.English(other.User.Name)) // it may be everybody
		names = append(names, theirs)
		if user, ok := c.request.Mentions[name]; ok && user.UserID == other.User.UserID || theirs == bot.FoldName(name) {
			found = append(found, ch)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	hint := phrase.Of("`games` lists what is open.")
	if near := command.Nearest(bot.FoldName(name), names); near != "" {
		hint = phrase.Of("Did you mean `%s %s`?", c.command.Name, near)
	}
	return nil, bot.Problemf(bot.Unknown, "There is no challenge to %s with %s. %s", phrase.Term(c.command.Name), bot.QuoteWord(name), hint)
}

// expired reports whether a challenge has expired, whether or not a sweep has been by.
func (c *call) expired(ch bot.Challenge) bool { return ch.Expires <= c.uptime.Moment() }
