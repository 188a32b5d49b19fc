package web

import (
	"html/template"
	"net/http"
	"strings"

	"github.com/hashicorp/golang-lru/v2/expirable"

	"raumbot/adapters/web/board"
	"raumbot/bot"
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
	Board   *boardPage
	lessons map[string]int // the numbers of the lessons on rules, by their names
}

// Lesson returns the address of the lesson on a rule; empty if there is none.
func (p rulesPage) Lesson(rule string) template.URL {
	if n := p.lessons[rule]; n > 0 {
		return p.Path("learn", p.Variant.Name, n)
	}
	return ""
}

// drawn returns the address of a picture below that of the page. It has the visitor's language, so
// that no browser takes one that it keeps in another language.
func (p rulesPage) drawn(parts ...any) template.URL {
	return p.Path(append([]any{"rules", p.Variant.Name}, parts...)...) + template.URL("?lang="+p.Lang())
}

// Example returns the address of the picture of a rule.
func (p rulesPage) Example(rule string) template.URL {
	return p.drawn("example", rule+".png")
}

// Playable returns the variant as a list of the games that the page offers.
func (p rulesPage) Playable() []pages.VariantView { return []pages.VariantView{p.Variant} }

// variants serves the list of variants.
func (s *Site) variants(w http.ResponseWriter, r *http.Request, v *visitor) {
	showAll(s, w, r, "variants", frame{visitor: v, Title: v.Say("Rules")}, s.service.ViewVariants)
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
	p := rulesPage{frame: frame{visitor: v, Title: variant.Title, Scripts: []string{"front.js"}, Styles: menStyles(variant.ID)}, Variant: variant, Board: &b, lessons: s.service.RuleLessons(name)}
	code := query.Get("piece")
	if b.Chosen != nil {
		code = b.Chosen.Code
	}
	for i := range variant.Kinds {
		if variant.Kinds[i].Code == code {
			p.Piece, p.Diagram = &variant.Kinds[i], p.drawn(code+".png")
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
	s.drawOnce(w, r, v, d.Variant.ID(), d)
}

// ruleExample serves a picture of a move that shows a rule.
func (s *Site) ruleExample(w http.ResponseWriter, r *http.Request, v *visitor) {
	rule, ok := strings.CutSuffix(r.PathValue("file"), ".png")
	if !ok {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	d, err := s.service.ViewExample(r.Context(), v.request(""), r.PathValue("variant"), rule)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.drawOnce(w, r, v, d.Scene.Position.Variant().ID(), d)
}

// maxDrawn is the number of pictures of rules that are kept.
const maxDrawn = 512

func newDrawn() *sharedFiles { return expirable.NewLRU[string, *file](maxDrawn, nil, 0) }

// drawOnce serves a picture of the rules of a variant like [Site.draw], but draws it only once. It
// belongs to the path of the request.
func (s *Site) drawOnce(w http.ResponseWriter, r *http.Request, v *visitor, variant string, d *bot.Drawing) {
	theme := r.URL.Query().Get("theme")
	d, ok := inTheme(d, theme)
	if !ok {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	key := strings.Join([]string{variant, r.PathValue("file"), theme, v.Lang()}, " ")
	f, ok := s.drawn.Get(key)
	if !ok {
		png, err := d.PNG(r.Context())
		if err != nil {
			s.undrawn(w, r, err)
			return
		}
		f = newFile(png, "image/png")
		s.drawn.Add(key, f)
	}
	// It is private because it is in the visitor's language.
	w.Header().Set("Cache-Control", "private, max-age=3600")
	f.send(w, r)
}
