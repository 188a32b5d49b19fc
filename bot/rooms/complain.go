package rooms

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play/record"
)

// reportsADay is the number of reports to organisers that a player can make in a day.
const reportsADay = 5

// complaint is a report to organisers.
type complaint struct {
	// about are the reported players. game is the attached game; its ID is zero if there is none.
	about []bot.Player
	game  bot.Game
}

// complainOf reports a player or a game to the organisers in private. The reported players are told
// nothing, even if they are organisers.
func complainOf(c *action.Call) (bot.Reply, error) {
	said, err := readComplaint(c)
	if err != nil {
		return bot.Reply{}, err
	}
	reason, err := action.Reason(c)
	if err != nil {
		return bot.Reply{}, err
	}
	today := c.Me.Reports.On(c.Uptime.Beat)
	if today.Count >= reportsADay {
		return bot.Reply{}, bot.Problemf(bot.TooOften, "You have reported %d times today, and that is the limit. `block NAME` keeps somebody away from you at once.", reportsADay)
	}
	readers, err := readersOf(c, said)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(readers) == 0 {
		return bot.Reply{}, noReaders(c, said)
	}
	today.Count++
	c.Me.Reports = today
	notices, err := reported(c, said, reason, readers)
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Count(len(readers), "Reported to %d organiser, in private. Nobody else is told.", "Reported to %d organisers, in private. Nobody else is told.")
	if said.game.ID != 0 {
		text += " " + phrase.Of("The moves of %s go with it.", bot.GameNumber(said.game.ID))
	}
	return bot.Reply{Answer: []bot.Message{c.Message(bot.Private, text)}, Notices: notices}, c.Tx.PutPlayer(c.Me)
}

// readComplaint reads who and what is reported. A report on a player has their newest game against
// the asker attached, one of this room if possible.
func readComplaint(c *action.Call) (said complaint, err error) {
	if number := c.Args.Number("game"); number > 0 {
		c.Args.Game = bot.GameID(number)
		if said.game, err = c.NamedGame(); err != nil {
			return said, err
		}
		switch {
		case !c.MaySee(said.game):
			return said, action.NotShown(said.game)
		case said.game.Study():
			return said, bot.Problemf(bot.NotNow, "%s is played by one alone: there is nothing to report.", phrase.Upper(bot.GameNumber(said.game.ID)))
		}
		for _, seat := range said.game.Seats {
			if seat.Player == c.Me.ID {
				continue
			}
			p, err := action.CurrentPlayer(c.Tx, seat.Player)
			if err != nil {
				return said, err
			}
			said.about = append(said.about, p)
		}
	} else if name := c.Args.Word("name"); name == "" {
		return said, c.Command.Misused("")
	} else if action.IsComputer(name) {
		return said, computerReported()
	} else {
		find := c.Known
		if _, mentioned := c.Request.Mentions[name]; mentioned {
			find = c.Person // the platform says who it is
		}
		p, err := find(name)
		if err != nil {
			return said, err
		}
		said.about = []bot.Player{p}
		if said.game, err = newestWith(c, p); err != nil {
			return said, err
		}
	}
	for _, p := range said.about {
		same, err := action.IsMeOrLinked(c, p.ID)
		switch {
		case err != nil:
			return said, err
		case same:
			return said, bot.Problemf(bot.NotAllowed, "You cannot report yourself.")
		}
	}
	if len(said.about) == 1 && said.about[0].Level() > 0 {
		return said, computerReported()
	}
	return said, nil
}

// computerReported returns the problem for a report on the computer.
func computerReported() *bot.Problem {
	return bot.Problemf(bot.NotAllowed, "The computer cannot be reported. If something is wrong with it, tell the operator of the bot.")
}

// newestWith returns the newest public game of the asker against a player: one played here, else
// any. Its ID is zero if there is none.
func newestWith(c *action.Call, p bot.Player) (newest bot.Game, err error) {
	var games []bot.Game
	for _, over := range []bool{false, true} {
		some, err := c.Tx.GamesOf(c.Me.ID, over, bot.Page{Limit: action.ReadAtOnce})
		if err != nil {
			return newest, err
		}
		games = append(games, some...)
	}
	games = slices.DeleteFunc(games, func(g bot.Game) bool { return !g.Has(p.ID) || g.Private() })
	if here := slices.DeleteFunc(slices.Clone(games), func(g bot.Game) bool { return !c.VisibleHere(g) }); len(here) > 0 {
		games = here
	}
	for _, g := range games {
		if g.ID > newest.ID {
			newest = g
		}
	}
	return newest, nil
}

// readersOf returns the organisers who receive a report: those of the rooms and the tournament of
// its game, or else of the room where it is made. Reported players never receive it.
func readersOf(c *action.Call, said complaint) (all []bot.Player, err error) {
	var hands []bot.Player // the reported players and the accounts that are being linked with theirs
	for _, other := range said.about {
		theirs, err := action.WithPendingLink(c, other)
		if err != nil {
			return nil, err
		}
		hands = append(append(hands, other), theirs...)
	}
	spared := func(p bot.Player) bool {
		return p.ID == c.Me.ID || slices.ContainsFunc(hands, func(other bot.Player) bool { return p.Is(other.ID) || other.Is(p.ID) })
	}
	places := c.Request.Places()
	if said.game.ID != 0 {
		places = slices.Concat(said.game.Seats[0].Places(), said.game.Seats[1].Places())
	}
	if said.game.Tournament == 0 {
		return organisersOf(c, places, spared)
	}
	t, err := action.LoadTournament(c.Tx, said.game.Tournament)
	if err != nil {
		return nil, err
	}
	if len(places) == 0 { // it is played in private
		places = []bot.RoomID{t.Home, t.Away}
	}
	if all, err = organisersOf(c, places, spared); err != nil {
		return nil, err
	}
	for _, id := range t.Organisers {
		p, err := action.CurrentPlayer(c.Tx, id)
		if err != nil {
			return nil, err
		}
		if !p.Absent() && !spared(p) && !slices.ContainsFunc(all, func(other bot.Player) bool { return other.ID == p.ID }) {
			all = append(all, p)
		}
	}
	return all, nil
}

// noReaders returns the problem for a report that has no organiser to receive it.
func noReaders(c *action.Call, said complaint) *bot.Problem {
	p := bot.Problemf(bot.NotNow, "I know no organiser of that room whom I could tell. Ask one of them to say `room` there, and report it again; `block NAME` keeps somebody away from you at once.")
	switch {
	case said.game.ID != 0 && said.game.Private() && said.game.Tournament == 0:
		p = bot.Problemf(bot.NotNow, "%s is played in private, where nobody is an organiser. `block NAME` keeps somebody away from you at once.", phrase.Upper(bot.GameNumber(said.game.ID)))
	case said.game.ID == 0 && c.Request.Room == (bot.RoomID{}):
		p = bot.Problemf(bot.NotNow, "There is no room here, so I don't know whom to tell. Say it in the room that it is about, or name a game: `report game 4`.")
	}
	p.Personal = true
	return p
}

// reported returns the messages that tell organisers of a complaint, with the record of its game.
func reported(c *action.Call, said complaint, reason string, readers []bot.Player) (notices []bot.Message, err error) {
	var names []phrase.Text
	for _, p := range said.about {
		names = append(names, p.Said())
	}
	text := phrase.Of("%s reports %s to the organisers.", c.Me.Said(), phrase.Join(names, phrase.Of(" and ")))
	var file *bot.File
	var picture *bot.Picture
	if said.game.ID != 0 {
		g := said.game
		if g.Result != nil && g.Result.Remark != "" {
			// A reader may have blocked the organiser who wrote the remark.
			result := *g.Result
			result.Remark = ""
			g.Result = &result
		}
		record, err := record.Record(c, g)
		if err != nil {
			return nil, err
		}
		text += " " + phrase.Of("It is about %s.", said.game.Summary())
		file, picture = &bot.File{Name: fmt.Sprintf("game-%d.txt", said.game.ID), Text: phrase.Said(record.String())}, said.game.Picture()
	}
	plain := text
	if reason != "" {
		text += "\n" + phrase.Of("%s writes: %s", c.Me.Said(), reason)
		c.Reasoned = action.Reasoned{With: text, Without: plain}
	}
	for _, p := range readers {
		for _, m := range bot.Awaiting(c.ToPlayer(p, text)...) {
			m.File, m.Picture = file, picture
			notices = append(notices, m)
		}
	}
	return notices, nil
}

// organisersOf returns the known organisers of some places whom a message can reach, except those
// for whom spared returns true.
func organisersOf(c *action.Call, places []bot.RoomID, spared func(bot.Player) bool) (all []bot.Player, err error) {
	for _, place := range places {
		r, err := c.Tx.Room(place)
		if errors.Is(err, bot.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, o := range r.Organisers {
			p, err := action.CurrentPlayer(c.Tx, o.Player)
			if err != nil {
				return nil, err
			}
			known := slices.ContainsFunc(all, func(other bot.Player) bool { return other.ID == p.ID })
			if !known && !p.Absent() && !spared(p) && r.OrganisedBy(p, c.Uptime.Beat) {
				all = append(all, p)
			}
		}
	}
	return all, nil
}
