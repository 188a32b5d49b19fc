package web

import (
	"net/http"
	"slices"

	"raumbot/bot"
	"raumbot/bot/service"
)

// gamesPage is the data of the list of games.
type gamesPage struct {
	frame
	Mine, Others []service.Summary
	Over         bool
	More         bot.GameID // the next page begins before this game; zero on the last
}

// listed is the number of games on a page of the list.
const listed = 50

// games serves a list of the games that the visitor may see.
func (s *Site) games(w http.ResponseWriter, r *http.Request, v *visitor) {
	p := gamesPage{frame: frame{visitor: v, Title: v.Say("Games")}, Over: r.URL.Query().Get("over") != ""}
	before, _ := bot.ParseGameID(r.URL.Query().Get("before"))
	all, err := s.service.ViewGames(r.Context(), v.request(""), service.ListGames{Over: p.Over, Before: before, Limit: listed})
	if err == nil {
		p.Mine, err = s.service.ViewGames(r.Context(), v.request(""), service.ListGames{Mine: true, Over: p.Over, Limit: listed})
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if len(all) == listed {
		p.More = all[listed-1].ID
	}
	p.Others = slices.DeleteFunc(all, func(g service.Summary) bool { return g.Seated })
	slices.SortStableFunc(p.Mine, func(a, b service.Summary) int {
		switch {
		case a.Acts == b.Acts:
			return 0
		case a.Acts:
			return -1
		}
		return 1
	})
	s.show(w, r, http.StatusOK, "games", p)
}
