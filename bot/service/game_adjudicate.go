package service

import (
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// maxRuling is the maximum length of the reason for an organiser's decision, in characters.
const maxRuling = 200

// adjudicate lets organisers end a game. The reason is public, and the game is never
// rated: an organiser keeps order in a room, and does not measure its players' strength.
func adjudicate(c *call) (bot.Reply, error) {
	g, err := c.namedGame()
	if err != nil {
		return bot.Reply{}, err
	}
	if c.args.Word("verdict") == "undo" {
		return c.overturn(g)
	}
	sides, err := c.judges(g)
	if err != nil {
		return bot.Reply{}, err
	}
	if err := c.decidable(g); err != nil {
		return bot.Reply{}, err
	}
	reason, err := c.reason()
	if err == nil && reason == "" {
		err = c.command.Misused("")
	}
	if err != nil {
		return bot.Reply{}, err
	}
	verdict, who := bot.Verdict(c.args.Word("verdict")), phrase.Of("%s decides the game as an organiser", c.me.Said())
	if len(sides) == 1 {
		other := g.Decisions[sides[0].Other()]
		if other == nil || other.Verdict != verdict || other.Until <= c.uptime.Moment() {
			return c.proposeDecision(g, sides[0], verdict)
		}
		colleague, err := present(c.tx, other.By)
		same, unknown := c.sameHand(colleague.ID)
		plays, unclear := c.plays(colleague, g)
		switch err := errors.Join(err, unknown, unclear); {
		case err != nil:
			return bot.Reply{}, err
		case plays: // since they have proposed it
			return c.proposeDecision(g, sides[0], verdict)
		case same:
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You have proposed that for the other room: somebody else who organises this one has to agree.")
		}
		who = phrase.Of("%s and %s decide the game as organisers of both rooms", colleague.Said(), c.me.Said())
	}
	if c.args.Word("sure") == "" {
		return c.askDecision(g, verdict, reason), nil
	}
	text := phrase.Of("%s: %s.", phrase.Upper(bot.GameNumber(g.ID)), who)
	if reason != "" {
		plain := text
		text = phrase.Of("%s: %s, because: %s.", phrase.Upper(bot.GameNumber(g.ID)), who, reason)
		c.reasoned = reasoned{text, plain}
	}
	reply, err := c.end(g, verdict.Result(reason), text)
	if err != nil {
		return bot.Reply{}, err
	}
	undo := bot.Button{Label: phrase.Of("Take it back"), Command: fmt.Sprintf("adjudicate %d undo", g.ID)}
	reply.Answer = append(reply.Answer, c.message(bot.Aside, phrase.Of("You have decided %s. For a day `%s` takes that back.", bot.GameNumber(g.ID), undo.Command), undo))
	return reply, nil
}

// askDecision asks for confirmation before a game is decided.
func (c *call) askDecision(g bot.Game, verdict bot.Verdict, reason string) bot.Reply {
	text := phrase.Of("Decide %s, so that %s? The reason is told to all who see the game: %s.", g.Summary(), verdict.Words(), reason)
	if g.Rated && verdict != bot.AbortGame {
		text += " " + phrase.Of("It was to be rated, and is not rated then.")
	}
	if g.Tournament != 0 {
		text += " " + phrase.Of("It can be taken back for a day, and not once a further round has been paired.")
	} else {
		text += " " + phrase.Of("It can be taken back for a day.")
	}
	return c.askFinal(text, phrase.Of("Decide %s", bot.GameNumber(g.ID)), commandText("adjudicate", g.ID.String(), string(verdict), "confirm", reason))
}

// askFinal asks for confirmation of a command. There is a button only if the command is short enough; `yes` always works.
func (c *call) askFinal(text, label, command string) bot.Reply {
	m := c.message(bot.Aside, text+" "+phrase.Of("`yes` does it."))
	if len(command) <= bot.MaxButton {
		m.Buttons = []bot.Button{{Label: label, Command: command}}
	}
	m.Yes = command
	return bot.Reply{Answer: []bot.Message{m}}
}

// proposeDecision records the verdict that an organiser of one side's room proposes, and tells both players.
func (c *call) proposeDecision(g bot.Game, side rules.Side, verdict bot.Verdict) (bot.Reply, error) {
	if old := g.Decisions[side]; old != nil && old.Verdict == verdict && old.Until > c.uptime.Moment() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "That has been proposed for this room already. An organiser of the room of %s has to agree there.", g.Name(side.Other()))
	}
	g.Decisions[side] = &bot.Decision{By: c.me.ID, Verdict: verdict, Until: c.uptime.Moment().Plus(bot.DecisionLife)}
	text := phrase.Of("%s: %s proposes, as an organiser of the room of %s, that %s. Nothing changes unless an organiser of the room of %s agrees there within %s: `adjudicate %d %s REASON`.",
		phrase.Upper(bot.GameNumber(g.ID)), c.me.Said(), g.Name(side), verdict.Words(), g.Name(side.Other()), bot.Spell(bot.DecisionLife), g.ID, verdict)
	return c.reply(announce(g, both, text, nil), text), c.tx.PutGame(g)
}

// reason returns the reason that an organiser gives for a decision, with links removed.
func (c *call) reason() (string, error) {
	reason := trimStop(bot.Unlinked(c.args.Word("reason")))
	if n := len([]rune(reason)); n > maxRuling {
		return "", bot.Problemf(bot.Misunderstood, "A reason has at most %d characters, and this has %d.", maxRuling, n)
	}
	return reason, nil
}

// trimStop returns a text without a full stop at its end.
func trimStop(text string) string {
	if n := len(text); n > 1 && text[n-1] == '.' {
		return text[:n-1]
	}
	return text
}

// judges returns for which sides of a game the asker speaks as an organiser. A game of a
// tournament is for the tournament's organisers, any other for those of the room
// in which both players have spoken, or for those of both rooms together.
func (c *call) judges(g bot.Game) ([]rules.Side, error) {
	if g.Tournament != 0 {
		t, err := loadTournament(c.tx, g.Tournament)
		switch {
		case err != nil || c.directs(t):
		case !c.followed(t):
			err = bot.Problemf(bot.NotAllowed, "%s is of a tournament, and only the organisers of that decide it.", phrase.Upper(bot.GameNumber(g.ID)))
		default:
			err = bot.Problemf(bot.NotAllowed, "Only the organisers of %s decide %s. `tournament %d` names them.", t.Heading(), bot.GameNumber(g.ID), t.ID)
		}
		return both, err
	}
	switch {
	case c.request.Room == (bot.RoomID{}):
		return nil, bot.Problemf(bot.NotNow, "A game is decided in the room where it is played. Say it there.")
	case !c.request.Organiser:
		return nil, bot.Problemf(bot.NotAllowed, "Only an organiser of this room can decide its games. `abort`, `draw` and `resign` are for the players.")
	}
	var sides []rules.Side
	for _, side := range both {
		if room := g.Seats[side].Room; room == c.request.Room || c.request.ThreadOf == g.ID && slices.Contains(c.request.Within, room) {
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
		return both, nil // the computer's side needs no organiser of its own
	}
	for _, side := range both {
		switch seat := g.Seats[side]; {
		case seat.Room == (bot.RoomID{}):
			return nil, bot.Problemf(bot.NotAllowed, "%s plays %s in private, where nobody is an organiser: only its players can end it.", g.Name(side), bot.GameNumber(g.ID))
		case !seat.Present:
			return nil, bot.Problemf(bot.NotAllowed, "%s has never spoken in the room where %s is shown, so its organisers do not decide it.", g.Name(side), bot.GameNumber(g.ID))
		}
	}
	return sides, nil
}

// impartial returns an error if the asker plays in a game that is to be decided, unless it is a study, or takes part in its tournament.
func (c *call) impartial(g bot.Game) error {
	plays, err := c.plays(c.me, g)
	if plays && !g.Study() {
		return bot.Problemf(bot.NotAllowed, "You play in %s yourself: another organiser has to decide it.", bot.GameNumber(g.ID))
	}
	if err != nil || g.Tournament == 0 {
		return err
	}
	t, err := loadTournament(c.tx, g.Tournament)
	if err != nil {
		return err
	}
	return c.neutral(t)
}

// neutral returns an error if the asker, or whoever is being linked with them, takes part in a tournament that has begun: what happens to
// the others there would decide how they come out. On a ladder a club's organisers are members like others; see [call.overtakes].
func (c *call) neutral(t *tournament.Tournament) error {
	if t.System == bot.Ladder || t.Phase != bot.Running && t.Phase != bot.Completed {
		return nil
	}
	hands, err := c.hands(c.me)
	for _, h := range hands {
		if number := t.Entrant(h.ID); number > 0 && !t.Entrants[number-1].Gone {
			return bot.Problemf(bot.NotAllowed, "You take part in %s yourself: another organiser has to do that. `set %d organiser NAME` asks somebody to be one.", t.Heading(), t.ID)
		}
	}
	return err
}

// plays reports whether a player, or whoever is being linked with them, plays in a game.
func (c *call) plays(p bot.Player, g bot.Game) (bool, error) {
	for _, seat := range g.Seats {
		if same, err := c.oneHand(p, seat.Player); same || err != nil {
			return same, err
		}
	}
	return false, nil
}

// decidable returns an error if the asker plays in a game, or if there is nothing to decide in it.
func (c *call) decidable(g bot.Game) error {
	if err := c.impartial(g); err != nil {
		return err
	}
	switch {
	case g.Study():
		return bot.Problemf(bot.NotNow, "%s is a game of %s alone, with nothing to decide.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(rules.White))
	case g.Over():
		return bot.Problemf(bot.NotNow, "%s is over: %s.", phrase.Upper(bot.GameNumber(g.ID)), c.resultWords(g))
	case c.overdue(g):
		return bot.Problemf(bot.NotNow, "The time of %s in %s is up, and that decides it.", g.Name(g.Turn), bot.GameNumber(g.ID))
	}
	return nil
}
