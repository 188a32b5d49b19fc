package bot

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// accept begins the game of a challenge.
func accept(c *call) (Reply, error) {
	ch, err := c.pending(Challenge.mayAccept)
	if err != nil {
		return Reply{}, err
	}
	from, err := c.tx.Player(ch.From.Player)
	if err == nil {
		err = c.mayMeet(from)
	}
	if err != nil {
		return Reply{}, err
	}
	c.takeSeat(&ch)
	if _, err := rules.Find(ch.Variant); err != nil {
		return Reply{}, err
	}
	g := Game{
		ID:      ch.ID,
		Variant: ch.Variant,
		Seats:   [2]Seat{ch.From, ch.To},
		Pace:    ch.Pace,
		Rated:   ch.Rated,
		Options: ch.Options,
		Banks:   [2]time.Duration{ch.Pace.Bank, ch.Pace.Bank},
		Started: c.uptime.Beat.UTC(),
	}
	if g.Sight == Hidden {
		g.Seats[0].Room, g.Seats[1].Room = RoomID{}, RoomID{}
	}
	if ch.Colour == BlackSide || ch.Colour == Random && c.service.dice(2) == 1 {
		g.Seats[0], g.Seats[1] = g.Seats[1], g.Seats[0]
	}
	err = errors.Join(c.startClock(&g), c.tx.DeleteChallenge(ch.ID), c.tx.PutGame(g), c.note(g.ID, Accepted, ""))
	if err != nil {
		return Reply{}, err
	}
	c.side, _ = g.side(c.me.ID)
	text := phrase.Of("%s begins: %s, %s (White) against %s (Black), %s. %s", phrase.Upper(gameNumber(g.ID)), title(g.Variant),
		g.name(rules.White), g.name(rules.Black), agreed(g.Pace, g.Options, g.Rated), c.toMove(g))
	return c.done(g, announce(g, both, text, g.picture(), c.service.gameButtons(g)...),
		phrase.Of("%s has begun.", phrase.Upper(gameNumber(g.ID)))), nil
}

// takeSeat notes who accepts, and where they will see the game: where the
// challenger does if they are on the same platform, else where they have accepted. A player
// who takes an open challenge in a room of their own sees it there.
func (c *call) takeSeat(ch *Challenge) {
	abroad := ch.From.User.Platform != c.request.From.Platform
	if ch.Open() {
		ch.To = c.seat()
		if !abroad && ch.From.Room != (RoomID{}) {
			ch.To.Room, ch.To.Within = ch.From.Room, ch.From.Within
		}
	} else if abroad && ch.To.Room == (RoomID{}) {
		ch.To = c.seat()
	}
}

// gameButtons are the buttons below a game that goes on.
func (s *Service) gameButtons(g Game) []Button {
	id := g.ID.String()
	return []Button{s.button("pick", id), s.button("moves", id), s.button("views", id), s.button("more", id)}
}

// decline refuses a challenge.
func decline(c *call) (Reply, error) {
	ch, err := c.pending(Challenge.isTo)
	if err != nil {
		return Reply{}, err
	}
	if err := c.keepDecline(ch.From.Player); err != nil {
		return Reply{}, err
	}
	text := phrase.Of("%s declines the challenge of %s.", c.me.Name, ch.From.User.Name)
	return c.told(ch, ch.tell(ch.From, text), phrase.Of("You have declined challenge %d.", ch.ID)), c.drop(ch, phrase.Of("declined"))
}

// cancel withdraws a challenge.
func cancel(c *call) (Reply, error) {
	ch, err := c.pending(Challenge.isFrom)
	if err != nil {
		return Reply{}, err
	}
	text := phrase.Of("%s withdraws the challenge to %s.", c.me.Name, ch.opponent())
	other := ch.To
	if ch.Open() {
		other = ch.From
	}
	return c.told(ch, ch.tell(other, text), phrase.Of("You have withdrawn challenge %d.", ch.ID)), c.drop(ch, phrase.Of("withdrawn"))
}

// opponent names whom the challenge is for.
func (ch Challenge) opponent() string {
	if ch.Open() {
		return phrase.Of("everybody")
	}
	return ch.To.User.Name
}

// drop removes a challenge that comes to nothing.
func (c *call) drop(ch Challenge, why string) error {
	return errors.Join(c.tx.DeleteChallenge(ch.ID), c.note(ch.ID, Ended, why))
}

func (ch Challenge) isTo(p PlayerID) bool   { return p != 0 && ch.To.Player == p }
func (ch Challenge) isFrom(p PlayerID) bool { return p != 0 && ch.From.Player == p }

// mayAccept reports whether it is for a player to accept.
func (ch Challenge) mayAccept(p PlayerID) bool {
	return ch.isTo(p) || ch.Open() && !ch.isFrom(p)
}

// other returns the seat that a player does not have.
func (ch Challenge) other(p PlayerID) Seat {
	if ch.From.Player == p {
		to := ch.To
		to.User.Name = ch.opponent()
		return to
	}
	return ch.From
}

// pending finds the challenge that the command is about among those that are
// to, or from, the speaker.
func (c *call) pending(concerns func(Challenge, PlayerID) bool) (Challenge, error) {
	if c.args.Game != 0 {
		return c.pendingNumber(c.args.Game, concerns)
	}
	all, err := c.tx.ChallengesOf(c.me.ID)
	if err == nil && c.command.Name == "accept" {
		all, err = c.withOpen(all)
	}
	if err != nil {
		return Challenge{}, err
	}
	all = slices.DeleteFunc(all, func(ch Challenge) bool { return !concerns(ch, c.me.ID) || c.expired(ch) })
	if name := c.args.word("name"); name != "" {
		all, err = c.pendingWith(name, all)
		if err != nil {
			return Challenge{}, err
		}
	}
	switch len(all) {
	case 0:
		return Challenge{}, problem(Unknown, "There is no challenge to %s. `games` lists what is open.", phrase.Term(c.command.Name))
	case 1:
		return all[0], nil
	}
	which := problem(Ambiguous, "Which challenge do you mean?")
	for _, ch := range all[:min(len(all), listed)] {
		command := fmt.Sprintf("%s %d", c.command.Name, ch.ID)
		which.Text += fmt.Sprintf("\n`%s`: %s, %s", command, ch.other(c.me.ID).User.Name, ch.words())
		which.Buttons = append(which.Buttons, Button{Label: phrase.Upper(phrase.Term(c.command.Name)) + " " + ch.ID.String(), Command: command})
	}
	return Challenge{}, which
}

// withOpen adds the open challenges of this room, or by anybody if a name is
// given, to those that concern the speaker.
func (c *call) withOpen(all []Challenge) ([]Challenge, error) {
	open, err := c.tx.OpenChallenges(0)
	for _, ch := range open {
		unwelcome, err := c.unwelcome(ch)
		if err != nil {
			return nil, err
		}
		if !unwelcome && !ch.isFrom(c.me.ID) && (c.args.word("name") != "" || ch.From.Room == c.request.Room && ch.From.Room != (RoomID{})) {
			all = append(all, ch)
		}
	}
	return all, err
}

// pendingNumber returns the challenge of a number.
func (c *call) pendingNumber(id GameID, concerns func(Challenge, PlayerID) bool) (Challenge, error) {
	ch, err := c.tx.Challenge(id)
	switch {
	case errors.Is(err, ErrNotFound):
		g, err := c.tx.Game(id)
		switch {
		case err == nil && !c.maySee(g):
			return ch, problem(NotNow, "Challenge %d has been accepted, and its game is private to its players.", id)
		case err == nil:
			return ch, problem(NotNow, "Challenge %d has been accepted: it is %s.", id, g.Summary())
		}
		return ch, problem(Unknown, "There is no challenge %d. `games` lists what is open.", id)
	case err != nil:
		return ch, err
	case c.expired(ch):
		return ch, problem(NotNow, "Challenge %d has expired. `challenge` asks again.", id)
	case !concerns(ch, c.me.ID) && !ch.isTo(c.me.ID) && !ch.isFrom(c.me.ID) && ch.private():
		return ch, problem(NotAllowed, "Challenge %d is private, and not for you to %s.", id, phrase.Term(c.command.Name))
	case !concerns(ch, c.me.ID):
		return ch, problem(NotAllowed, "Challenge %d is from %s to %s: it is not for you to %s.", id, ch.From.User.Name, ch.opponent(), phrase.Term(c.command.Name))
	}
	return ch, nil
}

// pendingWith keeps the challenges whose other side goes by a name.
func (c *call) pendingWith(name string, all []Challenge) ([]Challenge, error) {
	var names []string
	var found []Challenge
	for _, ch := range all {
		other := ch.other(c.me.ID)
		theirs := FoldName(phrase.English(other.User.Name)) // it may be everybody
		names = append(names, theirs)
		if user, ok := c.request.Mentions[name]; ok && user.UserID == other.User.UserID || theirs == FoldName(name) {
			found = append(found, ch)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	hint := phrase.Of("`games` lists what is open.")
	if near := nearest(FoldName(name), names); near != "" {
		hint = phrase.Of("Did you mean `%s %s`?", c.command.Name, near)
	}
	return nil, problem(Unknown, "There is no challenge to %s with %s. %s", phrase.Term(c.command.Name), quoteWord(name), hint)
}

// expired reports whether a challenge has expired, whether or not a sweep has been by.
func (c *call) expired(ch Challenge) bool { return ch.Expires <= c.uptime.Moment() }
