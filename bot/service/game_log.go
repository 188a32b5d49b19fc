package service

import (
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// showLog lists the moves of a game and what else happened.
func showLog(c *call) (bot.Reply, error) {
	log, err := c.tx.Log(c.game.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	where := ""
	if c.game.Tournament != 0 {
		t, round, err := c.roundOf(c.game)
		if err != nil {
			return bot.Reply{}, err
		}
		where = t.InRound(round)
	}
	var lines []string
	ply := 0
	for _, e := range log {
		lines = append(lines, c.logLine(e, ply, where))
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

// logLine tells of an entry of the log, before which a number of moves had been played. where is the game's
// place in its tournament.
func (c *call) logLine(e bot.Entry, ply int, where string) string {
	at, who := bot.Timestamp(e.At), c.who(e)
	switch e.What {
	case bot.Moved:
		dots := "."
		if ply%2 == 1 {
			dots = "..."
		}
		line := fmt.Sprintf("%s %s %d%s %s", at, who, ply/2+1, dots, e.Move)
		if e.Planned {
			line += " " + phrase.Of("as planned")
		}
		return line
	case bot.Challenged:
		return phrase.Of("%s %s challenges: %s", at, who, e.Proposal.Words())
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
		return phrase.Of("%s %s begins the game: %s", at, who, where)
	case bot.Studied:
		return phrase.Of("%s %s studies alone", at, who)
	case bot.Nudged:
		return phrase.Of("%s %s asks for a move", at, who)
	case bot.Ended:
		if e.By == 0 || c.game.Has(e.By) {
			return phrase.Of("%s The end: %s", at, bot.ResultWords(c.game))
		}
		return phrase.Of("%s The end, by %s: %s", at, who, bot.ResultWords(c.game))
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
