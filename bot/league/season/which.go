package season

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// enterable reports whether people may enter the league from where the asker speaks.
func (l *League) enterable(c *action.Call) bool {
	return action.EnterableHere(c, tournament.Of(l.record()))
}

// leads reports whether the asker may lead the league: they are one of its organisers, or organise
// the room where it was created and speak there.
func (l *League) leads(c *action.Call) bool {
	return action.MayDirect(c, tournament.Of(l.record()))
}

// has reports whether a player takes part in the running season, or has entered the next one.
func (l *League) has(tx bot.Tx, p bot.PlayerID) (bool, error) {
	in, err := l.entered(tx, p)
	if in || err != nil || !l.Running {
		return in, err
	}
	t, err := l.divisionOf(tx, p)
	return t != nil, err
}

// entered reports whether a player has entered the next season.
func (l *League) entered(tx bot.Tx, p bot.PlayerID) (bool, error) {
	t, err := l.registration(tx)
	return t != nil && t.Enters(p), err
}

// divisionOf returns the division in which a player was or is in the last season that has begun,
// nil if there is none.
func (l *League) divisionOf(tx bot.Tx, p bot.PlayerID) (*tournament.Tournament, error) {
	divisions, err := l.tournaments(tx)
	for _, t := range divisions {
		if t.Entrant(p) > 0 {
			return t, err
		}
	}
	return nil, err
}

// sees reports whether the asker may see the league: they may enter it from here, take part in it
// or lead it.
func (l *League) sees(c *action.Call) (bool, error) {
	if l.enterable(c) || l.leads(c) {
		return true, nil
	}
	return l.has(c.Tx, c.Me.ID)
}

// numbered returns the league with a number, or a problem if the asker may not see it.
func numbered(c *action.Call, id int) (*League, error) {
	l, err := load(c.Tx, id)
	if err == nil {
		var sees bool
		if sees, err = l.sees(c); err == nil && !sees {
			err = bot.ErrNotFound
		}
	}
	if errors.Is(err, bot.ErrNotFound) {
		err = bot.Problemf(bot.Unknown, "There is no league %d that you can see here. `leagues` lists them.", id)
	}
	c.Closed = c.Closed || err == nil && !l.enterable(c)
	return l, err
}

// here returns the leagues that the asker may see and that are not over: first those in which they
// take part, then those of this room, then the others.
func here(c *action.Call) ([]*League, error) {
	leagues, err := current(c.Tx)
	if err != nil {
		return nil, err
	}
	var mine, near, others []*League
	for _, l := range leagues {
		in, err := l.has(c.Tx, c.Me.ID)
		switch {
		case err != nil:
			return nil, err
		case in && c.Me.ID != 0:
			mine = append(mine, l)
		case c.Request.Room != (bot.RoomID{}) && (l.Home == c.Request.Room || slices.Contains(l.Rooms, c.Request.Room)):
			near = append(near, l)
		case l.enterable(c) || l.leads(c):
			others = append(others, l)
		}
	}
	return slices.Concat(mine, near, others), nil
}

// meant returns the league that a command is about: the one that is named, or else the only one
// that suits, or the only one of this room that suits.
func meant(c *action.Call, suits func(*League) (bool, error)) (*League, error) {
	if id := c.Args.Number("id"); id != 0 {
		return numbered(c, id)
	}
	leagues, err := here(c)
	if err != nil {
		return nil, err
	}
	var fit []*League
	for _, l := range leagues {
		ok, err := suits(l)
		if err != nil {
			return nil, err
		}
		if ok {
			fit = append(fit, l)
		}
	}
	if len(fit) == 0 && len(leagues) == 1 { // the handler says why it cannot be done
		return leagues[0], nil
	}
	if near := slices.DeleteFunc(slices.Clone(fit), func(l *League) bool { return l.Home != c.Request.Room && !slices.Contains(l.Rooms, c.Request.Room) }); len(near) == 1 {
		return near[0], nil
	}
	switch len(fit) {
	case 0:
		return nil, bot.Problemf(bot.Unknown, "There is no league here for that. `leagues` lists them, and an organiser of a room begins one with `league create`.")
	case 1:
		c.Closed = c.Closed || !fit[0].enterable(c)
		return fit[0], nil
	}
	which := bot.Problemf(bot.Ambiguous, "Which league do you mean?")
	for _, l := range fit[:min(len(fit), listed)] {
		c.Closed = c.Closed || !l.enterable(c)
		command := fmt.Sprintf("league %d", l.ID)
		if what := c.Args.Word("what"); what != "" {
			command += " " + what
		}
		which.Text += phrase.Sprintf("\n`%s`: %s", command, l.name())
		which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Upper(l.title()), Command: command})
	}
	return nil, which
}

// listed is the maximum number of leagues in a list.
const listed = 25
