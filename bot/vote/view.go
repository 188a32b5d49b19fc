package vote

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/rules"
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
// which they have voted or lead the team if they ask in private.
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

// BallotView is the ballot of a team, as a member of the team sees it. Texts are in their language.
type BallotView struct {
	Side rules.Side
	// Turn is the number of the move of the game that the votes are for. Moves means that the team
	// is to move.
	Turn  int
	Moves bool
	// Refused says why the asker may not vote; it is empty if they may.
	Refused string
	// State says when the votes are counted and how many people have voted. Until is that time; if
	// nobody has voted in time, it is when the game is lost on time.
	State     string
	Until     time.Time
	Proposals []ProposalView
	Motions   []MotionView
	// Mine is the move that the asker votes for, or "".
	Mine string
}

// ProposalView is a proposed move. Words describe it as players read it. Votes says how many votes
// it has; it is empty if that is told after the count alone.
type ProposalView struct{ Move, Words, By, Votes string }

// MotionView is a vote on something other than a move. What is its name in commands.
type MotionView struct {
	What, Words string
	Mine        bool // whether the asker agrees
}

// Proposed reports whether a move has been proposed.
func (v *BallotView) Proposed(move string) bool {
	return slices.ContainsFunc(v.Proposals, func(p ProposalView) bool { return p.Move == move })
}

// MayVote reports whether the asker may vote for a move now.
func (v *BallotView) MayVote() bool { return v.Moves && v.Refused == "" }

// ViewBallot returns the ballot of the asker's team in a game. It is nil if the asker has none:
// they belong to no team there, are on the other side, or the game is over.
func (s *Votes) ViewBallot(ctx context.Context, r bot.Request, id bot.GameID) (v *BallotView, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		v = nil
		c.Args.Game = id
		t, g, err := current(c)
		if errors.As(err, new(*bot.Problem)) {
			return nil
		}
		if err == nil {
			c.Game = g
			v, err = t.view(c)
		}
		return err
	})
	return v, err
}

// view returns the ballot as the asker sees it.
func (t *Team) view(c *action.Call) (*BallotView, error) {
	g, l := c.Game, c.ReaderLanguage()
	_, side, _ := t.seatOf(g)
	v := &BallotView{Side: side, Turn: g.Moves + 1, Moves: g.Turn == side, Mine: t.choice(c.Me.ID), Until: c.Uptime.Calendar(t.until(g))}
	v.State = l.Render(phrase.Join(t.state(c, side), " "))
	var problem *bot.Problem
	if err := t.mayVote(c, g); errors.As(err, &problem) {
		v.Refused = l.Render(problem.Text)
	} else if err != nil {
		return nil, err
	}
	position, err := action.WithRecord(c, g, func(record *rules.Game) (*rules.Position, error) { return record.Position(), nil })
	if err != nil {
		return nil, err
	}
	for _, p := range t.Proposals {
		m, err := position.ReadText(p.Move)
		if err != nil {
			return nil, err
		}
		by, err := name(c, p.By)
		if err != nil {
			return nil, err
		}
		of := ProposalView{Move: p.Move, Words: l.Render(play.Describe(position, m)), By: l.Render(by)}
		if t.Open {
			of.Votes = l.Render(phrase.Count(t.votesFor(p.Move), "%d vote", "%d votes"))
		}
		v.Proposals = append(v.Proposals, of)
	}
	for _, m := range t.Motions {
		v.Motions = append(v.Motions, MotionView{m.What, l.Render(motionLine(m.What, len(m.For))), slices.Contains(m.For, c.Me.ID)})
	}
	return v, nil
}

// Changed returns the game whose ballot a stored memo may have changed. ok is false if it is a memo
// of something else.
func Changed(p bot.Platform, key string, data []byte) (id bot.GameID, ok bool) {
	if p != action.OwnMemos || !strings.HasPrefix(key, teamMemo) {
		return 0, false
	}
	var t Team
	err := json.Unmarshal(data, &t)
	return t.Game, err == nil && t.Game != 0
}

// votedGames returns the games in which the asker has voted or has led a team.
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
