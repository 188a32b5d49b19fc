package web

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"raumbot/bot"
)

//go:embed page/*.html
var pageFiles embed.FS

// templates are the templates by name. Each includes the templates that all pages share.
var templates = mustReadPages()

func mustReadPages() map[string]*template.Template {
	all := map[string]*template.Template{}
	around := template.Must(template.New("").Funcs(template.FuncMap{"static": staticURL}).ParseFS(pageFiles, "page/around.html", "page/part_*.html"))
	entries, err := pageFiles.ReadDir("page")
	if err != nil {
		panic(err) // they are embedded, so the tests would fail first
	}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".html")
		if name == "around" || strings.HasPrefix(name, "part_") {
			continue
		}
		all[name] = template.Must(template.Must(around.Clone()).ParseFS(pageFiles, "page/"+e.Name()))
	}
	return all
}

// pathPart formats a value as a part of a path or a class.
func pathPart(part any) string { return fmt.Sprint(part) }

// frame is the data that every page has.
type frame struct {
	*visitor
	Title   string
	Class   string   // the CSS class of the body
	Styles  []style  // the style sheets besides the common one
	Scripts []string // the names of the modules
	// MyMoves is the number of games in which it is the visitor's turn, on pages that show it.
	MyMoves int
}

// style is the style sheet of a theme, and the media query for which it applies unless the visitor
// has chosen a theme.
type style struct {
	URL          template.URL
	Theme, Media string
}

// htmlKind is the media type of pages.
const htmlKind = "text/html; charset=utf-8"

// show sends the page that the template with the given name renders.
func (s *Site) show(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	if page, ok := s.render(w, name, data); ok {
		w.Header().Set("Content-Type", htmlKind)
		write(w, r, status, page)
	}
}

// render returns the page that the template with the given name renders. If ok is false, it has
// answered the request.
func (s *Site) render(w http.ResponseWriter, name string, data any) (page []byte, ok bool) {
	var out bytes.Buffer
	if err := templates[name].ExecuteTemplate(&out, "around", data); err != nil {
		s.options.Log.Error("a page cannot be made", "page", name, "err", err)
		http.Error(w, "Something went wrong.", http.StatusInternalServerError)
		return nil, false
	}
	return out.Bytes(), true
}

// refusal is the data of the page that says why a request was refused.
type refusal struct {
	frame
	Text string
}

// refuse answers with an HTTP status, and a sentence on what to do next.
func (s *Site) refuse(w http.ResponseWriter, r *http.Request, status int) {
	v := s.visitorOf(r)
	words := ""
	switch status {
	case http.StatusNotFound:
		words = v.Say("There is nothing here for you to see. It may be private, or gone.")
	case http.StatusForbidden:
		words = v.Say("This was sent from another site, so nothing was done. Open the page here and try again.")
	case http.StatusBadRequest:
		words = v.Say("The browser sent something that this page does not understand. Go back and try again.")
	case http.StatusServiceUnavailable:
		words = v.Say("There are too many visitors at the moment. Try again in a minute.")
	case http.StatusMethodNotAllowed:
		words = v.Say("This address is not for that. Go back and try again.")
	default:
		status, words = http.StatusInternalServerError, v.Say("Something went wrong here. Please try again in a moment.")
	}
	s.explain(w, r, v, status, words)
}

// explain answers with an HTTP status and a sentence, as a page or, to a script, as JSON. Browsers
// do not store it, even if a handler has begun to answer with a file that they may store.
func (s *Site) explain(w http.ResponseWriter, r *http.Request, v *visitor, status int, text string) {
	w.Header().Set("Cache-Control", "no-store")
	if wantsJSON(r) {
		writeJSON(w, r, status, result{Text: text})
		return
	}
	title := v.Say("Nothing here")
	if status != http.StatusNotFound {
		title = v.Say("That did not work")
	}
	s.show(w, r, status, "refusal", refusal{frame{visitor: v, Title: title}, text})
}

// piece is a part of a text of the bot: plain text, something to type, or a time.
type piece struct {
	Text string
	Code bool
	Time string // in RFC 3339
}

// marked splits a text of the bot into its pieces. Times are written in the given time zone and
// language.
func marked(text, zone, language string) (all []piece) {
	when := bot.When(zone, language, time.Now())
	add := func(p piece) string {
		all = append(all, p)
		return ""
	}
	bot.Format(text, bot.Style{
		Plain: func(text string) string { return add(piece{Text: text}) },
		Code:  func(text string) string { return add(piece{Text: text, Code: true}) },
		Time: func(at time.Time) string {
			return add(piece{Text: when(at), Time: at.Format(time.RFC3339)})
		},
	})
	return all
}

// listPage is the data of a page that lists all values of one kind.
type listPage[T any] struct {
	frame
	All []T
}

// showAll serves the page that lists what read returns for the visitor.
func showAll[T any](s *Site, w http.ResponseWriter, r *http.Request, page string, f frame, read func(context.Context, bot.Request) ([]T, error)) {
	all, err := read(r.Context(), f.visitor.request(""))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, page, listPage[T]{f, all})
}
