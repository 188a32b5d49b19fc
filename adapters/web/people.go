package web

import (
	"net/http"
	"strconv"

	"raumbot/bot"
	"raumbot/bot/service"
)

type playerPage struct {
	frame
	service.PlayerView
}

// player serves the page with a player's ratings and games.
func (s *Site) player(w http.ResponseWriter, r *http.Request, v *visitor) {
	n, err := strconv.ParseUint(r.PathValue("id"), 10, 63)
	if err != nil {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	view, err := s.service.ViewPlayer(r.Context(), v.request(""), bot.PlayerID(n))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "player", playerPage{frame{visitor: v, Title: view.Name}, view})
}

type tournamentPage struct {
	frame
	service.TournamentView
}

// tournament serves the page of a tournament.
func (s *Site) tournament(w http.ResponseWriter, r *http.Request, v *visitor) {
	n, err := strconv.ParseUint(r.PathValue("id"), 10, 63)
	if err != nil {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	view, err := s.service.ViewTournament(r.Context(), v.request(""), bot.TournamentID(n))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "tournament", tournamentPage{frame{visitor: v, Title: view.Name, Scripts: []string{"live.js"}}, view})
}

type tournamentsPage struct {
	frame
	All []service.TournamentView
}

// tournaments serves the list of tournaments that the visitor may see.
func (s *Site) tournaments(w http.ResponseWriter, r *http.Request, v *visitor) {
	all, err := s.service.ViewTournaments(r.Context(), v.request(""))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "tournaments", tournamentsPage{frame{visitor: v, Title: v.Say("Tournaments")}, all})
}
