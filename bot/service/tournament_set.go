package service

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// setTerm changes a setting of a tournament that has not begun.
func setTerm(c *call) (bot.Reply, error) {
	name := strings.ToLower(c.args.Word("setting"))
	t, err := c.directed()
	if err == nil && !slices.Contains(reportSettings, name) {
		t, err = c.organised()
	}
	if err != nil {
		return bot.Reply{}, err
	}
	all := settings()
	at := slices.IndexFunc(all, func(s setting) bool { return s.name == name })
	switch {
	case name == "":
		return c.answer(phrase.Of("%s:\n%s\nThese can be set with `set %d SETTING VALUE`:%s", phrase.Upper(t.Heading()), c.terms(t), t.ID, settingLines(t)), c.draftButtons(t)...), nil
	case at < 0:
		return bot.Reply{}, noSetting(t, name)
	}
	s := all[at]
	switch {
	case t.Phase != bot.Drafted && t.Phase != bot.Entering && name != "organiser" && name != "name" && !slices.Contains(reportSettings, name):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has begun, and its terms stay as they are. `tournament %d` shows them.", phrase.Upper(t.Heading()), t.ID)
	case s.formats != nil && !slices.Contains(s.formats, t.System):
		return bot.Reply{}, noSetting(t, name)
	}
	value, ok := strings.TrimSpace(c.args.Word("value")), false
	if value != "" {
		if s.read == nil {
			return c.askOrganiser(t, value)
		}
		if ok, err = s.read(c, t, value); err != nil {
			return bot.Reply{}, err
		}
	}
	switch {
	case value == "":
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "`%s` takes %s: `set %d %s VALUE`.", s.name, s.takes, t.ID, s.name)
	case !ok:
		return bot.Reply{}, bot.Problemf(bot.Misunderstood, "`%s` takes %s, not %s.", s.name, s.takes, bot.QuoteWord(value))
	}
	if slices.Contains(reportSettings, name) {
		return c.answer(phrase.Of("Noted for the report file of %s: `report %d trf` writes it.", t.Heading(), t.ID)), c.tx.PutTournament(t.Tournament)
	}
	if t.Phase == bot.Drafted {
		if err := t.RoomForMoves(); err != nil {
			return bot.Reply{}, err
		}
	}
	var notices []bot.Message
	if t.Phase == bot.Entering {
		if err := c.agree(t); err != nil {
			return bot.Reply{}, err
		}
		text := phrase.Of("%s changes the terms of %s:\n%s", c.me.Said(), t.Heading(), c.terms(t))
		notices = append(c.broadcast(t, text, nil, c.service.button("join", t.ID.String())), c.moveUp(t)...)
		begun, err := c.beginIfFull(t)
		if err != nil {
			return bot.Reply{}, err
		}
		notices = append(notices, begun...)
	}
	reply := bot.Reply{Notices: notices}
	if len(notices) == 0 {
		reply = c.answer(fmt.Sprintf("%s:\n%s", phrase.Upper(t.Heading()), c.terms(t)), c.draftButtons(t)...)
	}
	return reply, c.tx.PutTournament(t.Tournament)
}

// reportSettings are the settings that only the report file shows: nobody enters by them, so they can be changed at any time.
var reportSettings = []string{"city", "federation", "dates"}

// noSetting returns a problem with the setting that may be meant, or with a list of all.
func noSetting(t *tournament.Tournament, name string) *bot.Problem {
	var names []string
	for _, s := range settings() {
		names = append(names, s.name)
	}
	if near := command.Nearest(name, names); near != "" && near != name {
		return bot.Problemf(bot.Misunderstood, "There is no setting %s. Did you mean `%s`? `set %d` lists them.", bot.QuoteWord(name), near, t.ID)
	}
	return bot.Problemf(bot.Misunderstood, "There is no setting %s for a %s. These can be set:%s", bot.QuoteWord(name), t.System.Title(), settingLines(t))
}

// settingLines lists the settings of a tournament.
func settingLines(t *tournament.Tournament) (text string) {
	for _, s := range settings() {
		if s.formats == nil || slices.Contains(s.formats, t.System) {
			text += fmt.Sprintf("\n`%s`: %s", s.name, s.takes)
		}
	}
	return text
}
