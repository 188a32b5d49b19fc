package season

import (
	"cmp"
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/league"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// mostTries is how often in a row, a week apart, a season is tried that cannot begin.
const mostTries = 12

// tryBegin begins the next season, or waits a week for more entrants or readable rules. It returns
// what the rooms of the league are told, "" for nothing.
func (l *League) tryBegin(c *action.Call) (phrase.Text, error) {
	text, began, err := l.begin(c)
	if began || err != nil {
		return text, err
	}
	t, err := l.registration(c.Tx)
	if err != nil {
		return "", err
	}
	n, halted := len(t.Entrants), !l.readable()
	l.Tried++
	if l.Tried == mostTries {
		l.Over = true
		text := phrase.Of("%s is over: for %d weeks its season could not begin.", phrase.Upper(l.title()), mostTries)
		return text, l.callOff(c, nil, bot.TooFewEntered)
	}
	news := l.Tried == 1 || n != l.Short || halted != l.Halted
	l.Short, l.Halted = n, halted
	for l.Begins <= c.Uptime.Moment() {
		l.Begins = l.Begins.Plus(lastWeek)
	}
	t.Starts = l.Begins
	if err := c.Tx.PutTournament(t.Tournament); err != nil || !news {
		return "", err
	}
	if halted {
		return phrase.Of("Season %d of %s does not begin yet: the rules of its game cannot be read. Tell the operator of the bot. Registration stays open until %s: `league %d join`.",
			t.Season.Number, l.title(), bot.Timestamp(c.Uptime.Calendar(l.Begins)), l.ID), nil
	}
	return phrase.Of("Season %d of %s does not begin yet: it has %s, and needs %d. Registration stays open until %s: `league %d join`.",
		t.Season.Number, l.title(), players(n), t.Least, bot.Timestamp(c.Uptime.Calendar(l.Begins)), l.ID), nil
}

// begin makes divisions of those who have entered, and begins the next season. It returns the
// announcement. began is false if there are too few, or the rules of the game cannot be read.
func (l *League) begin(c *action.Call) (text phrase.Text, began bool, err error) {
	t, err := l.registration(c.Tx)
	if err != nil {
		return "", false, err
	}
	if err := l.dropBarred(c, t); err != nil {
		return "", false, err
	}
	last, err := l.tables(c)
	if err != nil {
		return "", false, err
	}
	var entrants []league.Entrant
	for i := range t.Entrants {
		e := &t.Entrants[i]
		r, err := play.Rating(c, e.Player, l.Variant)
		if err != nil {
			return "", false, err
		}
		e.Rating = r.Seed()
		entrants = append(entrants, league.Entrant{Player: e.Player, Rating: r.Rating, Left: l.former(e.Player)})
	}
	divided := league.Divide(last, entrants)
	if divided == nil || !l.readable() {
		return "", false, c.Tx.PutTournament(t.Tournament)
	}
	l.Barred = slices.Clone(t.Barred) // as changed by organisers while it took entries
	l.Number++
	l.Told, l.ToldAt = l.from(c), c.Uptime.Beat.UTC()
	l.Ends, l.Running = l.Told.Plus(weeks(l.Weeks)), true
	l.Registration, l.Begins, l.Tried, l.Short, l.Divisions = 0, 0, 0, 0, nil
	lines := []phrase.Text{phrase.Of("Season %d of %s begins with %s in %s, until %s. The first games have begun.", l.Number, l.title(), players(len(entrants)),
		phrase.Count(len(divided), "%d division", "%d divisions"), bot.Timestamp(c.Uptime.Calendar(l.Ends)))}
	for i, members := range divided {
		d, err := l.division(c, t, i+1, members)
		if err != nil {
			return "", false, err
		}
		l.Divisions = append(l.Divisions, d.ID)
		lines = append(lines, l.membersWords(d))
		for _, p := range members {
			l.setFormer(p, i+1)
		}
	}
	return phrase.Join(lines, "\n"), true, nil
}

// from returns the moment from which the weeks of a season that begins now are counted: that for
// which it was announced, unless this is long ago or to come.
func (l *League) from(c *action.Call) bot.Moment {
	now := c.Uptime.Moment()
	if l.Begins <= now && now < l.Begins.Plus(bot.Day) {
		return l.Begins
	}
	return now
}

// dropBarred takes those out of a registration who have been barred from the room of the league, or
// from the one where they entered, since they did so, and tells them.
func (l *League) dropBarred(c *action.Call, t *tournament.Tournament) (err error) {
	var told []bot.Message
	t.Entrants = slices.DeleteFunc(t.Entrants, func(e bot.Entrant) bool {
		places := []bot.RoomID{l.Home, e.Room}
		if l.Server != (bot.RoomID{}) {
			places = append(places, l.Server)
		}
		p, missing := action.CurrentPlayer(c.Tx, e.Player)
		barred, unread := action.BarredFrom(c, places, p)
		err = errors.Join(err, missing, unread)
		if barred && !p.Absent() {
			told = append(told, bot.Address{User: e.User}.Message(phrase.Of("An organiser has barred you from a room of %s, so you are not in its next season.", l.title())))
		}
		return barred || p.Absent()
	})
	return errors.Join(err, c.Enqueue(told))
}

// tables returns the final tables of the last season, nil if there was none.
func (l *League) tables(c *action.Call) (last [][]bot.PlayerID, err error) {
	divisions, err := l.tournaments(c.Tx)
	if err != nil {
		return nil, err
	}
	for _, t := range divisions {
		places, err := t.Standings()
		if err != nil {
			return nil, err
		}
		var table []bot.PlayerID
		for _, p := range places {
			table = append(table, t.Entrants[p.Entrant-1].Player)
		}
		last = append(last, table)
	}
	return last, nil
}

// division begins a division with some of those who have entered the season. The first one takes
// over the number of the registration. The games are paired after the transaction.
func (l *League) division(c *action.Call, registration *tournament.Tournament, number int, members []bot.PlayerID) (*tournament.Tournament, error) {
	record := l.record()
	record.Season.Number, record.Season.Division, record.Season.Ends = l.Number, number, l.Ends
	record.Made, record.ID = registration.Made, registration.ID
	record.Barred = slices.Clone(registration.Barred)
	record.Phase, record.Awaits = bot.Running, true
	if number > 1 {
		id, err := c.Tx.NextTournament()
		if err != nil {
			return nil, err
		}
		record.ID = id
	}
	for _, e := range registration.Entrants {
		if slices.Contains(members, e.Player) {
			e.Bank = league.Bank(l.Weeks)
			record.Entrants = append(record.Entrants, e)
		}
	}
	slices.SortStableFunc(record.Entrants, func(a, b bot.Entrant) int { return cmp.Compare(b.Rating, a.Rating) })
	var all []int
	for i := range record.Entrants {
		all = append(all, i+1)
	}
	record.Groups = [][]int{all}
	t := tournament.Of(record)
	return t, c.Tx.PutTournament(t.Tournament)
}

// membersWords names the members of a division that begins, and marks those who have moved.
func (l *League) membersWords(t *tournament.Tournament) phrase.Text {
	var names []phrase.Text
	for i, e := range t.Entrants {
		name := t.EntrantName(i + 1)
		switch before := l.former(e.Player); {
		case before == 0 || before == t.Season.Division:
		case before > t.Season.Division:
			name = phrase.Of("%s (up)", name)
		default:
			name = phrase.Of("%s (down)", name)
		}
		names = append(names, name)
	}
	return phrase.Of("Division %d (`standings %d`): %s.", t.Season.Division, t.ID, bot.Listing(names))
}
