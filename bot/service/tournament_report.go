package service

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// report exports a tournament.
func report(c *call) (bot.Reply, error) {
	t, err := c.started()
	if err != nil {
		return bot.Reply{}, err
	}
	form := c.args.Word("form")
	if form == "" || form == "text" {
		return reportText(c, t)
	}
	var text string
	switch form {
	case "trf":
		if t.System != bot.Swiss && t.System != bot.RoundRobin {
			return bot.Reply{}, bot.Problemf(bot.NotNow, "A %s has no form in a FIDE report. `report %d csv` and `report %d json` write it.", t.System.Title(), t.ID, t.ID)
		}
		text, err = c.trf(t)
	case "csv":
		text, err = t.CSV()
	case "json":
		text, err = t.JSON()
	}
	if err != nil {
		return bot.Reply{}, err
	}
	m := c.message(bot.Private, phrase.Of("%s as %s.", phrase.Upper(t.Heading()), strings.ToUpper(form)))
	m.File = &bot.File{Name: fmt.Sprintf("tournament-%d.%s", t.ID, form), Text: text}
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// reportText is the report for people.
func reportText(c *call, t *tournament.Tournament) (bot.Reply, error) {
	places, err := t.Standings()
	if err != nil {
		return bot.Reply{}, err
	}
	text := c.finalReport(t, places)
	if !t.Over() {
		text = phrase.Of("%s is %s.\n%s", phrase.Upper(t.Heading()), t.PhaseWords(), strings.Join(t.StandingLines(places), "\n"))
	}
	more := phrase.Of("`report %d csv` and `json` write it for other programs.", t.ID)
	if t.System == bot.Swiss || t.System == bot.RoundRobin {
		more = phrase.Of("`report %d csv`, `json` and `trf` write it for other programs.", t.ID)
	}
	reply := c.answer(text+"\n"+more, c.service.button("crosstable", t.ID.String()))
	return reply, nil
}

// roundBegan returns the calendar time at which a round began. The bot's own clock cannot tell it after a downtime,
// but the round's games can.
func (c *call) roundBegan(r bot.Round) (time.Time, error) {
	for _, entry := range r.Games {
		if entry.ID == 0 {
			continue
		}
		g, err := c.tx.Game(entry.ID)
		if !errors.Is(err, bot.ErrNotFound) { // of one who has become the other, and is forgotten
			return g.Started, err
		}
	}
	return c.uptime.Calendar(r.Opened), nil
}

// trf returns a tournament as a FIDE tournament report file (TRF).
func (c *call) trf(t *tournament.Tournament) (string, error) {
	var began []time.Time
	for _, r := range t.Rounds {
		day, err := c.roundBegan(r)
		if err != nil {
			return "", err
		}
		began = append(began, day)
	}
	arbiter := ""
	for _, id := range t.Organisers[:min(len(t.Organisers), 1)] {
		p, err := c.tx.Player(id)
		if err != nil {
			return "", err
		}
		arbiter = p.Name
	}
	return t.TRF(began, arbiter)
}
