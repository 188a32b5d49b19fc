package desk

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/league"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// report exports a tournament.
func report(c *action.Call) (bot.Reply, error) {
	t, err := started(c)
	if err != nil {
		return bot.Reply{}, err
	}
	form := c.Args.Word("form")
	if form == "" || form == "text" {
		return reportText(c, t)
	}
	var text string
	switch form {
	case "trf":
		if t.System != bot.Swiss && t.System != bot.RoundRobin {
			return bot.Reply{}, bot.Problemf(bot.NotNow, "A %s has no form in a FIDE report. `report %d csv` and `report %d json` write it.", t.System.Title(), t.ID, t.ID)
		}
		text, err = trf(c, t)
	case "csv":
		text, err = t.CSV()
	case "json":
		text, err = t.JSON()
	}
	if err != nil {
		return bot.Reply{}, err
	}
	m := c.Message(bot.Private, phrase.Of("%s as %s.", phrase.Upper(t.Heading()), strings.ToUpper(form)))
	m.File = &bot.File{Name: fmt.Sprintf("tournament-%d.%s", t.ID, form), Text: phrase.Said(text)}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// reportText returns the report as a text for people.
func reportText(c *action.Call, t *tournament.Tournament) (bot.Reply, error) {
	places, err := t.Standings()
	if err = errors.Join(err, league.Reach(t)); err != nil {
		return bot.Reply{}, err
	}
	text := finalReport(c, t, places)
	if !t.Over() {
		text = phrase.Of("%s is %s.\n%s", phrase.Upper(t.Heading()), t.PhaseWords(), phrase.Join(t.StandingLines(places), "\n"))
	}
	more := phrase.Of("`report %d csv` and `json` write it for other programs.", t.ID)
	if t.System == bot.Swiss || t.System == bot.RoundRobin {
		more = phrase.Of("`report %d csv`, `json` and `trf` write it for other programs.", t.ID)
	}
	reply := c.Answer(text+"\n"+more, c.Bot.Button("crosstable", t.ID.String()))
	return reply, nil
}

// roundBegan returns the calendar time at which a round began. After a downtime that cannot be
// computed from the bot's own clock, but the games of the round have it.
func roundBegan(c *action.Call, r bot.Round) (time.Time, error) {
	for _, entry := range r.Games {
		if entry.ID == 0 {
			continue
		}
		g, err := c.Tx.Game(entry.ID)
		if !errors.Is(err, bot.ErrNotFound) { // both were one player, who is forgotten
			return g.Started, err
		}
	}
	return c.Uptime.Calendar(r.Opened), nil
}

// trf returns a tournament as a FIDE tournament report file (TRF).
func trf(c *action.Call, t *tournament.Tournament) (string, error) {
	var began []time.Time
	for _, r := range t.Rounds {
		day, err := roundBegan(c, r)
		if err != nil {
			return "", err
		}
		began = append(began, day)
	}
	arbiter := ""
	for _, id := range t.Organisers[:min(len(t.Organisers), 1)] {
		p, err := c.Tx.Player(id)
		if err != nil {
			return "", err
		}
		arbiter = p.Name
	}
	return t.TRF(began, arbiter)
}
