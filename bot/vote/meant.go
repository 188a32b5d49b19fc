package vote

import (
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/throttle"
	"raumbot/rules"
)

// wordsFor maps the name of a command for players to the first word of the command `vote` that does
// the same for a member of a team.
var wordsFor = map[string]string{"move": "", "pick": "pick", "draw": "draw", "claim": "claim", "resign": "resign", "takeback": "takeback", "abort": "abort", "accept": "accept", "decline": "decline"}

// meant handles a command that was refused because the asker is not a player of the game. If a
// member of a team gave it in the team's room or about the team's game, meant returns an
// [action.Restart] error, which makes the bot carry out the corresponding vote instead. Otherwise
// it returns refused.
func meant(c *action.Call, refused error) error {
	word, known := wordsFor[c.Command.Name]
	isProblem := errors.As(refused, new(*bot.Problem)) || errors.Is(refused, throttle.ErrNotForUs)
	if !known || !isProblem || c.Game.ID != 0 && c.Game.Has(c.Me.ID) {
		return refused
	}
	t, g, err := mine(c)
	if err != nil || t == nil || g.Over() || c.Game.ID != 0 && c.Game.ID != g.ID {
		return errors.Join(err, refused)
	}
	own, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{})
	if err != nil {
		return errors.Join(err, refused)
	}
	own = slices.DeleteFunc(own, func(other bot.Game) bool {
		return !slices.ContainsFunc(c.Request.Places(), func(place bot.RoomID) bool { return len(bot.SeenIn([]bot.Game{other}, place)) > 0 })
	})
	move, err := legalMove(c, g)
	_, mark := action.MoveWords(c)
	discussed := c.Request.Overheard && (move == "" || mark == action.Asks)
	if err != nil || c.Args.Game != g.ID && len(own) > 0 && move == "" || discussed {
		return errors.Join(err, refused)
	}
	_, side, _ := t.seatOf(g)
	what := c.Args.Word("what")
	switch {
	case (word == "accept" || word == "decline") && (c.Args.Game != 0 || c.Args.Word("name") != "" || g.Offer == nil || g.Offer.By == side):
		return refused // the command is about a challenge
	case word == "abort" && what != "accept" && what != "decline": // a team can only answer one
		return refused
	case word == "" && c.Args.Word("offer") != "":
		return alone(g, strings.TrimRight(c.Args.Word("move"), "!? "))
	}
	return &action.Restart{Text: "vote", Params: voted(c, g, word, move)}
}

// voted returns the parameters of the command `vote` that correspond to a team member's command.
// word is the command's value in wordsFor. move is the legal move that the command names, or "".
func voted(c *action.Call, g bot.Game, word, move string) map[string]string {
	said := map[string]string{"id": g.ID.String(), "what": word}
	_, mark := action.MoveWords(c)
	switch what := c.Args.Word("what"); {
	case what == "accept" || what == "decline" || what == "claim":
		said["what"] = what
	case word == "pick":
		said["move"] = picked(c)
	case word == "" && move != "" && mark == action.Asks:
		said["what"], said["move"] = "pick", move // shows the board after the move
	case word == "":
		said["move"] = strings.TrimRight(c.Args.Word("move"), "!? ")
	default:
		said["sure"] = c.Args.Word("sure")
	}
	return said
}

// alone returns the error for a move with an offer of a draw. A team votes on the move and on the
// draw separately.
func alone(g bot.Game, move string) error {
	one, draw := action.CommandText("vote", g.ID.String(), move), action.CommandText("vote", g.ID.String(), "draw")
	p := bot.Problemf(bot.Misunderstood, "Here people vote on a move and on a draw one by one: `%s` and `%s`.", one, draw)
	p.Buttons = []bot.Button{{Label: phrase.Of("Vote for %s", move), Command: one}, {Label: phrase.Of("Vote for a draw"), Command: draw}}
	return p
}

// picked returns the choices of a `pick` command so far, as the arguments of that command.
func picked(c *action.Call) string {
	words := []string{c.Args.Word("piece"), c.Args.Word("target"), c.Args.Word("file")}
	if page := c.Args.Word("page"); page != "" {
		words = append(words, "page", page)
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// Here reports whether a player's command that names no game is about the game that the room plays
// by vote, and not about a game that the asker plays elsewhere.
func Here(c *action.Call) (bool, error) {
	word, known := wordsFor[c.Command.Name]
	if !known || word == "abort" && c.Args.Word("what") == "" || c.Request.Room == (bot.RoomID{}) {
		return false, nil
	}
	t, g, err := mine(c)
	return t != nil && !g.Over() && !g.Has(c.Me.ID), err
}

// Voting returns the ongoing game that the command is about, if the asker's team plays it by vote,
// and the team's side. If the command names no game, it is the room's. The game is zero if there is
// none.
func Voting(c *action.Call) (bot.Game, rules.Side, error) {
	t, g, err := mine(c)
	if t == nil || err != nil || g.Over() || t.opposed(c, g) != nil {
		return bot.Game{}, 0, err
	}
	_, side, _ := t.seatOf(g)
	return g, side, nil
}

// next returns the command that shows the votes of the room's game if it is the turn of the
// asker's team.
func next(c *action.Call) (string, error) {
	g, side, err := Voting(c)
	if err != nil || g.ID == 0 || g.Turn != side {
		return "", err
	}
	return action.CommandText("vote", g.ID.String()), nil
}

// legalMove returns the command's move in canonical form, or "" if it is not legal in the game.
func legalMove(c *action.Call, g bot.Game) (string, error) {
	words, _ := action.MoveWords(c)
	return action.WithRecord(c, g, func(record *rules.Game) (string, error) {
		m, err := record.Position().ReadMove(words)
		if err != nil {
			return "", nil
		}
		return record.Position().Text(m), nil
	})
}
