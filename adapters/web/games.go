package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"

	"raumbot/bot"
	"raumbot/bot/pages"
	"raumbot/bot/play"
)

// gamesPage is the data of the list of games.
type gamesPage struct {
	frame
	Mine, Others pages.GameList
	Over         bool
}

// gamesPerPage is the number of games on a page of the list.
const gamesPerPage = 50

// invitationsShown is the maximum number of challenges on the first page.
const invitationsShown = 8

// games serves two lists of the games that the visitor may see: their own games and those of
// others. Pages after the first show one of the two lists.
func (s *Site) games(w http.ResponseWriter, r *http.Request, v *visitor) {
	query := r.URL.Query()
	p := gamesPage{frame: frame{visitor: v, Title: v.Say("Games"), Scripts: []string{"drop.js"}}, Over: query.Get("over") != ""}
	mine := pages.ListGames{Mine: true, Over: p.Over, Limit: gamesPerPage}
	others := pages.ListGames{Others: true, Over: p.Over, Limit: gamesPerPage}
	mine.Before, _ = bot.ParseGameID(query.Get("mine"))
	others.Before, _ = bot.ParseGameID(query.Get("before"))
	which, into := []pages.ListGames{mine, others}, []*pages.GameList{&p.Mine, &p.Others}
	switch {
	case mine.Before != 0:
		which, into = which[:1], into[:1]
	case others.Before != 0:
		which, into = which[1:], into[1:]
	}
	lists, err := s.service.ViewGames(r.Context(), v.request(""), which...)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	for i, list := range lists {
		*into[i] = list
	}
	actsFirst(p.Mine.Games)
	s.show(w, r, http.StatusOK, "games", p)
}

// actsFirst moves the games in which it is the visitor's turn to the beginning of a list.
func actsFirst(games []play.Summary) {
	slices.SortStableFunc(games, func(a, b play.Summary) int {
		switch {
		case a.Acts == b.Acts:
			return 0
		case a.Acts:
			return -1
		}
		return 1
	})
}

// waiting returns the number of games in a list in which it is the visitor's turn.
func waiting(games []play.Summary) (n int) {
	for _, g := range games {
		if g.Acts {
			n++
		}
	}
	return n
}

// waits returns the number of games in which it is the visitor's turn, among the first games of
// their list, and the one of them to go to from a game: the next older one, or else the newest. It
// is zero if there is no other.
func (s *Site) waits(ctx context.Context, v *visitor, from bot.GameID) (n int, next bot.GameID, err error) {
	if !v.Known() {
		return 0, 0, nil
	}
	lists, err := s.service.ViewGames(ctx, v.request(""), pages.ListGames{Mine: true, Limit: gamesPerPage})
	if err != nil {
		return 0, 0, err
	}
	for _, g := range lists[0].Games {
		if g.Acts && g.ID != from && (next == 0 || g.ID < from && next > from) {
			next = g.ID
		}
	}
	return waiting(lists[0].Games), next, nil
}

// firstLists holds the lists of the first page: the visitor's games, beginning with those in which
// it is their turn; other people's games; and the challenges that the visitor has made or may
// accept.
type firstLists struct {
	mine, others pages.GameList
	open         []pages.Invitation
	lobby        lobby
}

// firstLists returns the lists of the first page. Visitors who may not play people get no
// challenges.
func (s *Site) firstLists(ctx context.Context, v *visitor) (all firstLists, err error) {
	lists, err := s.service.ViewGames(ctx, v.request(""), pages.ListGames{Mine: true, Limit: gamesPerPage}, pages.ListGames{Others: true, Limit: gamesPerPage})
	if err != nil {
		return all, err
	}
	all.mine, all.others = lists[0], lists[1]
	actsFirst(all.mine.Games)
	if v.SeeksPeople() && (v.Known() || v.MayBeGuest()) {
		all.open, err = s.service.ViewInvitations(ctx, v.request(""), invitationsShown)
	}
	if err == nil {
		all.lobby, err = s.lobby(ctx, v)
	}
	return all, err
}

// digest returns a digest of everything that the visitor sees of the lists.
func (all firstLists) digest(v *visitor) string {
	sum := sha256.New()
	for _, ch := range all.open {
		fmt.Fprintf(sum, "%d %q\n", ch.ID, ch.Terms)
	}
	all.lobby.write(sum)
	return v.listDigest(all.mine, all.others) + hex.EncodeToString(sum.Sum(nil))
}

// listDigest returns a digest of everything that lists show, so that it changes when a page would.
func (v *visitor) listDigest(lists ...pages.GameList) string {
	sum := sha256.New()
	for _, list := range lists {
		for _, g := range list.Games {
			fmt.Fprintf(sum, "%d %d %v %q %q %q\n", g.ID, g.Moves, g.Acts, g.Variant, v.Against(g), g.Standing)
		}
		fmt.Fprintln(sum)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
