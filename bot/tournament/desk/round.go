package desk

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// openRound starts a round and its games. If it has no games, the tournament advances.
func openRound(c *action.Call, t *tournament.Tournament, round bot.Round) ([]bot.Message, error) {
	round.Variant = t.Variants[len(t.Rounds)%len(t.Variants)]
	round.Opened = c.Uptime.Moment()
	t.Awaits = false
	t.Rounds = append(t.Rounds, round)
	n := len(t.Rounds)
	var games []bot.Message
	for i := range round.Games {
		g := &t.Rounds[n-1].Games[i]
		if g.Result != pairing.Pending || t.Season != nil {
			continue
		}
		notices, err := beginGame(c, t, n, g, bot.Game{})
		if err != nil {
			return nil, err
		}
		games = append(games, notices...)
	}
	if t.System.OneTable() && len(round.Games) > 0 {
		more, err := advance(c, t)
		if err != nil {
			return nil, err
		}
		notices, err := postTables(c, t)
		return slices.Concat(notices, games, more), err
	}
	notices := games
	if t.Season == nil && (len(round.Games) > 0 || slices.ContainsFunc(round.Byes, func(b bot.TournamentBye) bool { return b.Kind != pairing.Zero })) {
		text := phrase.Of("%s of %s, %s:\n%s", phrase.Upper(t.RoundName(n)), t.Heading(), bot.Title(round.Variant), t.PairingLines(n))
		notices = append(broadcast(c, t, text, nil, c.Bot.Button("standings", t.ID.String())), games...)
		notices = append(notices, offerComputer(c, t, n)...)
	}
	more, err := advance(c, t)
	return append(notices, more...), err
}

// byeLevels are the levels of the computer that are offered to an entrant with a bye.
var byeLevels = []int{1, 3, 5}

// offerComputer offers a game against the computer to entrants with a bye that they have not
// requested, if the organisers want that. The game is casual and not part of the tournament. It is
// not offered in a variant of one place, because the offer is made in private, where that variant
// is not known.
func offerComputer(c *action.Call, t *tournament.Tournament, n int) (notices []bot.Message) {
	round := t.Rounds[n-1]
	if v, err := rules.Find(round.Variant); !t.ByeComputer || err != nil || v.Local {
		return nil
	}
	for _, b := range round.Byes {
		e := t.Entrants[b.Entrant-1]
		if e.Gone || b.Kind != pairing.Allocated && t.System != bot.RoundRobin || slices.Contains(e.Skips, n) {
			continue
		}
		var buttons []bot.Button
		for _, level := range byeLevels {
			command := fmt.Sprintf("challenge %s %s level %d", action.ComputerName, bot.VariantName(round.Variant), level)
			buttons = append(buttons, bot.Button{Label: phrase.Of("Computer, level %d", level), Command: command})
		}
		text := phrase.Of("You have no opponent in %s. If you like, play the computer meanwhile: that is for fun, and counts for nothing.", t.RoundHeading(n))
		notices = append(notices, bot.Address{User: e.User}.Message(text, buttons...))
	}
	return notices
}

// beginGame starts a game of a round, and returns the messages about it. Entrants have agreed to it
// by entering. If it replaces a game in which nobody has moved, the clock does not begin anew.
func beginGame(c *action.Call, t *tournament.Tournament, round int, entry *bot.TournamentGame, before bot.Game) ([]bot.Message, error) {
	v, err := rules.Find(t.Rounds[round-1].Variant)
	if err != nil {
		return nil, err
	}
	id, err := c.Tx.NextGame()
	if err != nil {
		return nil, err
	}
	entry.ID = id
	g := bot.Game{
		ID: id, Variant: v.ID(), Board: bot.BoardOf(v.Start()), Tournament: t.ID, Seats: [2]bot.Seat{t.Seat(entry.White), t.Seat(entry.Black)},
		Pace: t.Pace, Rated: t.Rated, Options: t.Options, Banks: [2]time.Duration{t.Pace.Bank, t.Pace.Bank}, Started: c.Uptime.Beat.UTC(),
		Shares: [2]time.Duration{t.Share(), t.Share()},
	}
	if t.System == bot.Simul {
		g.Banks[rules.White] = tournament.SimulOf(t).HostBank()
	}
	where := t.RoundHeading(round)
	if err := c.StartClock(&g); err != nil {
		return nil, err
	}
	if before.ID != 0 && before.Moves == 0 && before.Deadline < g.Deadline {
		g.Since, g.Deadline, g.Remind = before.Since, before.Deadline, before.Remind
	}
	err = errors.Join(c.Tx.PutGame(g), c.Tx.AppendLog(id, bot.Entry{At: g.Started, What: bot.Paired}))
	if err != nil {
		return nil, err
	}
	extra := phrase.Text("")
	if entry.Decides {
		extra = " " + phrase.Of("It decides the match: %s goes on with a draw too.", g.Name(rules.Black))
	}
	if t.Within > 0 {
		extra += " " + phrase.Of("Each side has %s for the whole game.", bot.DurationWords(t.Share()))
	}
	text := phrase.Of("%s begins in %s: %s, %s (White) against %s (Black).", phrase.Upper(bot.GameNumber(id)), where, bot.Title(g.Variant),
		g.Name(rules.White), g.Name(rules.Black)) + extra + " " + c.ToMove(g)
	notices := action.Announce(g, action.Both, text, g.Picture(), play.GameButtons(c.Bot, g)...)
	if t.System == bot.Simul { // the host is told of all games at once
		notices = slices.DeleteFunc(notices, func(m bot.Message) bool {
			return m.Platform.Reachable() && slices.Contains(m.To, g.Seats[rules.White].User)
		})
	}
	return notices, nil
}

// broadcast returns messages to the tournament's rooms and to all other places where its entrants
// are.
func broadcast(c *action.Call, t *tournament.Tournament, text phrase.Text, picture *bot.Picture, buttons ...bot.Button) []bot.Message {
	var all []bot.Message
	add := func(to bot.Address) {
		m := to.Message(text, buttons...)
		m.Picture, m.Card = picture, true
		if !slices.ContainsFunc(all, m.SamePlace) {
			all = append(all, m)
		}
	}
	add(t.Home.Address())
	all[0].Tournament = t.ID
	if t.Away != (bot.RoomID{}) {
		add(t.Away.Address())
	}
	for _, e := range t.Entrants {
		if e.Gone {
			continue
		}
		to := t.Address(e)
		if to.Room != (bot.RoomID{}) {
			to = to.Room.Address()
		}
		add(to)
	}
	return all
}

// postTables posts the table of a simul or a team match when its first games have begun, in each of
// its places. It returns a message to the host of a simul.
func postTables(c *action.Call, t *tournament.Tournament) ([]bot.Message, error) {
	if len(t.Rounds) > 1 {
		return nil, nil
	}
	err := enqueueTables(c, t, phrase.Of("%s has begun.\n%s", phrase.Upper(t.Heading()), tournament.Results(t)))
	if t.System != bot.Simul || err != nil {
		return nil, err
	}
	first := t.Rounds[0].Games[0].ID
	host := bot.Address{User: t.Entrants[tournament.Host-1].User}
	told := phrase.Of("%s has begun, and you have the first move on every board. `next` shows the board with the least time, again and again.", phrase.Upper(t.Heading()))
	return bot.Awaiting(host.Message(told, bot.Button{Label: phrase.Of("First board"), Command: fmt.Sprintf("board %d", first)})), nil
}

// enqueueTables sends messages with the table of a simul or a team match, which are edited from now
// on.
func enqueueTables(c *action.Call, t *tournament.Tournament, text phrase.Text) error {
	tables := broadcast(c, t, text, nil)
	for i := range tables {
		tables[i].Editable = true
	}
	if err := c.EnqueueAll(tables); err != nil {
		return err
	}
	t.Tables = nil
	for _, m := range tables {
		if m.ID == 0 { // it was to the computer
			continue
		}
		where := m.Room.Address()
		if m.Room == (bot.RoomID{}) {
			where = bot.Address{User: m.To[0]}
		}
		t.Tables = append(t.Tables, bot.Posted{To: where, Message: m.ID})
	}
	return nil
}

// editTables returns edits of the messages that show the table of a simul, if there are any. If the
// simul is over, the messages are not edited again.
func editTables(t *tournament.Tournament) (edits []bot.Message) {
	for _, posted := range t.Tables {
		m := posted.To.Message(phrase.Of("%s is %s.\n%s", phrase.Upper(t.Heading()), t.PhaseWords(), tournament.Results(t)))
		m.Edits, m.Editable = posted.Message, !t.Over()
		edits = append(edits, m)
	}
	if t.Over() {
		t.Tables = nil
	}
	return edits
}

// advance takes the next steps of a running tournament: it closes rounds, begins the games of a
// division that have waited for their players, requests the next round, or ends the tournament. The
// caller stores the tournament.
func advance(c *action.Call, t *tournament.Tournament) (notices []bot.Message, err error) {
	if t.Phase != bot.Running || t.System == bot.Ladder {
		return clearLadder(c, t)
	}
	unread := t.Unreadable()
	if unread != nil && t.Season == nil && t.Paused == 0 { // a league tells by itself
		c.Bot.Log.Error("no game of a tournament can begin", "tournament", t.ID, "err", unread)
		t.Paused = c.Uptime.Moment()
		notices = broadcast(c, t, phrase.Of("The rules of a game of %s cannot be read, and it is paused. Tell the operator of the bot; `tournament %d resume` tries again.", t.Heading(), t.ID), nil)
	}
	for i := range t.Rounds {
		if t.Rounds[i].Closed {
			continue
		}
		more, err := continueRound(c, t, i+1)
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	for _, g := range tournament.DivisionOf(t).Startable() {
		if unread != nil {
			break
		}
		begun, err := beginGame(c, t, 1, g, bot.Game{})
		if err != nil {
			return nil, err
		}
		notices = append(notices, begun...)
	}
	t.Awaits = t.Awaits || t.MayPair(c.Uptime.Moment())
	if t.Exhausted() {
		why := bot.NoCause
		if len(t.Rounds) < t.Total() {
			why = bot.TooFewLeft
		}
		more, err := complete(c, t, why)
		return append(notices, more...), err
	}
	return append(notices, editTables(t)...), nil
}

// continueRound ends the abandoned games of a round, starts further games of its matches, and
// closes the round when all games are over.
func continueRound(c *action.Call, t *tournament.Tournament, n int) ([]bot.Message, error) {
	notices, err := endAbandoned(c, t, n)
	if err != nil {
		return nil, err
	}
	if t.System == bot.Knockout && t.Unreadable() == nil {
		more, err := playMatches(c, t, n)
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	r := &t.Rounds[n-1]
	r.Closed = !slices.ContainsFunc(r.Games, func(g bot.TournamentGame) bool { return g.Result == pairing.Pending })
	if played := slices.ContainsFunc(r.Games, func(g bot.TournamentGame) bool { return g.ID != 0 }); r.Closed && played && n < t.Total() && t.HasRounds() {
		text := phrase.Of("Results of %s of %s:\n%s", t.RoundName(n), t.Heading(), t.PairingLines(n))
		notices = append(notices, broadcast(c, t, text, nil, c.Bot.Button("standings", t.ID.String()), c.Bot.Button("crosstable", t.ID.String()))...)
	}
	return notices, nil
}

// playMatches starts the further games that the matches of a round need: the second of two games,
// and a deciding game. The colours alternate.
func playMatches(c *action.Call, t *tournament.Tournament, n int) (notices []bot.Message, err error) {
	for match := range t.Matches(n) + 1 {
		games := t.Rounds[n-1].Match(match)
		if len(games) == 0 {
			continue
		}
		last := games[len(games)-1]
		pending := slices.ContainsFunc(games, func(g bot.TournamentGame) bool { return g.Result == pairing.Pending })
		gone := t.Entrants[last.White-1].Gone || t.Entrants[last.Black-1].Gone
		switch {
		case pending && (len(games) >= min(t.BestOf, t.AtOnce) || gone):
			continue
		case !pending:
			if _, final := t.Decided(games); final {
				continue
			}
		}
		next := bot.TournamentGame{Game: pairing.Game{White: last.Black, Black: last.White}, Match: match, Decides: len(games) >= t.BestOf}
		r := &t.Rounds[n-1]
		r.Games = append(r.Games, next)
		more, err := beginGame(c, t, n, &r.Games[len(r.Games)-1], bot.Game{})
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	return notices, nil
}
