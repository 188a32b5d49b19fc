package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"

	"raumbot/bot"
	"raumbot/bot/service"
)

// gamesPage is the data of the list of games.
type gamesPage struct {
	frame
	Mine, Others service.GameList
	Over         bool
}

// listed is the number of games on a page of the list.
const listed = 50

// games serves lists of the games that the visitor may see: their own, and those of others. A later page is of one of the two.
func (s *Site) games(w http.ResponseWriter, r *http.Request, v *visitor) {
	query := r.URL.Query()
	p := gamesPage{frame: frame{visitor: v, Title: v.Say("Games")}, Over: query.Get("over") != ""}
	mine := service.ListGames{Mine: true, Over: p.Over, Limit: listed}
	others := service.ListGames{Others: true, Over: p.Over, Limit: listed}
	mine.Before, _ = bot.ParseGameID(query.Get("mine"))
	others.Before, _ = bot.ParseGameID(query.Get("before"))
	which, into := []service.ListGames{mine, others}, []*service.GameList{&p.Mine, &p.Others}
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

// actsFirst sorts the games in which it is the visitor's turn to the beginning of a list.
func actsFirst(games []service.Summary) {
	slices.SortStableFunc(games, func(a, b service.Summary) int {
		switch {
		case a.Acts == b.Acts:
			return 0
		case a.Acts:
			return -1
		}
		return 1
	})
}

// firstLists returns the lists of the first page, both at one moment: the visitor's games, and those of others.
func (s *Site) firstLists(ctx context.Context, v *visitor) (mine, others service.GameList, err error) {
	lists, err := s.service.ViewGames(ctx, v.request(""), service.ListGames{Mine: true, Limit: listed}, service.ListGames{Others: true, Limit: listed})
	if err != nil {
		return mine, others, err
	}
	return lists[0], lists[1], nil
}

// listDigest returns a digest of what lists show.
func (v *visitor) listDigest(lists ...service.GameList) string {
	sum := sha256.New()
	for _, list := range lists {
		for _, g := range list.Games {
			fmt.Fprintf(sum, "%d %d %v %q %q %q\n", g.ID, g.Moves, g.Acts, g.Variant, v.Against(g), g.Standing)
		}
		fmt.Fprintln(sum)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
