package pages

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/play"
	"raumbot/rules"
)

// PlayerView is a player as the asker may see them.
type PlayerView struct {
	ID      bot.PlayerID
	Name    string
	Ratings []RatingView
	Habits  []string
	// Openings are the first moves of the variants that the player has played most.
	Openings []OpeningsView
	// Current and Over are the newest ongoing and finished games of the player that the asker may see
	// and that the filter selects.
	Current, Over GameList
}

// RatingView is a player's rating in one variant.
type RatingView struct {
	Title, Rating       string // Rating ends in a question mark if few games support it
	Wins, Draws, Losses int
	Course              []bot.RatingPoint
}

// OpeningsView is how a player has fared in a variant by the first move of the game, with White and
// with Black.
type OpeningsView struct {
	Title        string
	White, Black []OpeningView // the most frequent first
}

// OpeningView is how a player has fared after a first move.
type OpeningView struct {
	Move                string
	Wins, Draws, Losses int
}

// Games returns the number of games.
func (v OpeningView) Games() int { return v.Wins + v.Draws + v.Losses }

const (
	// playerListed is how many ongoing and how many finished games the page of a player lists.
	playerListed = 30
	// openingsListed is how many first moves of each side the page lists.
	openingsListed = 5
	// maxLogsRead is how many logs are read to find the first move of games whose records lack it.
	maxLogsRead = 20
)

// ViewPlayer returns a player with the games that a filter selects. If before is not zero, it
// returns only finished games with smaller numbers. If the asker has no account or is a guest, it
// returns [bot.ErrNotFound] unless the player has a public game, so that merely speaking to the bot
// makes nobody visible. Guests have no page either, because the number of a page would tell how
// many players came before.
func (s *Pages) ViewPlayer(ctx context.Context, r bot.Request, id bot.PlayerID, by Filter, before bot.GameID) (v PlayerView, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		v, err = viewPlayer(c, id, by, before)
		return err
	})
	return v, err
}

// viewPlayer returns what ViewPlayer does.
func viewPlayer(c *action.Call, id bot.PlayerID, by Filter, before bot.GameID) (v PlayerView, err error) {
	p, err := action.CurrentPlayer(c.Tx, id)
	if err != nil {
		return v, err
	}
	if shown, err := mayShow(c, p); !shown || err != nil {
		return v, cmp.Or(err, bot.ErrNotFound)
	}
	v = PlayerView{ID: p.ID, Name: c.ReaderLanguage().Render(p.Said())}
	if before == 0 {
		if v.Current, err = viewGames(c, ListGames{Of: p.ID, Filter: by, Limit: playerListed}); err != nil {
			return v, err
		}
	}
	if v.Over, err = viewGames(c, ListGames{Of: p.ID, Filter: by, Over: true, Before: before, Limit: playerListed}); err != nil {
		return v, err
	}
	ratings, err := c.Tx.RatingsOf(p.ID)
	if p.ID != c.Me.ID {
		ratings = slices.DeleteFunc(ratings, func(r bot.Rating) bool { return action.KnownElsewhere(c, r.Variant) })
	}
	if err != nil {
		return v, err
	}
	for _, r := range ratings {
		r.Age(c.Uptime.Beat)
		v.Ratings = append(v.Ratings, RatingView{c.ReaderLanguage().Render(bot.Title(r.Variant)), r.String(), r.Wins, r.Draws, r.Losses, r.Course()})
	}
	if v.Openings, err = openings(c, p); err != nil {
		return v, err
	}
	habits, err := play.Habits(c, p)
	for _, line := range habits {
		v.Habits = append(v.Habits, c.ReaderLanguage().Render(line))
	}
	return v, err
}

// mayShow reports whether the asker may see the page of a player. A guest's own games, which are
// private, show nobody.
func mayShow(c *action.Call, p bot.Player) (bool, error) {
	if p.Absent() || p.Guest() {
		return false, nil
	}
	if c.Me.ID != 0 && !c.Me.Guest() {
		return true, nil
	}
	for _, over := range []bool{false, true} {
		games, err := viewGames(c, ListGames{Of: p.ID, Others: true, Over: over, Limit: 1})
		if len(games.Games) > 0 || err != nil {
			return len(games.Games) > 0, err
		}
	}
	return false, nil
}

// openings returns how a player has fared by first moves in the variants that they have played
// most, by their newest games.
func openings(c *action.Call, p bot.Player) (all []OpeningsView, err error) {
	games, err := play.Newest(c, p)
	if err != nil {
		return nil, err
	}
	played, unread := map[string][]bot.Game{}, maxLogsRead
	for _, g := range games {
		if g.First == "" && g.Moves > 0 && unread > 0 { // a record of an earlier version
			unread--
			log, err := c.Tx.Log(g.ID)
			if err != nil {
				return nil, err
			}
			if moves := bot.Moves(log); len(moves) > 0 {
				g.First = moves[0]
			}
		}
		if g.First != "" {
			played[ratingID(g.Variant)] = append(played[ratingID(g.Variant)], g)
		}
	}
	variants := slices.SortedFunc(maps.Keys(played), func(a, b string) int {
		return cmp.Or(len(played[b])-len(played[a]), strings.Compare(a, b))
	})
	for _, variant := range variants[:min(len(variants), play.Favourites)] {
		of := played[variant]
		all = append(all, OpeningsView{c.ReaderLanguage().Render(bot.Title(of[0].Variant)), firstMoves(of, p.ID, rules.White), firstMoves(of, p.ID, rules.Black)})
	}
	return all, nil
}

// firstMoves returns the results of a player's games with a side by first moves, the most frequent
// first.
func firstMoves(games []bot.Game, p bot.PlayerID, side rules.Side) (all []OpeningView) {
	for _, g := range games {
		if g.Seats[side].Player != p {
			continue
		}
		i := slices.IndexFunc(all, func(o OpeningView) bool { return o.Move == g.First })
		if i < 0 {
			i, all = len(all), append(all, OpeningView{Move: g.First})
		}
		switch resultFor(g, side) {
		case Won:
			all[i].Wins++
		case Lost:
			all[i].Losses++
		case Drawn:
			all[i].Draws++
		}
	}
	slices.SortStableFunc(all, func(a, b OpeningView) int { return b.Games() - a.Games() })
	return all[:min(len(all), openingsListed)]
}
