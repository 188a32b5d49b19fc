package web

import (
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
	// Chosen is the man whose moves are shown, Targets are the cells it can reach, Threats the men of each side that could capture on its
	// cell, Moves are its moves to the pressed cell.
	Chosen  *chosenMan
	Targets []levelTargets
	Threats []levelTargets
	Moves   []choice
	Pressed int // that cell, if there are moves
	// Trying is whether moves are tried out instead of played; Tries are the moves of the chosen man to the pressed cell, then.
	Trying bool
	Tries  []try
	// Typed is a move that was typed; Wrong says what is wrong with it.
	Typed, Wrong string
	Players      [2]player // the one at the top of the board first
	Turns        []turn
	Lines        []line
	Board3D      bool
	Tried        []string // moves tried out on the page only
	Watched      string   // how many others watch
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

// try is a move that can be tried out, and the address that does so.
type try struct {
	Label string
	Link  template.URL
}

// askedGame is a game as a request asks for it.
type askedGame struct {
	view   service.GameView
	moment board.Moment
	tried  []string // the moves that are tried out from the position in view, which lead to moment
	signed []string // the same moves as players write them
}

// now reports whether it is the current position that is asked for.
func (a askedGame) now() bool { return a.view.Ply == a.view.Game.Moves && len(a.tried) == 0 }

// mostTried limits the moves that are tried out on a page.
const mostTried = 40

// asked returns the game in a request's path, at the ply in its query, with the moves that are tried out from there. If not ok, it has
// answered the request.
func (s *Site) asked(w http.ResponseWriter, r *http.Request, v *visitor) (a askedGame, ok bool) {
	id, ok := bot.ParseGameID(r.PathValue("id"))
	if !ok {
		s.refuse(w, r, http.StatusNotFound)
		return a, false
	}
	ply, query := -1, r.URL.Query()
	if text := query.Get("ply"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			s.refuse(w, r, http.StatusBadRequest)
			return a, false
		}
		ply = n
	}
	var err error
	if a.view, err = s.service.ViewGame(r.Context(), v.request(""), id, ply); err != nil {
		s.fail(w, r, err)
		return a, false
	}
	a.moment, a.tried = board.Of(a.view.Scene), query["try"]
	if len(a.tried) > mostTried {
		s.refuse(w, r, http.StatusBadRequest)
		return a, false
	}
	for _, text := range a.tried {
		if a.moment, err = a.moment.Try(text); err != nil {
			s.refuse(w, r, http.StatusBadRequest)
			return a, false
		}
		a.signed = append(a.signed, a.moment.Position().Last.Signed)
	}
	return a, true
}

// game serves the page of a game.
func (s *Site) game(w http.ResponseWriter, r *http.Request, v *visitor) {
	sent, done := s.sendShared(w, r, v)
	defer done()
	if sent {
		return
	}
	a, ok := s.asked(w, r, v)
	if !ok {
		return
	}
	p, err := s.gamePage(v, a)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.fill(r, a.moment)
	if page, ok := s.made(w, "game", p); ok {
		s.share(w, r, v, a.view.Log, htmlKind, page)
	}
}

// gamePage returns what the page of a game and the data for its script have in common.
func (s *Site) gamePage(v *visitor, a askedGame) (*gamePage, error) {
	layout, err := layouts.of(a.view.Scene.Position.Variant().ID())
	if err != nil {
		return nil, err
	}
	return &gamePage{
		frame:    frame{visitor: v, Title: v.speech.Render(a.view.Heading()), Class: "playing"},
		GameView: a.view, Layout: layout, Position: a.moment.Position(), Now: a.now(), Tried: a.tried, Trying: len(a.tried) > 0, Bottom: int(a.view.Side),
		Self: v.Path("game", a.view.Game.ID),
	}, nil
}

// fill completes the page: the board as tables with what the query chooses, the players, the moves and what was said.
func (p *gamePage) fill(r *http.Request, m board.Moment) {
	query := r.URL.Query()
	p.Trying = p.Trying || query.Has("trying")
	p.Styles, p.Scripts = menStyles(p.Layout.Variant), []string{"live.js", "share.js"}
	if statics()["board/board.js"] != nil {
		p.Board3D, p.Scripts = true, append(p.Scripts, "board/board.js")
	}
	if side := slices.Index(sideWords[:], query.Get("side")); side >= 0 {
		p.Bottom = side
	}
	p.Watched = p.watching(p.site.hub.spectators(p.Game.ID, p.key(r)), p.Seated)
	p.choose(r, m, query)
	p.Large = p.large(query.Get("level"))
	p.Levels = p.levels()
	p.Players = [2]player{p.player(1 - p.Bottom), p.player(p.Bottom)}
	p.turns()
	if p.Local() {
		p.Lines = p.site.chat.said(p.User.UserID)
	}
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

// press lists the moves of the chosen man that lead to the pressed cell: to be played, if the visitor may do so now, else to be tried out.
func (p *gamePage) press(leads func(board.Move) bool) {
	if p.Chosen == nil {
		return
	}
	for _, m := range p.Chosen.moves {
		if m.Text == "" || !leads(m) {
			continue
		}
		p.Pressed = m.Press
		if p.plays() {
			p.Moves = append(p.Moves, choice{m.Text, p.moveLabel(m)})
		} else if link := p.tryLink(m.Text); link != "" {
			p.Tries = append(p.Tries, try{p.moveLabel(m), link})
		}
	}
}

// plays reports whether the visitor may move now, in the game itself.
func (p *gamePage) plays() bool { return p.Acts && p.Now && !p.Trying }

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

// Opponent returns the name of the visitor's opponent.
func (p *gamePage) Opponent() string { return p.speech.Render(p.Seats[p.Side.Other()].User.Said()) }

// Status says how the game stands, in the visitor's language.
func (p *gamePage) Status() string {
	check := p.Position.Check != nil && !p.Over()
	switch {
	case p.Trying:
		return p.Say("You try out moves")
	case !p.Now:
		return p.Say("After move %d of %d", p.Ply, p.Game.Moves)
	case p.Over():
		return p.Standing
	case p.Acts && check:
		return p.Say("Your move, %d: CHECK from %s", p.Position.Number, p.givers())
	case p.Acts:
		return p.Say("Your move, %d", p.Position.Number)
	case check:
		return p.Say("%s is to move, %d: CHECK from %s", p.speech.Render(p.Seats[p.Turn].User.Said()), p.Position.Number, p.givers())
	}
	return p.Say("%s is to move, %d", p.speech.Render(p.Seats[p.Turn].User.Said()), p.Position.Number)
}

// givers names the cells that check is given from.
func (p *gamePage) givers() string {
	var cells []string
	for _, way := range p.Position.Check.Givers {
		cells = append(cells, p.Layout.Cells[way.From])
	}
	return strings.Join(cells, ", ")
}

// LastMove describes the last move; it is empty if there is none.
func (p *gamePage) LastMove() string {
	last := p.Position.Last
	if last == nil {
		return ""
	}
	return p.Say("%s: %s %s", p.Term(sideNames[last.Side]), p.Layout.Kinds[last.Kind-1].Name, last.Signed)
}

// sideNames are the terms for the sides, sideWords what stands for them in addresses and data.
var (
	sideNames = [2]string{"White", "Black"}
	sideWords = [2]string{"white", "black"}
)
