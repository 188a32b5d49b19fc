package service

import (
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// bar lets organisers keep somebody from the games of a room or of the whole server around it, or lists whom they keep. Games that have
// begun go on: they are their opponents' too, and `adjudicate` decides each by itself.
func bar(c *call) (bot.Reply, error) {
	r, err := c.organisedPlace()
	if err != nil {
		return bot.Reply{}, err
	}
	if c.args.Word("name") == "" {
		return c.listBarred(r)
	}
	if isComputer(c.args.Word("name")) {
		return bot.Reply{}, computerBarred()
	}
	p, err := c.person(c.args.Word("name"))
	if err == nil {
		err = c.mayBar(r, p)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	open, going, err := c.sharedWith(p, r.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	if c.args.Word("sure") == "" {
		text := c.scoped("Bar %s from this room? They can begin no games here and enter none of its tournaments until you `unbar` them. The room is not told.",
			"Bar %s from this whole server? They can begin no games in any of its rooms and enter none of their tournaments until you `unbar` them. No room is told.", p.Said())
		if len(open) > 0 {
			text += " " + phrase.Count(len(open), "%d open challenge here comes to nothing.", "%d open challenges here come to nothing.")
		}
		if len(going) > 0 {
			text += " " + phrase.Of("These games go on, unless you `adjudicate` them: %s.", gameNumbers(going))
		}
		return c.askFinal(text, phrase.Of("Bar %s", p.Said()), commandText("bar", strings.TrimSpace(p.Word()+" "+c.args.Word("scope")), "confirm")), nil
	}
	r.Barred = append(slices.Clone(r.Barred), bot.Bar{Player: p.ID, By: c.me.ID, At: c.uptime.Beat.UTC()})
	if err := c.tx.PutRoom(r); err != nil {
		return bot.Reply{}, err
	}
	var notices []bot.Message
	for _, ch := range open {
		told, err := c.shutOut(ch, p)
		if err != nil {
			return bot.Reply{}, err
		}
		notices = append(notices, told...)
	}
	if len(open)+len(going) > 0 && !p.Blocks(c.me) { // others learn of it if they begin a game there: a room where somebody has never been must not write to them
		text := c.scoped("An organiser of a room where you play has barred you from its games and tournaments.",
			"An organiser of a server where you play has barred you from the games and tournaments of all of its rooms.")
		if len(going) > 0 {
			text += " " + phrase.Of("What you have begun there goes on: %s.", gameNumbers(going))
		}
		if len(open) > 0 {
			text += " " + phrase.Of("Your open challenges there have come to nothing.")
		}
		notices = append(notices, c.toPlayer(p, text)...)
	}
	answer := c.scoped("%s is barred from this room's games and tournaments. `unbar %s` ends that; `expel` is for a tournament that they are in.",
		"%s is barred from the games and tournaments of this whole server. `unbar %s server` ends that; `expel` is for a tournament that they are in.", p.Said(), p.Word())
	if len(going) > 0 {
		answer += " " + phrase.Of("What they have begun goes on: %s. `adjudicate` decides a game.", gameNumbers(going))
	}
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, answer)}, Notices: notices}, nil
}

// wide reports whether a command is about the whole server around the room where it is said.
func (c *call) wide() bool { return c.args.Word("scope") != "" }

// scoped is [phrase.Of] with the first format if a command is about the room, and with the second if it is about the whole server.
func (c *call) scoped(room, server string, args ...any) string {
	if c.wide() {
		return phrase.Of(server, args...)
	}
	return phrase.Of(room, args...)
}

// organisedPlace returns the room where the asker speaks, or the server around it, if they organise that.
func (c *call) organisedPlace() (r bot.Room, err error) {
	place := c.request.Room
	if c.wide() {
		place = c.request.Server()
	}
	switch {
	case c.request.Room == (bot.RoomID{}):
		return r, bot.Problemf(bot.NotNow, "There is no room here. Say it in the room that it is about; `block` is for yourself.")
	case place == (bot.RoomID{}):
		return r, bot.Problemf(bot.NotNow, "This room is in no server: leave the word `server` out.")
	case !c.request.Organises(place):
		return r, &bot.Problem{Kind: bot.NotAllowed, Text: c.scoped("Only an organiser of this room decides who plays in it. `block` is for yourself, and `report` tells the organisers.",
			"Only those who organise the whole server decide who plays in all of its rooms. `bar NAME` is for the organisers of one room, and `block` for yourself.")}
	}
	return c.roomRecord(place)
}

// roomRecord returns what is stored about a room or a server.
func (c *call) roomRecord(place bot.RoomID) (bot.Room, error) {
	r, err := c.tx.Room(place)
	if errors.Is(err, bot.ErrNotFound) {
		err = nil
	}
	r.ID = place
	return r, err
}

// mayBar returns a problem if a player cannot be barred from a room or a server.
func (c *call) mayBar(r bot.Room, p bot.Player) error {
	places := c.request.Places()
	if c.wide() {
		places = []bot.RoomID{r.ID}
	}
	above, err := c.organisersOf(places, func(other bot.Player) bool { return other.ID != p.ID })
	same, unknown := c.sameHand(p.ID)
	switch err := errors.Join(err, unknown); {
	case err != nil:
		return err
	case same:
		return bot.Problemf(bot.NotAllowed, "You cannot bar yourself.")
	case p.Level() > 0:
		return computerBarred()
	case len(above) > 0:
		return &bot.Problem{Kind: bot.NotAllowed, Text: c.scoped("%s organises this room, too, and cannot be barred from it.", "%s organises this server, too, and cannot be barred from it.", p.Said())}
	case barredBy(r, p):
		return &bot.Problem{Kind: bot.NotNow, Text: c.scoped("%s is barred from this room already. `unbar %s` ends that.",
			"%s is barred from this whole server already. `unbar %s server` ends that.", p.Said(), p.Word())}
	case len(r.Barred) >= bot.MaxBarred:
		return bot.Problemf(bot.NotNow, "%d people are barred from this room, and that is the limit. `bar` lists them.", bot.MaxBarred)
	}
	return nil
}

// barredBy reports whether a player is among those barred from a room.
func barredBy(r bot.Room, p bot.Player) bool {
	return slices.ContainsFunc(r.Barred, func(b bot.Bar) bool { return p.Is(b.Player) })
}

func computerBarred() *bot.Problem {
	return bot.Problemf(bot.NotAllowed, "The computer plays with whoever asks, and cannot be barred.")
}

// sharedWith returns the open challenges and the ongoing games of a player that are shown in a room or in a part of it.
func (c *call) sharedWith(p bot.Player, room bot.RoomID) (open []bot.Challenge, going []bot.Game, err error) {
	there := func(seats ...bot.Seat) bool {
		return slices.ContainsFunc(seats, func(s bot.Seat) bool { return slices.Contains(s.Places(), room) })
	}
	open, err = c.tx.ChallengesOf(p.ID)
	open = slices.DeleteFunc(open, func(ch bot.Challenge) bool { return !there(ch.From, ch.To) || c.expired(ch) })
	if err == nil {
		going, err = c.tx.GamesOf(p.ID, false, bot.Page{})
	}
	going = slices.DeleteFunc(going, func(g bot.Game) bool { return !there(g.Seats[:]...) })
	return open, going, err
}

// gameNumbers lists games by their numbers.
func gameNumbers(games []bot.Game) string {
	var all []string
	for _, g := range games[:min(len(games), tournament.Listed)] {
		all = append(all, bot.GameNumber(g.ID))
	}
	if more := len(games) - len(all); more > 0 {
		all = append(all, phrase.Of("%d more", more))
	}
	return strings.Join(all, ", ")
}

// shutOut deletes a challenge from or to a player who has been barred from its room, and tells the other one in private.
func (c *call) shutOut(ch bot.Challenge, barred bot.Player) (told []bot.Message, err error) {
	if other := ch.Other(barred.ID); other.Player != 0 {
		p, err := present(c.tx, other.Player)
		if err != nil {
			return nil, err
		}
		if p.Blocks(c.me) {
			return nil, c.drop(ch, bot.Shut)
		}
		told = c.toPlayer(p, phrase.Of("Challenge %d between %s and you has come to nothing: it cannot be played in that room.", ch.ID, barred.Said()))
	}
	return told, c.drop(ch, bot.Shut)
}

// listBarred lists in private who is barred from a room.
func (c *call) listBarred(r bot.Room) (bot.Reply, error) {
	lines := []string{c.scoped("Barred from this room; `unbar NAME` ends it:", "Barred from this whole server; `unbar NAME server` ends it:")}
	for _, b := range r.Barred {
		p, err := present(c.tx, b.Player)
		if err != nil {
			return bot.Reply{}, err
		}
		by, err := present(c.tx, b.By)
		if err != nil {
			return bot.Reply{}, err
		}
		name := p.Said()
		if p.Forgotten {
			name = phrase.Of("somebody whom I was to forget")
		}
		lines = append(lines, phrase.Of("%s, by %s on %s", name, by.Said(), bot.Timestamp(b.At)))
	}
	if len(lines) == 1 {
		lines[0] = c.scoped("Nobody is barred from this room. `bar NAME` keeps somebody from its games and tournaments.",
			"Nobody is barred from this whole server. `bar NAME server` keeps somebody from its games and tournaments.")
	}
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, strings.Join(lines, "\n"))}}, nil
}
