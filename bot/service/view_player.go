package service

import (
	"context"
	"slices"

	"raumbot/bot"
)

// PlayerView is a player as somebody may see them.
type PlayerView struct {
	ID      bot.PlayerID
	Name    string
	Ratings []RatingView
	Habits  []string
	// Current and Over are the newest of their games that the asker may see.
	Current, Over []Summary
}

// RatingView is a rating of a player.
type RatingView struct {
	Title, Rating       string // with a question mark where few games support it
	Wins, Draws, Losses int
}

// playerListed is how many games of each kind a page of a player lists.
const playerListed = 30

// ViewPlayer returns a player. For somebody without an account it is [bot.ErrNotFound] unless the player has a public
// game: speaking to the bot puts nobody on a public page.
func (s *Service) ViewPlayer(ctx context.Context, r bot.Request, id bot.PlayerID) (v PlayerView, err error) {
	err = s.look(ctx, r, func(c *call) error {
		v, err = c.viewPlayer(id)
		return err
	})
	return v, err
}

func (c *call) viewPlayer(id bot.PlayerID) (v PlayerView, err error) {
	p, err := present(c.tx, id)
	if err != nil {
		return v, err
	}
	if p.Absent() {
		return v, bot.ErrNotFound
	}
	v = PlayerView{ID: p.ID, Name: c.reader.Render(p.Said())}
	current, err := c.viewGames(ListGames{Of: p.ID, Limit: playerListed})
	if err != nil {
		return v, err
	}
	over, err := c.viewGames(ListGames{Of: p.ID, Over: true, Limit: playerListed})
	if err != nil {
		return v, err
	}
	v.Current, v.Over = current.Games, over.Games
	if c.me.ID == 0 && len(v.Current)+len(v.Over) == 0 {
		return PlayerView{}, bot.ErrNotFound
	}
	ratings, err := c.tx.RatingsOf(p.ID)
	if p.ID != c.me.ID {
		ratings = slices.DeleteFunc(ratings, func(r bot.Rating) bool { return c.foreign(r.Variant) })
	}
	if err != nil {
		return v, err
	}
	for _, r := range ratings {
		r.Age(c.uptime.Beat)
		v.Ratings = append(v.Ratings, RatingView{c.reader.Render(bot.Title(r.Variant)), r.String(), r.Wins, r.Draws, r.Losses})
	}
	habits, err := c.habits(p)
	for _, line := range habits {
		v.Habits = append(v.Habits, c.reader.Render(line))
	}
	return v, err
}
