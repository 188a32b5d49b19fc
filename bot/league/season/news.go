package season

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// The lengths of the lists of the message of the day: the results of a division, its first places,
// and the divisions.
const (
	resultsShown   = 6
	leadersShown   = 3
	divisionsShown = 6
)

// day opens the registration for the next season in the last week of a season. It returns the
// message of the day, "" if nothing has happened.
func (l *League) day(c *action.Call) (phrase.Text, error) {
	divisions, err := l.tournaments(c.Tx)
	if err != nil {
		return "", err
	}
	var lines []phrase.Text
	more := 0
	for _, t := range divisions {
		results, err := l.results(c, t)
		if err != nil {
			return "", err
		}
		switch {
		case len(results) == 0:
			continue
		case len(lines) == divisionsShown:
			more += len(results)
			continue
		}
		leaders, err := leaders(t)
		if err != nil {
			return "", err
		}
		shown := results[:min(len(results), resultsShown)]
		line := phrase.Of("Division %d (`standings %d`): %s.", t.Season.Division, t.ID, phrase.Join(shown, ", "))
		if hidden := len(results) - len(shown); hidden > 0 {
			line += " " + phrase.Count(hidden, "%d further result.", "%d further results.")
		}
		lines = append(lines, line+" "+phrase.Of("In front: %s.", leaders))
	}
	if more > 0 {
		lines = append(lines, phrase.Count(more, "%d result in the other divisions.", "%d results in the other divisions."))
	}
	if lines != nil {
		lines = append([]phrase.Text{phrase.Of("Results of the day in season %d of %s:", l.Number, l.title())}, lines...)
	}
	halted, err := l.halt(c, divisions)
	if err != nil {
		return "", err
	}
	if halted != "" {
		lines = append(lines, halted)
	}
	if !l.Last && l.Registration == 0 && c.Uptime.Moment() >= l.Ends.Plus(-lastWeek) {
		if err := errors.Join(l.barExpelled(c.Tx, divisions), l.register(c)); err != nil {
			return "", err
		}
		opened, err := l.openWords(c)
		if err != nil {
			return "", err
		}
		lines = append(lines, opened)
	}
	return phrase.Join(lines, "\n"), nil
}

// halt returns a sentence if the rules of the game cannot be read since the last message of the
// day, or can be read again. In the latter case it begins the games that have waited for that.
func (l *League) halt(c *action.Call, divisions []*tournament.Tournament) (phrase.Text, error) {
	if l.Halted != l.readable() {
		return "", nil
	}
	if l.Halted = !l.Halted; l.Halted {
		return phrase.Of("The rules of the game of %s cannot be read, so no game begins. Tell the operator of the bot. The season ends as it would have.", l.title()), nil
	}
	for _, t := range divisions {
		notices, err := c.Bot.Ports.ResumeDivision(c, t)
		if err = errors.Join(err, c.Enqueue(notices)); err != nil {
			return "", err
		}
	}
	return phrase.Of("The rules of the game of %s can be read again, and its games go on.", l.title()), nil
}

// openWords announces that the registration for the next season is open.
func (l *League) openWords(c *action.Call) (phrase.Text, error) {
	t, err := l.registration(c.Tx)
	return phrase.Of("Registration for season %d of %s is open until %s: `league %d join` enters.", t.Season.Number, l.title(), bot.Timestamp(c.Uptime.Calendar(l.begins())), l.ID), err
}

// results lists the games of a division that have ended since the last message of the day.
func (l *League) results(c *action.Call, t *tournament.Tournament) (all []phrase.Text, err error) {
	for _, r := range t.Rounds {
		for _, entry := range r.Games {
			if entry.ID == 0 || entry.Result == pairing.Pending {
				continue
			}
			g, err := c.Tx.Game(entry.ID)
			if damage := (*bot.Damage)(nil); errors.As(err, &damage) && damage.Aside {
				continue
			}
			if err != nil {
				return nil, err
			}
			if g.Over() && g.Result.At.After(l.ToldAt) {
				all = append(all, phrase.Sprintf("%s – %s %s", t.EntrantName(entry.White), t.EntrantName(entry.Black), entry.Result.String()))
			}
		}
	}
	return all, nil
}

// leaders names the first of a division with their points.
func leaders(t *tournament.Tournament) (phrase.Text, error) {
	places, err := t.Standings()
	var names []phrase.Text
	for _, p := range places[:min(len(places), leadersShown)] {
		names = append(names, phrase.Sprintf("%d. %s, %s", p.Place, t.EntrantName(p.Entrant), tournament.PointWords(p.Points)))
	}
	return phrase.Join(names, "; "), err
}
