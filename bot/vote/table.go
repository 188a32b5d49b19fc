package vote

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/rules"
)

// shownVoters is the maximum number of voters that are listed.
const shownVoters = 25

// showVotes shows how many votes each move of a finished game had. In a room that played the game
// it also shows statistics of its voters.
func showVotes(c *action.Call) (bot.Reply, error) {
	g, err := finished(c)
	if err != nil {
		return bot.Reply{}, err
	}
	turns, err := turnsOf(c.Tx, g)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(turns) == 0 {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "No move of %s was voted on.", bot.GameNumber(g.ID))
	}
	lines := []phrase.Text{phrase.Upper(g.Summary()) + ".", phrase.Join(moveWords(turns), " ")}
	for side, seat := range g.Seats {
		t, err := teamOf(c.Tx, seat)
		if err != nil {
			return bot.Reply{}, err
		}
		if t == nil || !t.belongs(c, seat) {
			continue
		}
		c.Closed = true // only the team itself may read how its members voted
		more, err := voterLines(c, g, slices.DeleteFunc(slices.Clone(turns), func(turn Turn) bool { return turn.Side != rules.Side(side) }))
		if err != nil {
			return bot.Reply{}, err
		}
		lines = append(lines, more...)
	}
	return c.Answer(phrase.Join(lines, "\n")), nil
}

// finished returns the game that the command names, or else the room's last game. It returns an
// error if the game is still in progress.
func finished(c *action.Call) (g bot.Game, err error) {
	if c.Args.Game != 0 {
		g, err = c.AnyGame()
	} else {
		var t *Team
		if t, g, err = mine(c); err == nil && t == nil {
			err = errNoVote()
		}
	}
	if err == nil && !g.Over() {
		err = bot.Problemf(bot.NotNow, "%s goes on, and its votes are shown to nobody before its end.", phrase.Upper(bot.GameNumber(g.ID)))
	}
	return g, err
}

// turnsOf returns the counted turns of a game in order, without those whose moves were taken back.
func turnsOf(tx bot.Tx, g bot.Game) ([]Turn, error) {
	all, err := loadAll[Turn](tx, strings.TrimSuffix(turnKey(g.ID, 0), "000000"))
	if err != nil || len(all) == 0 {
		return nil, err
	}
	log, err := tx.Log(g.ID)
	moves := bot.Moves(log)
	return slices.DeleteFunc(all, func(turn Turn) bool { return turn.Moves >= len(moves) || moves[turn.Moves] != turn.Move }), err
}

// forMove returns how many votes the played move had.
func (t Turn) forMove() (votes int) {
	for _, v := range t.Votes {
		if v.Move == t.Move {
			votes++
		}
	}
	return votes
}

// moveWords returns the text of each move, with its number of votes.
func moveWords(turns []Turn) (all []phrase.Text) {
	for _, turn := range turns {
		all = append(all, phrase.Of("%s `%s` %d of %d", play.MoveNumber(turn.Moves+1), turn.Move, turn.forMove(), len(turn.Votes)))
	}
	return all
}

// voter holds the statistics of a voter: how often they voted, how often their move was played, how
// many of these votes were in positions that the engine has judged, and how often they chose the
// engine's move there.
type voter struct {
	id                           bot.PlayerID
	votes, played, judged, chose int
}

// voterLines returns a line for each voter of a team, the most votes first.
func voterLines(c *action.Call, g bot.Game, turns []Turn) (lines []phrase.Text, err error) {
	best, err := choices(c, g)
	if err != nil {
		return nil, err
	}
	all := tally(turns, best)
	for _, v := range all[:min(len(all), shownVoters)] {
		who, err := name(c, v.id)
		if err != nil {
			return nil, err
		}
		line := phrase.Of("%s: %s, %d of them played", who, phrase.Count(v.votes, "%d vote", "%d votes"), v.played)
		if v.judged > 0 {
			line = phrase.Of("%s, %d of %d the engine's choice", line, v.chose, v.judged)
		}
		lines = append(lines, line)
	}
	if more := len(all) - shownVoters; more > 0 {
		lines = append(lines, phrase.Of("... and %d more.", more))
	}
	return lines, nil
}

// tally adds up the statistics of each voter, the most votes first. All forgotten voters count as
// one. best maps the number of moves before a turn to the engine's best move.
func tally(turns []Turn, best map[int]string) (all []voter) {
	at := map[bot.PlayerID]int{}
	for _, turn := range turns {
		for _, v := range turn.Votes {
			i, known := at[v.By]
			if !known {
				i, at[v.By] = len(all), len(all)
				all = append(all, voter{id: v.By})
			}
			all[i].votes++
			if v.Move == turn.Move {
				all[i].played++
			}
			if choice, judged := best[turn.Moves]; judged {
				all[i].judged++
				if choice == v.Move {
					all[i].chose++
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b voter) int { return b.votes - a.votes })
	return all
}

// choices returns the engine's best moves in a game, by the number of moves before them. The map is
// empty if the game has not been analysed.
func choices(c *action.Call, g bot.Game) (map[int]string, error) {
	a, err := c.Tx.Analysis(g.ID)
	if errors.Is(err, bot.ErrNotFound) {
		return nil, nil
	}
	best := map[int]string{}
	for moves, judged := range a.Positions {
		if len(judged.Best) > 0 && a.Done() && a.Moves == g.MovesHash {
			best[moves] = judged.Best[0]
		}
	}
	return best, err
}

// Comments wraps the function others, which returns comments on the moves of a game for exported
// records. The new function appends the votes for each move of a finished game, in English.
func Comments(others func(*action.Call, bot.Game) ([]string, error)) func(*action.Call, bot.Game) ([]string, error) {
	return func(c *action.Call, g bot.Game) ([]string, error) {
		all, err := others(c, g)
		if err != nil || !g.Over() {
			return all, err
		}
		turns, err := turnsOf(c.Tx, g)
		if err != nil || len(turns) == 0 {
			return all, err
		}
		all = append(slices.Clone(all), make([]string, max(g.Moves+1-len(all), 0))...)
		for _, turn := range turns {
			ply := turn.Moves + 1
			all[ply] = strings.TrimSpace(fmt.Sprintf("%s %d of %d votes", all[ply], turn.forMove(), len(turn.Votes)))
		}
		return all, nil
	}
}
