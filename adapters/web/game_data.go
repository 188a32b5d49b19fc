package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"raumbot/adapters/web/board"
	"raumbot/bot"
)

// viewer tells a script who is looking at the board.
type viewer struct {
	Side  string `json:"side"` // empty for a spectator
	Moves bool   `json:"moves"`
	Name  string `json:"name"`
}

// boardData is a position of a game, with all that a script needs to show it.
type boardData struct {
	Game     bot.GameID      `json:"game"`
	Log      int             `json:"log"`
	Ply      int             `json:"ply"`
	Layout   string          `json:"layout"`
	Men      string          `json:"men"`
	Reader   viewer          `json:"reader"`
	Position *board.Position `json:"position"`
	Moves    []string        `json:"moves"`
	Status   string          `json:"status"`
	Last     string          `json:"last"`
	Over     bool            `json:"over"`
	Offer    string          `json:"offer,omitempty"`
	Answer   string          `json:"answer,omitempty"`
	Until    string          `json:"until,omitempty"`
}

// boardJSON serves a position of a game to scripts.
func (s *Site) boardJSON(w http.ResponseWriter, r *http.Request, v *visitor) {
	a, done, ok := s.requestedUncached(w, r, v)
	defer done()
	if !ok {
		return
	}
	view := a.view
	p, err := s.gamePage(r.Context(), v, a)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	tag := fmt.Sprintf(`"%d-%d-%d-%v"`, view.Log, view.Ply, p.own, p.moves)
	if len(a.tried) == 0 {
		w.Header().Set("ETag", tag)
		if strings.Contains(r.Header.Get("If-None-Match"), tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	data := p.data()
	data.Game, data.Log, data.Moves, data.Status, data.Over, data.Offer, data.Answer = view.Game.ID, view.Log, view.Played, p.Status(), view.Over(), view.Asked, view.Answer
	if !view.Until.IsZero() {
		data.Until = view.Until.Format(time.RFC3339)
	}
	body, err := json.Marshal(data)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.share(w, r, v, view.Log, kindOf(".json"), body)
}

// cellData is a cell; Manner describes in the visitor's language how the man on it moves.
type cellData struct {
	*board.Cell
	Manner []string `json:"manner,omitempty"`
}

// cellJSON serves to scripts how the man on a cell may move, and what attacks the cell.
func (s *Site) cellJSON(w http.ResponseWriter, r *http.Request, v *visitor) {
	a, ok := s.requested(w, r, v)
	if !ok {
		return
	}
	layout, err := layouts.of(a.view.Scene.Position.Variant().ID())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.sendCell(w, r, v, layout, a.moment)
}

// sendCell sends to scripts how the man on the cell of the query may move in a moment of a game,
// and what attacks the cell.
func (s *Site) sendCell(w http.ResponseWriter, r *http.Request, v *visitor, layout sentLayout, m board.Moment) {
	cell, err := m.Cell(r.URL.Query().Get("cell"))
	if err != nil {
		s.refuse(w, r, http.StatusBadRequest)
		return
	}
	data := cellData{Cell: cell}
	for _, man := range m.Position().Men {
		if man.Cell == cell.Cell {
			for _, words := range layout.Kinds[man.Kind-1].Moves {
				data.Manner = append(data.Manner, v.Term(words))
			}
		}
	}
	writeJSON(w, r, http.StatusOK, data)
}

// picture serves the position as it is drawn in chats, after the moves that are tried out. The
// query may name the side at the bottom.
func (s *Site) picture(w http.ResponseWriter, r *http.Request, v *visitor) {
	a, ok := s.requested(w, r, v)
	if !ok {
		return
	}
	scene := a.view.Scene
	scene.Side = a.view.Side
	if r.URL.Query().Get("side") == sideWords[scene.Side.Other()] {
		scene.Side = scene.Side.Other()
	}
	if len(a.tried) > 0 {
		scene = a.moment.In(scene)
		scene.Tried, scene.Result, scene.Winner, scene.Note = a.signed, "", nil, ""
	}
	s.draw(w, r, &bot.Drawing{Scene: &scene})
}

// draw sends a picture as PNG, in the theme of the query if it names one.
func (s *Site) draw(w http.ResponseWriter, r *http.Request, d *bot.Drawing) {
	d, ok := inTheme(d, r.URL.Query().Get("theme"))
	if !ok {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	png, err := d.PNG(r.Context())
	if err != nil {
		s.undrawn(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	write(w, r, http.StatusOK, png)
}

// inTheme returns a drawing in the theme with a name, or as it is if that is empty. ok is false if
// there is no such theme.
func inTheme(d *bot.Drawing, name string) (_ *bot.Drawing, ok bool) {
	if name == "" {
		return d, true
	}
	theme, ok := themes[name]
	if !ok {
		return nil, false
	}
	return d.In(theme), true
}

// undrawn answers a request for a picture that cannot be drawn.
func (s *Site) undrawn(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() == nil {
		s.options.Log.Error("a picture cannot be drawn", "err", err)
		s.refuse(w, r, http.StatusInternalServerError)
	}
}
