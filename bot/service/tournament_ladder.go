package service

import (
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// climbAgain is how long an entrant waits before challenging the same opponent again without playing anybody else.
const climbAgain = 7 * bot.Day

// onLadder reports whether a challenge is meant to be a game of a ladder.
func (c *call) onLadder() bool { return c.args.Tournament != 0 || c.args.Word("ladder") != "" }

// proposes reports whether a challenge names any of the terms that those of a ladder do not.
func (c *call) proposes() bool {
	return c.args.Variant != nil || c.args.Pace != nil || slices.ContainsFunc(c.command.Params, func(p command.Param) bool {
		return p.Kind != command.Person && p.Kind != command.TournamentNumber && c.args.Word(p.Name) != ""
	})
}

// whichChallenge asks whether a challenge without any terms to somebody within reach on a ladder is for that ladder; nil if there is no
// such ladder.
func (c *call) whichChallenge(p bot.Player) error {
	if c.proposes() || c.me.ID == 0 {
		return nil
	}
	which := bot.Problemf(bot.Ambiguous, "On a ladder, or a game of your own?")
	err := c.eachTournamentOf(c.me.ID, false, func(t *tournament.Tournament) error {
		number, above := t.Entrant(c.me.ID), t.Entrant(p.ID)
		if t.System != bot.Ladder || t.Phase != bot.Running || number == 0 || above == 0 || c.mayReach(t, number, above, p.Said()) != nil || len(which.Buttons) == tournament.Listed {
			return nil
		}
		c.closed = c.closed || !c.within(t)
		said := fmt.Sprintf("challenge %s ladder %d", p.Word(), t.ID)
		which.Text += "\n" + phrase.Of("`%s`: on %s, and the game begins at once", said, t.Heading())
		which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Of("On ladder %d", t.ID), Command: said})
		return nil
	})
	if err != nil || len(which.Buttons) == 0 {
		return err
	}
	said := fmt.Sprintf("challenge %s casual", p.Word())
	which.Text += "\n" + phrase.Of("`%s`: an invitation to a game of your own", said)
	which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Of("A game of our own"), Command: said})
	return which
}

// climb starts a game against somebody above on a ladder, for "challenge bob ladder 3".
func climb(c *call) (bot.Reply, error) {
	if c.proposes() {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "The ladder sets the terms, so name only your opponent: `challenge NAME ladder`.")
	}
	t, err := c.tournament(func(t *tournament.Tournament) bool {
		return t.System == bot.Ladder && t.Phase == bot.Running && t.Entrant(c.me.ID) > 0
	})
	if err != nil {
		return bot.Reply{}, err
	}
	number := t.Entrant(c.me.ID)
	switch {
	case t.System != bot.Ladder:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is a %s: its games are paired.", phrase.Upper(t.Heading()), t.System.Title())
	case t.Phase != bot.Running:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is %s.", phrase.Upper(t.Heading()), t.PhaseWords())
	case number == 0 || t.Entrants[number-1].Gone:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You are not on %s. `join %d` takes the lowest rung.", t.Heading(), t.ID)
	}
	if err := c.mayPlayAt(t); err != nil {
		return bot.Reply{}, err
	}
	p, err := c.opponent(t, c.args.Word("name"))
	if err != nil {
		return bot.Reply{}, err
	}
	above := t.Entrant(p.ID)
	if c.me.Blocks(p) {
		return bot.Reply{}, blockedByYou(p)
	}
	if err := c.mayReach(t, number, above, p.Said()); err != nil {
		return bot.Reply{}, err
	}
	open, err := c.opponents(t, p, above)
	if err != nil {
		return bot.Reply{}, err
	}
	if !open {
		return c.pass(t, number, above)
	}
	if err := c.mayPlay(t, number, above, p.Said()); err != nil {
		return bot.Reply{}, err
	}
	if p.Blocks(c.me) {
		return bot.Reply{}, notAccepting(p)
	}
	// White goes to the one who has had it less often against the other.
	balance := 0
	for _, g := range t.Rounds[0].Games {
		switch {
		case g.White == number && g.Black == above:
			balance++
		case g.White == above && g.Black == number:
			balance--
		}
	}
	game := bot.TournamentGame{Game: pairing.Game{White: number, Black: above}}
	if balance > 0 || balance == 0 && c.service.dice(2) == 1 {
		game.White, game.Black = above, number
	}
	t.Rounds[0].Games, t.Quiet = append(t.Rounds[0].Games, game), c.uptime.Moment()
	games := t.Rounds[0].Games
	notices, err := c.beginGame(t, 1, &games[len(games)-1])
	if err != nil {
		return bot.Reply{}, err
	}
	reply := bot.Reply{Notices: notices}
	if !slices.ContainsFunc(notices, func(m bot.Message) bool { return m.Room == c.request.Room }) {
		reply.Answer = c.answer(phrase.Of("Your game against %s has begun.", p.Said())).Answer
	}
	return reply, c.tx.PutTournament(t.Tournament)
}

// mayReach returns a problem unless an entrant is near enough below another, and not already playing them.
func (c *call) mayReach(t *tournament.Tournament, number, above int, name string) error {
	mine, theirs := slices.Index(t.Rungs, number), slices.Index(t.Rungs, above)
	switch {
	case above == number:
		return bot.Problemf(bot.NotAllowed, "You cannot challenge yourself. `standings %d` shows who is above you.", t.ID)
	case theirs < 0:
		return bot.Problemf(bot.Unknown, "%s is not on %s. `standings %d` shows who is.", name, t.Heading(), t.ID)
	case theirs > mine || mine-theirs > tournament.Climbs:
		return bot.Problemf(bot.NotAllowed, "You are on rung %d and %s on rung %d: you can challenge those up to %d rungs above. `standings %d` shows them.",
			mine+1, name, theirs+1, tournament.Climbs, t.ID)
	case slices.ContainsFunc(t.Running(), func(g *bot.TournamentGame) bool { return g.Has(number) && g.Has(above) }):
		return bot.Problemf(bot.NotNow, "You and %s are playing already.", name)
	}
	return nil
}

// mayPlay returns a problem unless two entrants of a ladder are free for a game, and it is not a repeat of the last
// one.
func (c *call) mayPlay(t *tournament.Tournament, number, above int, name string) error {
	for _, n := range []int{number, above} {
		busy := 0
		for _, g := range t.Running() {
			if g.Has(n) {
				busy++
			}
		}
		if busy >= t.AtOnce {
			return bot.Problemf(bot.NotNow, "%s: %s going on in %s, which is as many as one can have.", t.EntrantName(n), games(busy), t.Heading())
		}
	}
	var last bot.TournamentGame
	for _, g := range t.Rounds[0].Games {
		if g.Has(number) {
			last = g
		}
	}
	if !last.Has(above) || len(t.Rungs) <= 2 {
		return nil
	}
	g, err := c.tx.Game(last.ID)
	if err != nil {
		return err
	}
	if again := g.Result.At.Add(climbAgain); again.After(c.uptime.Beat) {
		return bot.Problemf(bot.NotNow, "Your last game on the ladder was against %s. Play somebody else first, or wait until %s.", name, bot.Timestamp(again))
	}
	return nil
}

// opponents reports whether anybody can challenge an entrant of a ladder; true for those who are on no rung.
func (c *call) opponents(t *tournament.Tournament, p bot.Player, number int) (bool, error) {
	at := slices.Index(t.Rungs, number)
	if at < 0 {
		return true, nil
	}
	for _, n := range t.Rungs[at+1 : min(at+1+tournament.Climbs, len(t.Rungs))] {
		other, err := present(c.tx, t.Entrants[n-1].Player)
		if err != nil {
			return false, err
		}
		if !p.Blocks(other) {
			return true, nil
		}
	}
	return false, nil
}

// pass lets an entrant of a ladder take the rung of somebody who has blocked all who could challenge them. There is
// no game, so neither the block nor the limit of games matters.
func (c *call) pass(t *tournament.Tournament, number, above int) (bot.Reply, error) {
	from, to := slices.Index(t.Rungs, number), slices.Index(t.Rungs, above)
	t.Rungs, t.Quiet = slices.Insert(slices.Delete(t.Rungs, from, from+1), to, number), c.uptime.Moment()
	text := phrase.Of("%s takes rung %d of %s without a game.", t.EntrantName(number), to+1, t.Heading())
	return c.entered(t, text), c.tx.PutTournament(t.Tournament)
}

// climbed updates the rungs after a game: a winner from below takes the loser's rung, and those in between move down.
func (c *call) climbed(t *tournament.Tournament, g bot.TournamentGame) []bot.Message {
	white, black := g.Result.Halves()
	if t.System != bot.Ladder || white == black {
		return nil
	}
	winner, loser := g.White, g.Black
	if black > white {
		winner, loser = loser, winner
	}
	from, to := slices.Index(t.Rungs, winner), slices.Index(t.Rungs, loser)
	if from < 0 || to < 0 || from < to {
		return nil
	}
	t.Rungs = slices.Insert(slices.Delete(t.Rungs, from, from+1), to, winner)
	text := phrase.Of("%s climbs to rung %d of %s.", t.EntrantName(winner), to+1, t.Heading())
	if !t.Entrants[loser-1].Gone {
		text = phrase.Of("%s climbs to rung %d of %s, and %s is on rung %d now.", t.EntrantName(winner), to+1, t.Heading(), t.EntrantName(loser), to+2)
	}
	return []bot.Message{t.Home.Address().Message(text)}
}

// clearLadder ends the games of those who have left a ladder, and takes them off it.
func (c *call) clearLadder(t *tournament.Tournament) (notices []bot.Message, err error) {
	if t.System != bot.Ladder || t.Phase != bot.Running {
		return nil, nil
	}
	for i, e := range t.Entrants {
		if !e.Gone {
			continue
		}
		more, err := c.forfeit(t, i+1)
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	t.Rungs = slices.DeleteFunc(t.Rungs, func(n int) bool { return t.Entrants[n-1].Gone })
	return notices, nil
}

// closeLadder ends a ladder: whoever is at the top wins.
func (c *call) closeLadder(t *tournament.Tournament, why bot.Cause) ([]bot.Message, error) {
	if err := c.abortAll(t, bot.LadderClosed); err != nil {
		return nil, err
	}
	return c.complete(t, why)
}
