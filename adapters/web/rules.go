package web

import (
	"html/template"
	"net/http"
	"strings"

	"raumbot/adapters/web/board"
	"raumbot/bot/pages"
)

// rulesPage is the data of the page that explains a variant: its rules, its pieces, and how each of
// them moves on an empty board and in the start position.
type rulesPage struct {
	frame
	Variant pages.VariantView
	Piece   *pages.KindView // the kind that is explained, if any
	Diagram template.URL    // the address of its picture
	// Board is the start position.
	Board *boardPage
}

// Playable returns the variant as a list of the games that the page offers.
func (p rulesPage) Playable() []pages.VariantView { return []pages.VariantView{p.Variant} }

// variantsPage lists the variants.
type variantsPage struct {
	frame
	All []pages.VariantView
}

// variants serves the list of variants.
func (s *Site) variants(w http.ResponseWriter, r *http.Request, v *visitor) {
	all, err := s.service.ViewVariants(r.Context(), v.request(""))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "variants", variantsPage{frame{visitor: v, Title: v.Say("Rules")}, all})
}

// rules serves the page that explains a variant.
func (s *Site) rules(w http.ResponseWriter, r *http.Request, v *visitor) {
	name := r.PathValue("variant")
	variant, start, err := s.service.ViewVariant(r.Context(), v.request(""), name)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	layout, err := layouts.of(variant.ID)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	m, query := board.Of(start.Scene), r.URL.Query()
	b := newBoardPage(frame{visitor: v}, layout, m)
	b.Self = v.Path("rules", name)
	b.chooseMan(m, query.Get("cell"))
	b.Large = b.large(query.Get("level"))
	b.Levels = b.levels()
	p := rulesPage{frame: frame{visitor: v, Title: variant.Title, Scripts: []string{"front.js"}, Styles: menStyles(variant.ID)}, Variant: variant, Board: &b}
	code := query.Get("piece")
	if b.Chosen != nil {
		code = b.Chosen.Code
	}
	for i := range variant.Kinds {
		if variant.Kinds[i].Code == code {
			p.Piece, p.Diagram = &variant.Kinds[i], v.Path("rules", name, code+".png")
		}
	}
	s.show(w, r, http.StatusOK, "rules", p)
}

// pieceDiagram serves a picture of how a piece moves on an empty board.
func (s *Site) pieceDiagram(w http.ResponseWriter, r *http.Request, v *visitor) {
	code, ok := strings.CutSuffix(r.PathValue("file"), ".png")
	if !ok {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	d, err := s.service.ViewPiece(r.Context(), v.request(""), r.PathValue("variant"), code)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	// It is private because it is in the visitor's language.
	w.Header().Set("Cache-Control", "private, max-age=3600")
	s.draw(w, r, d)
}
