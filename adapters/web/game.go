package web

import (
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/adapters/web/board"
	"raumbot/bot"
	"raumbot/bot/pages"
	"raumbot/bot/vote"
)

// gamePage is the data of a game's page.
type gamePage struct {
	boardPage
	pages.GameView
	Players [2]player // the player at the top of the board first
	Turns   []turn
	Lines   []line
	Watched string // a text that says how many others watch
	// Next is the game that the same players play after this one; zero if there is none.
	Next bot.GameID
	// NextMove is another game in which it is the visitor's turn; zero if there is none.
	NextMove bot.GameID
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

// requestedGame is a game, at the position that a request asks for.
type requestedGame struct {
	view   pages.GameView
	moment board.Moment // the position of view after the moves in tried
	tried  []string     // the moves that are tried out
	signed []string     // the same moves as players write them
}

// isCurrent reports whether the request asks for the current position.
func (a requestedGame) isCurrent() bool { return a.view.Ply == a.view.Game.Moves && len(a.tried) == 0 }

// maxTried limits the moves that are tried out on a page.
const maxTried = 40

// requested returns the game in a request's path, at the ply in its query and after the moves that
// are tried out from there. If ok is false, it has answered the request.
func (s *Site) requested(w http.ResponseWriter, r *http.Request, v *visitor) (a requestedGame, ok bool) {
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
	if len(a.tried) > maxTried {
		s.refuse(w, r, http.StatusBadRequest)
		return a, false
	}
	for _, text := range a.tried {
		if r.Context().Err() != nil {
			return a, false // the visitor has gone
		}
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
	a, done, ok := s.requestedUncached(w, r, v)
	defer done()
	if !ok {
		return
	}
	p, err := s.gamePage(r.Context(), v, a)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if p.Over() && p.Seated {
		if p.Next, err = s.service.NextGame(r.Context(), v.request(""), p.Game.ID); err != nil {
			s.fail(w, r, err)
			return
		}
	}
	if p.MyMoves, p.NextMove, err = s.waits(r.Context(), v, p.Game.ID); err != nil {
		s.fail(w, r, err)
		return
	}
	p.fill(r, a.moment)
	if page, ok := s.render(w, "game", p); ok {
		s.share(w, r, v, a.view.Log, htmlKind, page)
	}
}

// gamePage returns the part of a game's page that the data for scripts needs, too. [gamePage.fill]
// adds the rest.
func (s *Site) gamePage(ctx context.Context, v *visitor, a requestedGame) (*gamePage, error) {
	layout, err := layouts.of(a.view.Scene.Position.Variant().ID())
	if err != nil {
		return nil, err
	}
	p := &gamePage{boardPage: newBoardPage(frame{visitor: v, Title: v.speech.Render(a.view.Heading()), Class: "playing"}, layout, a.moment), GameView: a.view}
	p.Now, p.Tried, p.Trying, p.plies = a.isCurrent(), a.tried, len(a.tried) > 0, a.view.Ply
	p.Bottom, p.home, p.moves, p.AtOnce = int(a.view.Side), int(a.view.Side), a.view.Acts, a.view.Final
	if p.Seated {
		p.own = int(p.Side)
	}
	if p.Seated && !p.Study() {
		p.rival = int(p.Side.Other())
	}
	p.Self = v.Path("game", p.Game.ID)
	p.Data, p.Send = p.Self, v.Path("game", p.Game.ID, "move")
	if !v.Known() || !p.ByVote() {
		return p, nil
	}
	ballot, err := s.service.ViewBallot(ctx, v.request(""), p.Game.ID)
	if ballot != nil && ballot.Turn == p.Game.Moves+1 { // nothing was played meanwhile
		p.votes(ballot)
	}
	return p, err
}

// votes has the visitor vote on moves for their team.
func (p *gamePage) votes(b *vote.BallotView) {
	p.Ballot, p.moves, p.Answered = b, b.MayVote(), true
	p.own, p.rival, p.Bottom, p.home = int(b.Side), int(b.Side.Other()), int(b.Side), int(b.Side)
	p.Send = p.Path("do", "vote") + "?at=ballot"
	p.Fields = []field{{"game", pathPart(p.Game.ID)}, {"id", pathPart(p.Game.ID)}, {"turn", strconv.Itoa(b.Turn)}}
}

// ByVote reports whether a team plays in the game.
func (p *gamePage) ByVote() bool {
	return slices.ContainsFunc(p.Seats[:], func(s bot.Seat) bool { return s.User.Platform == bot.Team })
}

// Motions returns what the visitor can ask their team to do, besides moves.
func (p *gamePage) Motions() (all []motion) {
	if o := p.Offer; o != nil && o.By != p.Ballot.Side {
		all = append(all, motion{"accept", p.Say("Accept the offer")}, motion{"decline", p.Say("Decline the offer")})
	} else if o == nil {
		all = append(all, motion{"draw", p.Say("Offer draw")})
	}
	return append(all, motion{"takeback", p.Say("Ask to take back")}, motion{"resign", p.Say("Resign")})
}

// motion is something that a team votes on besides moves: its word in commands, and its label.
type motion struct{ What, Label string }

// VoteText returns the command that votes for a move, or on a motion, in the turn that is shown.
func (p *gamePage) VoteText(what string) string {
	return fmt.Sprintf("vote %d %s turn %d", p.Game.ID, what, p.Ballot.Turn)
}

// Proposed returns the address of the position after a proposed move.
func (p *gamePage) Proposed(move string) template.URL { return p.Self + "?" + p.proposed(move) }

// ProposedPicture returns the address of the picture of that position.
func (p *gamePage) ProposedPicture(move string) template.URL {
	return p.Path("game", p.Game.ID, "picture.png") + "?" + p.proposed(move)
}

// proposed returns the query for the position after a proposed move, as the team sees it.
func (p *gamePage) proposed(move string) template.URL {
	return template.URL(url.Values{"ply": {strconv.Itoa(p.Game.Moves)}, "side": {sideWords[p.Ballot.Side]}, "try": {move}}.Encode())
}

// fill completes the page: the board as tables, the man and the level that the query chooses, the
// players, the moves and the chat.
func (p *gamePage) fill(r *http.Request, m board.Moment) {
	p.draw("share.js")
	p.show(r, m, func(text string) (string, error) {
		return p.site.service.ReadMove(r.Context(), p.request(""), p.Game.ID, text)
	})
	p.Watched = p.watching(p.site.hub.spectators(p.Game.ID, p.key(r)), p.Seated || p.Ballot != nil)
	p.Players = [2]player{p.player(1 - p.Bottom), p.player(p.Bottom)}
	p.listTurns()
	if p.Local() {
		p.Lines = p.site.chat.visibleTo(p.User.UserID)
	}
}

// player returns a side as the page shows it.
func (p *gamePage) player(side int) player {
	seat := p.Seats[side]
	all := player{Side: side, Name: p.speech.Render(seat.User.Said()), You: p.Seated && int(p.Side) == side, Moves: !p.Over() && int(p.Turn) == side}
	// The page of a guest's opponent is not for the guest, unless it is for everybody.
	if seat.User.Platform.Reachable() && seat.User.ID != "" && !(p.Seated && p.Guest()) {
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

// listTurns lists the moves of the game in numbered lines.
func (p *gamePage) listTurns() {
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

// Offered describes the visitor's own offer that waits for an answer; it is empty if there is none.
func (p *gamePage) Offered() string {
	if p.Offer == nil || p.Offer.By != p.Side {
		return ""
	}
	switch p.Offer.What {
	case bot.TakebackOffered:
		return p.Say("You have asked to take back a move.")
	case bot.AbortOffered:
		return p.Say("You have asked to abort the game.")
	}
	return p.Say("You have offered a draw.")
}

// Status describes the state of the game in the visitor's language.
func (p *gamePage) Status() string {
	check := p.Position.Check != nil && !p.Over()
	switch {
	case p.Trying:
		return p.Say("You try out moves")
	case !p.Now:
		return p.Say("After move %d of %d", p.Ply, p.Game.Moves)
	case p.Over():
		return p.Standing
	case p.Ballot != nil && p.Ballot.Moves && check:
		return p.Say("Your team votes on move %d: CHECK from %s", p.Position.Number, p.checkGivers())
	case p.Ballot != nil && p.Ballot.Moves:
		return p.Say("Your team votes on move %d", p.Position.Number)
	case p.Acts && check:
		return p.Say("Your move, %d: CHECK from %s", p.Position.Number, p.checkGivers())
	case p.Acts:
		return p.Say("Your move, %d", p.Position.Number)
	case check:
		return p.Say("%s is to move, %d: CHECK from %s", p.speech.Render(p.Seats[p.Turn].User.Said()), p.Position.Number, p.checkGivers())
	}
	return p.Say("%s is to move, %d", p.speech.Render(p.Seats[p.Turn].User.Said()), p.Position.Number)
}

// checkGivers lists the cells of the men that give check.
func (p *gamePage) checkGivers() string {
	var cells []string
	for _, way := range p.Position.Check.Givers {
		cells = append(cells, p.Layout.Cells[way.From])
	}
	return strings.Join(cells, ", ")
}

// sideNames are the terms for the sides; sideWords represent them in addresses and data.
var (
	sideNames = [2]string{"White", "Black"}
	sideWords = [2]string{"white", "black"}
)
