package pages

import (
	"context"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/play"
)

// PlayerView is a player as the asker may see them.
type PlayerView struct {
	ID      bot.PlayerID
	Name    string
	Ratings []RatingView
	Habits  []string
	// Current and Over are the player's newest ongoing and finished games that the asker may see.
	Current, Over []play.Summary
}

// RatingView is a player's rating in one variant.
type RatingView struct {
	Title, Rating       string // Rating ends in a question mark if few games support it
	Wins, Draws, Losses int
}

// playerListed is how many ongoing and how many finished games the page of a player lists.
const playerListed = 30

// ViewPlayer returns a player. If the asker has no account or is a guest, it returns
// [bot.ErrNotFound] unless the player has a public game, so that merely speaking to the bot makes
// nobody visible. Guests have no page either, because the number of a page would tell how many
// players came before.
func (s *Pages) ViewPlayer(ctx context.Context, r bot.Request, id bot.PlayerID) (v PlayerView, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		v, err = viewPlayer(c, id)
		return err
	})
	return v, err
}

// viewPlayer returns what ViewPlayer does.
func viewPlayer(c *action.Call, id bot.PlayerID) (v PlayerView, err error) {
	p, err := action.CurrentPlayer(c.Tx, id)
	if err != nil {
		return v, err
	}
	if p.Absent() || p.Guest() {
		return v, bot.ErrNotFound
	}
	v = PlayerView{ID: p.ID, Name: c.ReaderLanguage().Render(p.Said())}
	current, err := viewGames(c, ListGames{Of: p.ID, Limit: playerListed})
	if err != nil {
		return v, err
	}
	over, err := viewGames(c, ListGames{Of: p.ID, Over: true, Limit: playerListed})
	if err != nil {
		return v, err
	}
	v.Current, v.Over = current.Games, over.Games
	if (c.Me.ID == 0 || c.Me.Guest()) && len(v.Current)+len(v.Over) == 0 {
		return PlayerView{}, bot.ErrNotFound
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
		v.Ratings = append(v.Ratings, RatingView{c.ReaderLanguage().Render(bot.Title(r.Variant)), r.String(), r.Wins, r.Draws, r.Losses})
	}
	habits, err := play.Habits(c, p)
	for _, line := range habits {
		v.Habits = append(v.Habits, c.ReaderLanguage().Render(line))
	}
	return v, err
}
