package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"sync"
	"time"

	"raumbot/adapters/web/board"
	"raumbot/bot"
	"raumbot/bot/coach"
	"raumbot/bot/league/season"
	"raumbot/bot/pages"
	"raumbot/bot/tournament/desk"
	"raumbot/bot/vote"
)

// lobby is what the first page shows besides games and challenges.
type lobby struct {
	People      []pages.Person
	MorePeople  int // how many more people are on the site
	Tournaments []desk.TournamentView
	Leagues     []season.LeagueView
	Votes       []vote.VoteView
	// Rankings are the best player of each of the first games. AllRankings are the lists of the page
	// of all rankings, for strangers alone.
	Rankings, AllRankings []pages.Ranking
	Puzzle                *coach.DailyView // nil if there is no puzzle of the day
}

// The lengths of the lists of the first page.
const (
	peopleShown      = 30
	tournamentsShown = 6
	leaguesShown     = 6
	rankingsShown    = 6
	rankedShown      = 10 // in each list of the page of all rankings
)

// lobbies caches the lobby of strangers in each language, because it takes many reads and everybody
// who opens a public site asks for it.
type lobbies struct {
	mu  sync.Mutex
	all map[string]cachedLobby
}

// cachedLobby is a lobby in a language.
type cachedLobby struct {
	lobby
	until time.Time
}

// lobbyFor is how long a lobby is cached. It is shorter than [listPause]: see [hub.wake].
const lobbyFor = 3 * time.Second

// lobby returns the lobby for a visitor. Guests have that of strangers, but for how they stand with
// the puzzle.
func (s *Site) lobby(ctx context.Context, v *visitor) (lobby, error) {
	if v.Local() || v.SignedIn() {
		return s.readLobby(ctx, v, 1)
	}
	all, err := s.strangersLobby(ctx, v)
	if err == nil && v.Guest() && all.Puzzle != nil {
		err = all.readPuzzle(ctx, v)
	}
	return all, err
}

// strangersLobby returns the lobby for a visitor without an account, in the language of v.
func (s *Site) strangersLobby(ctx context.Context, v *visitor) (lobby, error) {
	s.lobbies.mu.Lock()
	defer s.lobbies.mu.Unlock()
	if known := s.lobbies.all[v.Lang()]; time.Now().Before(known.until) {
		return known.lobby, nil
	}
	all, err := s.readLobby(context.WithoutCancel(ctx), v.unknown(), rankedShown) // others need it even if this visitor has gone
	if err == nil {
		s.lobbies.all[v.Lang()] = cachedLobby{all, time.Now().Add(lobbyFor)}
	}
	return all, err
}

// readLobby reads the lobby for a visitor, with up to top players in each ranking.
func (s *Site) readLobby(ctx context.Context, v *visitor, top int) (all lobby, err error) {
	if v.Local() || v.SignedIn() {
		if all.People, all.MorePeople, err = s.service.ViewPeople(ctx, v.request(""), s.presence.users(), peopleShown); err != nil {
			return all, err
		}
		if all.Votes, err = s.service.ViewVotes(ctx, v.request("")); err != nil {
			return all, err
		}
	}
	if all.Tournaments, err = s.service.ViewTournaments(ctx, v.request(""), false, 2*tournamentsShown); err != nil {
		return all, err
	}
	all.Tournaments = all.Tournaments[:min(len(all.Tournaments), tournamentsShown)]
	if all.Leagues, err = s.service.ViewLeagues(ctx, v.request(""), leaguesShown); err != nil {
		return all, err
	}
	if all.AllRankings, err = s.service.ViewRankings(ctx, v.request(""), top); err != nil {
		return all, err
	}
	for _, of := range all.AllRankings[:min(len(all.AllRankings), rankingsShown)] {
		of.Best = of.Best[:1]
		all.Rankings = append(all.Rankings, of)
	}
	return all, all.readPuzzle(ctx, v)
}

// readPuzzle reads the puzzle of the day for a visitor.
func (all *lobby) readPuzzle(ctx context.Context, v *visitor) error {
	puzzle, err := v.site.service.ViewDaily(ctx, v.request(""))
	switch {
	case errors.Is(err, bot.ErrNotFound):
		all.Puzzle, err = nil, nil
	case err == nil:
		all.Puzzle = &puzzle
	}
	return err
}

// write writes everything that the first page shows of the lobby, for a digest.
func (all lobby) write(to io.Writer) {
	_ = json.NewEncoder(to).Encode([]any{all.People, all.MorePeople, all.Rankings, all.Leagues}) // a digest takes all
	for _, of := range all.Tournaments {
		fmt.Fprintf(to, "%q %q %q %q %v %v %v %v\n", of.Name, of.Kind, of.Phase, of.Places, of.Entered, of.Queued, of.MayEnter, of.MayCheckIn)
	}
	for _, of := range all.Votes {
		fmt.Fprintln(to, of.ID, of.Turn, of.Voted, of.Shown, of.Moves)
	}
	if p := all.Puzzle; p != nil {
		fmt.Fprintln(to, p.ID, p.Solved, p.Over, p.Tries, p.Streak)
	}
}

// daily returns the puzzle of the day for a visitor. The error is [bot.ErrNotFound] if there is
// none.
func (s *Site) daily(ctx context.Context, v *visitor) (coach.DailyView, error) {
	if v.Known() || v.Local() {
		return s.service.ViewDaily(ctx, v.request(""))
	}
	all, err := s.lobby(ctx, v)
	switch {
	case err != nil:
		return coach.DailyView{}, err
	case all.Puzzle == nil:
		return coach.DailyView{}, bot.ErrNotFound
	}
	return *all.Puzzle, nil
}

// puzzlePage is the data of the page of the puzzle of the day.
type puzzlePage struct {
	frame
	Daily coach.DailyView
}

// puzzle serves the page of the puzzle of the day.
func (s *Site) puzzle(w http.ResponseWriter, r *http.Request, v *visitor) {
	view, err := s.daily(r.Context(), v)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "puzzle", puzzlePage{frame{visitor: v, Title: v.Say("Puzzle of the day"), Class: "puzzle"}, view})
}

// puzzlePicture serves the picture of the puzzle of the day.
func (s *Site) puzzlePicture(w http.ResponseWriter, r *http.Request, v *visitor) {
	view, err := s.daily(r.Context(), v)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.draw(w, r, view.Drawing)
}

// puzzleThumbnail serves a small picture of the puzzle of the day.
func (s *Site) puzzleThumbnail(w http.ResponseWriter, r *http.Request, v *visitor) {
	view, err := s.daily(r.Context(), v)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	layout, err := layouts.of(view.Scene.Position.Variant().ID())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", kindOf(".svg"))
	w.Header().Set("Cache-Control", "private, max-age=3600")
	write(w, r, http.StatusOK, board.Thumbnail(layout.Layout, board.Of(view.Scene).Position()))
}

// rankingsPage is the data of the page of all rankings.
type rankingsPage struct {
	frame
	All []pages.Ranking
}

// rankings serves the page of the best players of each game.
func (s *Site) rankings(w http.ResponseWriter, r *http.Request, v *visitor) {
	var all []pages.Ranking
	var err error
	if v.Local() || v.SignedIn() {
		all, err = s.service.ViewRankings(r.Context(), v.request(""), rankedShown)
	} else {
		var shared lobby
		shared, err = s.strangersLobby(r.Context(), v)
		all = shared.AllRankings
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "leaders", rankingsPage{frame{visitor: v, Title: v.Say("Leader boards")}, all})
}

// PuzzleThumbnail returns the address of the small picture of a puzzle of the day.
func (v *visitor) PuzzleThumbnail(p *coach.DailyView) template.URL {
	return v.Path("puzzle", "thumbnail.svg") + template.URL("?id="+p.ID)
}

// Paces returns the paces that forms offer.
func (v *visitor) Paces() (all []bot.Pace) {
	for _, perMove := range []time.Duration{12 * time.Hour, bot.Day, 2 * bot.Day, 3 * bot.Day, 5 * bot.Day, 7 * bot.Day} {
		all = append(all, bot.Pace{PerMove: perMove})
	}
	return append(all, bot.Pace{Bank: 5 * bot.Day, Increment: 12 * time.Hour, Cap: 10 * bot.Day})
}

// PaceWords describes a pace.
func (v *visitor) PaceWords(p bot.Pace) string { return v.speech.Render(p.Words()) }
