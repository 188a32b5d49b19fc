package record

import (
	"cmp"
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/rules"
)

// logPage is how many lines one page of a log shows.
const logPage = 30

// showLog lists the moves of a game, White's and Black's on one line, and its other events.
// Without a page number it shows the last page.
func showLog(c *action.Call) (bot.Reply, error) {
	lines, err := logLines(c)
	if err != nil {
		return bot.Reply{}, err
	}
	pages := max((len(lines)+logPage-1)/logPage, 1)
	page := cmp.Or(c.Args.Number("page"), pages)
	if page > pages {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The log has no page %d. `log %d` shows the last.", page, c.Game.ID)
	}
	head := phrase.Upper(c.Game.Summary()) + "."
	if pages > 1 {
		head += " " + phrase.Of("Page %d of %d.", page, pages)
	}
	lines = lines[(page-1)*logPage : min(page*logPage, len(lines))]
	reply := c.Answer(head+"\n"+phrase.Join(lines, "\n"), logPages(c, page, pages)...)
	reply.Answer[0].Game = c.Game.ID
	return reply, nil
}

// logPages returns the buttons that show the previous and the next page.
func logPages(c *action.Call, page, pages int) (buttons []bot.Button) {
	to := func(label phrase.Text, page int) {
		words := strings.Fields(fmt.Sprintf("log %d %s page %d", c.Game.ID, c.Args.Word("times"), page))
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
func logLines(c *action.Call) ([]phrase.Text, error) {
	log, err := c.Tx.Log(c.Game.ID)
	if err != nil {
		return nil, err
	}
	v, err := c.Game.Rules()
	if err != nil {
		return nil, err
	}
	where := phrase.Text("")
	if c.Game.Tournament != 0 {
		t, round, err := play.RoundOf(c, c.Game)
		if err != nil {
			return nil, err
		}
		where = t.RoundHeading(round)
	}
	var lines []phrase.Text
	reached := []*rules.Position{v.Start()}
	paired := false // whether the last line is White's move, still without Black's
	reopened := 0   // index of the last entry that reopened the game
	for i, e := range log {
		if e.What == bot.Reopened {
			reopened = i
		}
	}
	for i, e := range log {
		words := phrase.Text("")
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
			words = phrase.Said(play.Numbered(len(reached), !paired, p.Signed(m)))
			if e.Planned {
				words += " " + phrase.Of("(as planned)")
			}
			reached = append(reached, next)
		case bot.TookBack:
			reached = reached[:max(len(reached)-e.Plies, 1)]
			words = logWords(c, e, where, false)
		default:
			words = logWords(c, e, where, i < reopened)
		}
		switch {
		case c.Args.Word("times") != "":
			lines = append(lines, bot.Timestamp(e.At)+" "+words)
		case paired && e.What == bot.Moved:
			lines[len(lines)-1] += " " + words
			paired = false
			continue
		default:
			lines = append(lines, words)
		}
		paired = e.What == bot.Moved && len(reached)%2 == 0 && c.Args.Word("times") == ""
	}
	return lines, nil
}

// logWords returns the line of a log entry that is not a move. where describes the game's place
// in its tournament. overturned reports whether the game was reopened after the entry.
func logWords(c *action.Call, e bot.Entry, where phrase.Text, overturned bool) phrase.Text {
	author := author(c, e)
	switch e.What {
	case bot.Challenged:
		return phrase.Of("%s challenges: %s", author, e.Proposal.Words())
	case bot.Accepted:
		return phrase.Of("%s accepts", author)
	case bot.DrawOffered:
		return phrase.Of("%s offers a draw", author)
	case bot.DrawRefused:
		return phrase.Of("%s declines the draw", author)
	case bot.TakebackOffered:
		return phrase.Of("%s asks for a takeback", author)
	case bot.TakebackRefused:
		return phrase.Of("%s declines the takeback", author)
	case bot.TookBack:
		return tookBackLine(c, e)
	case bot.AbortOffered:
		return phrase.Of("%s asks to abort the game", author)
	case bot.AbortRefused:
		return phrase.Of("%s wants to play on", author)
	case bot.Published:
		return phrase.Of("%s agrees to make the game public", author)
	case bot.Unpublished:
		return phrase.Of("%s does not want the game to be public", author)
	case bot.Paired:
		return phrase.Of("%s begins the game: %s", author, where)
	case bot.Studied:
		return phrase.Of("%s studies alone", author)
	case bot.Nudged:
		return phrase.Of("%s asks for a move", author)
	case bot.Reopened:
		return phrase.Of("%s takes the decision back, and the game goes on", author)
	case bot.Ended:
		if overturned {
			return phrase.Of("%s decides the game", author)
		}
		if e.By == 0 || c.Game.Has(e.By) {
			return phrase.Of("The end: %s", c.ResultWords(c.Game))
		}
		return phrase.Of("The end, by %s: %s", author, c.ResultWords(c.Game))
	}
	return author
}

// tookBackLine returns the line of a takeback's log entry.
func tookBackLine(c *action.Call, e bot.Entry) phrase.Text {
	author := author(c, e)
	switch study := c.Game.Study(); {
	case study && e.Plies == 1:
		return phrase.Of("%s: the last move is taken back", author)
	case study:
		return phrase.Of("%s: the last %d moves are taken back", author, e.Plies)
	case e.Plies == 1:
		return phrase.Of("%s agrees, and the last move is taken back", author)
	default:
		return phrase.Of("%s agrees, and the last %d moves are taken back", author, e.Plies)
	}
}

// author returns the name of the player or organiser who made a log entry.
func author(c *action.Call, e bot.Entry) phrase.Text {
	if c.Game.Imported {
		return phrase.Of("the record:")
	}
	for _, seat := range c.Game.Seats {
		if seat.Player == e.By {
			return seat.User.Said()
		}
	}
	if p, err := action.CurrentPlayer(c.Tx, e.By); err == nil { // an organiser
		return p.Said()
	}
	return "raumbot"
}
