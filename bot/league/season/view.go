package season

import (
	"context"
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// LeagueView is a league as a reader may see it, in their language.
type LeagueView struct {
	ID int
	// Name is its name, Kind its game and pace, and State what it is doing. Registration says until
	// when one can enter the next season, empty if one cannot.
	Name, Kind, State, Registration string
	// Entered means that the asker has entered the next season, MayEnter that they may, and Plays
	// that they play in the running one.
	Entered, MayEnter, Plays bool
	// The other fields are those of the page of the league.
	Terms, Champions string
	Divisions        []DivisionView
}

// DivisionView is a division in a list.
type DivisionView struct {
	ID   bot.TournamentID
	Name string
	// State says who leads it or has won it.
	State string
	Mine  bool // the asker is in it
}

// ViewLeagues returns the leagues that the asker can find, those in which they take part first, up
// to limit.
func (s *Seasons) ViewLeagues(ctx context.Context, r bot.Request, limit int) (views []LeagueView, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		views = nil
		leagues, err := here(c)
		for _, l := range leagues[:min(len(leagues), limit)] {
			v, err := l.outline(c)
			if err != nil {
				return err
			}
			views = append(views, v)
		}
		return err
	})
	return views, err
}

// ViewLeague returns a league for its page. The error is [bot.ErrNotFound] if there is none or the
// asker may not see it.
func (s *Seasons) ViewLeague(ctx context.Context, r bot.Request, id int) (v LeagueView, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		l, err := numbered(c, id)
		if errors.As(err, new(*bot.Problem)) {
			return bot.ErrNotFound
		}
		if err != nil {
			return err
		}
		if v, err = l.outline(c); err != nil {
			return err
		}
		return l.detail(c, &v)
	})
	return v, err
}

// outline returns the name of the league, its state and what the asker may do there.
func (l *League) outline(c *action.Call) (v LeagueView, err error) {
	say := c.ReaderLanguage().Render
	v = LeagueView{ID: l.ID, Name: say(phrase.Upper(l.title())), Kind: say(phrase.Sprintf("%s, %s", bot.Title(l.Variant), l.Pace.Words())), State: say(phrase.Sentence(l.state(c)))}
	known := c.Me.ID != 0 && !c.Me.Guest()
	if t, err := l.registration(c.Tx); err != nil {
		return v, err
	} else if t != nil {
		v.Registration = say(l.registrationState(c, t))
		v.Entered = known && t.Enters(c.Me.ID)
		v.MayEnter = c.Request.From.ID != "" && !c.Me.Guest() && !v.Entered && l.enterable(c) && !t.Bars(c.Me)
	}
	if known && l.Running {
		t, err := l.divisionOf(c.Tx, c.Me.ID)
		v.Plays = t != nil && !t.Over() && !t.Entrants[t.Entrant(c.Me.ID)-1].Gone
		return v, err
	}
	return v, nil
}

// detail adds what the page of the league shows besides.
func (l *League) detail(c *action.Call, v *LeagueView) error {
	say := c.ReaderLanguage().Render
	v.Terms = say(l.terms())
	champions, err := l.champions(c)
	if err != nil {
		return err
	}
	if champions != "" {
		v.Champions = say(champions)
	}
	divisions, err := l.tournaments(c.Tx)
	for _, t := range divisions {
		state, err := standing(t)
		if err != nil {
			return err
		}
		v.Divisions = append(v.Divisions, DivisionView{ID: t.ID, Name: say(phrase.Of("Division %d", t.Season.Division)), State: say(phrase.Sentence(state)), Mine: c.Me.ID != 0 && t.Entrant(c.Me.ID) > 0})
	}
	return err
}
