package play

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// adjudicate ends a game by a decision of the organisers. The reason is public, and the game is
// never rated, because the decision says nothing about the players' strength.
func adjudicate(c *action.Call) (bot.Reply, error) {
	g, err := c.NamedGame()
	if err != nil {
		return bot.Reply{}, err
	}
	if c.Args.Word("verdict") == "undo" {
		return overturn(c, g)
	}
	sides, err := organisedSides(c, g)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := decidable(c, g); err != nil {
		return bot.Reply{}, err
	}
	reason, err := action.Reason(c)
	if err == nil && reason == "" {
		err = bot.Problemf(bot.Misunderstood, "The reason is missing. Write it behind the decision: `%s %d %s both players have left`.", c.Command.Name, g.ID, c.Args.Word("verdict"))
	}
	if err != nil {
		return bot.Reply{}, err
	}
	verdict, who := bot.Verdict(c.Args.Word("verdict")), phrase.Of("%s decides the game as an organiser", c.Me.Said())
	if len(sides) == 1 {
		other := g.Decisions[sides[0].Other()]
		if other == nil || other.Verdict != verdict || other.Until <= c.Uptime.Moment() {
			return proposeDecision(c, g, sides[0], verdict)
		}
		colleague, err := action.CurrentPlayer(c.Tx, other.By)
		same, unknown := action.IsMeOrLinked(c, colleague.ID)
		plays, unclear := plays(c, colleague, g)
		switch err := errors.Join(err, unknown, unclear); {
		case err != nil:
			return bot.Reply{}, err
		case plays: // the colleague has become a player since the proposal
			return proposeDecision(c, g, sides[0], verdict)
		case same:
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You have proposed that for the other room: somebody else who organises this one has to agree.")
		}
		who = phrase.Of("%s and %s decide the game as organisers of both rooms", colleague.Said(), c.Me.Said())
	}
	if c.Args.Word("sure") == "" {
		return askDecision(c, g, verdict, reason), nil
	}
	text := phrase.Of("%s: %s.", phrase.Upper(bot.GameNumber(g.ID)), who)
	if reason != "" {
		plain := text
		text = phrase.Of("%s: %s, because: %s.", phrase.Upper(bot.GameNumber(g.ID)), who, reason)
		c.Reasoned = action.Reasoned{With: text, Without: plain}
	}
	reply, err := end(c, g, verdict.Result(reason), text)
	if err != nil {
		return bot.Reply{}, err
	}
	undo := bot.Button{Label: phrase.Of("Take it back"), Command: fmt.Sprintf("adjudicate %d undo", g.ID)}
	reply.Answer = append(reply.Answer, c.Message(bot.Aside, phrase.Of("You have decided %s. For a day `%s` takes that back.", bot.GameNumber(g.ID), undo.Command), undo))
	return reply, nil
}

// askDecision asks for confirmation before a game is decided.
func askDecision(c *action.Call, g bot.Game, verdict bot.Verdict, reason string) bot.Reply {
	text := phrase.Of("Decide %s, so that %s? The reason is told to all who see the game: %s.", g.Summary(), verdict.Words(), reason)
	if g.Rated && verdict != bot.AbortGame {
		text += " " + phrase.Of("It was to be rated, and is not rated then.")
	}
	if g.Tournament != 0 {
		text += " " + phrase.Of("It can be taken back for a day, and not once a further round has been paired.")
	} else {
		text += " " + phrase.Of("It can be taken back for a day.")
	}
	return action.AskConfirmation(c, text, phrase.Of("Decide %s", bot.GameNumber(g.ID)), action.CommandText("adjudicate", g.ID.String(), string(verdict), "confirm", reason))
}

// proposeDecision stores the verdict that an organiser of one side's room proposes, and tells
// both players.
func proposeDecision(c *action.Call, g bot.Game, side rules.Side, verdict bot.Verdict) (bot.Reply, error) {
	if old := g.Decisions[side]; old != nil && old.Verdict == verdict && old.Until > c.Uptime.Moment() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "That has been proposed for this room already. An organiser of the room of %s has to agree there.", g.Name(side.Other()))
	}
	g.Decisions[side] = &bot.Decision{By: c.Me.ID, Verdict: verdict, Until: c.Uptime.Moment().Plus(bot.DecisionLife)}
	text := phrase.Of("%s: %s proposes, as an organiser of the room of %s, that %s. Nothing changes unless an organiser of the room of %s agrees there within %s: `adjudicate %d %s REASON`.",
		phrase.Upper(bot.GameNumber(g.ID)), c.Me.Said(), g.Name(side), verdict.Words(), g.Name(side.Other()), bot.DurationWords(bot.DecisionLife), g.ID, verdict)
	return c.Reply(tell(c, g, action.Both, text), text), c.Tx.PutGame(g)
}

// organisedSides is like [decidingSides]. To somebody who may not see a private game it says that
// there is none.
func organisedSides(c *action.Call, g bot.Game) ([]rules.Side, error) {
	sides, err := decidingSides(c, g)
	if err != nil && g.Private() && !c.MaySee(g) {
		err = action.NotShown(g)
	}
	return sides, err
}

// decidingSides returns the sides of a game for which the asker decides as an organiser, or an
// error if there are none. A tournament game is decided by the tournament's organisers. Any other
// game is decided by the organisers of the room in which both players have spoken, or by those of
// both rooms together.
func decidingSides(c *action.Call, g bot.Game) ([]rules.Side, error) {
	if g.Tournament != 0 {
		t, err := action.LoadTournament(c.Tx, g.Tournament)
		switch {
		case err != nil || action.MayDirect(c, t):
		case !c.Followed(t):
			err = bot.Problemf(bot.NotAllowed, "%s is of a tournament, and only the organisers of that decide it.", phrase.Upper(bot.GameNumber(g.ID)))
		default:
			err = bot.Problemf(bot.NotAllowed, "Only the organisers of %s decide %s. `tournament %d` names them.", t.Heading(), bot.GameNumber(g.ID), t.ID)
		}
		return action.Both, err
	}
	switch {
	case c.Request.Room == (bot.RoomID{}):
		return nil, bot.Problemf(bot.NotNow, "A game is decided in the room where it is played. Say it there.")
	case !c.Request.Organiser:
		return nil, bot.Problemf(bot.NotAllowed, "Only an organiser of this room can decide its games. `abort`, `draw` and `resign` are for the players.")
	}
	var sides []rules.Side
	for _, side := range action.Both {
		if seat := g.Seats[side]; seat.SeenFrom(c.Request.Room) || c.Request.ThreadOf == g.ID && slices.Contains(c.Request.Within, seat.Room) {
			sides = append(sides, side)
		}
	}
	if len(sides) == 0 {
		return nil, bot.Problemf(bot.NotAllowed, "%s is not played in this room, so its organisers do not decide it.", phrase.Upper(bot.GameNumber(g.ID)))
	}
	if g.Study() {
		return sides, nil // there is no opponent whose room would have to agree
	}
	if _, ok := g.Computer(); ok {
		return action.Both, nil // the computer's side needs no organiser of its own
	}
	for _, side := range action.Both {
		switch seat := g.Seats[side]; {
		case seat.Room == (bot.RoomID{}):
			return nil, bot.Problemf(bot.NotAllowed, "%s plays %s in private, where nobody is an organiser: only its players can end it.", g.Name(side), bot.GameNumber(g.ID))
		case !seat.Present:
			return nil, bot.Problemf(bot.NotAllowed, "%s has never spoken in the room where %s is shown, so its organisers do not decide it.", g.Name(side), bot.GameNumber(g.ID))
		}
	}
	return sides, nil
}

// impartial returns an error if the asker is not impartial: they play or vote in the game, or take
// part in its tournament. Players may decide their own studies.
func impartial(c *action.Call, g bot.Game) error {
	plays, err := plays(c, c.Me, g)
	if !plays && err == nil {
		plays, err = c.Bot.Ports.HasVoted(c, g)
	}
	if plays && !g.Study() {
		return bot.Problemf(bot.NotAllowed, "You play in %s yourself: another organiser has to decide it.", bot.GameNumber(g.ID))
	}
	if err != nil || g.Tournament == 0 {
		return err
	}
	t, err := action.LoadTournament(c.Tx, g.Tournament)
	if err != nil {
		return err
	}
	return action.CheckNeutral(c, t)
}

// plays reports whether a player plays in a game, also through an account that is being linked
// with theirs.
func plays(c *action.Call, p bot.Player, g bot.Game) (bool, error) {
	for _, seat := range g.Seats {
		if same, err := action.IsSameOrLinked(c, p, seat.Player); same || err != nil {
			return same, err
		}
	}
	return false, nil
}

// decidable returns an error if the asker may not decide a game, or if there is nothing to
// decide.
func decidable(c *action.Call, g bot.Game) error {
	if err := impartial(c, g); err != nil {
		return err
	}
	switch {
	case g.Study():
		return bot.Problemf(bot.NotNow, "%s is a game of %s alone, with nothing to decide.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(rules.White))
	case g.Over():
		return bot.Problemf(bot.NotNow, "%s is over: %s.", phrase.Upper(bot.GameNumber(g.ID)), c.ResultWords(g))
	case c.Overdue(g):
		return bot.Problemf(bot.NotNow, "The time of %s in %s is up, and that decides it.", g.Name(g.Turn), bot.GameNumber(g.ID))
	}
	return nil
}
