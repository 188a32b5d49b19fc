package vote

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Team is the record of the people of a room who play together. A room has one team, which plays
// one game at a time. Fields about a game refer to the current game, or to the last one if there is
// none.
type Team struct {
	Player bot.PlayerID // stands for the team in games
	Room   bot.RoomID   // where the team was founded
	// Game is the number of the game, or of the challenge to it.
	Game    bot.GameID
	Captain bot.PlayerID `json:",omitzero"`
	Terms
	// Excluded lists the players whom the captain has excluded. Voters lists those who have voted
	// in the game.
	Excluded []bot.PlayerID `json:",omitempty"`
	Voters   []bot.PlayerID `json:",omitempty"`
	// Recent lists the voters of each of the last [recentTurns] counted turns, the newest turn
	// last.
	Recent [][]bot.PlayerID `json:",omitempty"`
	// Moves and Since identify the turn to which the ballot belongs: see [bot.Game]. Late means
	// that nobody had voted when the votes should have been counted.
	Moves int        `json:",omitzero"`
	Since bot.Moment `json:",omitzero"`
	Late  bool       `json:",omitzero"`
	Ballot
}

// Terms are a team's rules for voting. They are set by the challenge.
type Terms struct {
	// Quorum is the number of votes after which a turn is counted early, or 0 for none.
	Quorum int `json:",omitzero"`
	// Open means that the numbers of votes are shown before the count.
	Open bool `json:",omitzero"`
	// Known is the number of days for which the bot must have known a voter.
	Known int `json:",omitzero"`
	// Role is the platform's identifier of the role that a voter must have, or empty for none.
	Role string `json:",omitzero"`
}

// These are the beginnings of the keys under which the package stores its records, as memos of the
// bot. A team's key continues with the player that stands for it, a room's with the room, a turn's
// with a game and a number of moves, and a voter's with the voter or captain and a game.
const (
	teamMemo  = "vote/team/"
	roomMemo  = "vote/room/"
	turnMemo  = "vote/turn/"
	voterMemo = "vote/voter/"
	lastMemo  = "vote/last" // the number of the newest team
)

func teamKey(p bot.PlayerID) string { return fmt.Sprintf("%s%020d", teamMemo, p) }

func roomKey(r bot.RoomID) string { return roomMemo + string(r.Platform) + "/" + r.ID }

func turnKey(g bot.GameID, moves int) string { return fmt.Sprintf("%s%d/%06d", turnMemo, g, moves) }

func voterKey(p bot.PlayerID, g bot.GameID) string { return fmt.Sprintf("%s%d/%d", voterMemo, p, g) }

// load reads the record stored under a key. found is false if there is none.
func load[T any](tx bot.Tx, key string) (record T, found bool, err error) {
	value, err := tx.Memo(action.OwnMemos, key)
	if errors.Is(err, bot.ErrNotFound) {
		return record, false, nil
	}
	if err == nil {
		err = json.Unmarshal(value, &record)
	}
	return record, err == nil, err
}

// save stores a record under a key.
func save(tx bot.Tx, key string, record any) error {
	value, err := json.Marshal(record)
	if err != nil {
		return err
	}
	return tx.PutMemo(action.OwnMemos, key, value)
}

// loadAll reads the records whose keys begin with a prefix.
func loadAll[T any](tx bot.Tx, prefix string) (all []T, err error) {
	keys, err := tx.Memos(action.OwnMemos, prefix, 0)
	for _, key := range keys {
		record, _, wrong := load[T](tx, key)
		if wrong != nil {
			return nil, wrong
		}
		all = append(all, record)
	}
	return all, err
}

func (t *Team) save(tx bot.Tx) error { return save(tx, teamKey(t.Player), t) }

// teamOf returns the team that holds a seat, or nil if the seat's player is not a team.
func teamOf(tx bot.Tx, seat bot.Seat) (*Team, error) {
	if seat.User.Platform != bot.Team {
		return nil, nil
	}
	t, found, err := load[Team](tx, teamKey(seat.Player))
	if err == nil && !found {
		err = fmt.Errorf("player %d is a team without a record", seat.Player)
	}
	return &t, err
}

// teamIn returns the team of the first of the places that has one, or nil. Places are ordered from
// the innermost outwards.
func teamIn(tx bot.Tx, places []bot.RoomID) (*Team, error) {
	for _, place := range places {
		id, found, err := load[bot.PlayerID](tx, roomKey(place))
		if err != nil {
			return nil, err
		}
		if found {
			t, _, err := load[Team](tx, teamKey(id))
			return &t, err
		}
	}
	return nil, nil
}

// found returns the team of the room where the asker speaks. It creates the team if there is none.
func found(c *action.Call) (*Team, error) {
	t, err := teamIn(c.Tx, []bot.RoomID{c.Request.Room})
	if t != nil || err != nil {
		return t, err
	}
	number, _, err := load[int](c.Tx, lastMemo)
	if err != nil {
		return nil, err
	}
	number++
	p, err := c.Remember(bot.TeamUser(number))
	if err != nil {
		return nil, err
	}
	t = &Team{Player: p.ID, Room: c.Request.Room}
	return t, errors.Join(save(c.Tx, lastMemo, number), save(c.Tx, roomKey(t.Room), t.Player), t.save(c.Tx))
}

// seatOf returns the team's seat in a game and its side. ok is false if the team does not play in
// the game.
func (t *Team) seatOf(g bot.Game) (seat bot.Seat, side rules.Side, ok bool) {
	for side, seat := range g.Seats {
		if seat.Player == t.Player {
			return seat, rules.Side(side), true
		}
	}
	return bot.Seat{}, 0, false
}

// atTurn prepares the ballot for the current turn of a game. It clears a ballot of an earlier turn.
func (t *Team) atTurn(g bot.Game) {
	if t.Moves != g.Moves || t.Since != g.Since {
		t.Ballot, t.Late, t.Moves, t.Since = Ballot{}, false, g.Moves, g.Since
	}
}

// counted returns the time at which the votes of the current turn are counted. It is before the
// deadline, so that the captain has the rest of the time if nobody has voted.
func counted(g bot.Game) bot.Moment { return g.Deadline.Plus(-captainsTime(g.Pace.PerMove)) }

// until returns the time until which people can vote in the current turn.
func (t *Team) until(g bot.Game) bot.Moment {
	if t.Late {
		return g.Deadline
	}
	return counted(g)
}

// captainsTime returns how much of the time for a move is reserved for the captain.
func captainsTime(perMove time.Duration) time.Duration { return min(time.Hour, perMove/4) }

// belongs reports whether the asker belongs to the team that holds a seat. They do if they speak in
// the team's room, or if they speak in private and have voted for the team or lead it.
func (t *Team) belongs(c *action.Call, seat bot.Seat) bool {
	here := c.Request.Places()
	return slices.Contains(here, t.Room) || seat.Room != (bot.RoomID{}) && slices.Contains(here, seat.Room) ||
		c.Request.Room == (bot.RoomID{}) && c.Me.ID != 0 && t.has(c.Me.ID)
}

// errNoVote returns the error for a command about a vote if no game is played by vote here.
func errNoVote() error {
	return bot.Problemf(bot.Unknown, "No game is played by vote here. `vote challenge computer raumschach` begins one.")
}

// mine returns the team and the game that a command is about. The asker belongs to the team. The
// game may be over. The team is nil if there is none.
func mine(c *action.Call) (*Team, bot.Game, error) {
	id := c.Args.Game
	if id == 0 {
		id = c.Request.ThreadOf
	}
	var candidates []*Team
	if id != 0 {
		g, err := c.Tx.Game(id)
		if err != nil && !errors.Is(err, bot.ErrNotFound) {
			return nil, g, err
		}
		for _, seat := range g.Seats {
			t, err := teamOf(c.Tx, seat)
			if err != nil {
				return nil, g, err
			}
			if t != nil && t.Game == id {
				candidates = append(candidates, t)
			}
		}
	}
	if c.Args.Game == 0 && candidates == nil {
		t, err := teamIn(c.Tx, c.Request.Places())
		if err != nil {
			return nil, bot.Game{}, err
		}
		if t != nil {
			candidates = append(candidates, t)
		}
	}
	for _, t := range candidates {
		g, err := c.Tx.Game(t.Game)
		if errors.Is(err, bot.ErrNotFound) {
			continue // the challenge has not been accepted yet
		}
		if err != nil {
			return nil, g, err
		}
		if seat, _, ok := t.seatOf(g); ok && t.belongs(c, seat) {
			t.atTurn(g)
			return t, g, nil
		}
	}
	return nil, bot.Game{}, nil
}

// current is like mine, but returns an error if there is no team, or if its game is over.
func current(c *action.Call) (*Team, bot.Game, error) {
	t, g, err := mine(c)
	switch {
	case err != nil:
		return nil, g, err
	case t == nil:
		return nil, g, errNoVote()
	case g.Over():
		return nil, g, bot.Problemf(bot.NotNow, "%s is over: %s. `votes %d` tells how everybody has voted.", phrase.Upper(bot.GameNumber(g.ID)), c.ResultWords(g), g.ID)
	case c.Overdue(g):
		return nil, g, bot.Problemf(bot.NotNow, "The time of %s in %s is up.", g.Name(g.Turn), bot.GameNumber(g.ID))
	}
	if err := t.opposed(c, g); err != nil || c.Request.Room != (bot.RoomID{}) {
		return t, g, err
	}
	return t, g, t.mayVote(c, g) // in private, only people who may vote see the ballot
}

// has reports whether a player is the captain of the team or has voted for it.
func (t *Team) has(p bot.PlayerID) bool { return t.Captain == p || slices.Contains(t.Voters, p) }

// HasVoted reports whether the asker has voted in a game, or has led one of its teams.
func HasVoted(c *action.Call, g bot.Game) (bool, error) {
	_, voted, err := load[bot.PlayerID](c.Tx, voterKey(c.Me.ID, g.ID))
	return voted, err
}

// VotesIn is like HasVoted, but false for people who are barred from the room of their team.
func VotesIn(c *action.Call, g bot.Game) (bool, error) {
	team, voted, err := load[bot.PlayerID](c.Tx, voterKey(c.Me.ID, g.ID))
	if !voted || err != nil {
		return false, err
	}
	for _, seat := range g.Seats {
		if seat.Player == team {
			barred, err := action.BarredFrom(c, seat.Places(), c.Me)
			return !barred && err == nil, err
		}
	}
	return false, nil
}

// opposed returns an error if the asker is on the other side of a game. Such a person may neither
// vote for the team nor see its votes.
func (t *Team) opposed(c *action.Call, g bot.Game) error {
	_, side, _ := t.seatOf(g)
	other, err := teamOf(c.Tx, g.Seats[side.Other()])
	if err != nil {
		return err
	}
	if g.Has(c.Me.ID) || other != nil && other.has(c.Me.ID) {
		return bot.Problemf(bot.NotAllowed, "You play on the other side in %s, so you have no vote here.", bot.GameNumber(g.ID))
	}
	return nil
}

// mayVote returns an error if the asker may not vote for the team in a game.
func (t *Team) mayVote(c *action.Call, g bot.Game) error {
	if slices.Contains(t.Excluded, c.Me.ID) {
		return bot.Problemf(bot.NotAllowed, "The captain has excluded you from the votes in %s.", bot.GameNumber(g.ID))
	}
	seat, _, _ := t.seatOf(g)
	if barred, err := action.BarredFrom(c, seat.Places(), c.Me); barred || err != nil {
		if err == nil {
			err = action.ErrBarred()
		}
		return err
	}
	if from := c.Me.Since.Add(time.Duration(t.Known) * bot.Day); c.Uptime.Beat.Before(from) {
		return bot.Problemf(bot.NotNow, "Only people whom I have known for %s vote here. You can from %s on.", bot.DurationWords(time.Duration(t.Known)*bot.Day), bot.Timestamp(from))
	}
	return t.mayVoteByRole(c)
}

// mayVoteByRole returns an error if the team's voters must have a role and the asker does not. In
// private and on pages nobody's roles are known. The captain and those who have voted in the game
// have had the role, and go on there.
func (t *Team) mayVoteByRole(c *action.Call) error {
	switch {
	case t.Role == "" || slices.Contains(c.Request.Roles, t.Role):
		return nil
	case len(c.Request.Roles) > 0:
		return bot.Problemf(bot.NotAllowed, "Only people who have the role that the team's challenge asks for vote here, and you don't have it.")
	case !t.has(c.Me.ID):
		return bot.Problemf(bot.NotAllowed, "Only people with a certain role vote for this team. Vote in its room first: here I can't see your roles.")
	}
	return nil
}

// votes records that the asker has voted for the team.
func (t *Team) votes(c *action.Call) error {
	if slices.Contains(t.Voters, c.Me.ID) {
		return nil
	}
	t.Voters = append(t.Voters, c.Me.ID)
	return t.joined(c.Tx, c.Me.ID)
}

// joined stores that a player belongs to the team in its game, as a voter or the captain.
func (t *Team) joined(tx bot.Tx, p bot.PlayerID) error {
	return save(tx, voterKey(p, t.Game), t.Player)
}

// as returns a call that carries out a command as the team, about a game, in the transaction of c.
func (t *Team) as(c *action.Call, name string, g bot.Game, args command.Args) (*action.Call, error) {
	p, err := c.Tx.Player(t.Player)
	if err != nil {
		return nil, err
	}
	seat, side, _ := t.seatOf(g)
	by := &action.Call{Bot: c.Bot, Tx: c.Tx, Uptime: c.Uptime, Me: p}
	by.Request = bot.Request{From: p.Users[0], Room: seat.Room, Within: seat.Within, Reach: seat.Reach, Games: c.Request.Games}
	by.Command, by.Args = c.Bot.Actions[name], args
	by.Game, by.Side = g, side
	return by, nil
}

// does carries out a command as the team, and returns the resulting messages.
func (t *Team) does(c *action.Call, name string, g bot.Game, words map[string]string) ([]bot.Message, error) {
	by, err := t.as(c, name, g, command.Args{Game: g.ID, Words: words})
	if err != nil {
		return nil, err
	}
	reply, err := by.Command.Do(by)
	return reply.Notices, err
}

// name returns a player's name as a phrase. It also works for players who have been forgotten.
func name(c *action.Call, id bot.PlayerID) (phrase.Text, error) {
	if id == 0 {
		return phrase.Term(bot.NobodyName), nil
	}
	p, err := action.CurrentPlayer(c.Tx, id)
	if err != nil || p.Absent() {
		return phrase.Term(bot.NobodyName), err
	}
	return p.Said(), nil
}

// days returns the value of a numeric argument, which may be 0. It returns usual if the argument is
// absent.
func days(args command.Args, name string, usual int) int {
	n, err := strconv.Atoi(args.Word(name))
	if err != nil {
		return usual
	}
	return n
}
