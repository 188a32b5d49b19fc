package web

import (
	"errors"
	"net/http"
	"strings"

	"raumbot/bot"
)

// handler returns the handler of all requests to the site.
func (s *Site) handler() http.Handler {
	mux := s.paths()
	if s.options.Activity == nil {
		return s.guard(mux, nil)
	}
	return s.guard(mux, s.activity(mux))
}

// paths returns the handler of all paths of the site. Only POST requests change anything.
func (s *Site) paths() *http.ServeMux {
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
		write(w, r, http.StatusOK, []byte("User-agent: *\nDisallow: /game/\nDisallow: /search\nDisallow: /as/\n"))
	})
	mux.HandleFunc("GET /layout/{variant}", s.layout)
	mux.HandleFunc("GET /start/{variant}", s.thumbnail)
	mux.HandleFunc("GET /men/{variant}/{file}", s.men)

	own := http.NewServeMux() // the pages; in a room they are under /as/NAME
	open := func(pattern string, do func(http.ResponseWriter, *http.Request, *visitor)) {
		own.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			_ = s.away(r) // what these pages show needs no database
			s.inTurn(w, r, visitorIn(r), do)
		})
	}
	stream := func(pattern string, do func(http.ResponseWriter, *http.Request, *visitor)) {
		own.HandleFunc(pattern, s.known(do))
	}
	page := func(pattern string, do func(http.ResponseWriter, *http.Request, *visitor)) {
		stream(pattern, func(w http.ResponseWriter, r *http.Request, v *visitor) { s.inTurn(w, r, v, do) })
	}
	page("GET /{$}", s.home)
	page("GET /game/{id}", s.game)
	page("GET /game/{id}/board.json", s.boardJSON)
	page("GET /game/{id}/cell.json", s.cellJSON)
	page("GET /game/{id}/picture.png", s.picture)
	page("GET /game/{id}/thumbnail.svg", s.gameThumbnail)
	stream("GET /game/{id}/events", s.gameEvents)
	page("POST /game/{id}/move", s.move)
	page("POST /game/{id}/say", s.sayInGame)
	page("POST /say", s.say)
	page("POST /play", s.play)
	page("POST /do/{command}", s.do)
	page("GET /puzzle", s.puzzle)
	page("GET /puzzle/picture.png", s.puzzlePicture)
	page("GET /puzzle/thumbnail.svg", s.puzzleThumbnail)
	page("GET /puzzle/{id}", s.solve)
	page("GET /puzzle/{id}/board.json", s.solveJSON)
	page("GET /puzzle/{id}/cell.json", s.solveCell)
	page("POST /puzzle/{id}/move", s.answerSolve)
	page("GET /puzzles", s.puzzles)
	page("POST /puzzles", s.openPuzzle)
	page("GET /leaders", s.rankings)
	open("GET /learn", s.courses)
	open("GET /learn/{variant}/{step}", s.lesson)
	open("GET /learn/{variant}/{step}/board.json", s.lessonJSON)
	open("GET /learn/{variant}/{step}/cell.json", s.lessonCell)
	page("POST /learn/{variant}/{step}/move", s.answerLesson)
	stream("GET /events", s.listEvents)
	page("GET /chat/{number}/picture.png", s.chatPicture)
	page("GET /chat/{number}/file", s.chatFile)
	page("GET /games", s.games)
	page("GET /search", s.search)
	stream("POST /import", s.uploadRecord)
	page("GET /preferences", s.preferences)
	page("GET /preferences/{command}", s.reloadPreferences)
	page("POST /preferences/{command}", s.setPreference)
	open("GET /rules", s.variants)
	open("GET /rules/{variant}", s.rules)
	open("GET /rules/{variant}/{file}", s.pieceDiagram)
	open("GET /rules/{variant}/example/{file}", s.ruleExample)
	open("GET /rules/{variant}/piece/{code}", s.explore)
	open("GET /rules/{variant}/piece/{code}/board.json", s.exploreJSON)
	open("GET /rules/{variant}/piece/{code}/cell.json", s.exploreCell)
	page("GET /tournaments", s.tournaments)
	page("GET /tournament/{id}", s.tournament)
	stream("GET /tournament/{id}/events", s.tournamentEvents)
	page("GET /league/{id}", s.league)
	stream("GET /league/{id}/events", s.leagueEvents)
	page("GET /player/{id}", s.player)
	own.HandleFunc("/", s.absent(own))
	if !s.Local() {
		open("GET /enter", s.enter)
		page("POST /enter", s.signIn)
		page("POST /leave", s.signOut)
		for pattern, more := range s.options.Pages {
			mux.Handle(pattern, more)
		}
		mux.Handle("/", s.withVisitor("", own))
		return mux
	}
	handle("GET /{$}", s.door)
	handle("POST /join", s.join)
	handle("GET /game/{id}", s.sharedGame)
	mux.Handle("/as/{name}/", s.underName(own))
	mux.HandleFunc("/", s.absent(mux))
	return mux
}

// known returns a handler that calls do, or that fails the request if the database server is away.
func (s *Site) known(do func(http.ResponseWriter, *http.Request, *visitor)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.away(r); err != nil {
			s.fail(w, r, err)
			return
		}
		do(w, r, visitorIn(r))
	}
}

// away returns an error if the database server is away. It waits some seconds for the server,
// unless the server is already known to be away. Requests wait here before they enter a queue, so
// that they do not hold up other requests.
func (s *Site) away(r *http.Request) error {
	if v := visitorIn(r); v.away != nil {
		return v.away
	}
	if err := s.service.AtWork(r.Context()); errors.Is(err, bot.ErrAway) {
		return err
	}
	return nil
}

// absent returns the handler for paths that mux does not have, and for other methods on those that
// it has.
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
