package web

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"raumbot/adapters/web/board"
	"raumbot/bot"
	"raumbot/bot/vote"
)

// boardPage is the data of a page with a board: a position, what the visitor does in it, and where
// a move is sent. Pages of games, lessons, puzzles and rules have one.
type boardPage struct {
	frame
	Layout   sentLayout
	Position *board.Position
	// Now is whether the page shows the current position: not an earlier one, and no moves tried out.
	Now bool
	// Bottom is the side at the bottom of the board, home the side that is there unless the query
	// says otherwise.
	Bottom, home int
	// own is the visitor's side, and rival that of the visitor's opponent; each is -1 for none.
	own, rival int
	// plies is the number of plies before the position, for addresses.
	plies int
	// moves is whether it is the visitor's turn in the current position.
	moves bool
	// Explains means that a press on a cell that the chosen man cannot reach is answered by the
	// reason, as a typed move is.
	Explains bool
	// Figure are the names of cells that are shown as one figure.
	Figure []string
	// Places means that a press on a cell puts the only man there. At is the cell on which it stands.
	Places bool
	At     string
	// Fixed means that no moves can be tried out.
	Fixed bool
	// Large is the name of the level that is shown large; Levels are all levels, the large one first.
	Large  string
	Levels []level
	// Chosen is the man whose moves are shown.
	Chosen *chosenMan
	// Targets are the cells that the chosen man can reach.
	Targets []levelTargets
	// Threats are the men of each side that could capture on the chosen man's cell.
	Threats []levelTargets
	// Pressed is the target that was pressed; it is set only if there are moves to it.
	Pressed int
	// Moves are the moves to the pressed cell, to be confirmed.
	Moves []choice
	// Trying is whether moves are tried out instead of played.
	Trying bool
	// Tries are the moves to the pressed cell that can be tried out, instead of Moves.
	Tries []try
	// Typed is a move that was typed; Wrong says why it is not legal.
	Typed, Wrong string
	Board3D      bool
	Tried        []string // the moves that have been tried out on the page
	// Self is the address of the page without a query, Data the prefix of those of its data for
	// scripts, and Send the address to which a move is sent.
	Self, Data, Send template.URL
	// AtOnce means that a move which is pressed need not be confirmed.
	AtOnce bool
	// Answered means that a move which is sent is answered by words.
	Answered bool
	// Ballot is the ballot for which a move is proposed instead of being played; nil if there is
	// none.
	Ballot *vote.BallotView
	// Fields are sent with a move.
	Fields []field
}

// field is a hidden field of a form.
type field struct{ Name, Value string }

// newBoardPage returns the page of a moment of a game with the given layout, for a spectator.
func newBoardPage(f frame, layout sentLayout, m board.Moment) boardPage {
	return boardPage{frame: f, Layout: layout, Position: m.Position(), Now: true, own: -1, rival: -1}
}

// draw adds the script that draws the board, and the styles of its men.
func (p *boardPage) draw(scripts ...string) {
	p.Styles, p.Scripts = menStyles(p.Layout.Variant), append([]string{"live.js"}, scripts...)
	if statics()["board/board.js"] != nil {
		p.Board3D, p.Scripts = true, append(p.Scripts, "board/board.js")
	}
}

// show sets what the query asks for: the side at the bottom, the chosen man and its moves, or a
// typed move, which read reads, and the level that is shown large.
func (p *boardPage) show(r *http.Request, m board.Moment, read func(text string) (string, error)) {
	query := r.URL.Query()
	p.Trying = p.Trying || query.Has("trying")
	if side := slices.Index(sideWords[:], query.Get("side")); side >= 0 {
		p.Bottom = side
	}
	p.choose(m, query, read)
	p.Large = p.large(query.Get("level"))
	p.Levels = p.levels()
}

// choose sets the chosen man and its moves from the query, which has a cell and perhaps a target,
// or a typed move.
func (p *boardPage) choose(m board.Moment, query url.Values, read func(text string) (string, error)) {
	if p.Typed = strings.TrimSpace(query.Get("move")); p.Typed != "" {
		text, err := read(p.Typed)
		if err != nil {
			p.Wrong = bot.Format(err.Error(), bot.Style{})
			p.chooseMan(m, query.Get("cell"))
			return
		}
		p.Typed = text
		p.chooseMan(m, p.fromCell(text))
		p.choosePressed(func(m board.Move) bool { return m.Text == text })
		return
	}
	p.chooseMan(m, query.Get("cell"))
	if to := query.Get("to"); to != "" && p.Chosen != nil {
		p.choosePressed(func(m board.Move) bool { return p.Layout.Cells[m.Press] == to })
	}
}

// fromCell returns the cell that the text of a move begins with; empty if there is none.
func (p *boardPage) fromCell(text string) string {
	for _, name := range p.Layout.Cells {
		if strings.HasPrefix(text, name+"-") {
			return name
		}
	}
	return ""
}

// choosePressed lists the moves of the chosen man for which leads returns true. They can be played
// if it is the visitor's turn, otherwise tried out.
func (p *boardPage) choosePressed(leads func(board.Move) bool) {
	if p.Chosen == nil {
		return
	}
	for _, m := range p.Chosen.moves {
		if m.Text == "" || !leads(m) {
			continue
		}
		p.Pressed = m.Press
		if p.canMove() {
			p.Moves = append(p.Moves, choice{m.Text, p.moveLabel(m)})
		} else if link := p.tryLink(m.Text); link != "" {
			p.Tries = append(p.Tries, try{p.moveLabel(m), link})
		}
	}
}

// canMove reports whether the visitor can move now, rather than try moves out.
func (p *boardPage) canMove() bool { return p.moves && p.Now && !p.Trying }

// CanPress reports whether a press on a piece of the visitor leads to a move.
func (p *boardPage) CanPress() bool { return p.moves && p.Now }

// moveLabel describes a move: its text, the captured man, the promotion.
func (p *boardPage) moveLabel(m board.Move) string {
	label := m.Text
	if m.Take >= 0 {
		label += " ×" + p.codeAt(m.Take)
	}
	if m.Becomes > 0 {
		label = p.Say("%s, becomes %s", label, p.Term(p.Layout.Kinds[m.Becomes-1].Name))
	}
	return label
}

// Confirm returns the label of the button that plays a move, or votes for it.
func (p *boardPage) Confirm(c choice) string {
	switch {
	case p.Ballot != nil && p.Ballot.Proposed(c.Text):
		return p.Say("Vote for %s", c.Label)
	case p.Ballot != nil:
		return p.Say("Propose %s", c.Label)
	case len(p.Moves) > 1:
		return c.Label
	}
	return p.Say("Confirm %s", c.Label)
}

// LastMove describes the last move; it is empty if there is none.
func (p *boardPage) LastMove() string {
	last := p.Position.Last
	if last == nil {
		return ""
	}
	return p.Say("%s: %s %s", p.Term(sideNames[last.Side]), p.Term(p.Layout.Kinds[last.Kind-1].Name), last.Signed)
}

// data returns what scripts need to show the board.
func (p *boardPage) data() boardData {
	of := viewer{Name: p.User.Name, Moves: p.moves && p.Now && len(p.Tried) == 0}
	if p.own >= 0 {
		of.Side = sideWords[p.own]
	}
	return boardData{Layout: string(p.Layout.URL()), Men: string(p.MenURL()), Position: p.Position, Reader: of, Last: p.LastMove(), Ply: p.plies}
}
