package service

import (
	"cmp"
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// logPage is how many lines one page of a log shows.
const logPage = 30

// showLog lists the moves of a game, White's and Black's on one line, and its other events. Without a page it shows the last.
func showLog(c *call) (bot.Reply, error) {
	lines, err := c.logLines()
	if err != nil {
		return bot.Reply{}, err
	}
	pages := max((len(lines)+logPage-1)/logPage, 1)
	page := cmp.Or(c.args.Number("page"), pages)
	if page > pages {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The log has no page %d. `log %d` shows the last.", page, c.game.ID)
	}
	head := phrase.Upper(c.game.Summary()) + "."
	if pages > 1 {
		head += " " + phrase.Of("Page %d of %d.", page, pages)
	}
	lines = lines[(page-1)*logPage : min(page*logPage, len(lines))]
	reply := c.answer(head+"\n"+strings.Join(lines, "\n"), c.logPages(page, pages)...)
	reply.Answer[0].Game = c.game.ID
	return reply, nil
}

// logPages returns the buttons that show the pages before and after one.
func (c *call) logPages(page, pages int) (buttons []bot.Button) {
	to := func(label string, page int) {
		words := strings.Fields(fmt.Sprintf("log %d %s page %d", c.game.ID, c.args.Word("times"), page))
		buttons = append(buttons, bot.Button{Label: label, Command: strings.Join(words, " ")})
	}
	if page > 1 {
		to(phrase.Of("Earlier moves"), page-1)
	}
	if page < pages {
		to(phrase.Of("Later moves"), page+1)
	}
	return buttons
}

// logLines returns the lines of the log of the command's game.
func (c *call) logLines() ([]string, error) {
	log, err := c.tx.Log(c.game.ID)
	if err != nil {
		return nil, err
	}
	v, err := c.game.Rules()
	if err != nil {
		return nil, err
	}
	where := ""
	if c.game.Tournament != 0 {
		t, round, err := c.roundOf(c.game)
		if err != nil {
			return nil, err
		}
		where = t.InRound(round)
	}
	var lines []string
	reached := []*rules.Position{v.Start()}
	paired := false // whether the last line is White's move, still without Black's
	reopened := 0   // index of the last entry that reopened the game
	for i, e := range log {
		if e.What == bot.Reopened {
			reopened = i
		}
	}
	for i, e := range log {
		words := ""
		switch e.What {
		case bot.Moved:
			p := reached[len(reached)-1]
			m, err := p.ReadText(e.Move)
			if err != nil {
				return nil, err
			}
			next, err := p.Play(m)
			if err != nil {
				return nil, err
			}
			words = numbered(len(reached), !paired, p.Signed(m))
			if e.Planned {
				words += " " + phrase.Of("(as planned)")
			}
			reached = append(reached, next)
		case bot.TookBack:
			reached = reached[:max(len(reached)-e.Plies, 1)]
			words = c.logWords(e, where, false)
		default:
			words = c.logWords(e, where, i < reopened)
		}
		switch {
		case c.args.Word("times") != "":
			lines = append(lines, bot.Timestamp(e.At)+" "+words)
		case paired && e.What == bot.Moved:
			lines[len(lines)-1] += " " + words
			paired = false
			continue
		default:
			lines = append(lines, words)
		}
		paired = e.What == bot.Moved && len(reached)%2 == 0 && c.args.Word("times") == ""
	}
	return lines, nil
}

// logWords returns the line of a log entry that is not a move. where describes the game's place in its tournament; overturned means that
// the game was reopened later.
func (c *call) logWords(e bot.Entry, where string, overturned bool) string {
	who := c.who(e)
	switch e.What {
	case bot.Challenged:
		return phrase.Of("%s challenges: %s", who, e.Proposal.Words())
	case bot.Accepted:
		return phrase.Of("%s accepts", who)
	case bot.DrawOffered:
		return phrase.Of("%s offers a draw", who)
	case bot.DrawRefused:
		return phrase.Of("%s declines the draw", who)
	case bot.TakebackOffered:
		return phrase.Of("%s asks for a takeback", who)
	case bot.TakebackRefused:
		return phrase.Of("%s declines the takeback", who)
	case bot.TookBack:
		return c.tookBackLine(e)
	case bot.AbortOffered:
		return phrase.Of("%s asks to abort the game", who)
	case bot.AbortRefused:
		return phrase.Of("%s wants to play on", who)
	case bot.Published:
		return phrase.Of("%s agrees to make the game public", who)
	case bot.Unpublished:
		return phrase.Of("%s does not want the game to be public", who)
	case bot.Paired:
		return phrase.Of("%s begins the game: %s", who, where)
	case bot.Studied:
		return phrase.Of("%s studies alone", who)
	case bot.Nudged:
		return phrase.Of("%s asks for a move", who)
	case bot.Reopened:
		return phrase.Of("%s takes the decision back, and the game goes on", who)
	case bot.Ended:
		if overturned {
			return phrase.Of("%s decides the game", who)
		}
		if e.By == 0 || c.game.Has(e.By) {
			return phrase.Of("The end: %s", c.resultWords(c.game))
		}
		return phrase.Of("The end, by %s: %s", who, c.resultWords(c.game))
	}
	return who
}

// tookBackLine returns the line of a takeback.
func (c *call) tookBackLine(e bot.Entry) string {
	who := c.who(e)
	switch study := c.game.Study(); {
	case study && e.Plies == 1:
		return phrase.Of("%s: the last move is taken back", who)
	case study:
		return phrase.Of("%s: the last %d moves are taken back", who, e.Plies)
	case e.Plies == 1:
		return phrase.Of("%s agrees, and the last move is taken back", who)
	default:
		return phrase.Of("%s agrees, and the last %d moves are taken back", who, e.Plies)
	}
}

// who returns the name of the player or organiser who made a log entry.
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
		return p.Said()
	}
	return "raumbot"
}
