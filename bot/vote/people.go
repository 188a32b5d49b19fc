package vote

import (
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// teams calls do for every team, and stores the team afterwards.
func teams(tx bot.Tx, do func(*Team) error) error {
	all, err := loadAll[Team](tx, teamMemo)
	for i := range all {
		err = errors.Join(err, do(&all[i]), all[i].save(tx))
	}
	return err
}

// votedIn calls do for each game in which a player has voted or has led a team. team is the player
// that stands for the team.
func votedIn(tx bot.Tx, p bot.PlayerID, do func(g bot.GameID, team bot.PlayerID) error) error {
	prefix := strings.TrimSuffix(voterKey(p, 0), "0")
	keys, err := tx.Memos(action.OwnMemos, prefix, 0)
	for _, key := range keys {
		team, _, wrong := load[bot.PlayerID](tx, key)
		g, ok := bot.ParseGameID(strings.TrimPrefix(key, prefix))
		if err = errors.Join(err, wrong); err == nil && ok {
			err = do(g, team)
		}
	}
	return err
}

// rewriteTurns calls change for each counted turn of a game, and stores the turn afterwards.
func rewriteTurns(tx bot.Tx, g bot.GameID, change func(*Turn)) error {
	all, err := loadAll[Turn](tx, strings.TrimSuffix(turnKey(g, 0), "000000"))
	for i := range all {
		change(&all[i])
		err = errors.Join(err, save(tx, turnKey(g, all[i].Moves), all[i]))
	}
	return err
}

// leave hands over each team that the asker leads to another captain, or withdraws its challenge.
// It returns the messages to the teams.
func leave(c *action.Call) (notices []bot.Message, err error) {
	err = teams(c.Tx, func(t *Team) error {
		if !c.Me.Is(t.Captain) {
			return nil
		}
		t.Captain = 0
		if ch, missing := c.Tx.Challenge(t.Game); missing == nil && !c.Expired(ch) {
			withdrawn, err := t.withdraw(c, ch) // without a captain, nobody could manage it
			notices = append(notices, withdrawn...)
			return err
		}
		g, missing := c.Tx.Game(t.Game)
		if errors.Is(missing, bot.ErrNotFound) || missing == nil && g.Over() {
			return nil
		}
		if err := t.succeed(c, g); err != nil {
			return err
		}
		text := phrase.Of("%s: the captain has left. The first vote decides if nobody votes in time, and `team captain me` makes you the captain.", phrase.Upper(bot.GameNumber(g.ID)))
		if t.Captain != 0 {
			now, err := name(c, t.Captain)
			if err != nil {
				return err
			}
			text = phrase.Of("%s: the captain has left, and %s is the captain now.", phrase.Upper(bot.GameNumber(g.ID)), now)
		}
		seat, _, _ := t.seatOf(g)
		notices = append(notices, seat.Address().GameMessage(g, text))
		return missing
	})
	return notices, err
}

// succeed makes the first voter who can lead the team its captain, other than the asker, who is
// leaving. If there is no such voter, the team has no captain.
func (t *Team) succeed(c *action.Call, g bot.Game) error {
	for _, next := range t.Voters {
		if c.Me.Is(next) || slices.Contains(t.Excluded, next) {
			continue
		}
		t.Captain = next
		captain, err := t.leader(c, g)
		if captain.ID != 0 || err != nil {
			return err
		}
		t.Captain = 0
	}
	return nil
}

// forget deletes the asker's current votes, and removes their ID from the records of earlier turns.
func forget(c *action.Call) error {
	who := append(slices.Clone(c.Me.Former), c.Me.ID)
	err := teams(c.Tx, func(t *Team) error {
		for _, p := range who {
			t.Ballot.Forget(p)
		}
		gone := func(p bot.PlayerID) bool { return slices.Contains(who, p) }
		t.Voters, t.Excluded = slices.DeleteFunc(t.Voters, gone), slices.DeleteFunc(t.Excluded, gone)
		for i := range t.Recent {
			t.Recent[i] = slices.DeleteFunc(t.Recent[i], gone)
		}
		return nil
	})
	for _, p := range who {
		err = errors.Join(err, votedIn(c.Tx, p, func(g bot.GameID, _ bot.PlayerID) error {
			return errors.Join(c.Tx.PutMemo(action.OwnMemos, voterKey(p, g), nil), rewriteTurns(c.Tx, g, func(turn *Turn) {
				for i := range turn.Votes {
					if turn.Votes[i].By == p {
						turn.Votes[i].By = 0
					}
				}
			}))
		}))
	}
	return err
}

// mayMerge returns a problem if the asker and another player are on opposite sides of an ongoing
// game.
func mayMerge(c *action.Call, other bot.Player) error {
	all, err := loadAll[Team](c.Tx, teamMemo)
	for _, t := range all {
		if err != nil {
			return err
		}
		if !t.has(c.Me.ID) && !t.has(other.ID) {
			continue
		}
		g, missing := c.Tx.Game(t.Game)
		if errors.Is(missing, bot.ErrNotFound) || missing == nil && g.Over() {
			continue
		}
		if missing != nil {
			return missing
		}
		var against bool
		if against, err = t.against(c.Tx, g, c.Me.ID, other.ID); against {
			return bot.Problemf(bot.NotNow, "You and %s are on different sides in %s. When it is over, you can link.", other.Said(), bot.GameNumber(g.ID))
		}
	}
	return err
}

// against reports whether one of two players belongs to the team and the other one to its opponent
// in the game g.
func (t *Team) against(tx bot.Tx, g bot.Game, one, two bot.PlayerID) (bool, error) {
	_, side, _ := t.seatOf(g)
	opponent, err := teamOf(tx, g.Seats[side.Other()])
	plays := func(p bot.PlayerID) bool { return g.Has(p) || opponent != nil && opponent.has(p) }
	return t.has(one) && plays(two) || t.has(two) && plays(one), err
}

// merge transfers the votes of the player from to the player into. If both have voted in the
// current turn, only the vote of into is kept. In a turn that has been counted, both votes still
// count, but that of from becomes anonymous.
func merge(c *action.Call, from, into bot.PlayerID) error {
	err := teams(c.Tx, func(t *Team) error {
		t.Ballot.Rename(from, into)
		t.Voters, t.Excluded = renamed(t.Voters, from, into), renamed(t.Excluded, from, into)
		for i := range t.Recent {
			t.Recent[i] = renamed(t.Recent[i], from, into)
		}
		if t.Captain == from {
			t.Captain = into
		}
		return nil
	})
	return errors.Join(err, votedIn(c.Tx, from, func(g bot.GameID, team bot.PlayerID) error {
		return errors.Join(c.Tx.PutMemo(action.OwnMemos, voterKey(from, g), nil), save(c.Tx, voterKey(into, g), team), rewriteTurns(c.Tx, g, func(turn *Turn) {
			twice := slices.ContainsFunc(turn.Votes, func(v Vote) bool { return v.By == into })
			for i := range turn.Votes {
				if turn.Votes[i].By == from && twice {
					turn.Votes[i].By = 0
				} else if turn.Votes[i].By == from {
					turn.Votes[i].By = into
				}
			}
		}))
	}))
}

// moved updates the team of a room that another room replaces. to is zero if the room is gone. If
// the team has no room any more, or the new room already has a team, the team soon resigns its
// game: see [lostRoom].
func moved(tx bot.Tx, from, to bot.RoomID) error {
	t, err := teamIn(tx, []bot.RoomID{from})
	if t == nil || err != nil {
		return err
	}
	if err := tx.PutMemo(action.OwnMemos, roomKey(from), nil); err != nil {
		return err
	}
	taken, err := teamIn(tx, []bot.RoomID{to})
	if err != nil {
		return err
	}
	if taken != nil {
		to = bot.RoomID{}
	}
	t.Room = to
	if err := t.save(tx); err != nil {
		return err
	}
	if to != (bot.RoomID{}) {
		return save(tx, roomKey(to), t.Player)
	}
	return lose(tx, t)
}

// lose removes the room from the team's seat in its game, so that [isDue] reports the game.
func lose(tx bot.Tx, t *Team) error {
	g, err := tx.Game(t.Game)
	if errors.Is(err, bot.ErrNotFound) || err == nil && g.Over() {
		return nil
	}
	if err != nil {
		return err
	}
	for i := range g.Seats {
		if g.Seats[i].Player == t.Player {
			g.Seats[i].Move(bot.RoomID{}, bot.RoomID{})
		}
	}
	g.Remind = []bot.Moment{1} // long ago, so that the game is due now
	return tx.PutGame(g)
}
