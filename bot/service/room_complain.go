package service

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// reportsADay is how many reports to organisers one player can make in a day.
const reportsADay = 5

// complaint is what somebody reports to organisers.
type complaint struct {
	// about are the players who are reported, and game the one that is attached; its ID is zero for none.
	about []bot.Player
	game  bot.Game
}

// complainOf tells the organisers in private about somebody, or about a game. Those who are reported are told nothing, also
// if they are organisers.
func complainOf(c *call) (bot.Reply, error) {
	said, err := c.complaint()
	if err != nil {
		return bot.Reply{}, err
	}
	reason, err := c.reason()
	if err != nil {
		return bot.Reply{}, err
	}
	today := c.me.Reports.On(c.uptime.Beat)
	if today.Count >= reportsADay {
		return bot.Reply{}, bot.Problemf(bot.TooOften, "You have reported %d times today, and that is the limit. `block NAME` keeps somebody away from you at once.", reportsADay)
	}
	readers, err := c.readersOf(said)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(readers) == 0 {
		return bot.Reply{}, c.noReaders(said)
	}
	today.Count++
	c.me.Reports = today
	notices, err := c.reported(said, reason, readers)
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Count(len(readers), "Reported to %d organiser, in private. Nobody else is told.", "Reported to %d organisers, in private. Nobody else is told.")
	if said.game.ID != 0 {
		text += " " + phrase.Of("The moves of %s go with it.", bot.GameNumber(said.game.ID))
	}
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, text)}, Notices: notices}, c.tx.PutPlayer(c.me)
}

// complaint reads who and what is reported. With a person goes the newest game against them, one of this room if there is one.
func (c *call) complaint() (said complaint, err error) {
	if number := c.args.Number("game"); number > 0 {
		c.args.Game = bot.GameID(number)
		if said.game, err = c.namedGame(); err != nil {
			return said, err
		}
		switch {
		case !c.maySee(said.game):
			return said, notShown(said.game)
		case said.game.Study():
			return said, bot.Problemf(bot.NotNow, "%s is played by one alone: there is nothing to report.", phrase.Upper(bot.GameNumber(said.game.ID)))
		}
		for _, seat := range said.game.Seats {
			if seat.Player == c.me.ID {
				continue
			}
			p, err := present(c.tx, seat.Player)
			if err != nil {
				return said, err
			}
			said.about = append(said.about, p)
		}
	} else if name := c.args.Word("name"); name == "" {
		return said, c.command.Misused("")
	} else if isComputer(name) {
		return said, computerReported()
	} else {
		p, err := c.person(name)
		if err != nil {
			return said, err
		}
		said.about = []bot.Player{p}
		if said.game, err = c.newestWith(p); err != nil {
			return said, err
		}
	}
	for _, p := range said.about {
		same, err := c.sameHand(p.ID)
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

func computerReported() *bot.Problem {
	return bot.Problemf(bot.NotAllowed, "The computer cannot be reported. If something is wrong with it, tell the operator of the bot.")
}

// newestWith returns the newest game of the asker against somebody that is shown in a room: in this one, else in any. Its
// ID is zero if there is none.
func (c *call) newestWith(p bot.Player) (newest bot.Game, err error) {
	var games []bot.Game
	for _, over := range []bool{false, true} {
		some, err := c.tx.GamesOf(c.me.ID, over, bot.Page{Limit: readAtOnce})
		if err != nil {
			return newest, err
		}
		games = append(games, some...)
	}
	games = slices.DeleteFunc(games, func(g bot.Game) bool { return !g.Has(p.ID) || g.Private() })
	if here := slices.DeleteFunc(slices.Clone(games), func(g bot.Game) bool { return !c.playedHere(g) }); len(here) > 0 {
		games = here
	}
	for _, g := range games {
		if g.ID > newest.ID {
			newest = g
		}
	}
	return newest, nil
}

// readersOf returns the organisers who read a report: those of the rooms or the tournament of its game, or else of
// the room where it is made; never those who are reported.
func (c *call) readersOf(said complaint) (all []bot.Player, err error) {
	var hands []bot.Player // of those who are reported, with the accounts that are being linked with theirs
	for _, other := range said.about {
		theirs, err := c.hands(other)
		if err != nil {
			return nil, err
		}
		hands = append(append(hands, other), theirs...)
	}
	spared := func(p bot.Player) bool {
		return p.ID == c.me.ID || slices.ContainsFunc(hands, func(other bot.Player) bool { return p.Is(other.ID) || other.Is(p.ID) })
	}
	places := c.request.Places()
	if said.game.ID != 0 {
		places = slices.Concat(said.game.Seats[0].Places(), said.game.Seats[1].Places())
	}
	if all, err = c.organisersOf(places, spared); err != nil || said.game.Tournament == 0 {
		return all, err
	}
	t, err := loadTournament(c.tx, said.game.Tournament)
	if err != nil {
		return all, err
	}
	for _, id := range t.Organisers {
		p, err := present(c.tx, id)
		if err != nil {
			return nil, err
		}
		if !p.Absent() && !spared(p) && !slices.ContainsFunc(all, func(other bot.Player) bool { return other.ID == p.ID }) {
			all = append(all, p)
		}
	}
	return all, nil
}

// noReaders returns the problem of a report that nobody would read.
func (c *call) noReaders(said complaint) *bot.Problem {
	p := bot.Problemf(bot.NotNow, "I know no organiser of that room whom I could tell. Ask one of them to say `room` there, and report it again; `block NAME` keeps somebody away from you at once.")
	switch {
	case said.game.ID != 0 && said.game.Private() && said.game.Tournament == 0:
		p = bot.Problemf(bot.NotNow, "%s is played in private, where nobody is an organiser. `block NAME` keeps somebody away from you at once.", phrase.Upper(bot.GameNumber(said.game.ID)))
	case said.game.ID == 0 && c.request.Room == (bot.RoomID{}):
		p = bot.Problemf(bot.NotNow, "There is no room here, so I don't know whom to tell. Say it in the room that it is about, or name a game: `report game 4`.")
	}
	p.Personal = true
	return p
}

// reported returns the messages that tell organisers of a complaint, with the record of its game.
func (c *call) reported(said complaint, reason string, readers []bot.Player) (notices []bot.Message, err error) {
	var names []string
	for _, p := range said.about {
		names = append(names, p.Said())
	}
	text := phrase.Of("%s reports %s to the organisers.", c.me.Said(), strings.Join(names, phrase.Of(" and ")))
	var file *bot.File
	var picture *bot.Picture
	if said.game.ID != 0 {
		g := said.game
		if g.Result != nil && g.Result.Remark != "" { // an organiser's words, which not all who read this may want to read
			result := *g.Result
			result.Remark = ""
			g.Result = &result
		}
		record, err := c.record(g)
		if err != nil {
			return nil, err
		}
		text += " " + phrase.Of("It is about %s.", said.game.Summary())
		file, picture = &bot.File{Name: fmt.Sprintf("game-%d.txt", said.game.ID), Text: record.String()}, said.game.Picture()
	}
	plain := text
	if reason != "" {
		text += "\n" + phrase.Of("%s writes: %s", c.me.Said(), reason)
		c.reasoned = reasoned{text, plain}
	}
	for _, p := range readers {
		for _, m := range c.toPlayer(p, text) {
			m.File, m.Picture = file, picture
			notices = append(notices, m)
		}
	}
	return notices, nil
}
