package service

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// openRound starts a round with its games, and does what follows if there are none.
func (c *call) openRound(t *tournament.Tournament, round bot.Round) ([]bot.Message, error) {
	round.Variant = t.Variants[len(t.Rounds)%len(t.Variants)]
	round.Opened = c.uptime.Moment()
	t.Awaits = false
	t.Rounds = append(t.Rounds, round)
	n := len(t.Rounds)
	var games []bot.Message
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
	if len(round.Games) > 0 || slices.ContainsFunc(round.Byes, func(b bot.TournamentBye) bool { return b.Kind != pairing.Zero }) {
		text := phrase.Of("%s of %s, %s:\n%s", phrase.Upper(t.RoundName(n)), t.Heading(), bot.Title(round.Variant), t.PairingLines(n))
		notices = append(c.broadcast(t, text, nil, c.service.button("standings", t.ID.String())), games...)
		notices = append(notices, c.offerComputer(t, n)...)
	}
	more, err := c.advance(t)
	return append(notices, more...), err
}

// byeLevels are the levels of the computer that are offered to those with a bye.
var byeLevels = []int{1, 3, 5}

// offerComputer offers a game against the computer to those with a bye that they have not asked for, if the
// organisers want it. Such a game is like any other against the computer: casual, and not part of the tournament.
// None is offered in the game of a place, because the offer is made in private, where that game is not known.
func (c *call) offerComputer(t *tournament.Tournament, n int) (notices []bot.Message) {
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
			command := fmt.Sprintf("challenge %s %s level %d", computerName, bot.VariantName(round.Variant), level)
			buttons = append(buttons, bot.Button{Label: phrase.Of("Computer, level %d", level), Command: command})
		}
		text := phrase.Of("You have no opponent in %s. If you like, play the computer meanwhile: that is for fun, and counts for nothing.", t.InRound(n))
		notices = append(notices, bot.Address{User: e.User}.Message(text, buttons...))
	}
	return notices
}

// beginGame starts a game of a round, and returns the messages about it. The entrants have agreed by entering.
func (c *call) beginGame(t *tournament.Tournament, round int, entry *bot.TournamentGame) ([]bot.Message, error) {
	v, err := rules.Find(t.Rounds[round-1].Variant)
	if err != nil {
		return nil, err
	}
	id, err := c.tx.NextGame()
	if err != nil {
		return nil, err
	}
	entry.ID = id
	g := bot.Game{
		ID: id, Variant: v.ID(), Board: bot.BoardOf(v.Start()), Tournament: t.ID, Seats: [2]bot.Seat{t.Seat(entry.White), t.Seat(entry.Black)},
		Pace: t.Pace, Rated: t.Rated, Options: t.Options, Banks: [2]time.Duration{t.Pace.Bank, t.Pace.Bank}, Started: c.uptime.Beat.UTC(),
		Shares: [2]time.Duration{t.Share(), t.Share()},
	}
	where := t.InRound(round)
	err = errors.Join(c.startClock(&g), c.tx.PutGame(g), c.tx.AppendLog(id, bot.Entry{At: g.Started, What: bot.Paired}))
	if err != nil {
		return nil, err
	}
	extra := ""
	if entry.Decides {
		extra = " " + phrase.Of("It decides the match: %s goes on with a draw too.", g.Name(rules.Black))
	}
	if t.Within > 0 {
		extra += " " + phrase.Of("Each side has %s for the whole game.", bot.Spell(t.Share()))
	}
	text := phrase.Of("%s begins in %s: %s, %s (White) against %s (Black).", phrase.Upper(bot.GameNumber(id)), where, bot.Title(g.Variant),
		g.Name(rules.White), g.Name(rules.Black)) + extra + " " + c.toMove(g)
	return announce(g, both, text, g.Picture(), c.service.gameButtons(g)...), nil
}

// broadcast returns messages to the tournament's room, and to all other places where its entrants are.
func (c *call) broadcast(t *tournament.Tournament, text string, picture *bot.Picture, buttons ...bot.Button) []bot.Message {
	var all []bot.Message
	add := func(to bot.Address) {
		m := to.Message(text, buttons...)
		m.Picture = picture
		if !slices.ContainsFunc(all, m.SamePlace) {
			all = append(all, m)
		}
	}
	add(t.Home.Address())
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

// advance does what the state of a running tournament calls for: it closes rounds, requests the next one, or ends the
// tournament. The caller stores the tournament.
func (c *call) advance(t *tournament.Tournament) (notices []bot.Message, err error) {
	if t.Phase != bot.Running || t.System == bot.Ladder {
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
	t.Awaits = t.Awaits || t.MayPair(c.uptime.Moment())
	if t.Exhausted() {
		why := bot.NoCause
		if len(t.Rounds) < t.Total() {
			why = bot.TooFewLeft
		}
		more, err := c.complete(t, why)
		return append(notices, more...), err
	}
	return notices, nil
}

// playOn ends the abandoned games of a round, starts further games of its matches, and closes it when all are over.
func (c *call) playOn(t *tournament.Tournament, n int) ([]bot.Message, error) {
	notices, err := c.endAbandoned(t, n)
	if err != nil {
		return nil, err
	}
	if t.System == bot.Knockout {
		more, err := c.playMatches(t, n)
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	r := &t.Rounds[n-1]
	r.Closed = !slices.ContainsFunc(r.Games, func(g bot.TournamentGame) bool { return g.Result == pairing.Pending })
	if played := slices.ContainsFunc(r.Games, func(g bot.TournamentGame) bool { return g.ID != 0 }); r.Closed && played && n < t.Total() {
		text := phrase.Of("Results of %s of %s:\n%s", t.RoundName(n), t.Heading(), t.PairingLines(n))
		notices = append(notices, c.broadcast(t, text, nil, c.service.button("standings", t.ID.String()), c.service.button("crosstable", t.ID.String()))...)
	}
	return notices, nil
}

// playMatches starts the further games that the matches of a round need: the second of two, and one that decides. The
// colours alternate.
func (c *call) playMatches(t *tournament.Tournament, n int) (notices []bot.Message, err error) {
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
		more, err := c.beginGame(t, n, &r.Games[len(r.Games)-1])
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	return notices, nil
}
