package desk

import (
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// setTerm changes a setting of a tournament that has not begun.
func setTerm(c *action.Call) (bot.Reply, error) {
	name := strings.ToLower(c.Args.Word("setting"))
	t, err := action.DirectedTournament(c)
	if err == nil && !slices.Contains(reportSettings, name) {
		t, err = organised(c)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	if t.Season != nil {
		return bot.Reply{}, errOfLeague(t)
	}
	all := settings(c.Uptime.Beat)
	at := slices.IndexFunc(all, func(s setting) bool { return s.name == name })
	switch {
	case name == "":
		return c.Answer(phrase.Of("%s:\n%s\nThese can be set with `set %d SETTING VALUE`:%s", phrase.Upper(t.Heading()), terms(c, t), t.ID, settingLines(c, t)), draftButtons(c, t)...), nil
	case at < 0:
		return bot.Reply{}, noSetting(c, t, name)
	}
	s := all[at]
	switch {
	case t.Phase != bot.Drafted && t.Phase != bot.Entering && !s.changesLate():
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has begun, and its terms stay as they are. `tournament %d` shows them.", phrase.Upper(t.Heading()), t.ID)
	case !s.appliesTo(t):
		return bot.Reply{}, noSetting(c, t, name)
	}
	value, ok := strings.TrimSpace(c.Args.Word("value")), false
	if value != "" {
		if s.read == nil {
			return askOrganiser(c, t, value)
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
		return c.Answer(phrase.Of("Noted for the report file of %s: `report %d trf` writes it.", t.Heading(), t.ID)), c.Tx.PutTournament(t.Tournament)
	}
	check := func() error { return mayListEverywhere(c, t) }
	if t.Phase == bot.Drafted {
		check = t.RoomForMoves
	}
	if err := check(); err != nil {
		return bot.Reply{}, err
	}
	var notices []bot.Message
	if t.Phase == bot.Entering {
		if err := checkTerms(c, t); err != nil {
			return bot.Reply{}, err
		}
		text := phrase.Of("%s changes the terms of %s:\n%s", c.Me.Said(), t.Heading(), terms(c, t))
		notices = append(broadcast(c, t, text, nil, c.Bot.Button("join", t.ID.String())), admitWaiting(c, t)...)
		begun, err := beginIfFull(c, t)
		if err != nil {
			return bot.Reply{}, err
		}
		notices = append(notices, begun...)
	}
	date := phrase.Text("")
	if slices.Contains(dateSettings, name) {
		if date, err = dateWords(c, value); err != nil {
			return bot.Reply{}, err
		}
	}
	var reply bot.Reply
	switch {
	case len(notices) == 0:
		lines := []phrase.Text{phrase.Upper(t.Heading()) + ":", terms(c, t)}
		if date != "" {
			lines = append(lines, date)
		}
		reply = c.Answer(phrase.Join(lines, "\n"), draftButtons(c, t)...)
	case date != "":
		reply.Answer = []bot.Message{c.Message(bot.Aside, date)}
	}
	reply.Notices = notices
	return reply, c.Tx.PutTournament(t.Tournament)
}

// dateSettings are the settings that are read in a time zone.
var dateSettings = []string{"start", "end"}

// noSetting returns a problem that names the setting that may be meant, or lists all settings.
func noSetting(c *action.Call, t *tournament.Tournament, name string) *bot.Problem {
	var names []string
	for _, s := range settings(c.Uptime.Beat) {
		names = append(names, s.name)
	}
	if near := command.Nearest(name, names); near != "" && near != name {
		return bot.Problemf(bot.Misunderstood, "There is no setting %s. Did you mean `%s`? `set %d` lists them.", bot.QuoteWord(name), near, t.ID)
	}
	return bot.Problemf(bot.Misunderstood, "There is no setting %s for a %s. These can be set:%s", bot.QuoteWord(name), t.System.Title(), settingLines(c, t))
}

// settingLines lists the settings of a tournament.
func settingLines(c *action.Call, t *tournament.Tournament) (text phrase.Text) {
	for _, s := range settings(c.Uptime.Beat) {
		if s.appliesTo(t) {
			text += phrase.Sprintf("\n`%s`: %s", s.name, s.takes)
		}
	}
	return text
}
