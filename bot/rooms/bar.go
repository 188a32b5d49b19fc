package rooms

import (
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// bar lets organisers bar a player from the games of a room or of the whole server around it, or
// lists the barred players. Ongoing games of the player continue, for the sake of the opponents;
// organisers can decide each of them by `adjudicate`.
func bar(c *action.Call) (bot.Reply, error) {
	r, err := organisedPlace(c)
	if err != nil {
		return bot.Reply{}, err
	}
	if c.Args.Word("name") == "" {
		return listBarred(c, r)
	}
	if action.IsComputer(c.Args.Word("name")) {
		return bot.Reply{}, computerBarred()
	}
	p, err := c.Person(c.Args.Word("name"))
	if err == nil {
		err = mayBar(c, r, p)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	open, going, err := sharedWith(c, p, r.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	if c.Args.Word("sure") == "" {
		text := scoped(c, "Bar %s from this room? They can begin no games here and enter none of its tournaments until you `unbar` them. The room is not told.",
			"Bar %s from this whole server? They can begin no games in any of its rooms and enter none of their tournaments until you `unbar` them. No room is told.", p.Said())
		if len(open) > 0 {
			text += " " + phrase.Count(len(open), "%d open challenge here comes to nothing.", "%d open challenges here come to nothing.")
		}
		if len(going) > 0 {
			text += " " + phrase.Of("These games go on, unless you `adjudicate` them: %s.", gameNumbers(going))
		}
		return action.AskConfirmation(c, text, phrase.Of("Bar %s", p.Said()), action.CommandText("bar", strings.TrimSpace(p.Word()+" "+c.Args.Word("scope")), "confirm")), nil
	}
	r.Barred = append(slices.Clone(r.Barred), bot.Bar{Player: p.ID, By: c.Me.ID, At: c.Uptime.Beat.UTC()})
	if err := c.Tx.PutRoom(r); err != nil {
		return bot.Reply{}, err
	}
	var notices []bot.Message
	for _, ch := range open {
		told, err := dropBarred(c, ch, p)
		if err != nil {
			return bot.Reply{}, err
		}
		notices = append(notices, told...)
	}
	// A player who has nothing here is not told: a room must not write to strangers. They learn of it
	// when they try to start a game here.
	if len(open)+len(going) > 0 && !p.Blocks(c.Me) {
		text := scoped(c, "An organiser of a room where you play has barred you from its games and tournaments.",
			"An organiser of a server where you play has barred you from the games and tournaments of all of its rooms.")
		if len(going) > 0 {
			text += " " + phrase.Of("What you have begun there goes on: %s.", gameNumbers(going))
		}
		if len(open) > 0 {
			text += " " + phrase.Of("Your open challenges there have come to nothing.")
		}
		notices = append(notices, c.ToPlayer(p, text)...)
	}
	answer := scoped(c, "%s is barred from this room's games and tournaments. `unbar %s` ends that; `expel` is for a tournament that they are in.",
		"%s is barred from the games and tournaments of this whole server. `unbar %s server` ends that; `expel` is for a tournament that they are in.", p.Said(), p.Word())
	if len(going) > 0 {
		answer += " " + phrase.Of("What they have begun goes on: %s. `adjudicate` decides a game.", gameNumbers(going))
	}
	return bot.Reply{Answer: []bot.Message{c.Message(bot.Private, answer)}, Notices: notices}, nil
}

// serverWide reports whether a command is about the whole server around the room where it is said.
func serverWide(c *action.Call) bool { return c.Args.Word("scope") != "" }

// scoped formats a phrase: room if the command is about the room, server if it is about the whole
// server.
func scoped(c *action.Call, room, server string, args ...any) phrase.Text {
	if serverWide(c) {
		return phrase.Of(server, args...)
	}
	return phrase.Of(room, args...)
}

// organisedPlace returns the room or the server that the command is about, or a problem if the
// asker does not organise it.
func organisedPlace(c *action.Call) (r bot.Room, err error) {
	place := c.Request.Room
	if serverWide(c) {
		place = c.Request.Server()
	}
	switch {
	case c.Request.Room == (bot.RoomID{}):
		return r, bot.Problemf(bot.NotNow, "There is no room here. Say it in the room that it is about; `block` is for yourself.")
	case place == (bot.RoomID{}):
		return r, bot.Problemf(bot.NotNow, "This room is in no server: leave the word `server` out.")
	case !c.Request.Organises(place):
		return r, &bot.Problem{Kind: bot.NotAllowed, Text: scoped(c, "Only an organiser of this room decides who plays in it. `block` is for yourself, and `report` tells the organisers.",
			"Only those who organise the whole server decide who plays in all of its rooms. `bar NAME` is for the organisers of one room, and `block` for yourself.")}
	}
	return bot.RoomRecord(c.Tx, place)
}

// mayBar returns a problem if a player cannot be barred from a room or a server.
func mayBar(c *action.Call, r bot.Room, p bot.Player) error {
	places := c.Request.Places()
	if serverWide(c) {
		places = []bot.RoomID{r.ID}
	}
	above, err := organisersOf(c, places, func(other bot.Player) bool { return other.ID != p.ID })
	same, unknown := action.IsMeOrLinked(c, p.ID)
	switch err := errors.Join(err, unknown); {
	case err != nil:
		return err
	case same:
		return bot.Problemf(bot.NotAllowed, "You cannot bar yourself.")
	case p.Level() > 0:
		return computerBarred()
	case len(above) > 0:
		return &bot.Problem{Kind: bot.NotAllowed, Text: scoped(c, "%s organises this room, too, and cannot be barred from it.", "%s organises this server, too, and cannot be barred from it.", p.Said())}
	case barredBy(r, p):
		return &bot.Problem{Kind: bot.NotNow, Text: scoped(c, "%s is barred from this room already. `unbar %s` ends that.",
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

// computerBarred returns the problem for an attempt to bar the computer.
func computerBarred() *bot.Problem {
	return bot.Problemf(bot.NotAllowed, "The computer plays with whoever asks, and cannot be barred.")
}

// sharedWith returns the open challenges and the ongoing games of a player that are shown in a
// place.
func sharedWith(c *action.Call, p bot.Player, room bot.RoomID) (open []bot.Challenge, going []bot.Game, err error) {
	there := func(seats ...bot.Seat) bool {
		return slices.ContainsFunc(seats, func(s bot.Seat) bool { return slices.Contains(s.Places(), room) })
	}
	open, err = c.Tx.ChallengesOf(p.ID)
	open = slices.DeleteFunc(open, func(ch bot.Challenge) bool { return !there(ch.From, ch.To) || c.Expired(ch) })
	if err == nil {
		going, err = c.Tx.GamesOf(p.ID, false, bot.Page{})
	}
	going = slices.DeleteFunc(going, func(g bot.Game) bool { return !there(g.Seats[:]...) })
	return open, going, err
}

// gameNumbers lists games by their numbers.
func gameNumbers(games []bot.Game) phrase.Text {
	var all []phrase.Text
	for _, g := range games[:min(len(games), tournament.Listed)] {
		all = append(all, bot.GameNumber(g.ID))
	}
	if more := len(games) - len(all); more > 0 {
		all = append(all, phrase.Of("%d more", more))
	}
	return phrase.Join(all, ", ")
}

// dropBarred deletes a challenge from or to a player who has been barred from its room, and returns
// a private message to the other player.
func dropBarred(c *action.Call, ch bot.Challenge, barred bot.Player) (told []bot.Message, err error) {
	if other := ch.Other(barred.ID); other.Player != 0 {
		p, err := action.CurrentPlayer(c.Tx, other.Player)
		if err != nil {
			return nil, err
		}
		if p.Blocks(c.Me) {
			return nil, play.DropChallenge(c, ch, bot.Shut)
		}
		told = c.ToPlayer(p, phrase.Of("Challenge %d between %s and you has come to nothing: it cannot be played in that room.", ch.ID, barred.Said()))
	}
	return told, play.DropChallenge(c, ch, bot.Shut)
}

// listBarred lists in private who is barred from a room.
func listBarred(c *action.Call, r bot.Room) (bot.Reply, error) {
	lines := []phrase.Text{scoped(c, "Barred from this room; `unbar NAME` ends it:", "Barred from this whole server; `unbar NAME server` ends it:")}
	for _, b := range r.Barred {
		p, err := action.CurrentPlayer(c.Tx, b.Player)
		if err != nil {
			return bot.Reply{}, err
		}
		by, err := action.CurrentPlayer(c.Tx, b.By)
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
		lines[0] = scoped(c, "Nobody is barred from this room. `bar NAME` keeps somebody from its games and tournaments.",
			"Nobody is barred from this whole server. `bar NAME server` keeps somebody from its games and tournaments.")
	}
	return c.AnswerPrivately(phrase.Join(lines, "\n")), nil
}
