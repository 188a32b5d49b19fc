package web

import (
	"net/http"
	"slices"

	"raumbot/adapters/web/board"
	"raumbot/bot"
	"raumbot/bot/pages"
)

// explorePage is the data of the page that shows where a piece can go on an empty board.
type explorePage struct {
	taskPage
	Variant pages.VariantView
	Piece   *pages.KindView
	asked   *board.Cell
}

// explored returns the page of the piece in a request's path, on the cell in its query. If ok is
// false, it has answered the request.
func (s *Site) explored(w http.ResponseWriter, r *http.Request, v *visitor) (p *explorePage, ok bool) {
	name, code := r.PathValue("variant"), r.PathValue("code")
	view, _, err := s.service.ViewVariant(r.Context(), v.request(""), name)
	var layout sentLayout
	if err == nil {
		layout, err = layouts.of(view.ID)
	}
	i := slices.IndexFunc(view.Kinds, func(k pages.KindView) bool { return k.Code == code })
	if err == nil && i < 0 {
		err = bot.ErrNotFound
	}
	if err != nil {
		s.fail(w, r, err)
		return nil, false
	}
	p = &explorePage{Variant: view, Piece: &view.Kinds[i]}
	title := v.Say("How the %s of %s moves.", p.Piece.Name, view.Title)
	p.boardPage = boardPage{frame: frame{visitor: v, Title: title, Class: "playing tasked"}, Layout: layout, Now: true, own: -1, rival: -1, Fixed: true, Places: true}
	if p.Position, p.asked, err = board.Lone(view.ID, i+1, r.URL.Query().Get("at")); err != nil {
		s.fail(w, r, err)
		return nil, false
	}
	p.At, p.Status, p.Key = layout.Cells[p.asked.Cell], title, "rules "+name
	p.Self = v.Path("rules", name, "piece", code)
	p.Data = p.Self
	return p, true
}

// explore serves the page that shows where a piece can go.
func (s *Site) explore(w http.ResponseWriter, r *http.Request, v *visitor) {
	p, ok := s.explored(w, r, v)
	if !ok {
		return
	}
	if r.URL.Query().Get("cell") != p.At { // the piece is always the chosen one
		http.Redirect(w, r, string(p.Query("cell", p.At)), http.StatusSeeOther)
		return
	}
	p.draw()
	p.chooseAsked(p.At, p.asked)
	p.Large = p.large(r.URL.Query().Get("level"))
	p.Levels = p.levels()
	s.show(w, r, http.StatusOK, "explore", p)
}

// exploreJSON serves the position of a lone piece to scripts.
func (s *Site) exploreJSON(w http.ResponseWriter, r *http.Request, v *visitor) {
	if p, ok := s.explored(w, r, v); ok {
		s.sendTask(w, r, &p.taskPage)
	}
}

// exploreCell serves to scripts where a lone piece can go.
func (s *Site) exploreCell(w http.ResponseWriter, r *http.Request, v *visitor) {
	p, ok := s.explored(w, r, v)
	if !ok {
		return
	}
	if r.URL.Query().Get("cell") != p.At {
		p.asked = &board.Cell{Cell: slices.Index(p.Layout.Cells, r.URL.Query().Get("cell")), Moves: []board.Move{}, Attackers: [2][]int{{}, {}}}
	}
	writeJSON(w, r, http.StatusOK, cellData{p.asked, p.Piece.Moves})
}

// KindClass returns the number of a kind in the CSS classes of its pictures, which count from 1.
func (p *explorePage) KindClass(i int) int { return i + 1 }
