package web

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/pages"
)

// filterForm is the data of the form that selects games of a list.
type filterForm struct {
	*visitor
	pages.Filter
	// Action is the address of the list, and Before the field with the game before which the next page
	// begins.
	Action template.URL
	// OfPlayer means that the list has the games of one player.
	OfPlayer bool
	// Ongoing selects ongoing games, in a list of the games of all.
	Ongoing  bool
	Variants []pages.VariantView
}

// maxFilterName is the length of the longest part of a name that is searched for, in bytes.
const maxFilterName = 100

// filterOf reads the form that selects games from the query of a request. Values that it does not
// know select nothing special.
func filterOf(r *http.Request, variants []pages.VariantView) (f pages.Filter, before bot.GameID) {
	query := r.URL.Query()
	if id := query.Get("game"); slices.ContainsFunc(variants, func(v pages.VariantView) bool { return v.ID == id }) {
		f.Variant = id
	}
	if name := strings.TrimSpace(query.Get("name")); len(name) <= maxFilterName {
		f.Name = name
	}
	if result := query.Get("result"); slices.Contains([]string{pages.Won, pages.Drawn, pages.Lost}, result) {
		f.Result = result
	}
	if year, err := strconv.Atoi(query.Get("year")); err == nil && year > 0 && year < 10000 {
		f.Year = year
	}
	before, _ = bot.ParseGameID(query.Get("before"))
	return f, before
}

// Next returns the address of the page that begins before a game.
func (f filterForm) Next(before bot.GameID) template.URL {
	q := url.Values{"before": {before.String()}}
	for name, value := range map[string]string{"game": f.Variant, "name": f.Name, "result": f.Result} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if f.Year != 0 {
		q.Set("year", strconv.Itoa(f.Year))
	}
	if f.Ongoing {
		q.Set("state", "ongoing")
	}
	return f.Action + "?" + template.URL(q.Encode()) + "#games"
}

// ResultWord returns the label of a result.
func (f filterForm) ResultWord(result string) string {
	switch {
	case result == pages.Drawn:
		return f.Say("Drawn")
	case f.OfPlayer && result == pages.Won:
		return f.Say("Won")
	case f.OfPlayer:
		return f.Say("Lost")
	case result == pages.Won:
		return f.Say("White won")
	}
	return f.Say("Black won")
}

// Results returns the results that can be selected.
func (f filterForm) Results() []string { return []string{pages.Won, pages.Drawn, pages.Lost} }

// searchPage is the data of the page that searches games.
type searchPage struct {
	frame
	Form  filterForm
	Found pages.GameList
	// Before is the game before which the page begins; zero on the first one.
	Before bot.GameID
}

// gamesFound is the number of games on a page of the search.
const gamesFound = 30

// search serves the page that searches the games that everybody may see. It shows the same to all.
func (s *Site) search(w http.ResponseWriter, r *http.Request, v *visitor) {
	nobody := v.unknown()
	variants, err := s.service.ViewVariants(r.Context(), nobody.request(""))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p := searchPage{frame: frame{visitor: v, Title: v.Say("Search games")}}
	p.Form = filterForm{visitor: v, Action: v.Path("search"), Ongoing: r.URL.Query().Get("state") == "ongoing", Variants: variants}
	p.Form.Filter, p.Before = filterOf(r, variants)
	lists, err := s.service.ViewGames(r.Context(), nobody.request(""), pages.ListGames{Over: !p.Form.Ongoing, Filter: p.Form.Filter, Before: p.Before, Limit: gamesFound})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.Found = lists[0]
	s.show(w, r, http.StatusOK, "search", p)
}

// unknown returns a visitor of the same page whom nobody knows.
func (v *visitor) unknown() *visitor {
	return &visitor{site: v.site, Room: v.Room, Base: v.Base, locale: v.Lang(), page: v.Lang(), speech: v.speech}
}
