package vote

import (
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// recentTurns is the number of counted turns whose voters may decide on offers and other motions.
const recentTurns = 3

// Turn is the record of a counted turn: its votes, and the move that was played. Moves is the
// number of moves that were played before it.
type Turn struct {
	Game  bot.GameID
	Moves int
	Side  rules.Side
	Move  string
	Votes []Vote
}

// discard deletes the votes of people who may no longer vote because they have been barred from the
// team's room.
func (t *Team) discard(c *action.Call, g bot.Game) error {
	seat, _, _ := t.seatOf(g)
	for _, v := range slices.Clone(t.Votes) {
		p, err := action.CurrentPlayer(c.Tx, v.By)
		if err != nil {
			return err
		}
		barred, err := action.BarredFrom(c, seat.Places(), p)
		if err != nil {
			return err
		}
		if barred {
			t.Drop(v.By)
		}
	}
	return nil
}

// count plays the move with the most votes, and returns the announcements. The message to the
// team's room also lists the numbers of votes. There must be at least one vote.
func (t *Team) count(c *action.Call, g bot.Game) ([]bot.Message, error) {
	winner, _ := t.Winner()
	tallies := t.words()
	_, side, _ := t.seatOf(g)
	turn := Turn{Game: g.ID, Moves: g.Moves, Side: side, Move: winner.Move, Votes: t.Votes}
	var voters []bot.PlayerID
	for _, v := range t.Votes {
		voters = append(voters, v.By)
	}
	t.Recent = append(t.Recent, voters)
	t.Recent = t.Recent[max(len(t.Recent)-recentTurns, 0):]
	t.Ballot = Ballot{}
	if err := errors.Join(save(c.Tx, turnKey(g.ID, g.Moves), turn), t.save(c.Tx)); err != nil {
		return nil, err
	}
	notices, err := t.does(c, "move", g, map[string]string{"move": winner.Move})
	return t.tellFirst(notices, g, tallies), err
}

// words lists the moves with their numbers of votes, the most votes first.
func (t *Team) words() phrase.Text {
	var each []phrase.Text
	for _, tally := range t.Tallies() {
		if tally.Votes > 0 {
			each = append(each, phrase.Sprintf("`%s` %d", tally.Move, tally.Votes))
		}
	}
	return phrase.Of("The votes: %s.", phrase.Join(each, ", "))
}

// tellFirst puts a text at the beginning of the message about a game that goes to the team's room.
// Neither the opponent nor spectators get the text.
func (t *Team) tellFirst(notices []bot.Message, g bot.Game, text phrase.Text) []bot.Message {
	seat, side, _ := t.seatOf(g)
	if other := g.Seats[side.Other()]; other.Room == seat.Room { // the opponent is in the team's room
		return append([]bot.Message{seat.Address().GameMessage(g, text)}, notices...)
	}
	at := slices.IndexFunc(notices, func(m bot.Message) bool { return m.Room == seat.Room && m.Game == g.ID })
	if at < 0 || seat.Room == (bot.RoomID{}) {
		return notices
	}
	mine := notices[at]
	mine.Text = text + "\n" + mine.Text
	// Spectators get the news from the opponent's message, which lacks the text.
	mine.News = !slices.ContainsFunc(notices, func(m bot.Message) bool { return m.News && m.Room != seat.Room })
	return slices.Replace(notices, at, at+1, mine)
}

// due counts the votes of teams whose turn has ended. It must run before the hook of package play,
// which would send a reminder to move at that time.
func due(b *action.Batch) error {
	now := b.Uptime.Moment()
	games := func(limit int) ([]bot.Game, error) {
		ids, err := b.Tx.Due(now, limit)
		var all []bot.Game
		for _, id := range ids {
			// Challenges and unreadable games are left to the next hook.
			if g, missing := b.Tx.Game(id); missing == nil && isDue(g, now) {
				all = append(all, g)
			}
		}
		return all, err
	}
	return action.EachDue(b, games, func(g bot.Game) any { return g.ID }, "vote", func(g bot.Game) error { return endTurn(b.Call, g) })
}

// isDue reports whether the votes in a game must be counted, or a team in it has lost its room.
func isDue(g bot.Game, now bot.Moment) bool {
	if g.Over() {
		return false
	}
	lost := func(s bot.Seat) bool { return s.User.Platform == bot.Team && s.Room == (bot.RoomID{}) }
	return slices.ContainsFunc(g.Seats[:], lost) || g.Seats[g.Turn].User.Platform == bot.Team && g.RemindsBy(now)
}

// endTurn counts the votes in a game. If there are none, it asks the captain to decide.
func endTurn(c *action.Call, g bot.Game) error {
	for side, seat := range g.Seats {
		if seat.User.Platform == bot.Team && seat.Room == (bot.RoomID{}) {
			return lostRoom(c, g, rules.Side(side))
		}
	}
	t, err := teamOf(c.Tx, g.Seats[g.Turn])
	if err != nil {
		return err
	}
	t.atTurn(g)
	if err := t.discard(c, g); err != nil {
		return err
	}
	if len(t.Votes) > 0 { // votes count even if the time for the move is up
		notices, err := t.count(c, g)
		return errors.Join(err, c.Enqueue(notices))
	}
	if c.Overdue(g) {
		return nil // the next hook ends the game
	}
	t.Late = true
	g.DropReminders(c.Uptime.Moment())
	if err := errors.Join(c.Tx.PutGame(g), t.save(c.Tx)); err != nil {
		return err
	}
	until := bot.Timestamp(c.Uptime.Calendar(g.Deadline))
	text := phrase.Of("%s: nobody has voted. Until %s, the first vote decides.", phrase.Upper(bot.GameNumber(g.ID)), until)
	seat := g.Seats[g.Turn]
	captain, err := t.leader(c, g)
	if err != nil {
		return err
	}
	if captain.ID == 0 {
		return c.Enqueue([]bot.Message{seat.Address().GameMessage(g, text, c.Bot.Button("pick", g.ID.String()))})
	}
	text = phrase.Of("%s: nobody has voted. Until %s, the vote of %s decides, as the captain.", phrase.Upper(bot.GameNumber(g.ID)), until, captain.Said())
	m := seat.Address().GameMessage(g, text, c.Bot.Button("pick", g.ID.String()))
	if u, ok := captain.User(seat.Room.Platform); ok {
		m.To = []bot.User{u}
	}
	return c.Enqueue(bot.Awaiting(m))
}

// lostRoom moves a team's game to the team's own room if the room where it was shown is gone. If
// the team has no room either, it resigns the game.
func lostRoom(c *action.Call, g bot.Game, side rules.Side) error {
	t, err := teamOf(c.Tx, g.Seats[side])
	if err != nil {
		return err
	}
	if t.Room != (bot.RoomID{}) {
		g.Seats[side].Room, g.Seats[side].Present = t.Room, true
		return c.Tx.PutGame(g)
	}
	notices, err := t.does(c, "resign", g, map[string]string{"sure": "confirm"})
	return errors.Join(err, c.Enqueue(notices))
}
