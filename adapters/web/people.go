package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"raumbot/bot"
	"raumbot/bot/league/season"
	"raumbot/bot/pages"
	"raumbot/bot/tournament/desk"
)

// numberOf returns a number in a request's path. It returns 0, which is no valid ID, if that part
// of the path is not a number.
func numberOf(r *http.Request, name string) int64 {
	n, err := strconv.ParseInt(r.PathValue(name), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

type playerPage struct {
	frame
	pages.PlayerView
	Form filterForm
}

// player serves the page with a player's ratings, openings and games.
func (s *Site) player(w http.ResponseWriter, r *http.Request, v *visitor) {
	variants, err := s.service.ViewVariants(r.Context(), v.request(""))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	id := bot.PlayerID(numberOf(r, "id"))
	form := filterForm{visitor: v, Action: v.Path("player", id), OfPlayer: true, Variants: variants}
	var before bot.GameID
	form.Filter, before = filterOf(r, variants)
	view, err := s.service.ViewPlayer(r.Context(), v.request(""), id, form.Filter, before)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "player", playerPage{frame{visitor: v, Title: view.Name}, view, form})
}

// openingsPart is the data of the template with the results of first moves.
type openingsPart struct {
	Page  *visitor
	Title string
	All   []pages.OpeningView
}

// OpeningsPart returns the data of the template with the results of first moves.
func (v *visitor) OpeningsPart(title string, all []pages.OpeningView) openingsPart {
	return openingsPart{v, title, all}
}

type tournamentPage struct {
	frame
	desk.TournamentView
}

// tournament serves the page of a tournament.
func (s *Site) tournament(w http.ResponseWriter, r *http.Request, v *visitor) {
	view, err := s.service.ViewTournament(r.Context(), v.request(""), bot.TournamentID(numberOf(r, "id")))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "tournament", tournamentPage{frame{visitor: v, Title: view.Name, Scripts: []string{"live.js"}}, view})
}

// tournamentEvents streams an event whenever the page of a tournament changes.
func (s *Site) tournamentEvents(w http.ResponseWriter, r *http.Request, v *visitor) {
	id := bot.TournamentID(numberOf(r, "id"))
	digest := func(ctx context.Context) (string, error) {
		view, err := s.service.ViewTournament(ctx, v.request(""), id)
		if err != nil {
			return "", err
		}
		shown := []any{view.Name, view.Phase, view.Terms, view.Entrants, view.Waiting, view.Round, view.Entered, view.MayEnter, view.MayCheckIn, view.Verbs}
		if table := view.Table; table != nil {
			shown = append(shown, table.Heads, table.TieBreaks, table.Rows, table.Key)
		}
		if tree := view.Tree; tree != nil {
			shown = append(shown, tree.Rounds, tree.Third)
		}
		body, err := json.Marshal(shown)
		return v.listDigest(pages.GameList{Games: view.Games}) + string(body), err
	}
	if _, err := digest(r.Context()); err != nil {
		s.fail(w, r, err)
		return
	}
	s.followList(w, r, v, topic{tournament: id}, digest)
}

type leaguePage struct {
	frame
	season.LeagueView
}

// league serves the page of a league.
func (s *Site) league(w http.ResponseWriter, r *http.Request, v *visitor) {
	view, err := s.service.ViewLeague(r.Context(), v.request(""), int(numberOf(r, "id")))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "league", leaguePage{frame{visitor: v, Title: view.Name, Scripts: []string{"live.js"}}, view})
}

// leagueEvents streams an event whenever the page of a league changes.
func (s *Site) leagueEvents(w http.ResponseWriter, r *http.Request, v *visitor) {
	id := int(numberOf(r, "id"))
	digest := func(ctx context.Context) (string, error) {
		view, err := s.service.ViewLeague(ctx, v.request(""), id)
		if err != nil {
			return "", err
		}
		body, err := json.Marshal(view)
		return string(body), err
	}
	if _, err := digest(r.Context()); err != nil {
		s.fail(w, r, err)
		return
	}
	s.followList(w, r, v, topic{league: id}, digest)
}

// tournamentsListed is how many tournaments of each place the list of tournaments has.
const tournamentsListed = 100

type tournamentsPage struct {
	frame
	All  []desk.TournamentView
	Over bool
	// Leagues are those that are not over.
	Leagues []season.LeagueView
	// MayCreate means that the visitor may create a tournament here, of one of the games in Offered.
	MayCreate bool
	Offered   []pages.VariantView
	// Forms begin something else in the room, such as a league.
	Forms []pages.Form
}

// tournaments serves the list of tournaments that the visitor may see.
func (s *Site) tournaments(w http.ResponseWriter, r *http.Request, v *visitor) {
	p := tournamentsPage{frame: frame{visitor: v, Title: v.Say("Tournaments")}, Over: r.URL.Query().Get("over") != ""}
	var err error
	if p.All, err = s.service.ViewTournaments(r.Context(), v.request(""), p.Over, tournamentsListed); err == nil && !p.Over && v.Known() {
		if p.MayCreate, err = s.service.MayCreate(r.Context(), v.request("")); p.MayCreate && err == nil {
			p.Offered, err = s.service.ViewVariants(r.Context(), v.request(""))
		}
		if err == nil && v.Local() {
			p.Forms, err = s.service.ViewForms(r.Context(), v.request(""), p.MayCreate)
		}
	}
	if err == nil && !p.Over {
		p.Leagues, err = s.service.ViewLeagues(r.Context(), v.request(""), tournamentsListed)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "tournaments", p)
}
