package web

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/adapters/web/board"
	"raumbot/bot"
	"raumbot/bot/service"
)

// gamePage is the data of a game's page.
type gamePage struct {
	frame
	service.GameView
	Layout   sentLayout
	Position *board.Position
	// Now is whether the page shows the current position: not an earlier one, and no moves tried out.
	Now bool
	// Bottom is the side at the bottom of the board.
	Bottom int
	// Large is the name of the level that is shown large; Levels are all levels, the large one first.
	Large  string
	Levels []level
	// Chosen is the man whose moves are shown, Targets are the cells it can reach, Moves are its moves to the pressed cell.
	Chosen  *chosenMan
	Targets []levelTargets
	Moves   []choice
	// Typed is a move that was typed; Wrong says what is wrong with it.
	Typed, Wrong string
	Players      [2]player // the one at the top of the board first
	Turns        []turn
	Lines        []line
	Board3D      bool
	Tried        []string // moves tried out on the page only
	// Self is the address of the page without a query.
	Self template.URL
}

// player is one side of a game, as the page shows it.
type player struct {
	Side  int
	ID    bot.PlayerID // zero if they have no page
	Name  string
	You   bool
	Moves bool // whether it is their turn
	Until string
	Lost  []string // the codes of the men they have lost
}

// turn is a numbered line of the move list.
type turn struct {
	Number int
	Plies  []plyMove
}

type plyMove struct {
	Ply     int
	Text    string
	Current bool
}

// choice is a move that can be confirmed.
type choice struct {
	Text  string
	Label string
}

// gameOf returns the game in a request's path, at the ply in its query. If not ok, it has answered the request.
func (s *Site) gameOf(w http.ResponseWriter, r *http.Request, v *visitor) (view service.GameView, ok bool) {
	id, ok := bot.ParseGameID(r.PathValue("id"))
	if !ok {
		s.refuse(w, r, http.StatusNotFound)
		return view, false
	}
	ply := -1
	if text := r.URL.Query().Get("ply"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			s.refuse(w, r, http.StatusBadRequest)
			return view, false
		}
		ply = n
	}
	view, err := s.service.ViewGame(r.Context(), v.request(""), id, ply)
	if err != nil {
		s.fail(w, r, err)
		return view, false
	}
	return view, true
}

// mostTried limits the moves that are tried out on a page.
const mostTried = 40

// momentOf returns the position of a game that a request asks for, after the moves in its query that are tried out from there.
func momentOf(r *http.Request, view service.GameView) (m board.Moment, tried []string, err error) {
	m = board.Of(view.Scene)
	tried = r.URL.Query()["try"]
	for _, text := range tried[:min(len(tried), mostTried)] {
		if m, err = m.Try(text); err != nil {
			return m, nil, err
		}
	}
	return m, tried, nil
}

// game serves the page of a game.
func (s *Site) game(w http.ResponseWriter, r *http.Request, v *visitor) {
	view, ok := s.gameOf(w, r, v)
	if !ok {
		return
	}
	p, err := s.gamePage(r, v, view)
	if err != nil {
		s.refuse(w, r, http.StatusBadRequest)
		return
	}
	if v.Local() {
		s.chat.meet(v.User.Name)
	}
	s.show(w, r, http.StatusOK, "game", p)
}

func (s *Site) gamePage(r *http.Request, v *visitor, view service.GameView) (*gamePage, error) {
	layout, err := layouts.of(view.Scene.Position.Variant().ID())
	if err != nil {
		return nil, err
	}
	m, tried, err := momentOf(r, view)
	if err != nil {
		return nil, err
	}
	query := r.URL.Query()
	p := &gamePage{
		frame:    frame{visitor: v, Title: v.speech.Render(view.Heading()), Class: "playing", Scripts: []string{"live.js"}},
		GameView: view, Layout: layout, Position: m.Position(), Now: view.Ply == view.Game.Moves && len(tried) == 0, Tried: tried,
	}
	p.Self = v.Path("game", view.Game.ID)
	p.Styles = menStyles(layout.Variant)
	if statics()["board/board.js"] != nil {
		p.Board3D, p.Scripts = true, append(p.Scripts, "board/board.js")
	}
	p.Bottom = int(view.Side)
	switch query.Get("side") {
	case "white":
		p.Bottom = 0
	case "black":
		p.Bottom = 1
	}
	p.choose(r, m, query)
	p.Large = p.large(query.Get("level"))
	p.Levels = p.levels()
	p.Players = [2]player{p.player(1 - p.Bottom), p.player(p.Bottom)}
	p.turns()
	if v.Local() {
		p.Lines = s.chat.said(v.User.UserID)
	}
	return p, nil
}

// choose sets the chosen man and its moves from the query: a cell and a target, or a typed move.
func (p *gamePage) choose(r *http.Request, m board.Moment, query url.Values) {
	if p.Typed = strings.TrimSpace(query.Get("move")); p.Typed != "" {
		text, err := p.site.service.ReadMove(r.Context(), p.request(""), p.Game.ID, p.Typed)
		if err != nil {
			p.Wrong = bot.Format(err.Error(), bot.Style{})
			return
		}
		p.Typed = text
		p.chooseMan(m, p.fromOf(text))
		p.press(func(m board.Move) bool { return m.Text == text })
		return
	}
	p.chooseMan(m, query.Get("cell"))
	if to := query.Get("to"); to != "" && p.Chosen != nil {
		p.press(func(m board.Move) bool { return p.Layout.Cells[m.Press] == to })
	}
}

// fromOf returns the cell that the text of a move begins with; empty if there is none.
func (p *gamePage) fromOf(text string) string {
	for _, name := range p.Layout.Cells {
		if strings.HasPrefix(text, name+"-") {
			return name
		}
	}
	return ""
}

// press lists the moves of the chosen man that lead to the pressed cell, if the visitor may play them now.
func (p *gamePage) press(leads func(board.Move) bool) {
	if p.Chosen == nil {
		return
	}
	for _, m := range p.Chosen.moves {
		if m.Text != "" && leads(m) && p.Acts && p.Now {
			p.Moves = append(p.Moves, choice{m.Text, p.moveLabel(m)})
		}
	}
}

// moveLabel describes a move: its text, the captured man, the promotion.
func (p *gamePage) moveLabel(m board.Move) string {
	label := m.Text
	if m.Take >= 0 {
		label += " ×" + p.codeAt(m.Take)
	}
	if m.Becomes > 0 {
		label = p.Say("%s, becomes %s", label, p.Layout.Kinds[m.Becomes-1].Name)
	}
	return label
}

// player returns a side as the page shows it.
func (p *gamePage) player(side int) player {
	seat := p.Seats[side]
	all := player{Side: side, Name: p.speech.Render(seat.User.Said()), You: p.Seated && int(p.Side) == side, Moves: !p.Over() && int(p.Turn) == side}
	if seat.User.Level() == 0 && seat.User.ID != "" {
		all.ID = seat.Player
	}
	if all.Moves && !p.Until.IsZero() {
		all.Until = p.Until.Format(time.RFC3339)
	}
	for _, kind := range p.Position.Lost[side] {
		all.Lost = append(all.Lost, p.Layout.Kinds[kind-1].Code)
	}
	return all
}

// turns lists the moves of the game in numbered lines.
func (p *gamePage) turns() {
	for i, text := range p.Played {
		if i%2 == 0 {
			p.Turns = append(p.Turns, turn{Number: i/2 + 1})
		}
		last := &p.Turns[len(p.Turns)-1]
		last.Plies = append(last.Plies, plyMove{i + 1, text, i+1 == p.Ply})
	}
}

// Query returns the page's address with some parameters changed, given as names and values; an empty value removes one.
func (p *gamePage) Query(changes ...string) template.URL {
	q := url.Values{}
	if !p.Now && len(p.Tried) == 0 {
		q.Set("ply", strconv.Itoa(p.Ply))
	}
	if p.Bottom != int(p.Side) {
		q.Set("side", []string{"white", "black"}[p.Bottom])
	}
	for i := 0; i+1 < len(changes); i += 2 {
		if changes[i+1] == "" {
			q.Del(changes[i])
		} else {
			q.Set(changes[i], changes[i+1])
		}
	}
	if len(q) == 0 {
		return p.Self
	}
	return p.Self + "?" + template.URL(q.Encode())
}

// Step returns the address of the position some plies later, or earlier if by is negative.
func (p *gamePage) Step(by int) template.URL {
	to := min(max(p.Ply+by, 0), p.Game.Moves)
	if to == p.Game.Moves {
		return p.Query("ply", "")
	}
	return p.Query("ply", strconv.Itoa(to))
}

// Turned returns the address of the page as the other side sees it.
func (p *gamePage) Turned() template.URL {
	return p.Query("side", []string{"black", "white"}[p.Bottom])
}

// Opponent returns the name of the visitor's opponent.
func (p *gamePage) Opponent() string { return p.speech.Render(p.Seats[p.Side.Other()].User.Said()) }

// Status says how the game stands, in the visitor's language.
func (p *gamePage) Status() string {
	check := p.Position.Check != nil && !p.Over()
	switch {
	case len(p.Tried) > 0:
		return p.Say("You try out moves")
	case !p.Now:
		return p.Say("After move %d of %d", p.Ply, p.Game.Moves)
	case p.Over():
		return p.Standing
	case p.Acts && check:
		return p.Say("Your move, %d: check", p.Position.Number)
	case p.Acts:
		return p.Say("Your move, %d", p.Position.Number)
	case check:
		return p.Say("%s is to move, %d: check", p.speech.Render(p.Seats[p.Turn].User.Said()), p.Position.Number)
	}
	return p.Say("%s is to move, %d", p.speech.Render(p.Seats[p.Turn].User.Said()), p.Position.Number)
}

// LastMove describes the last move; it is empty if there is none.
func (p *gamePage) LastMove() string {
	last := p.Position.Last
	if last == nil {
		return ""
	}
	return p.Say("%s: %s %s", p.Term(sideNames[last.Side]), p.Layout.Kinds[last.Kind-1].Name, last.Signed)
}

// sideNames are the terms for the sides.
var sideNames = [2]string{"White", "Black"}

// reader tells a script who is looking at the board.
type reader struct {
	Side  string `json:"side"` // empty for a spectator
	Moves bool   `json:"moves"`
	Name  string `json:"name"`
}

// boardData is a position of a game, and what else a script needs to show it.
type boardData struct {
	Game     bot.GameID      `json:"game"`
	Log      int             `json:"log"`
	Ply      int             `json:"ply"`
	Layout   string          `json:"layout"`
	Men      string          `json:"men"`
	Reader   reader          `json:"reader"`
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
	view, ok := s.gameOf(w, r, v)
	if !ok {
		return
	}
	p, err := s.gamePage(r, v, view)
	if err != nil {
		s.refuse(w, r, http.StatusBadRequest)
		return
	}
	data := boardData{
		Game: view.Game.ID, Log: view.Log, Ply: view.Ply, Layout: string(p.Layout.URL()), Men: string(p.MenURL()), Position: p.Position, Moves: view.Played,
		Status: p.Status(), Last: p.LastMove(), Over: view.Over(), Offer: view.Asked, Answer: view.Answer, Reader: reader{Moves: view.Acts && p.Now, Name: v.User.Name},
	}
	if view.Seated {
		data.Reader.Side = []string{"white", "black"}[view.Side]
	}
	if !view.Until.IsZero() {
		data.Until = view.Until.Format(time.RFC3339)
	}
	tag := `"` + strings.Join([]string{strconv.Itoa(view.Log), strconv.Itoa(view.Ply), strconv.Itoa(len(p.Tried)), data.Reader.Side}, "-") + `"`
	w.Header().Set("ETag", tag)
	if len(p.Tried) == 0 && strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	writeJSON(w, r, http.StatusOK, data)
}

// cellJSON serves to scripts how the man on a cell may move, and what attacks the cell.
func (s *Site) cellJSON(w http.ResponseWriter, r *http.Request, v *visitor) {
	view, ok := s.gameOf(w, r, v)
	if !ok {
		return
	}
	m, _, err := momentOf(r, view)
	if err != nil {
		s.refuse(w, r, http.StatusBadRequest)
		return
	}
	cell, err := m.Cell(r.URL.Query().Get("cell"))
	if err != nil {
		s.refuse(w, r, http.StatusBadRequest)
		return
	}
	writeJSON(w, r, http.StatusOK, cell)
}

// picture serves the position as drawn in chats.
func (s *Site) picture(w http.ResponseWriter, r *http.Request, v *visitor) {
	view, ok := s.gameOf(w, r, v)
	if !ok {
		return
	}
	scene := view.Scene
	scene.Side = view.Side
	s.draw(w, r, &bot.Drawing{Scene: &scene})
}

// draw sends a picture as PNG.
func (s *Site) draw(w http.ResponseWriter, r *http.Request, d *bot.Drawing) {
	png, err := d.PNG(r.Context())
	if err != nil {
		if r.Context().Err() == nil {
			s.options.Log.Error("no picture", "err", err)
			s.refuse(w, r, http.StatusInternalServerError)
		}
		return
	}
	w.Header().Set("Content-Type", "image/png")
	write(w, r, http.StatusOK, png)
}

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
	slices.SortStableFunc(p.Mine, func(a, b service.Summary) int { return cmp.Compare(b2i(b.Acts), b2i(a.Acts)) })
	s.show(w, r, http.StatusOK, "games", p)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
