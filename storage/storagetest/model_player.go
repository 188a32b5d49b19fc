package storagetest

import (
	"cmp"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/daily"
)

func byPlayerID(a, b bot.Player) int { return cmp.Compare(a.ID, b.ID) }

func (d *modelData) Player(id bot.PlayerID) (bot.Player, error) { return find(d.players, id) }

func (d *modelData) PlayerOf(user bot.UserID) (bot.Player, error) {
	all := list(d.players, 1, func(p bot.Player) bool {
		return slices.ContainsFunc(p.Users, func(u bot.User) bool { return u.UserID == user })
	}, byPlayerID)
	if len(all) == 0 {
		return bot.Player{}, bot.ErrNotFound
	}
	return all[0], nil
}

// names returns the folded names by which a player can be found.
func (d *modelData) names(p bot.Player) (all []string) {
	if p.Forgotten || len(p.Users) == 0 {
		return nil
	}
	all = append(all, bot.FoldName(p.Name))
	for _, u := range p.Users {
		all = append(all, bot.FoldName(u.Name))
	}
	return all
}

func (d *modelData) PlayersNamed(name string) ([]bot.Player, error) {
	return list(d.players, 0, func(p bot.Player) bool { return slices.Contains(d.names(p), bot.FoldName(name)) }, byPlayerID), nil
}

func (d *modelData) PlayersAlike(name string) ([]bot.Player, error) {
	return list(d.players, 0, func(p bot.Player) bool {
		return !p.Forgotten && slices.ContainsFunc(p.Users, func(u bot.User) bool { return bot.Lookalike(u.Name) == bot.Lookalike(name) })
	}, byPlayerID), nil
}

func (d *modelData) PlayerNames(prefix string, limit int) (all []string, err error) {
	for _, p := range d.players {
		for _, name := range d.names(p) {
			if strings.HasPrefix(name, strings.ToLower(prefix)) {
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	return first(slices.Compact(all), limit), nil
}

func (d *modelData) AddPlayer(p bot.Player) (bot.PlayerID, error) {
	d.lastPlayer++
	p.ID = d.lastPlayer
	return p.ID, d.PutPlayer(p)
}

func (d *modelData) DailySolvers(days daily.Days) ([]bot.Player, error) {
	return list(d.players, 0, func(p bot.Player) bool {
		return len(p.Users) > 0 && slices.ContainsFunc(p.Puzzles.Days.Results, func(r bot.DailyResult) bool { return r.Solved && days.Has(r.Day) })
	}, func(a, b bot.Player) int { return cmp.Compare(a.ID, b.ID) }), nil
}

func (d *modelData) PutPlayer(p bot.Player) error {
	d.players[p.ID] = p
	return nil
}

func (d *modelData) Rating(p bot.PlayerID, variant string) (bot.Rating, error) {
	return find(d.ratings, ratingKey{p, variant})
}

func (d *modelData) PutRating(r bot.Rating) error {
	d.ratings[ratingKey{r.Player, r.Variant}] = r
	return nil
}

func (d *modelData) DeleteRating(p bot.PlayerID, variant string) error {
	return remove(d.ratings, ratingKey{p, variant})
}

func (d *modelData) RatingsOf(p bot.PlayerID) ([]bot.Rating, error) {
	return list(d.ratings, 0, func(r bot.Rating) bool { return r.Player == p },
		func(a, b bot.Rating) int { return cmp.Compare(a.Variant, b.Variant) }), nil
}

func (d *modelData) Leaders(variant string, limit int) ([]bot.Rating, error) {
	return list(d.ratings, limit, func(r bot.Rating) bool { return r.Variant == variant && r.Ranked() },
		func(a, b bot.Rating) int {
			return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Player, b.Player))
		}), nil
}

func (d *modelData) PuzzleRating(id string) (bot.PuzzleRating, error) { return find(d.puzzles, id) }

func (d *modelData) PuzzleRatings(prefix string) ([]bot.PuzzleRating, error) {
	return list(d.puzzles, 0, func(r bot.PuzzleRating) bool { return strings.HasPrefix(r.ID, prefix) },
		func(a, b bot.PuzzleRating) int { return cmp.Compare(a.ID, b.ID) }), nil
}

func (d *modelData) PutPuzzleRating(r bot.PuzzleRating) error {
	d.puzzles[r.ID] = r
	return nil
}
