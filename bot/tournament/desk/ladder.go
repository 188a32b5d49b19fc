package desk

import (
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// climbAgain is how long entrants must wait before they challenge the same opponent again, unless
// they have played somebody else since.
const climbAgain = 7 * bot.Day

// proposes reports whether a challenge names terms that a challenge on a ladder cannot have.
func proposes(c *action.Call) bool {
	return c.Args.Variant != nil || c.Args.Pace != nil || slices.ContainsFunc(c.Command.Params, func(p command.Param) bool {
		return p.Kind != command.Person && p.Kind != command.TournamentNumber && c.Args.Word(p.Name) != ""
	})
}

// WhichChallenge asks whether a challenge without any terms is for a ladder on which the opponent
// is within reach. It returns nil if there is no such ladder.
func WhichChallenge(c *action.Call, p bot.Player) error {
	if proposes(c) || c.Me.ID == 0 {
		return nil
	}
	which := bot.Problemf(bot.Ambiguous, "On a ladder, or a game of your own?")
	err := action.EachTournamentOf(c, c.Me.ID, false, func(t *tournament.Tournament) error {
		number, above := t.Entrant(c.Me.ID), t.Entrant(p.ID)
		if t.System != bot.Ladder || t.Phase != bot.Running || number == 0 || above == 0 || mayReach(c, t, number, above, p.Said()) != nil || len(which.Buttons) == tournament.Listed {
			return nil
		}
		c.Closed = c.Closed || !action.EnterableHere(c, t)
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

// Climb carries out a command such as "challenge bob ladder 3": it starts a game against an entrant
// above the asker.
func Climb(c *action.Call) (bot.Reply, error) {
	if proposes(c) {
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "The ladder sets the terms, so name only your opponent: `challenge NAME ladder`.")
	}
	t, err := meant(c, func(t *tournament.Tournament) bool {
		return t.System == bot.Ladder && t.Phase == bot.Running && t.Entrant(c.Me.ID) > 0
	})
	if err != nil {
		return bot.Reply{}, err
	}
	number := t.Entrant(c.Me.ID)
	switch {
	case t.System != bot.Ladder:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is a %s: its games are paired.", phrase.Upper(t.Heading()), t.System.Title())
	case t.Phase != bot.Running:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is %s.", phrase.Upper(t.Heading()), t.PhaseWords())
	case number == 0 || t.Entrants[number-1].Gone:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You are not on %s. `join %d` takes the lowest rung.", t.Heading(), t.ID)
	}
	if err := mayPlayAt(c, t); err != nil {
		return bot.Reply{}, err
	}
	p, err := opponent(c, t, c.Args.Word("name"))
	if err != nil {
		return bot.Reply{}, err
	}
	above := t.Entrant(p.ID)
	if c.Me.Blocks(p) {
		return bot.Reply{}, play.BlockedByYou(p)
	}
	if err := mayReach(c, t, number, above, p.Said()); err != nil {
		return bot.Reply{}, err
	}
	open, err := challengeable(c, t, p, above)
	if err != nil {
		return bot.Reply{}, err
	}
	if !open {
		return climbUnopposed(c, t, number, above)
	}
	if err := mayPlay(c, t, number, above, p.Said()); err != nil {
		return bot.Reply{}, err
	}
	if p.Blocks(c.Me) {
		return bot.Reply{}, bot.NotAccepting(p)
	}
	// White goes to the player who has had it less often in their games against each other.
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
	if balance > 0 || balance == 0 && c.Bot.Dice(2) == 1 {
		game.White, game.Black = above, number
	}
	t.Rounds[0].Games, t.Quiet = append(t.Rounds[0].Games, game), c.Uptime.Moment()
	games := t.Rounds[0].Games
	notices, err := beginGame(c, t, 1, &games[len(games)-1], bot.Game{})
	if err != nil {
		return bot.Reply{}, err
	}
	reply := bot.Reply{Notices: notices}
	if !slices.ContainsFunc(notices, func(m bot.Message) bool { return m.Room == c.Request.Room }) {
		reply.Answer = c.Answer(phrase.Of("Your game against %s has begun.", p.Said())).Answer
	}
	return reply, c.Tx.PutTournament(t.Tournament)
}

// mayReach returns a problem unless an entrant is near enough below another and not playing them
// already.
func mayReach(c *action.Call, t *tournament.Tournament, number, above int, name phrase.Text) error {
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

// mayPlay returns a problem unless two entrants of a ladder are free for a game, and the game does
// not repeat their last one too soon.
func mayPlay(c *action.Call, t *tournament.Tournament, number, above int, name phrase.Text) error {
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
	g, err := c.Tx.Game(last.ID)
	if err != nil {
		return err
	}
	if again := g.Result.At.Add(climbAgain); again.After(c.Uptime.Beat) {
		return bot.Problemf(bot.NotNow, "Your last game on the ladder was against %s. Play somebody else first, or wait until %s.", name, bot.Timestamp(again))
	}
	return nil
}

// challengeable reports whether anybody can challenge an entrant of a ladder. It is true for an
// entrant who is on no rung.
func challengeable(c *action.Call, t *tournament.Tournament, p bot.Player, number int) (bool, error) {
	at := slices.Index(t.Rungs, number)
	if at < 0 {
		return true, nil
	}
	for _, n := range t.Rungs[at+1 : min(at+1+tournament.Climbs, len(t.Rungs))] {
		other, err := action.CurrentPlayer(c.Tx, t.Entrants[n-1].Player)
		if err != nil {
			return false, err
		}
		if !p.Blocks(other) {
			return true, nil
		}
	}
	return false, nil
}

// climbUnopposed lets an entrant of a ladder take the rung of a player who has blocked everybody
// who could challenge them. There is no game, so neither the block nor a limit of games matters.
func climbUnopposed(c *action.Call, t *tournament.Tournament, number, above int) (bot.Reply, error) {
	from, to := slices.Index(t.Rungs, number), slices.Index(t.Rungs, above)
	t.Rungs, t.Quiet = slices.Insert(slices.Delete(t.Rungs, from, from+1), to, number), c.Uptime.Moment()
	text := phrase.Of("%s takes rung %d of %s without a game.", t.EntrantName(number), to+1, t.Heading())
	return action.AnnounceEntrants(c, t, 0, text), c.Tx.PutTournament(t.Tournament)
}

// climbed updates the rungs after a game. A winner from below takes the loser's rung, and the loser
// and the entrants in between move down.
func climbed(c *action.Call, t *tournament.Tournament, g bot.TournamentGame) []bot.Message {
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

// clearLadder removes entrants who have left a ladder from its rungs, and ends their games.
func clearLadder(c *action.Call, t *tournament.Tournament) (notices []bot.Message, err error) {
	if t.System != bot.Ladder || t.Phase != bot.Running {
		return nil, nil
	}
	for i, e := range t.Entrants {
		if !e.Gone {
			continue
		}
		more, err := forfeit(c, t, i+1)
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	t.Rungs = slices.DeleteFunc(t.Rungs, func(n int) bool { return t.Entrants[n-1].Gone })
	return notices, nil
}

// closeLadder ends a ladder. The entrant at the top wins.
func closeLadder(c *action.Call, t *tournament.Tournament, why bot.Cause) ([]bot.Message, error) {
	if err := abortAll(c, t, bot.LadderClosed); err != nil {
		return nil, err
	}
	return complete(c, t, why)
}
