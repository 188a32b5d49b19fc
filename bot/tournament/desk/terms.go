package desk

import (
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// defaultTerms returns the default terms of a format.
func defaultTerms(f bot.System) bot.Terms {
	t := bot.Terms{System: f, Pace: bot.Pace{PerMove: 3 * bot.Day}, Scope: bot.ThisRoom, Least: 2, Most: 64, AtOnce: 1, BestOf: 1, Timeouts: 2}
	t.Options = play.DefaultOptions(t.Pace)
	t.Sight = bot.Shown
	switch f {
	case bot.Swiss:
		t.Late = 1
		t.TieBreaks = []pairing.TieBreak{pairing.BuchholzCut1, pairing.Buchholz, pairing.SonnebornBerger, pairing.DirectEncounter, pairing.MostWins}
	case bot.RoundRobin:
		t.TieBreaks = []pairing.TieBreak{pairing.DirectEncounter, pairing.MostWins, pairing.SonnebornBerger}
	case bot.Ladder:
		t.Most = bot.MaxEntrants
		t.Within = 60 * bot.Day // a slow game must not block a rung for long
	case bot.Simul, bot.TeamMatch:
		t.Timeouts, t.AtOnce = 0, 2
	}
	return t
}

// terms describes the terms of a tournament in sentences.
func terms(c *action.Call, t *tournament.Tournament) phrase.Text {
	var titles []phrase.Text
	for _, v := range t.Variants {
		titles = append(titles, bot.Title(v))
	}
	o := t.Options
	o.Sight = bot.InRoom // the default is not mentioned
	lines := []phrase.Text{
		phrase.Sprintf("%s, %s, %s.", phrase.Upper(t.System.Title()), bot.Listing(titles), bot.Agreed(t.Pace, o, t.Rated)),
		phrase.Upper(t.Shape()) + ".",
		phrase.Upper(entryWords(c, t)) + ".",
		phrase.Of("Whoever does not make the first move in time, or leaves, forfeits."),
	}
	if t.Timeouts > 0 {
		lines[3] += " " + phrase.Count(t.Timeouts, "%d loss on time and you are out.", "%d losses on time in a row and you are out.")
	}
	if t.InPrivate() {
		lines[3] += " " + phrase.Of("The games are shown to their players in private, and to whoever asks for them here.")
	}
	if len(t.TieBreaks) > 0 {
		lines = append(lines, phrase.Of("Ties are broken by %s.", t.TieBreakWords()))
	}
	return phrase.Join(lines, "\n")
}

// entryWords describes who may enter, and when the tournament begins.
func entryWords(c *action.Call, t *tournament.Tournament) phrase.Text {
	where := map[bot.Scope]phrase.Text{bot.ThisRoom: phrase.Of("open to this room"), bot.ThisServer: phrase.Of("open to the whole server"), bot.Everywhere: phrase.Of("open to all")}[t.Scope]
	parts := []phrase.Text{where, phrase.Of("%d to %d players", t.Least, t.Most)}
	switch {
	case t.System == bot.TeamMatch && t.Away == (bot.RoomID{}):
		parts = []phrase.Text{phrase.Of("the first other room in which somebody says `match %d accept` plays", t.ID)}
	case t.System == bot.TeamMatch:
		parts = []phrase.Text{phrase.Of("open to both rooms")}
	case t.System == bot.Simul:
		parts[1] = phrase.Count(t.Most-1, "for %d opponent", "for up to %d opponents")
	case t.Least == t.Most:
		parts[1] = players(t.Most)
	}
	switch {
	case t.RatingFrom > 0 && t.RatingTo > 0:
		parts = append(parts, phrase.Of("ratings from %d to %d", t.RatingFrom, t.RatingTo))
	case t.RatingFrom > 0:
		parts = append(parts, phrase.Of("ratings from %d on", t.RatingFrom))
	case t.RatingTo > 0:
		parts = append(parts, phrase.Of("ratings up to %d", t.RatingTo))
	}
	if t.CheckIns > 0 {
		parts = append(parts, phrase.Of("one must check in within the last %s before the start", bot.DurationWords(t.CheckIns)))
	}
	if t.System == bot.Swiss && t.Late > 0 {
		until := t.Late + 1
		if t.RoundCount > 0 {
			until = min(until, t.RoundCount)
		}
		parts = append(parts, phrase.Of("late entry until round %d is paired", until))
	}
	if words := beginWords(c, t); words != "" {
		parts = append(parts, words)
	}
	if t.Ends != 0 && t.System == bot.Ladder {
		parts = append(parts, phrase.Of("it ends %s", bot.Timestamp(c.Uptime.Calendar(t.Ends))))
	}
	return phrase.Join(parts, "; ")
}

// beginWords describes when a tournament begins, or returns "" if that is not to be said.
func beginWords(c *action.Call, t *tournament.Tournament) phrase.Text {
	switch {
	case t.Phase != bot.Drafted && t.Phase != bot.Entering:
	case t.System == bot.TeamMatch && t.Starts != 0:
		return phrase.Of("it begins when both captains say so, or %s", bot.Timestamp(c.Uptime.Calendar(t.Starts)))
	case t.System == bot.TeamMatch:
	case t.System == bot.Simul && (t.Starts == 0 || t.Full == t.Most):
		return simulBegins(c, t)
	case t.Starts != 0 && t.Full > 0:
		return phrase.Of("it begins %s, or when %d have joined", bot.Timestamp(c.Uptime.Calendar(t.Starts)), max(t.Full, t.Least))
	case t.Starts != 0:
		return phrase.Of("it begins %s", bot.Timestamp(c.Uptime.Calendar(t.Starts)))
	case t.Full > 0:
		return phrase.Of("it begins when %d have joined", max(t.Full, t.Least))
	default:
		return phrase.Of("it begins when the organisers say so")
	}
	return ""
}

// simulBegins describes when a simul begins that has no date, or begins when it is full.
func simulBegins(c *action.Call, t *tournament.Tournament) phrase.Text {
	switch {
	case t.Starts != 0:
		return phrase.Of("it begins %s, or when it is full", bot.Timestamp(c.Uptime.Calendar(t.Starts)))
	case t.Full == t.Most:
		return phrase.Of("it begins when it is full, or when the host says so")
	case t.Full > 0:
		return phrase.Of("it begins with %d players in all, or when the host says so", max(t.Full, t.Least))
	}
	return phrase.Of("it begins when the host says so")
}

// readTieBreaks reads a list of tie-breaks.
func readTieBreaks(text string) ([]pairing.TieBreak, bool) {
	var all []pairing.TieBreak
	for _, word := range strings.Fields(strings.ToLower(strings.ReplaceAll(text, ",", " "))) {
		by := pairing.TieBreak(word)
		if !slices.Contains(pairing.TieBreaks(), by) || slices.Contains(all, by) {
			return nil, false
		}
		all = append(all, by)
	}
	return all, len(all) > 0
}
