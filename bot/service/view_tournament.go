package service

import (
	"context"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/render"
)

// TournamentView is a tournament as somebody may see it, in their language.
type TournamentView struct {
	ID bot.TournamentID
	// Name is its name, Phase its state, and Terms its terms.
	Name, Phase, Terms string
	Entrants           []string
	Waiting            int
	// Table is its crosstable, Tree the bracket of a knockout; both are nil before it begins.
	Table *render.Crosstable
	Tree  *render.Bracket
	Games []Summary // those of its last round
	Round string    // what that round is called
}

// ViewTournament returns a tournament. The error is [bot.ErrNotFound] also for one that the asker may not see.
func (s *Service) ViewTournament(ctx context.Context, r bot.Request, id bot.TournamentID) (v TournamentView, err error) {
	err = s.look(ctx, r, func(c *call) error {
		t, err := loadTournament(c.tx, id)
		if err == nil && !c.shows(t) {
			err = bot.ErrNotFound
		}
		if err == nil {
			v, err = c.viewTournament(t)
		}
		return err
	})
	return v, err
}

// shows reports whether a page shows a tournament to the asker: a draft to those who direct it, others to those who may follow them.
func (c *call) shows(t *tournament.Tournament) bool {
	if !t.Announced() {
		return c.me.ID != 0 && c.directs(t)
	}
	if c.me.ID == 0 {
		return c.within(t)
	}
	return c.followed(t)
}

func (c *call) viewTournament(t *tournament.Tournament) (v TournamentView, err error) {
	say := c.reader.Render
	v = TournamentView{ID: t.ID, Name: say(phrase.Upper(t.Heading())), Phase: say(phrase.Sentence(t.PhaseWords())), Terms: say(c.terms(t)), Waiting: len(t.Waiting)}
	for i := range t.Entrants {
		v.Entrants = append(v.Entrants, say(t.EntrantName(i+1)))
	}
	if !t.Begun() {
		return v, nil
	}
	drawing, err := c.service.layTournament(t, tournament.Page, render.Light)
	if err != nil {
		return v, err
	}
	drawing.Speak(c.reader)
	v.Table, v.Tree = drawing.Crosstable, drawing.Bracket
	last := t.Rounds[len(t.Rounds)-1]
	v.Round = say(phrase.Upper(t.RoundName(len(t.Rounds))))
	for _, played := range last.Games {
		g, err := c.seen(played.ID)
		if played.ID == 0 || err != nil {
			continue
		}
		v.Games = append(v.Games, c.summary(g))
	}
	return v, nil
}

// ViewTournaments returns the IDs and names of the tournaments that the asker can find, newest first.
func (s *Service) ViewTournaments(ctx context.Context, r bot.Request) (all []TournamentView, err error) {
	err = s.look(ctx, r, func(c *call) error {
		all = nil
		for _, over := range []bool{false, true} {
			ids, err := c.tournamentsHere(over, tournamentsOffered)
			if err != nil {
				return err
			}
			for _, id := range ids {
				t, err := loadTournament(c.tx, id)
				if err != nil {
					return err
				}
				if c.shows(t) {
					all = append(all, TournamentView{ID: id, Name: c.reader.Render(phrase.Upper(t.Heading())), Phase: c.reader.Render(phrase.Sentence(t.PhaseWords()))})
				}
			}
		}
		return nil
	})
	return all, err
}
