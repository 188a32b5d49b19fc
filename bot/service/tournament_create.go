package service

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// createTournament creates a draft of a tournament.
func createTournament(c *call) (bot.Reply, error) {
	if err := c.mayOrganise(); err != nil {
		return bot.Reply{}, err
	}
	t := tournament.Of(bot.Tournament{Terms: defaultTerms(bot.System(c.args.Word("format"))), Phase: bot.Drafted, Organisers: []bot.PlayerID{c.me.ID},
		Home: c.request.Room, Server: c.request.Server(), Made: c.uptime.Moment()})
	t.Variants = []string{c.args.Variant.ID()}
	if c.args.Pace != nil {
		if _, err := readTournamentPace(c, t, c.args.Pace.String()); err != nil {
			return bot.Reply{}, err
		}
	}
	t.Rated = c.args.Word("stakes") == "rated"
	if word := c.args.Word("scope"); word != "" {
		if _, err := readScope(c, t, word); err != nil {
			return bot.Reply{}, err
		}
	}
	if name := c.args.Word("name"); name != "" && !readTitle(name, &t.Name) {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "The name of a tournament has at most %d characters.", bot.MaxTitle)
	}
	var err error
	if t.ID, err = c.tx.NextTournament(); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("You have drafted %s:\n%s\n`set %d` lists what can be changed, and `tournament %d open` announces it here.",
		t.Heading(), c.terms(t), t.ID, t.ID)
	return c.answer(text, c.draftButtons(t)...), errors.Join(c.use(t.Variants[0]), c.tx.PutTournament(t.Tournament))
}

// mayOrganise returns a problem if the user may not create a tournament here.
func (c *call) mayOrganise() error {
	if c.request.Room == (bot.RoomID{}) {
		return bot.Problemf(bot.NotNow, "A tournament has a room. Say it there.")
	}
	may, err := c.mayCreate()
	if err != nil {
		return err
	}
	if !may {
		return bot.Problemf(bot.NotAllowed, "Only organisers of this room can set up a tournament here. `tournaments` lists those that you can join.")
	}
	if barred, err := c.barredFrom(c.request.Places(), c.me); barred || err != nil {
		return errors.Join(err, youAreBarred())
	}
	mine := 0
	err = c.eachTournamentOf(c.me.ID, false, func(t *tournament.Tournament) error {
		if t.Organises(c.me.ID) {
			mine++
		}
		return nil
	})
	if err == nil && mine >= bot.MaxTournaments {
		err = bot.Problemf(bot.NotNow, "You organise %d tournaments already. `tournament ID cancel` calls one off.", mine)
	}
	return err
}

// mayCreate reports whether the user may create tournaments in the room.
func (c *call) mayCreate() (bool, error) {
	if c.request.Organiser {
		return true, nil
	}
	here, err := decided(c.tx, c.request.Places())
	return here.Tournaments == "anyone", err
}

// draftButtons returns the buttons that organisers see below a draft.
func (c *call) draftButtons(t *tournament.Tournament) []bot.Button {
	if t.Phase != bot.Drafted || !c.directs(t) {
		return nil
	}
	return []bot.Button{{Label: phrase.Of("Announce it"), Command: fmt.Sprintf("tournament %d open", t.ID)}}
}

// tournamentNumber returns the tournament whose number the user gave.
func (c *call) tournamentNumber() (*tournament.Tournament, error) {
	t, err := loadTournament(c.tx, c.args.Tournament)
	if errors.Is(err, bot.ErrNotFound) || err == nil && t.Phase == bot.Drafted && !c.directs(t) && !slices.Contains(t.Asked, c.me.ID) {
		return t, bot.Problemf(bot.Unknown, "There is no tournament %d. `tournaments` lists them.", c.args.Tournament)
	}
	switch {
	case err != nil || c.followed(t):
		c.closed = c.closed || err == nil && !c.within(t)
		return t, err
	case slices.Contains(tournamentViews, c.command.Name) && !c.command.Alters(c.args):
		return t, bot.Problemf(bot.NotAllowed, "Tournament %d is shown only where it is played. Ask there.", t.ID)
	case t.Bars(c.me): // who has been in it is told more than strangers, who are not even told its name
		return t, nil
	case c.command.Name == "join" && t.Scope == bot.ThisServer:
		return t, bot.Problemf(bot.NotAllowed, "Tournament %d is for those in its server. Say `join %d` there.", t.ID, t.ID)
	case c.command.Name == "join":
		return t, bot.Problemf(bot.NotAllowed, "Tournament %d is for those in its room. Say `join %d` there.", t.ID, t.ID)
	}
	return t, bot.Problemf(bot.NotAllowed, "Tournament %d is for those who are where it is played.", t.ID)
}

// directs reports whether the user may direct a tournament: as one of its organisers, or as an organiser of its room,
// when they speak there.
func (c *call) directs(t *tournament.Tournament) bool {
	return t.Organises(c.me.ID) || c.request.Organiser && c.request.Room == t.Home && c.request.Room != (bot.RoomID{})
}

// directed returns the tournament that the user has named, if they direct it.
func (c *call) directed() (*tournament.Tournament, error) {
	t, err := c.tournamentNumber()
	if err == nil && !c.directs(t) {
		err = bot.Problemf(bot.NotAllowed, "Only its organisers can do that in %s. `tournament %d` names them.", t.Heading(), t.ID)
	}
	return t, err
}

// organised returns the tournament that the user has named, if they direct it and it is not over.
func (c *call) organised() (*tournament.Tournament, error) {
	t, err := c.directed()
	if err == nil && t.Over() {
		err = bot.Problemf(bot.NotNow, "%s is over. `standings %d` shows how it ended.", phrase.Upper(t.Heading()), t.ID)
	}
	return t, err
}

// tournament returns the tournament that a command is about: the one named, or the only one that fits, preferring
// those that the user takes part in, then those of this room. Of several that are over, it is the newest.
func (c *call) tournament(fits func(*tournament.Tournament) bool) (*tournament.Tournament, error) {
	if c.args.Tournament != 0 {
		return c.tournamentNumber()
	}
	var all []*tournament.Tournament
	for _, over := range []bool{false, true} { // finished ones only if no other fits
		if len(all) > 0 {
			break
		}
		ids, err := c.tournamentsHere(over, tournamentsOffered)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			t, err := loadTournament(c.tx, id)
			if err != nil {
				return nil, err
			}
			if t.Phase != bot.Drafted && fits(t) && (c.within(t) || t.Entrant(c.me.ID) > 0) {
				all = append(all, t)
			}
		}
	}
	for _, closer := range []func(*tournament.Tournament) bool{
		func(t *tournament.Tournament) bool { return t.Entrant(c.me.ID) > 0 },
		func(t *tournament.Tournament) bool {
			return c.request.Room != (bot.RoomID{}) && t.Home == c.request.Room
		},
	} {
		if some := slices.DeleteFunc(slices.Clone(all), func(t *tournament.Tournament) bool { return !closer(t) }); len(some) > 0 {
			all = some
		}
	}
	switch {
	case len(all) == 0 && c.onLadder():
		return nil, bot.Problemf(bot.Unknown, "You are on no ladder here. `tournaments` lists the tournaments.")
	case len(all) == 0:
		return nil, bot.Problemf(bot.Unknown, "There is no tournament here for `%s`. `tournaments` lists them.", c.command.Name)
	case len(all) == 1 || all[0].Over():
		c.closed = c.closed || !c.within(all[0])
		return all[0], nil
	}
	whom := c.args.Word("name")
	if _, mentioned := c.request.Mentions[whom]; mentioned { // which a button cannot
		if p, err := c.known(whom); err == nil && p.ID != 0 {
			whom = p.Word()
		}
	}
	which := bot.Problemf(bot.Ambiguous, "Which tournament do you mean?")
	for _, t := range all[:min(len(all), tournament.Listed)] {
		c.closed = c.closed || !c.within(t)
		command := fmt.Sprintf("%s %d", c.command.Name, t.ID)
		if c.onLadder() {
			command = fmt.Sprintf("challenge %s ladder %d", whom, t.ID)
		}
		which.Text += fmt.Sprintf("\n`%s`: %s", command, t.Title())
		which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Upper(t.Heading()), Command: command})
	}
	return nil, which
}

// within reports whether a tournament can be entered from the place of the request.
func (c *call) within(t *tournament.Tournament) bool {
	switch t.Scope {
	case bot.Everywhere:
		return true
	case bot.ThisServer:
		return slices.Contains(c.request.Places(), t.Server)
	}
	return slices.Contains(c.request.Places(), t.Home)
}
