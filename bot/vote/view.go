package vote

import (
	"context"
	"errors"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/play"
)

// Votes reads the games that are played by vote for the pages of the site. It changes nothing.
type Votes struct{ *action.Bot }

// VoteView is a game in which the asker may vote.
type VoteView struct {
	play.Summary
	// Turn means that the asker's team is to move, Voted that the asker has voted for its move, and
	// Shown that they may see the page of the game.
	Turn, Voted, Shown bool
}

// ViewVotes returns the ongoing games in which the asker may vote: that of the room, or those in
// which they have voted if they ask in private.
func (s *Votes) ViewVotes(ctx context.Context, r bot.Request) (all []VoteView, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		all = nil
		ids := []bot.GameID{0}
		if r.Room == (bot.RoomID{}) {
			if ids, err = votedGames(c); err != nil {
				return err
			}
		}
		for _, id := range ids {
			of := *c
			of.Args.Game = id
			t, g, err := current(&of)
			if errors.As(err, new(*bot.Problem)) {
				continue
			}
			if err != nil {
				return err
			}
			_, side, _ := t.seatOf(g)
			voted := t.Ballot.choice(c.Me.ID) != ""
			all = append(all, VoteView{play.Summarise(c, g), g.Turn == side, voted, c.MaySee(g)})
		}
		return nil
	})
	return all, err
}

// votedGames returns the games in which the asker has voted.
func votedGames(c *action.Call) (all []bot.GameID, err error) {
	if c.Me.ID == 0 {
		return nil, nil
	}
	prefix := strings.TrimSuffix(voterKey(c.Me.ID, 0), "0")
	keys, err := c.Tx.Memos(action.OwnMemos, prefix, 0)
	for _, key := range keys {
		if id, ok := bot.ParseGameID(strings.TrimPrefix(key, prefix)); ok {
			all = append(all, id)
		}
	}
	return all, err
}
