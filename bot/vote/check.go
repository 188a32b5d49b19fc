package vote

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
)

// check returns a sentence for each fault in the records of teams and of counted turns.
func check(ctx context.Context, s *action.Bot) (faults []string, err error) {
	err = s.Store.View(ctx, func(tx bot.Tx) error {
		faults = nil // the view may run again
		all, err := loadAll[Team](tx, teamMemo)
		for _, t := range all {
			for _, fault := range checkTeam(tx, t) {
				faults = append(faults, fmt.Sprintf("team %d: %s", t.Player, fault))
			}
		}
		turns, wrong := loadAll[Turn](tx, turnMemo)
		for _, turn := range turns {
			if fault := checkTurn(tx, turn); fault != "" {
				faults = append(faults, fmt.Sprintf("votes on move %d of game %d: %s", turn.Moves+1, turn.Game, fault))
			}
		}
		return errors.Join(err, wrong)
	})
	return faults, err
}

// checkTeam checks a team's player, room, game and ballot.
func checkTeam(tx bot.Tx, t Team) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if p, err := tx.Player(t.Player); err != nil || !p.IsTeam() {
		fault("player %d is none: %v", t.Player, err)
	}
	if t.Room != (bot.RoomID{}) {
		if id, _, err := load[bot.PlayerID](tx, roomKey(t.Room)); err != nil || id != t.Player {
			fault("its room has team %d: %v", id, err)
		}
	}
	if g, err := tx.Game(t.Game); err == nil {
		if _, _, ok := t.seatOf(g); !ok {
			fault("it does not play game %d", t.Game)
		}
	}
	seen := map[bot.PlayerID]bool{}
	for _, v := range t.Votes {
		switch {
		case seen[v.By]:
			fault("player %d has two votes", v.By)
		case !slices.ContainsFunc(t.Proposals, func(p Proposal) bool { return p.Move == v.Move }):
			fault("player %d has voted for %s, which nobody has proposed", v.By, v.Move)
		case slices.Contains(t.Excluded, v.By):
			fault("player %d has a vote and is excluded", v.By)
		}
		seen[v.By] = true
	}
	if len(t.Proposals) > MaxProposals {
		fault("it has %d proposals", len(t.Proposals))
	}
	return faults
}

// checkTurn checks that the move of a counted turn had the most votes, and that it is in the log of
// the game. It returns a description of the fault, or "" if there is none.
func checkTurn(tx bot.Tx, turn Turn) string {
	b := Ballot{Votes: turn.Votes}
	for _, v := range turn.Votes {
		if !slices.ContainsFunc(b.Proposals, func(p Proposal) bool { return p.Move == v.Move }) {
			b.Proposals = append(b.Proposals, Proposal{Move: v.Move})
		}
	}
	if winner, _ := b.Winner(); winner.Votes > turn.forMove() {
		return fmt.Sprintf("%s had %d votes, and %s was played with %d", winner.Move, winner.Votes, turn.Move, turn.forMove())
	}
	log, err := tx.Log(turn.Game)
	if err != nil {
		return err.Error()
	}
	if !slices.ContainsFunc(log, func(e bot.Entry) bool { return e.What == bot.Moved && e.Move == turn.Move }) {
		return strings.TrimSpace(turn.Move + " was not played")
	}
	return ""
}
