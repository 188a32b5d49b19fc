package season

import (
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/league"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/rules"
)

const (
	// usualRegistration is for how long people can enter the first season, and mostRegistration the
	// longest time that can be chosen, in days. Later seasons take entries for lastWeek before they
	// begin.
	usualRegistration, mostRegistration = 7, 28
	lastWeek                            = 7 * bot.Day
	// mostAtOnce and leastAtOnce limit how many games a player may have at once.
	leastAtOnce, mostAtOnce = 2, 3
	// mostLeagues is how many leagues that are not over one player may have created.
	mostLeagues = 3
)

// create creates a league, and opens the registration for its first season.
func create(c *action.Call) (bot.Reply, error) {
	if err := mayCreate(c); err != nil {
		return bot.Reply{}, err
	}
	if err := play.Usual(c, c.Command.Usage(), c.Command.Example); err != nil {
		return bot.Reply{}, err
	}
	l := &League{
		Variant: c.Args.Variant.ID(), Pace: bot.Pace{PerMove: bot.Day}, Rated: c.Args.Word("stakes") == "rated", Scope: bot.ThisRoom,
		Home: c.Request.Room, Server: c.Request.Server(), Organisers: []bot.PlayerID{c.Me.ID}, Made: c.Uptime.Moment(), Weeks: league.UsualSeason, AtOnce: league.AtOnce,
	}
	if p := c.Args.Pace; p != nil {
		if !p.Ticks() {
			return bot.Reply{}, bot.Problemf(bot.Misunderstood, "A league needs a clock, or its seasons would not be decided on the board. Name a pace, such as `1d`.")
		}
		l.Pace = *p
	}
	if err := l.readScope(c, c.Args.Variant); err != nil {
		return bot.Reply{}, err
	}
	if err := l.setNumbers(c); err != nil {
		return bot.Reply{}, err
	}
	l.Name = bot.CleanText(c.Args.Word("name"))
	switch {
	case len([]rune(l.Name)) > bot.MaxTitle:
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "The name of a league has at most %d characters.", bot.MaxTitle)
	case l.Scope == bot.Everywhere && bot.HasLink(l.Name):
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "The name of a league that is open to all has no link in it.")
	}
	days := c.Args.Number("days")
	if days == 0 {
		days = usualRegistration
	}
	var err error
	if l.ID, err = next(c.Tx); err != nil {
		return bot.Reply{}, err
	}
	l.Begins = l.Made.Plus(time.Duration(days) * bot.Day)
	if err := l.register(c); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s creates %s:\n%s\n`league %d join` enters the first season, which begins %s.", c.Me.Said(), l.title(), l.terms(), l.ID, bot.Timestamp(c.Uptime.Calendar(l.Begins)))
	m := l.Home.Address().Message(text, l.joinButton(), c.Bot.Button("league", strconv.Itoa(l.ID)))
	m.Card, m.Tournament = true, l.dated()
	return c.Reply([]bot.Message{m}, text), errors.Join(action.MarkUsed(c, l.Variant), l.save(c.Tx))
}

// mayCreate returns a problem if the asker may not create a league here. The rights are those for
// tournaments.
func mayCreate(c *action.Call) error {
	if c.Request.Room == (bot.RoomID{}) {
		return bot.Problemf(bot.NotNow, "A league has a room. Say it there.")
	}
	settings, err := bot.RoomSettings(c.Tx, c.Request.Places())
	if err != nil {
		return err
	}
	if !c.Request.Organiser && settings.Tournaments != "anyone" {
		return bot.Problemf(bot.NotAllowed, "Only organisers of this room can create a league here. `leagues` lists those that you can join.")
	}
	if barred, err := action.BarredFrom(c, c.Request.Places(), c.Me); barred || err != nil {
		return errors.Join(err, action.ErrBarred())
	}
	leagues, err := current(c.Tx)
	mine := 0
	for _, l := range leagues {
		if len(l.Organisers) > 0 && l.Organisers[0] == c.Me.ID {
			mine++
		}
	}
	if err == nil && mine >= mostLeagues {
		err = bot.Problemf(bot.NotNow, "You organise %d leagues already, and that is the limit. `league ID finish` ends one after its season.", mine)
	}
	return err
}

// readScope reads who may enter the league. A game that only this place knows is for this place.
func (l *League) readScope(c *action.Call, v *rules.Variant) error {
	if word := c.Args.Word("scope"); word != "" {
		l.Scope = bot.Scope(word)
	}
	switch {
	case l.Scope == bot.ThisServer && l.Server == (bot.RoomID{}):
		return bot.Problemf(bot.NotNow, "This room is part of no server that the bot knows. Choose `room` or `everywhere`.")
	case l.Scope == bot.Everywhere && v.Local:
		return bot.Problemf(bot.NotNow, "%s is known here only, so a league of it cannot be open to all.", bot.Title(l.Variant))
	}
	return nil
}

// setNumbers sets the length of a season and the games at once, as far as the command names them.
func (l *League) setNumbers(c *action.Call) error {
	if weeks := c.Args.Number("weeks"); weeks != 0 {
		if weeks < league.ShortestSeason || weeks > league.LongestSeason {
			return bot.Problemf(bot.Misunderstood, "A season lasts from %d to %d weeks.", league.ShortestSeason, league.LongestSeason)
		}
		l.Weeks = weeks
	}
	if games := c.Args.Number("games"); games != 0 {
		if games < leastAtOnce || games > mostAtOnce {
			return bot.Problemf(bot.Misunderstood, "In a league everybody plays two or three games at a time.")
		}
		l.AtOnce = games
	}
	return nil
}

// next returns a number that no league has had.
func next(tx bot.Tx) (number int, err error) {
	value, err := tx.Memo(action.OwnMemos, lastMemo)
	if errors.Is(err, bot.ErrNotFound) {
		err = nil
	} else if err == nil {
		err = json.Unmarshal(value, &number)
	}
	number++
	return number, errors.Join(err, tx.PutMemo(action.OwnMemos, lastMemo, []byte(strconv.Itoa(number))))
}

// register opens the registration for the next season. The caller stores the league.
func (l *League) register(c *action.Call) (err error) {
	t := l.record()
	t.Made, t.Starts = c.Uptime.Moment(), l.begins()
	if t.ID, err = c.Tx.NextTournament(); err != nil {
		return err
	}
	l.Registration, l.Tried, l.Short = t.ID, 0, 0
	return c.Tx.PutTournament(t)
}
