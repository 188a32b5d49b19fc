package bot

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// showBoard shows the position of a game.
func showBoard(c *call) (Reply, error) {
	audience := Public
	if c.game.private() {
		audience = Aside
	}
	m := c.message(audience, fmt.Sprintf("%s. %s", phrase.Upper(c.game.Summary()), c.standing(c.game)))
	p := c.game.picture()
	p.View, p.Theme, p.Side = c.args.word("view"), c.args.word("theme"), c.viewpoint()
	switch c.args.word("side") {
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
			return Reply{}, err
		}
		scene.Say = phrase.Of
		m.Text += "\n" + render.Text(scene)
	} else {
		m.Picture = p
	}
	return Reply{Answer: []Message{m}}, nil
}

// standing says whose turn it is, or how the game ended.
func (c *call) standing(g Game) string {
	if g.Over() {
		return "The game is over: " + resultWords(g) + "."
	}
	return c.toMove(g)
}

// showGame tells how a game stands.
func showGame(c *call) (Reply, error) {
	g := c.game
	lines := []string{
		phrase.Upper(g.Summary()) + ".",
		fmt.Sprintf("%s; begun %s; %s so far.", phrase.Upper(agreed(g.Pace, g.Options, g.Rated)), moment(g.Started), count((g.Moves+1)/2, "move")),
		c.standing(g),
	}
	more, err := c.clockWords(g)
	if err != nil {
		return Reply{}, err
	}
	lines = append(lines, more...)
	part, err := c.partOf(g)
	if err != nil {
		return Reply{}, err
	}
	lines = append(lines, part...)
	if g.Offer != nil {
		lines = append(lines, fmt.Sprintf("%s waits for an answer: `%s %d accept` or `%s %d decline`.", g.name(g.Offer.By), g.Offer.command(), g.ID, g.Offer.command(), g.ID))
	}
	reply := c.answer(strings.Join(lines, "\n"))
	p := g.picture()
	p.Side = c.viewpoint()
	reply.Answer[0].Game, reply.Answer[0].Picture = g.ID, p
	return reply, nil
}

// listGames lists what the asker plays, and what waits for them.
func listGames(c *call) (Reply, error) {
	if c.words("which", "whose", "result") != "" || c.args.Variant != nil {
		return listChosen(c)
	}
	games, err := c.gamesOf(false)
	if err != nil {
		return Reply{}, err
	}
	var lines []string
	for _, g := range turnOf(games, c.me.ID) {
		lines = append(lines, phrase.Upper(g.Summary())+": your move"+c.until(g)+".")
	}
	games = slices.DeleteFunc(games, func(g Game) bool { return g.Seats[g.Turn].Player == c.me.ID })
	for _, g := range games {
		lines = append(lines, phrase.Upper(g.Summary())+": waiting for "+g.name(g.Turn)+c.until(g)+".")
	}
	open, err := c.openChallenges()
	if err != nil {
		return Reply{}, err
	}
	lines = append(lines, open...)
	if len(lines) == 0 {
		return c.answer("You have no games. `challenge NAME VARIANT` invites somebody, and `variants` lists what can be played."), nil
	}
	page := max(c.args.number("page"), 1)
	from := (page - 1) * listed
	if from >= len(lines) {
		return Reply{}, problem(Unknown, "The list has no page %d. `games` begins it, and `games over` lists what has ended.", page)
	}
	if len(lines) <= from+listed {
		return c.answer(strings.Join(lines[from:], "\n")), nil
	}
	next := Button{Label: "Next page", Command: fmt.Sprintf("games page %d", page+1)}
	more := fmt.Sprintf("%d more: `%s` goes on.", len(lines)-from-listed, next.Command)
	return c.answer(strings.Join(append(lines[from:from+listed:from+listed], more), "\n"), next), nil
}

// until says how long the player to move has.
func (c *call) until(g Game) string {
	if g.Deadline == 0 {
		return ""
	}
	return ", until " + moment(c.uptime.Calendar(g.Deadline))
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
		case ch.isTo(c.me.ID):
			lines = append(lines, fmt.Sprintf("Challenge %d from %s: %s. `accept %d` or `decline %d`.", ch.ID, ch.From.User.Name, ch.words(), ch.ID, ch.ID))
		default:
			lines = append(lines, fmt.Sprintf("Challenge %d to %s: %s. `cancel %d` withdraws it.", ch.ID, ch.opponent(), ch.words(), ch.ID))
		}
	}
	return lines, err
}

// showLog lists the moves of a game and what else happened.
func showLog(c *call) (Reply, error) {
	log, err := c.tx.Log(c.game.ID)
	if err != nil {
		return Reply{}, err
	}
	var lines []string
	ply := 0
	for _, e := range log {
		line := fmt.Sprintf("%s %s", moment(e.At), c.who(e))
		switch e.What {
		case Moved:
			dots := "."
			if ply%2 == 1 {
				dots = "..."
			}
			line = strings.TrimSpace(fmt.Sprintf("%s %d%s %s %s", line, ply/2+1, dots, e.Move, e.Note))
			ply++
		case Challenged:
			line += " challenges: " + e.Note
		case Accepted:
			line += " accepts"
		case DrawOffered:
			line += " offers a draw"
		case DrawRefused:
			line += " declines the draw"
		case TakebackOffered:
			line += " asks for a move back"
		case TakebackRefused:
			line += " does not give the move back"
		case TookBack:
			ply -= e.Plies
			agrees := " agrees, and"
			if c.game.study() {
				agrees = ":"
			}
			line += fmt.Sprintf("%s the last %s taken back", agrees, backWords(e.Plies))
		case AbortOffered:
			line += " asks to abort the game"
		case AbortRefused:
			line += " wants to play on"
		case Paired:
			line += " begins the game: " + e.Note
		case Studied:
			line += " studies alone"
		case Nudged:
			line += " asks for a move"
		case Ended:
			line = fmt.Sprintf("%s The end%s: %s", moment(e.At), c.decidedBy(e), e.Note)
		}
		lines = append(lines, line)
	}
	reply := c.answer(phrase.Upper(c.game.Summary()) + ".\n" + strings.Join(lines, "\n"))
	reply.Answer[0].Game = c.game.ID
	return reply, nil
}

// who names the player of a log entry.
func (c *call) who(e Entry) string {
	if c.game.Imported {
		return "the record:"
	}
	for _, seat := range c.game.Seats {
		if seat.Player == e.By {
			return seat.User.Name
		}
	}
	if p, err := present(c.tx, e.By); err == nil { // an organiser
		return p.Name
	}
	return "raumbot"
}

// decidedBy names who has ended the game, if it was none of its players.
func (c *call) decidedBy(e Entry) string {
	if e.By == 0 || c.game.has(e.By) {
		return ""
	}
	return ", by " + c.who(e)
}

// score is the result as records write it.
func (r Result) score() rules.Result {
	switch {
	case r.Aborted:
		return rules.Unknown
	case r.Winner == nil:
		return rules.Drawn
	case *r.Winner == rules.White:
		return rules.WhiteWins
	default:
		return rules.BlackWins
	}
}
