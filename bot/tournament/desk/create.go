package desk

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// createTournament creates the draft of a tournament.
func createTournament(c *action.Call) (bot.Reply, error) {
	if err := mayOrganise(c); err != nil {
		return bot.Reply{}, err
	}
	t := tournament.Of(bot.Tournament{Terms: defaultTerms(bot.System(c.Args.Word("format"))), Phase: bot.Drafted, Organisers: []bot.PlayerID{c.Me.ID},
		Home: c.Request.Room, Server: c.Request.Server(), Made: c.Uptime.Moment()})
	t.Variants = []string{c.Args.Variant.ID()}
	if c.Args.Pace != nil {
		if _, err := readTournamentPace(c, t, c.Args.Pace.String()); err != nil {
			return bot.Reply{}, err
		}
	}
	t.Rated = c.Args.Word("stakes") == "rated"
	if word := c.Args.Word("scope"); word != "" {
		if _, err := readScope(c, t, word); err != nil {
			return bot.Reply{}, err
		}
	}
	if name := c.Args.Word("name"); name != "" && !readTitle(name, &t.Name) {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "The name of a tournament has at most %d characters.", bot.MaxTitle)
	}
	var err error
	if t.ID, err = c.Tx.NextTournament(); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("You have drafted %s:\n%s\n`set %d` lists what can be changed, and `tournament %d open` announces it here.",
		t.Heading(), terms(c, t), t.ID, t.ID)
	return c.Answer(text, draftButtons(c, t)...), errors.Join(action.MarkUsed(c, t.Variants[0]), c.Tx.PutTournament(t.Tournament))
}

// mayOrganise returns a problem if the user may not create a tournament here.
func mayOrganise(c *action.Call) error {
	if c.Request.Room == (bot.RoomID{}) {
		return bot.Problemf(bot.NotNow, "A tournament has a room. Say it there.")
	}
	may, err := mayCreate(c)
	if err != nil {
		return err
	}
	if !may {
		return bot.Problemf(bot.NotAllowed, "Only organisers of this room can set up a tournament here. `tournaments` lists those that you can join.")
	}
	if barred, err := action.BarredFrom(c, c.Request.Places(), c.Me); barred || err != nil {
		return errors.Join(err, action.ErrBarred())
	}
	mine := 0
	err = action.EachTournamentOf(c, c.Me.ID, false, func(t *tournament.Tournament) error {
		if t.Organises(c.Me.ID) && t.Season == nil {
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
func mayCreate(c *action.Call) (bool, error) {
	if c.Request.Organiser {
		return true, nil
	}
	here, err := bot.RoomSettings(c.Tx, c.Request.Places())
	return here.Tournaments == "anyone", err
}

// draftButtons returns the buttons that organisers see below a draft, or a simul that has not
// begun.
func draftButtons(c *action.Call, t *tournament.Tournament) []bot.Button {
	switch {
	case !action.MayDirect(c, t):
		return nil
	case t.Phase == bot.Entering && t.System == bot.Simul && len(t.Entrants) >= t.Least:
		return []bot.Button{{Label: phrase.Of("Begin now"), Command: fmt.Sprintf("tournament %d start", t.ID)}}
	case t.Phase != bot.Drafted:
		return nil
	}
	return []bot.Button{{Label: phrase.Of("Announce it"), Command: fmt.Sprintf("tournament %d open", t.ID)}}
}

// organised returns the tournament that the user has named, if they organise it and it is not over.
func organised(c *action.Call) (*tournament.Tournament, error) {
	t, err := action.DirectedTournament(c)
	if err == nil && t.Over() {
		err = bot.Problemf(bot.NotNow, "%s is over. `standings %d` shows how it ended.", phrase.Upper(t.Heading()), t.ID)
	}
	return t, err
}

// meant returns the tournament that a command is about: the one that is named, or the only one that
// fits. It prefers tournaments in which the user takes part, then those of this room. Of several
// finished ones it returns the newest.
func meant(c *action.Call, fits func(*tournament.Tournament) bool) (*tournament.Tournament, error) {
	if c.Args.Tournament != 0 {
		return action.TournamentNumber(c)
	}
	var all []*tournament.Tournament
	for _, over := range []bool{false, true} { // finished tournaments only if no other fits
		if len(all) > 0 {
			break
		}
		ids, err := tournamentsHere(c, over, suggestedAtOnce)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			t, err := action.LoadTournament(c.Tx, id)
			if err != nil {
				return nil, err
			}
			if t.Phase != bot.Drafted && fits(t) && (action.EnterableHere(c, t) || t.Entrant(c.Me.ID) > 0 || tournament.MatchOf(t).CaptainOf(c.Me.ID) >= 0) {
				all = append(all, t)
			}
		}
	}
	for _, closer := range []func(*tournament.Tournament) bool{
		func(t *tournament.Tournament) bool { return t.Entrant(c.Me.ID) > 0 },
		func(t *tournament.Tournament) bool {
			return c.Request.Room != (bot.RoomID{}) && (t.Home == c.Request.Room || t.Away == c.Request.Room)
		},
	} {
		if some := slices.DeleteFunc(slices.Clone(all), func(t *tournament.Tournament) bool { return !closer(t) }); len(some) > 0 {
			all = some
		}
	}
	switch {
	case len(all) == 0 && play.OnLadder(c):
		return nil, bot.Problemf(bot.Unknown, "You are on no ladder here. `tournaments` lists the tournaments.")
	case len(all) == 0:
		return nil, bot.Problemf(bot.Unknown, "There is no tournament here for `%s`. `tournaments` lists them.", c.Command.Name)
	case len(all) == 1 || all[0].Over():
		c.Closed = c.Closed || !action.EnterableHere(c, all[0])
		return all[0], nil
	}
	whom := c.Args.Word("name")
	if _, mentioned := c.Request.Mentions[whom]; mentioned { // a button cannot mention
		if p, err := c.Known(whom); err == nil && p.ID != 0 {
			whom = p.Word()
		}
	}
	which := bot.Problemf(bot.Ambiguous, "Which tournament do you mean?")
	for _, t := range all[:min(len(all), tournament.Listed)] {
		c.Closed = c.Closed || !action.EnterableHere(c, t)
		command := sameAbout(c, t.ID, whom)
		if play.OnLadder(c) {
			command = fmt.Sprintf("challenge %s ladder %d", whom, t.ID)
		}
		which.Text += phrase.Sprintf("\n`%s`: %s", command, t.Title())
		which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Upper(t.Heading()), Command: command})
	}
	return nil, which
}

// sameAbout returns the asker's command as it is written about a tournament, with whom as the name
// of a person.
func sameAbout(c *action.Call, id bot.TournamentID, whom string) string {
	args := c.Args
	args.Tournament = id
	var words []string
	for _, v := range args.Values(&c.Command.Command) {
		switch {
		case v.Param.Kind == command.Person:
			v.Text = whom
		case v.Param.Named:
			words = append(words, v.Param.Name)
		}
		words = append(words, v.Text)
	}
	return action.CommandText(c.Command.Name, words...)
}

// meantOf is like meant, for a command whose verb does something in a tournament of one system. If
// none suits the verb, it returns another one of that system, in which the handler says why it
// cannot be done.
func meantOf(c *action.Call, system bot.System, suits func(*tournament.Tournament) bool) (*tournament.Tournament, error) {
	what, usual := c.Args.Word("what"), c.Command
	defer func() { c.Command = usual }()
	switch { // what the user is offered if there are several
	case what == "join" || what == "leave":
		c.Command = c.Bot.Actions[what]
	case what == "" || system == bot.Simul:
		c.Command = c.Bot.Actions["tournament"]
	}
	of := func(t *tournament.Tournament) bool { return t.System == system && (what == "" || !t.Over()) }
	t, err := meant(c, func(t *tournament.Tournament) bool { return of(t) && suits(t) })
	if isUnknown(err) {
		t, err = meant(c, of)
	}
	return t, err
}

// isUnknown reports whether an error says that there is no such thing.
func isUnknown(err error) bool {
	p := (*bot.Problem)(nil)
	return errors.As(err, &p) && p.Kind == bot.Unknown
}
