package service

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/render"
	"raumbot/rules"
)

// showBoard shows the position of a game.
func showBoard(c *call) (bot.Reply, error) {
	audience := bot.Public
	if c.game.Private() {
		audience = bot.Aside
	}
	m := c.message(audience, phrase.Upper(c.game.Summary())+". "+c.standing(c.game))
	p := c.game.Picture()
	p.View, p.Theme, p.Side = c.args.Word("view"), c.args.Word("theme"), c.viewpoint()
	switch c.args.Word("side") {
	case "white":
		p.Side = rules.White
	case "black":
		p.Side = rules.Black
	}
	m.Game = c.game.ID
	if p.View == "text" {
		p.View = ""
		scene, err := c.service.scene(c.tx, *p)
		if err != nil {
			return bot.Reply{}, err
		}
		scene.Say = phrase.Of
		m.Text += "\n" + render.Text(scene)
	} else {
		m.Picture = p
	}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// standing says whose turn it is, or how the game ended.
func (c *call) standing(g bot.Game) string {
	if g.Over() {
		return phrase.Of("The game is over: %s.", bot.ResultWords(g))
	}
	return c.toMove(g)
}

// showGame tells how a game stands.
func showGame(c *call) (bot.Reply, error) {
	g := c.game
	lines := []string{
		phrase.Upper(g.Summary()) + ".",
		phrase.Of("%s; begun %s; %s so far.", phrase.Upper(bot.Agreed(g.Pace, g.Options, g.Rated)), bot.Timestamp(g.Started), moveCount((g.Moves+1)/2)),
		c.standing(g),
	}
	more, err := c.clockWords(g)
	if err != nil {
		return bot.Reply{}, err
	}
	lines = append(lines, more...)
	part, err := c.partOf(g)
	if err != nil {
		return bot.Reply{}, err
	}
	lines = append(lines, part...)
	if g.Offer != nil {
		lines = append(lines, phrase.Of("%s waits for an answer: `%s %d accept` or `%s %d decline`.", g.Name(g.Offer.By), g.Offer.Command(), g.ID, g.Offer.Command(), g.ID))
	}
	reply := c.answer(strings.Join(lines, "\n"))
	p := g.Picture()
	p.Side = c.viewpoint()
	reply.Answer[0].Game, reply.Answer[0].Picture = g.ID, p
	return reply, nil
}

// listGames lists what the asker plays, and what waits for them.
func listGames(c *call) (bot.Reply, error) {
	if c.words("which", "whose", "result") != "" || c.args.Variant != nil {
		return listChosen(c)
	}
	games, err := c.gamesOf(false)
	if err != nil {
		return bot.Reply{}, err
	}
	var lines []string
	for _, g := range turnOf(games, c.me.ID) {
		lines = append(lines, phrase.Of("%s: your move%s.", phrase.Upper(g.Summary()), c.until(g)))
	}
	games = slices.DeleteFunc(games, func(g bot.Game) bool { return g.Seats[g.Turn].Player == c.me.ID })
	for _, g := range games {
		lines = append(lines, phrase.Of("%s: waiting for %s%s.", phrase.Upper(g.Summary()), g.Name(g.Turn), c.until(g)))
	}
	open, err := c.openChallenges()
	if err != nil {
		return bot.Reply{}, err
	}
	lines = append(lines, open...)
	if len(lines) == 0 {
		return c.answer(phrase.Of("You have no games. `challenge NAME VARIANT` invites somebody, and `variants` lists what can be played.")), nil
	}
	page := max(c.args.Number("page"), 1)
	from := (page - 1) * tournament.Listed
	if from >= len(lines) {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The list has no page %d. `games` begins it, and `games over` lists what has ended.", page)
	}
	if len(lines) <= from+tournament.Listed {
		return c.answer(strings.Join(lines[from:], "\n")), nil
	}
	next := bot.Button{Label: phrase.Of("Next page"), Command: c.nextPage(page + 1)}
	more := phrase.Of("%d more: `%s` goes on.", len(lines)-from-tournament.Listed, next.Command)
	return c.answer(strings.Join(append(lines[from:from+tournament.Listed:from+tournament.Listed], more), "\n"), next), nil
}

// until says how long the player to move has.
func (c *call) until(g bot.Game) string {
	if g.Deadline == 0 {
		return ""
	}
	return phrase.Of(", until %s", bot.Timestamp(c.uptime.Calendar(g.Deadline)))
}

// openChallenges describes the challenges to and from the asker.
func (c *call) openChallenges() ([]string, error) {
	if c.me.ID == 0 {
		return nil, nil
	}
	all, err := c.tx.ChallengesOf(c.me.ID)
	var lines []string
	for _, ch := range all {
		switch {
		case c.expired(ch):
		case ch.IsTo(c.me.ID):
			lines = append(lines, phrase.Of("Challenge %d from %s: %s. `accept %d` or `decline %d`.", ch.ID, ch.From.User.Name, ch.Words(), ch.ID, ch.ID))
		default:
			lines = append(lines, phrase.Of("Challenge %d to %s: %s. `cancel %d` withdraws it.", ch.ID, ch.Opponent(), ch.Words(), ch.ID))
		}
	}
	return lines, err
}

// showLog lists the moves of a game and what else happened.
func showLog(c *call) (bot.Reply, error) {
	log, err := c.tx.Log(c.game.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	var lines []string
	ply := 0
	for _, e := range log {
		lines = append(lines, c.logLine(e, ply))
		switch e.What {
		case bot.Moved:
			ply++
		case bot.TookBack:
			ply -= e.Plies
		}
	}
	reply := c.answer(phrase.Upper(c.game.Summary()) + ".\n" + strings.Join(lines, "\n"))
	reply.Answer[0].Game = c.game.ID
	return reply, nil
}

// logLine tells of an entry of the log, before which a number of moves had been played.
func (c *call) logLine(e bot.Entry, ply int) string {
	at, who := bot.Timestamp(e.At), c.who(e)
	switch e.What {
	case bot.Moved:
		dots := "."
		if ply%2 == 1 {
			dots = "..."
		}
		line := fmt.Sprintf("%s %s %d%s %s", at, who, ply/2+1, dots, e.Move)
		if e.Note != "" {
			line += " " + e.Note
		}
		return line
	case bot.Challenged:
		return phrase.Of("%s %s challenges: %s", at, who, e.Note)
	case bot.Accepted:
		return phrase.Of("%s %s accepts", at, who)
	case bot.DrawOffered:
		return phrase.Of("%s %s offers a draw", at, who)
	case bot.DrawRefused:
		return phrase.Of("%s %s declines the draw", at, who)
	case bot.TakebackOffered:
		return phrase.Of("%s %s asks for a move back", at, who)
	case bot.TakebackRefused:
		return phrase.Of("%s %s does not give the move back", at, who)
	case bot.TookBack:
		return c.tookBackLine(e)
	case bot.AbortOffered:
		return phrase.Of("%s %s asks to abort the game", at, who)
	case bot.AbortRefused:
		return phrase.Of("%s %s wants to play on", at, who)
	case bot.Paired:
		return phrase.Of("%s %s begins the game: %s", at, who, e.Note)
	case bot.Studied:
		return phrase.Of("%s %s studies alone", at, who)
	case bot.Nudged:
		return phrase.Of("%s %s asks for a move", at, who)
	case bot.Ended:
		if e.By == 0 || c.game.Has(e.By) {
			return phrase.Of("%s The end: %s", at, e.Note)
		}
		return phrase.Of("%s The end, by %s: %s", at, who, e.Note)
	}
	return at + " " + who
}

// tookBackLine tells of moves that were taken back.
func (c *call) tookBackLine(e bot.Entry) string {
	at, who := bot.Timestamp(e.At), c.who(e)
	switch study := c.game.Study(); {
	case study && e.Plies == 1:
		return phrase.Of("%s %s: the last move is taken back", at, who)
	case study:
		return phrase.Of("%s %s: the last %d moves are taken back", at, who, e.Plies)
	case e.Plies == 1:
		return phrase.Of("%s %s agrees, and the last move is taken back", at, who)
	default:
		return phrase.Of("%s %s agrees, and the last %d moves are taken back", at, who, e.Plies)
	}
}

// who names the player of a log entry.
func (c *call) who(e bot.Entry) string {
	if c.game.Imported {
		return phrase.Of("the record:")
	}
	for _, seat := range c.game.Seats {
		if seat.Player == e.By {
			return seat.User.Said()
		}
	}
	if p, err := present(c.tx, e.By); err == nil { // an organiser
		return p.Name
	}
	return "raumbot"
}
