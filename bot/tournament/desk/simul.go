package desk

import (
	"errors"
	"maps"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

const (
	// usualBoards is the number of opponents for whom a simul has room if the host names none.
	usualBoards = 20
	// usualLevel is the computer's level as a host if none is named. Higher levels than
	// mostLevel would take too long for many boards.
	usualLevel, mostLevel = 3, play.SlowLevel - 1
)

// simul announces a simul, or shows or does something in one that is here.
func simul(c *action.Call) (bot.Reply, error) {
	what := c.Args.Word("what")
	if what == "" && (c.Args.Variant != nil || len(c.Args.Words) > 0 || c.Args.Pace != nil) {
		return announceSimul(c)
	}
	do := map[string]action.Handler{"": showTournament, "join": join, "leave": leave, "start": manageTournament}[what]
	suits := map[string]func(*tournament.Tournament) bool{
		"":      func(*tournament.Tournament) bool { return true },
		"join":  func(t *tournament.Tournament) bool { return t.TakesEntries() && !t.Enters(c.Me.ID) },
		"leave": func(t *tournament.Tournament) bool { return t.Enters(c.Me.ID) },
		"start": func(t *tournament.Tournament) bool { return t.TakesEntries() && action.MayDirect(c, t) },
	}[what]
	t, err := meantOf(c, bot.Simul, suits)
	if isUnknown(err) {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "There is no simul here. `simul raumschach` offers one, and `help simul` tells more.")
	}
	if err != nil {
		return bot.Reply{}, err
	}
	c.Args.Tournament = t.ID
	if what == "start" {
		c.Args.Words = maps.Clone(c.Args.Words)
		c.Args.Words["verb"] = "start"
	}
	return do(c)
}

// announceSimul announces a simul of the asker, or of the computer.
func announceSimul(c *action.Call) (bot.Reply, error) {
	if err := mayHost(c); err != nil {
		return bot.Reply{}, err
	}
	if err := play.Usual(c, c.Command.Usage(), c.Command.Example); err != nil {
		return bot.Reply{}, err
	}
	t := tournament.Of(bot.Tournament{Terms: defaultTerms(bot.Simul), Organisers: []bot.PlayerID{c.Me.ID},
		Home: c.Request.Room, Server: c.Request.Server(), Made: c.Uptime.Moment()})
	t.Variants = []string{c.Args.Variant.ID()}
	if here := c.Args.Pace; here != nil && here.Ticks() {
		t.Pace, t.Vacation = *here, play.DefaultOptions(*here).Vacation
	}
	boards := c.Args.Number("most")
	if boards == 0 {
		boards = usualBoards
	}
	t.Most = boards + 1 // with the host
	t.Full = t.Most
	if word := c.Args.Word("scope"); word != "" {
		if _, err := readScope(c, t, word); err != nil {
			return bot.Reply{}, err
		}
	}
	host, err := simulHost(c)
	if err != nil {
		return bot.Reply{}, err
	}
	if host.Rating, err = seedRating(c, t, host.Player); err != nil {
		return bot.Reply{}, err
	}
	t.Entrants = []bot.Entrant{host}
	if t.ID, err = c.Tx.NextTournament(); err != nil {
		return bot.Reply{}, err
	}
	notices, err := announceTournament(c, t)
	if err != nil {
		return bot.Reply{}, err
	}
	reply := c.Reply(notices, phrase.Of("Done: %s is %s.", t.Heading(), t.PhaseWords()))
	return reply, errors.Join(action.MarkUsed(c, t.Variants[0]), c.Tx.PutTournament(t.Tournament))
}

// simulHost returns the host whom the command names: the computer, or else the asker.
func simulHost(c *action.Call) (bot.Entrant, error) {
	level := c.Args.Number("level")
	switch {
	case c.Args.Word("host") == "" && level > 0:
		return bot.Entrant{}, bot.Problemf(bot.Misunderstood, "Only the computer has levels. `simul computer raumschach level 3` has it play.")
	case c.Args.Word("host") == "":
		return bot.Entrant{Player: c.Me.ID, User: c.Request.From, Room: c.Request.Room}, nil
	case level == 0:
		level = usualLevel
	}
	p, err := play.Computer(c, level)
	return bot.Entrant{Player: p.ID, User: bot.ComputerUser(level)}, err
}

// mayHost returns a problem if the asker may not announce a simul here.
func mayHost(c *action.Call) error {
	if c.Request.Room == (bot.RoomID{}) {
		return bot.Problemf(bot.NotNow, "A simul has a room. Say it there.")
	}
	if barred, err := action.BarredFrom(c, c.Request.Places(), c.Me); barred || err != nil {
		return errors.Join(err, action.ErrBarred())
	}
	return action.EachTournamentOf(c, c.Me.ID, false, func(t *tournament.Tournament) error {
		if t.System != bot.Simul {
			return nil
		}
		host := t.Entrants[tournament.Host-1]
		if host.Player == c.Me.ID || host.User.Platform == bot.Computer && t.Organises(c.Me.ID) {
			return bot.Problemf(bot.NotNow, "You have %s under way. When it is over, you can begin another.", t.Heading())
		}
		return nil
	})
}
