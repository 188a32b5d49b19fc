package bot

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot/phrase"
)

// organise drafts a tournament.
func organise(c *call) (Reply, error) {
	if err := c.mayOrganise(); err != nil {
		return Reply{}, err
	}
	t := Tournament{Terms: defaultTerms(System(c.args.word("format"))), Phase: Drafted, Organisers: []PlayerID{c.me.ID},
		Home: c.request.Room, Server: c.server(), Made: c.uptime.Moment()}
	t.Variants = []string{c.args.Variant.Name}
	if c.args.Pace != nil {
		if _, err := readTournamentPace(c, &t, c.args.Pace.String()); err != nil {
			return Reply{}, err
		}
	}
	t.Rated = c.args.word("stakes") == "rated"
	if word := c.args.word("scope"); word != "" {
		if _, err := readScope(c, &t, word); err != nil {
			return Reply{}, err
		}
	}
	here, err := c.roomsLanguage()
	if err != nil {
		return Reply{}, err
	}
	t.Name = c.service.languages[here].Render(phrase.Of("%s of %s", phrase.Upper(t.System.title()), title(t.Variants[0])))
	if name := c.args.word("name"); name != "" && !readTitle(name, &t.Name) {
		return Reply{}, problem(Misunderstood, "The name of a tournament has at most %d characters.", maxTitle)
	}
	if t.ID, err = c.tx.NextTournament(); err != nil {
		return Reply{}, err
	}
	text := phrase.Of("You have drafted %s:\n%s\n`arrange %d` lists what can be changed, and `direct %d open` announces it here.",
		t.heading(), c.terms(t), t.ID, t.ID)
	return c.answer(text, c.draftButtons(t)...), c.tx.PutTournament(t)
}

// server returns the widest place that the room of the request is part of.
func (c *call) server() RoomID {
	if n := len(c.request.Within); n > 0 {
		return c.request.Within[n-1]
	}
	return RoomID{}
}

// mayOrganise makes sure that the user may begin a tournament here.
func (c *call) mayOrganise() error {
	if c.request.Room == (RoomID{}) {
		return problem(NotNow, "A tournament has a room. Say it there.")
	}
	may, err := c.mayCreate()
	if err != nil {
		return err
	}
	if !may {
		return problem(NotAllowed, "Only organisers of this room can set up a tournament here. `tournaments` lists those that you can join.")
	}
	all, err := c.tx.Tournaments(false, 0)
	if err != nil {
		return err
	}
	mine := slices.DeleteFunc(all, func(t Tournament) bool { return !t.organises(c.me.ID) })
	if len(mine) >= maxTournaments {
		return problem(NotNow, "You organise %d tournaments already. `direct ID cancel` calls one off.", len(mine))
	}
	return nil
}

// mayCreate reports whether the user may create tournaments in the room.
func (c *call) mayCreate() (bool, error) {
	if c.request.Organiser {
		return true, nil
	}
	here, err := decided(c.tx, c.request.places())
	return here.Tournaments == "anyone", err
}

// draftButtons are below what organisers see of a draft.
func (c *call) draftButtons(t Tournament) []Button {
	if t.Phase != Drafted || !c.directs(t) {
		return nil
	}
	return []Button{{Label: phrase.Of("Announce it"), Command: fmt.Sprintf("direct %d open", t.ID)}}
}

// tournamentNumber returns the tournament of a number that the user gave.
func (c *call) tournamentNumber() (Tournament, error) {
	t, err := c.tx.Tournament(c.args.Tournament)
	if errors.Is(err, ErrNotFound) || err == nil && t.Phase == Drafted && !c.directs(t) && !slices.Contains(t.Asked, c.me.ID) {
		return t, problem(Unknown, "There is no tournament %d. `tournaments` lists them.", c.args.Tournament)
	}
	return t, err
}

// directs reports whether the user has a say in how a tournament is run: as
// one of its organisers, or as an organiser of its room, said there.
func (c *call) directs(t Tournament) bool {
	return t.organises(c.me.ID) || c.request.Organiser && c.request.Room == t.Home && c.request.Room != (RoomID{})
}

// organised returns the tournament that the user has named, if they direct it.
func (c *call) organised() (Tournament, error) {
	t, err := c.tournamentNumber()
	switch {
	case err != nil:
		return t, err
	case !c.directs(t):
		return t, problem(NotAllowed, "Only its organisers can do that in %s. `tournament %d` names them.", t.heading(), t.ID)
	case t.Over():
		return t, problem(NotNow, "%s is over. `standings %d` shows how it ended.", phrase.Upper(t.heading()), t.ID)
	}
	return t, nil
}

// tournament returns the tournament that a command is about: the one named, or the only one that
// fits of those that the user takes part in or, if there is none, that they can see from here.
func (c *call) tournament(fits func(Tournament) bool) (Tournament, error) {
	if c.args.Tournament != 0 {
		return c.tournamentNumber()
	}
	var all []Tournament
	for _, over := range []bool{false, true} { // those of other rooms may be many
		if len(all) > 0 {
			break
		}
		var err error
		if all, err = c.tx.Tournaments(over, 0); err != nil {
			return Tournament{}, err
		}
		all = slices.DeleteFunc(all, func(t Tournament) bool {
			return t.Phase == Drafted || !fits(t) || !c.within(t) && t.entrant(c.me.ID) == 0
		})
	}
	for _, closer := range []func(Tournament) bool{
		func(t Tournament) bool { return t.entrant(c.me.ID) > 0 },
		func(t Tournament) bool { return c.request.Room != (RoomID{}) && t.Home == c.request.Room },
	} {
		if some := slices.DeleteFunc(slices.Clone(all), func(t Tournament) bool { return !closer(t) }); len(some) > 0 {
			all = some
		}
	}
	switch {
	case len(all) == 0:
		return Tournament{}, problem(Unknown, "There is no tournament here for `%s`. `tournaments` lists them.", c.command.Name)
	case len(all) == 1 || all[0].Over():
		return all[0], nil
	}
	which := problem(Ambiguous, "Which tournament do you mean?")
	for _, t := range all[:min(len(all), listed)] {
		command := fmt.Sprintf("%s %d", c.command.Name, t.ID)
		which.Text += fmt.Sprintf("\n`%s`: %s", command, t.Name)
		which.Buttons = append(which.Buttons, Button{Label: phrase.Upper(t.heading()), Command: command})
	}
	return Tournament{}, which
}

// within reports whether the place of the request is one from which a
// tournament can be entered.
func (c *call) within(t Tournament) bool {
	places := append([]RoomID{c.request.Room}, c.request.Within...)
	switch t.Scope {
	case Everywhere:
		return true
	case ThisServer:
		return t.Server != (RoomID{}) && slices.Contains(places, t.Server)
	}
	return slices.Contains(places, t.Home) && t.Home != (RoomID{})
}
