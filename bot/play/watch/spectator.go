package watch

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

const (
	// spectatorMemo begins the keys of spectators by game, and followsMemo those by spectator.
	spectatorMemo = "follow/"
	followsMemo   = "follows/"
	// maxFollowed is how many games a player can follow at once, and maxFollowedHere how many a
	// room can.
	maxFollowed, maxFollowedHere = 20, 5
	// maxSpectators is how many players and rooms can follow one game.
	maxSpectators = 50
	// followedFor is how long a player follows a game that they may see only in a room.
	followedFor = 7 * bot.Day
)

// Spectator is a player or a room that follows a game.
type Spectator struct {
	// Player and User identify a player. They are zero for a room, and Room is zero for a player.
	Player bot.PlayerID `json:",omitzero"`
	User   bot.User     `json:",omitzero"`
	Room   bot.RoomID   `json:",omitzero"`
	// Place, Within and Reach are where the command was given, as in a [bot.Request].
	Place  bot.RoomID
	Within []bot.RoomID `json:",omitempty"`
	Reach  int          `json:",omitzero"`
	// Until is when a player who may see the game only at Place has to ask again.
	Until time.Time `json:",omitzero"`
}

// key identifies the spectator in the keys of memos.
func (w Spectator) key() string {
	if w.Room != (bot.RoomID{}) {
		return fmt.Sprintf("r%s/%s", w.Room.Platform, w.Room.ID)
	}
	return fmt.Sprintf("p%d", w.Player)
}

// spectatorKey returns the key of a spectator among those of a game.
func spectatorKey(g bot.GameID, follower string) string {
	return fmt.Sprintf("%s%d/%s", spectatorMemo, g, follower)
}

// followedKey returns the key of a game among those that a spectator follows.
func followedKey(follower string, g bot.GameID) string {
	return fmt.Sprintf("%s%s/%d", followsMemo, follower, g)
}

// putSpectator stores a spectator of a game.
func putSpectator(c *action.Call, g bot.GameID, w Spectator) error {
	value, err := json.Marshal(w)
	return errors.Join(err, c.Tx.PutMemo(action.OwnMemos, spectatorKey(g, w.key()), value), c.Tx.PutMemo(action.OwnMemos, followedKey(w.key(), g), []byte{1}))
}

// dropSpectator deletes a spectator of a game.
func dropSpectator(c *action.Call, g bot.GameID, follower string) error {
	return errors.Join(c.Tx.PutMemo(action.OwnMemos, spectatorKey(g, follower), nil), c.Tx.PutMemo(action.OwnMemos, followedKey(follower, g), nil))
}

// spectators returns the spectators of a game.
func spectators(c *action.Call, g bot.GameID) (all []Spectator, err error) {
	keys, err := c.Tx.Memos(action.OwnMemos, spectatorKey(g, ""), maxSpectators)
	for _, key := range keys {
		value, missing := c.Tx.Memo(action.OwnMemos, key)
		var w Spectator
		if err := errors.Join(err, missing); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(value, &w); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, err
}

// followedBy returns the ongoing games that a spectator follows, in order of their numbers.
func followedBy(c *action.Call, follower string) (all []bot.Game, err error) {
	prefix := fmt.Sprintf("%s%s/", followsMemo, follower)
	keys, err := c.Tx.Memos(action.OwnMemos, prefix, 0)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		number, err := strconv.ParseUint(strings.TrimPrefix(key, prefix), 10, 64)
		if err != nil {
			return nil, err
		}
		g, err := c.Tx.Game(bot.GameID(number))
		switch {
		case errors.Is(err, bot.ErrNotFound):
		case err != nil:
			return nil, err
		case !g.Over():
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b bot.Game) int { return int(a.ID) - int(b.ID) })
	return all, nil
}

// mergeFollowing transfers what one player follows to another, except games that the other plays
// in.
func mergeFollowing(c *action.Call, from, into bot.PlayerID) error {
	before := Spectator{Player: from}
	games, err := followedBy(c, before.key())
	if err != nil {
		return err
	}
	for _, g := range games {
		followed, err := spectators(c, g.ID)
		if err != nil {
			return err
		}
		if err := dropSpectator(c, g.ID, before.key()); err != nil {
			return err
		}
		twice := slices.ContainsFunc(followed, func(w Spectator) bool { return w.key() == (Spectator{Player: into}).key() })
		for _, w := range followed {
			if w.key() != before.key() || twice || g.Has(into) {
				continue
			}
			w.Player = into
			if err := putSpectator(c, g.ID, w); err != nil {
				return err
			}
		}
	}
	return nil
}

// Sees reports whether a spectator may see a game now. For a player, what they may see at Place
// counts only before Until.
func Sees(c *action.Call, w Spectator, g bot.Game) (bool, error) {
	seer := action.Call{Bot: c.Bot, Tx: c.Tx, Uptime: c.Uptime, Utterance: action.Utterance{Command: c.Bot.Actions["watch"]}, Request: bot.Request{From: w.User}}
	if w.Room != (bot.RoomID{}) {
		seer.Request.Room, seer.Request.Within, seer.Request.Reach = w.Room, w.Within, w.Reach
		return seer.OpenHere(g), nil
	}
	p, err := action.CurrentPlayer(c.Tx, w.Player)
	if err != nil || p.Absent() {
		return false, err
	}
	seer.Me = p
	if seer.MaySee(g) {
		return true, nil
	}
	if !c.Uptime.Beat.Before(w.Until) {
		return false, nil
	}
	seer.Request.Room, seer.Request.Within, seer.Request.Reach = w.Place, w.Within, w.Reach
	seer.Memo = nil
	return seer.MaySee(g), nil
}

// ToSpectators returns the messages that pass news of boards on to spectators. messages are those
// to the players; only those marked as News are passed on.
func ToSpectators(c *action.Call, messages []bot.Message) (all []bot.Message, err error) {
	told := map[bot.GameID][]phrase.Text{}
	for _, m := range messages {
		if !m.News || slices.Contains(told[m.Game], m.Text) {
			continue
		}
		told[m.Game] = append(told[m.Game], m.Text)
		more, err := tellSpectators(c, m)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, c.HideFromBlockers(all)
}

// tellSpectators passes a message on to the spectators of its game. It deletes the spectators of
// a finished game, and those who may no longer see the game, and tells the latter so.
func tellSpectators(c *action.Call, m bot.Message) (all []bot.Message, err error) {
	watching, err := spectators(c, m.Game)
	if err != nil || len(watching) == 0 {
		return nil, err
	}
	g, err := c.Tx.Game(m.Game)
	if err != nil {
		return nil, err
	}
	for _, w := range watching {
		may, err := Sees(c, w, g)
		if err == nil && (g.Over() || !may) {
			err = dropSpectator(c, g.ID, w.key())
		}
		if err != nil {
			return nil, err
		}
		hidden, err := blockedBy(c, g, w)
		switch {
		case err != nil:
			return nil, err
		case hidden:
		case !may:
			all = append(all, w.message(phrase.Of("You no longer follow %s: it is not shown to you here. Say `watch %d` again where it is played.", bot.GameNumber(g.ID), g.ID))...)
		default:
			news := w.message(m.Text, c.Bot.Button("board", g.ID.String()))
			for i := range news {
				news[i].Picture, news[i].Men, news[i].Silent = m.Picture, m.Men, true
			}
			all = append(all, news...)
		}
	}
	return all, nil
}

// message returns a message to the spectator, in a slice.
func (w Spectator) message(text phrase.Text, buttons ...bot.Button) []bot.Message {
	if w.Room != (bot.RoomID{}) {
		return []bot.Message{w.Room.Address().Message(text, buttons...)}
	}
	return []bot.Message{bot.Address{User: w.User}.Message(text, buttons...)}
}

// blockedBy reports whether a player of the game has blocked the spectator. A blocked spectator
// gets no messages and is not told why.
func blockedBy(c *action.Call, g bot.Game, w Spectator) (bool, error) {
	if w.Player == 0 {
		return false, nil
	}
	follower, err := action.CurrentPlayer(c.Tx, w.Player)
	if err != nil {
		return false, err
	}
	for _, seat := range g.Seats {
		p, err := action.CurrentPlayer(c.Tx, seat.Player)
		if err != nil || p.Blocks(follower) {
			return err == nil, err
		}
	}
	return false, nil
}

// forgetFollowing deletes the asker from the spectators of all games.
func forgetFollowing(c *action.Call) error {
	var all error
	for _, id := range append(slices.Clone(c.Me.Former), c.Me.ID) {
		follower := Spectator{Player: id}.key()
		prefix := fmt.Sprintf("%s%s/", followsMemo, follower)
		keys, err := c.Tx.Memos(action.OwnMemos, prefix, 0)
		all = errors.Join(all, err)
		for _, key := range keys {
			number, err := strconv.ParseUint(strings.TrimPrefix(key, prefix), 10, 64)
			all = errors.Join(all, err, dropSpectator(c, bot.GameID(number), follower))
		}
	}
	return all
}
