package bot

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// openRound begins a round with its games, and does what follows if there are none.
func (c *call) openRound(t *Tournament, round Round) ([]Message, error) {
	round.Variant = t.Variants[len(t.Rounds)%len(t.Variants)]
	round.Opened = c.uptime.Moment()
	t.Awaits = false
	t.Rounds = append(t.Rounds, round)
	n := len(t.Rounds)
	var games []Message
	for i := range round.Games {
		g := &t.Rounds[n-1].Games[i]
		if g.Result != pairing.Pending {
			continue
		}
		notices, err := c.beginGame(t, n, g)
		if err != nil {
			return nil, err
		}
		games = append(games, notices...)
	}
	notices := games
	if len(round.Games) > 0 || slices.ContainsFunc(round.Byes, func(b TournamentBye) bool { return b.Kind != pairing.Zero }) {
		text := phrase.Of("%s of %s, %s:\n%s", phrase.Upper(t.roundName(n)), t.heading(), title(round.Variant), t.pairingLines(n))
		notices = append(c.broadcast(*t, text, nil, c.service.button("standings", t.ID.String())), games...)
	}
	more, err := c.advance(t)
	return append(notices, more...), err
}

// beginGame begins a game of a round, and returns what is said of it. The
// entrants have agreed by entering.
func (c *call) beginGame(t *Tournament, round int, entry *TournamentGame) ([]Message, error) {
	id, err := c.tx.NextGame()
	if err != nil {
		return nil, err
	}
	entry.ID = id
	g := Game{
		ID: id, Variant: t.Rounds[round-1].Variant, Tournament: t.ID, Seats: [2]Seat{t.seat(entry.White), t.seat(entry.Black)},
		Pace: t.Pace, Rated: t.Rated, Options: t.Options, Banks: [2]time.Duration{t.Pace.Bank, t.Pace.Bank}, Started: c.uptime.Beat.UTC(),
		Shares: [2]time.Duration{t.share(), t.share()},
	}
	where := t.heading()
	if t.System != Ladder {
		where += fmt.Sprintf(" (%s)", t.roundName(round))
	}
	err = errors.Join(c.startClock(&g), c.tx.PutGame(g), c.tx.AppendLog(id, Entry{At: g.Started, What: Paired, Note: where}))
	if err != nil {
		return nil, err
	}
	extra := ""
	if entry.Decides {
		extra = " " + phrase.Of("It decides the match: %s goes on with a draw too.", g.name(rules.Black))
	}
	if t.Within > 0 {
		extra += " " + phrase.Of("Each side has %s for the whole game.", spell(t.share()))
	}
	text := phrase.Of("%s begins in %s: %s, %s (White) against %s (Black).", phrase.Upper(gameNumber(id)), where, title(g.Variant),
		g.name(rules.White), g.name(rules.Black)) + extra + " " + c.toMove(g)
	return announce(g, both, text, g.picture(), c.service.gameButtons(g)...), nil
}

// seat returns where an entrant plays: in the tournament's room if it is for
// that room alone, else where they have entered.
func (t Tournament) seat(number int) Seat {
	e := t.Entrants[number-1]
	if t.Scope == ThisRoom && e.User.Platform == t.Home.Platform {
		e.Room = t.Home
	}
	return Seat{Player: e.Player, User: e.User, Room: e.Room}
}

// broadcast returns a message to the tournament's room, and to all other
// places where its entrants are.
func (c *call) broadcast(t Tournament, text string, picture *Picture, buttons ...Button) []Message {
	var all []Message
	add := func(m Message) {
		m.Text, m.Picture, m.Buttons = text, picture, buttons
		if !slices.ContainsFunc(all, m.sameplace) {
			all = append(all, m)
		}
	}
	add(Message{Platform: t.Home.Platform, Audience: Public, Room: t.Home})
	for i, e := range t.Entrants {
		if e.Gone {
			continue
		}
		m := Message{Platform: e.User.Platform, Audience: Public, Room: t.seat(i + 1).Room}
		if m.Room == (RoomID{}) {
			m.Audience, m.To = Private, []User{e.User}
		}
		add(m)
	}
	return all
}

// pairingLines lists the games and byes of a round.
func (t Tournament) pairingLines(n int) string {
	var lines []string
	r := t.Rounds[n-1]
	for _, g := range r.Games {
		result := g.Result.String()
		if g.ID != 0 {
			result += fmt.Sprintf(" (%s)", gameNumber(g.ID))
		}
		lines = append(lines, fmt.Sprintf("%s – %s: %s", t.name(g.White), t.name(g.Black), strings.TrimSpace(result)))
	}
	byes := map[pairing.ByeKind][]string{}
	for _, b := range r.Byes {
		if t.System == Knockout && b.Kind == pairing.Allocated && b.Match >= t.matches(n) {
			lines = append(lines, phrase.Of("Third place without a game: %s", t.name(b.Entrant)))
			continue
		}
		if out := t.System == Knockout && b.Kind == pairing.Zero; !out && !t.Entrants[b.Entrant-1].Gone {
			byes[b.Kind] = append(byes[b.Kind], t.name(b.Entrant))
		}
	}
	for _, kind := range []pairing.ByeKind{pairing.Allocated, pairing.Half, pairing.Zero} {
		if names := byes[kind]; names != nil {
			lines = append(lines, fmt.Sprintf("%s: %s", phrase.Upper(t.byeWords(kind)), listing(names)))
		}
	}
	if lines == nil {
		return phrase.Of("Nobody plays.")
	}
	return strings.Join(lines, "\n")
}

// byeWords says what a bye is.
func (t Tournament) byeWords(kind pairing.ByeKind) string {
	switch {
	case t.System == Knockout:
		return phrase.Of("wins without a game")
	case kind == pairing.Allocated:
		return phrase.Of("left over, with a point")
	case kind == pairing.Half:
		return phrase.Of("does not play, with half a point")
	}
	return phrase.Of("does not play")
}

// advance does what follows from how a running tournament stands: it closes
// rounds, calls for the next, or ends the tournament. The caller puts it.
func (c *call) advance(t *Tournament) (notices []Message, err error) {
	if t.Phase != Running || t.System == Ladder {
		return c.clearLadder(t)
	}
	for i := range t.Rounds {
		if t.Rounds[i].Closed {
			continue
		}
		more, err := c.playOn(t, i+1)
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	t.Awaits = t.Awaits || t.mayPair(c.uptime.Moment())
	if t.exhausted() {
		why := ""
		if len(t.Rounds) < t.total() {
			why = phrase.Of("fewer than two players are left")
		}
		more, err := c.complete(t, why)
		return append(notices, more...), err
	}
	return notices, nil
}

// playOn ends the games of a round that nobody waits for, begins further
// games of its matches, and closes it when all are over.
func (c *call) playOn(t *Tournament, n int) ([]Message, error) {
	notices, err := c.endAbandoned(t, n)
	if err != nil {
		return nil, err
	}
	if t.System == Knockout {
		more, err := c.playMatches(t, n)
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	r := &t.Rounds[n-1]
	r.Closed = !slices.ContainsFunc(r.Games, func(g TournamentGame) bool { return g.Result == pairing.Pending })
	if played := slices.ContainsFunc(r.Games, func(g TournamentGame) bool { return g.ID != 0 }); r.Closed && played && n < t.total() {
		text := phrase.Of("Results of %s of %s:\n%s", t.roundName(n), t.heading(), t.pairingLines(n))
		notices = append(notices, c.broadcast(*t, text, nil, c.service.button("standings", t.ID.String()), c.service.button("crosstable", t.ID.String()))...)
	}
	return notices, nil
}

// mayPair reports whether the next round may be paired at a moment.
func (t Tournament) mayPair(now Moment) bool {
	if t.Phase != Running || t.System == Ladder || len(t.Rounds) >= t.total() {
		return false
	}
	open := 0
	for _, r := range t.Rounds {
		if !r.Closed {
			open++
		}
	}
	switch {
	case t.System == RoundRobin:
		return open < t.AtOnce && now >= t.nextRound()
	case open > 0:
		return false
	case t.System == Knockout && len(t.knockoutRound().Games) == 0: // nobody plays: there is nothing to wait for
		return true
	}
	return now >= t.nextRound()
}

// exhausted reports whether nothing is left to be played.
func (t Tournament) exhausted() bool {
	if slices.ContainsFunc(t.Rounds, func(r Round) bool { return !r.Closed }) {
		return false
	}
	return len(t.Rounds) >= t.total() || t.System != Knockout && t.active() < 2
}
