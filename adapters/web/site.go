package web

import (
	"net/http"
	"strings"
)

// paths returns the handler of all paths of the site. Only POST requests change anything.
func (s *Site) paths() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, do func(http.ResponseWriter, *http.Request, *visitor)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { do(w, r, s.visitorOf(r)) })
	}
	mux.HandleFunc("GET /static/{name...}", s.static)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=86400")
		http.Redirect(w, r, "/static/mark.svg", http.StatusMovedPermanently)
	})
	mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		write(w, r, http.StatusOK, []byte("User-agent: *\nDisallow: /game/\nDisallow: /as/\n"))
	})
	mux.HandleFunc("GET /layout/{variant}", s.layout)
	mux.HandleFunc("GET /men/{variant}/{file}", s.men)

	own := http.NewServeMux() // the pages; in a room they are under /as/NAME
	page := func(pattern string, do func(http.ResponseWriter, *http.Request, *visitor)) {
		own.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { do(w, r, visiting(r)) })
	}
	page("GET /{$}", s.home)
	page("GET /game/{id}", s.game)
	page("GET /game/{id}/board.json", s.boardJSON)
	page("GET /game/{id}/cell.json", s.cellJSON)
	page("GET /game/{id}/picture.png", s.picture)
	page("GET /game/{id}/events", s.gameEvents)
	page("POST /game/{id}/move", s.move)
	page("POST /game/{id}/say", s.sayInGame)
	page("POST /say", s.say)
	page("GET /events", s.listEvents)
	page("GET /chat/{number}/picture.png", s.chatPicture)
	page("GET /chat/{number}/file", s.chatFile)
	page("GET /games", s.games)
	page("GET /rules", s.variants)
	page("GET /rules/{variant}", s.rules)
	page("GET /rules/{variant}/{file}", s.pieceDiagram)
	page("GET /tournaments", s.tournaments)
	page("GET /tournament/{id}", s.tournament)
	page("GET /tournament/{id}/events", s.tournamentEvents)
	page("GET /player/{id}", s.player)
	own.HandleFunc("/", s.absent(own))
	if !s.Local() {
		page("GET /enter", s.enter)
		page("POST /enter", s.signIn)
		page("POST /leave", s.signOut)
		mux.Handle("/", s.visited("", own))
		return mux
	}
	handle("GET /{$}", s.door)
	handle("POST /join", s.join)
	handle("GET /game/{id}", s.sharedGame)
	mux.Handle("/as/{name}/", s.seated(own))
	mux.HandleFunc("/", s.absent(mux))
	return mux
}

// absent returns the handler of what a site does not have: other paths, and its own paths for other methods.
func (s *Site) absent(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		status := http.StatusNotFound
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			other := *r
			other.Method = method
			if _, pattern := mux.Handler(&other); strings.HasPrefix(pattern, method+" ") {
				status = http.StatusMethodNotAllowed
				w.Header().Add("Allow", method)
			}
		}
		s.refuse(w, r, status)
	}
}
