package service

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// Who follows a game without playing is told of each of its moves, in private or in a room. Whether they may still see
// the game is asked at each of them. A player's following of a game that is not shown to them in private ends after a week: whoever may
// enter the room where it is played has to say so again there, as platforms do not tell who has left it.

const (
	// spectatorMemo and besideSpectator are the key prefixes of those who follow games: by game, and by who follows it.
	spectatorMemo   = "follow/"
	besideSpectator = "follows/"
	// maxFollowed is how many games a player can follow at once, maxFollowedHere how many a room can.
	maxFollowed, maxFollowedHere = 20, 5
	// maxSpectators is how many players and rooms can follow one game.
	maxSpectators = 50
	// followedFor is how long a player follows a game that is not shown to them in private.
	followedFor = 7 * bot.Day
)

// spectator is a player or a room that follows a game.
type spectator struct {
	// Player and User are those of a player; Room is zero for them.
	Player bot.PlayerID `json:",omitzero"`
	User   bot.User     `json:",omitzero"`
	Room   bot.RoomID   `json:",omitzero"`
	// Place, Within and Reach are where it was asked for, as those of a [bot.Request].
	Place  bot.RoomID
	Within []bot.RoomID `json:",omitempty"`
	Reach  int          `json:",omitzero"`
	// Until is when a player's right to see what is shown at Place has to be shown again.
	Until time.Time `json:",omitzero"`
}

// who names the spectator in keys.
func (w spectator) who() string {
	if w.Room != (bot.RoomID{}) {
		return fmt.Sprintf("r%s/%s", w.Room.Platform, w.Room.ID)
	}
	return fmt.Sprintf("p%d", w.Player)
}

func spectatorKey(g bot.GameID, who string) string {
	return fmt.Sprintf("%s%d/%s", spectatorMemo, g, who)
}

func followedKey(who string, g bot.GameID) string {
	return fmt.Sprintf("%s%s/%d", besideSpectator, who, g)
}

// putSpectator stores that somebody follows a game.
func (c *call) putSpectator(g bot.GameID, w spectator) error {
	value, err := json.Marshal(w)
	return errors.Join(err, c.tx.PutMemo(ownMemos, spectatorKey(g, w.who()), value), c.tx.PutMemo(ownMemos, followedKey(w.who(), g), []byte{1}))
}

// dropSpectator ends that somebody follows a game.
func (c *call) dropSpectator(g bot.GameID, who string) error {
	return errors.Join(c.tx.PutMemo(ownMemos, spectatorKey(g, who), nil), c.tx.PutMemo(ownMemos, followedKey(who, g), nil))
}

// spectators returns those who follow a game.
func (c *call) spectators(g bot.GameID) (all []spectator, err error) {
	keys, err := c.tx.Memos(ownMemos, spectatorKey(g, ""), maxSpectators)
	for _, key := range keys {
		value, missing := c.tx.Memo(ownMemos, key)
		var w spectator
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

// followedBy returns the ongoing games that a player or a room follows, in order of their numbers.
func (c *call) followedBy(who string) (all []bot.Game, err error) {
	prefix := fmt.Sprintf("%s%s/", besideSpectator, who)
	keys, err := c.tx.Memos(ownMemos, prefix, 0)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		number, err := strconv.ParseUint(strings.TrimPrefix(key, prefix), 10, 64)
		if err != nil {
			return nil, err
		}
		g, err := c.tx.Game(bot.GameID(number))
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

// mergeFollowing has one player follow what another has followed, except games that they play.
func (c *call) mergeFollowing(from, into bot.PlayerID) error {
	before := spectator{Player: from}
	games, err := c.followedBy(before.who())
	if err != nil {
		return err
	}
	for _, g := range games {
		followed, err := c.spectators(g.ID)
		if err != nil {
			return err
		}
		if err := c.dropSpectator(g.ID, before.who()); err != nil {
			return err
		}
		twice := slices.ContainsFunc(followed, func(w spectator) bool { return w.who() == (spectator{Player: into}).who() })
		for _, w := range followed {
			if w.who() != before.who() || twice || g.Has(into) {
				continue
			}
			w.Player = into
			if err := c.putSpectator(g.ID, w); err != nil {
				return err
			}
		}
	}
	return nil
}

// sees reports whether a spectator may see a game now.
func (c *call) sees(w spectator, g bot.Game) (bool, error) {
	seer := call{service: c.service, tx: c.tx, uptime: c.uptime, command: c.service.commands.Find("watch"), request: bot.Request{From: w.User}}
	if w.Room != (bot.RoomID{}) {
		seer.request.Room, seer.request.Within, seer.request.Reach = w.Room, w.Within, w.Reach
		return seer.openHere(g), nil
	}
	p, err := present(c.tx, w.Player)
	if err != nil || p.Absent() {
		return false, err
	}
	seer.me = p
	if seer.maySee(g) {
		return true, nil
	}
	if !c.uptime.Beat.Before(w.Until) {
		return false, nil
	}
	seer.request.Room, seer.request.Within, seer.request.Reach = w.Place, w.Within, w.Reach
	seer.follows = nil
	return seer.maySee(g), nil
}

// toSpectators returns the messages that tell those who follow games of what some messages say of their boards.
func (c *call) toSpectators(messages []bot.Message) (all []bot.Message, err error) {
	told := map[bot.GameID][]string{}
	for _, m := range messages {
		if !m.News || slices.Contains(told[m.Game], m.Text) {
			continue
		}
		told[m.Game] = append(told[m.Game], m.Text)
		more, err := c.tellSpectators(m)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, c.spare(all)
}

// tellSpectators returns the messages for those who follow the game of a message.
func (c *call) tellSpectators(m bot.Message) (all []bot.Message, err error) {
	watching, err := c.spectators(m.Game)
	if err != nil || len(watching) == 0 {
		return nil, err
	}
	g, err := c.tx.Game(m.Game)
	if err != nil {
		return nil, err
	}
	for _, w := range watching {
		may, err := c.sees(w, g)
		if err == nil && (g.Over() || !may) {
			err = c.dropSpectator(g.ID, w.who())
		}
		if err != nil {
			return nil, err
		}
		hidden, err := c.blockedBy(g, w)
		switch {
		case err != nil:
			return nil, err
		case hidden:
		case !may:
			all = append(all, w.told(phrase.Of("You no longer follow %s: it is not shown to you here. Say `watch %d` again where it is played.", bot.GameNumber(g.ID), g.ID))...)
		default:
			news := w.told(m.Text, c.service.button("board", g.ID.String()))
			for i := range news {
				news[i].Picture = m.Picture
			}
			all = append(all, news...)
		}
	}
	return all, nil
}

// told returns a message to a spectator.
func (w spectator) told(text string, buttons ...bot.Button) []bot.Message {
	if w.Room != (bot.RoomID{}) {
		return []bot.Message{w.Room.Address().Message(text, buttons...)}
	}
	return []bot.Message{bot.Address{User: w.User}.Message(text, buttons...)}
}

// blockedBy reports whether a player of a game has blocked somebody who follows it. They are not told, and hear nothing.
func (c *call) blockedBy(g bot.Game, w spectator) (bool, error) {
	if w.Player == 0 {
		return false, nil
	}
	follower, err := present(c.tx, w.Player)
	if err != nil {
		return false, err
	}
	for _, seat := range g.Seats {
		p, err := present(c.tx, seat.Player)
		if err != nil || p.Blocks(follower) {
			return err == nil, err
		}
	}
	return false, nil
}

// forgetFollowing ends all that the asker follows.
func (c *call) forgetFollowing() error {
	var all error
	for _, id := range append(slices.Clone(c.me.Former), c.me.ID) {
		who := spectator{Player: id}.who()
		prefix := fmt.Sprintf("%s%s/", besideSpectator, who)
		keys, err := c.tx.Memos(ownMemos, prefix, 0)
		all = errors.Join(all, err)
		for _, key := range keys {
			number, err := strconv.ParseUint(strings.TrimPrefix(key, prefix), 10, 64)
			all = errors.Join(all, err, c.dropSpectator(bot.GameID(number), who))
		}
	}
	return all
}
