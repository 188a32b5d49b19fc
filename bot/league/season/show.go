package season

import (
	"strconv"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/league"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// show describes a league, its divisions, and the table of the asker's division.
func show(c *action.Call, l *League) (bot.Reply, error) {
	lines := []phrase.Text{phrase.Of("%s: %s.", phrase.Upper(l.title()), l.state(c)), l.terms()}
	organisers, err := l.organisers(c)
	if err != nil {
		return bot.Reply{}, err
	}
	if organisers != "" {
		lines = append(lines, organisers)
	}
	var buttons []bot.Button
	registration, err := l.registration(c.Tx)
	if err != nil {
		return bot.Reply{}, err
	}
	if registration != nil {
		lines = append(lines, l.registrationWords(c, registration))
		if !registration.Enters(c.Me.ID) && l.enterable(c) {
			buttons = append(buttons, l.joinButton())
		}
	}
	divisions, err := l.tournaments(c.Tx)
	if err != nil {
		return bot.Reply{}, err
	}
	for _, t := range divisions {
		line, err := divisionWords(t)
		if err != nil {
			return bot.Reply{}, err
		}
		lines = append(lines, line)
	}
	for _, t := range divisions {
		if t.Entrant(c.Me.ID) == 0 || !l.Running {
			continue
		}
		places, err := t.Standings()
		if err == nil {
			err = league.Reach(t)
		}
		if err != nil {
			return bot.Reply{}, err
		}
		lines = append(lines, phrase.Of("Your division:"))
		lines = append(lines, t.StandingLines(places)...)
		buttons = append(buttons, c.Bot.Button("crosstable", t.ID.String()))
	}
	champions, err := l.champions(c)
	if err != nil {
		return bot.Reply{}, err
	}
	if champions != "" {
		lines = append(lines, champions)
	}
	return c.Answer(phrase.Join(lines, "\n"), buttons...), nil
}

// state says what the league is doing.
func (l *League) state(c *action.Call) phrase.Text {
	until := bot.Timestamp(c.Uptime.Calendar(l.Ends))
	switch {
	case l.Over:
		return phrase.Of("it is over")
	case l.Running && l.Ends <= c.Uptime.Moment():
		return phrase.Of("season %d is being closed", l.Number)
	case l.Running && l.Last:
		return phrase.Of("season %d, the last one, is under way until %s", l.Number, until)
	case l.Running:
		return phrase.Of("season %d is under way until %s", l.Number, until)
	}
	return phrase.Of("season %d begins %s", l.Number+1, bot.Timestamp(c.Uptime.Calendar(l.Begins)))
}

// terms describes the terms of the league in sentences.
func (l *League) terms() phrase.Text {
	o := play.DefaultOptions(l.Pace)
	where := map[bot.Scope]phrase.Text{bot.ThisRoom: phrase.Of("It is open to this room and to rooms that it invites."), bot.ThisServer: phrase.Of("It is open to the whole server."), bot.Everywhere: phrase.Of("It is open to all.")}[l.Scope]
	return phrase.Join([]phrase.Text{
		phrase.Sprintf("%s, %s.", bot.Title(l.Variant), bot.Agreed(l.Pace, o, l.Rated)) + " " + where,
		phrase.Of("A season lasts %d weeks. In each division of %d to %d players everybody meets everybody, with up to %d games at a time, in private. A quarter of a division goes up and down.",
			l.Weeks, league.Least, league.Most, l.AtOnce),
		phrase.Of("Besides the pace you have %s for all your games of a season, and it is drawn when the time for a move is used up. Whoever does not make the first move in time forfeits; %d losses on time in a row and you are out.",
			bot.DurationWords(league.Bank(l.Weeks)), timeouts),
		phrase.Of("What is not over at the end of the season is decided by the engine: an advantage of %d Pawns or more wins, otherwise each gets half a point. That is not rated.", league.Margin/100),
	}, "\n")
}

// organisers names the organisers of the league, "" if all have been forgotten.
func (l *League) organisers(c *action.Call) (phrase.Text, error) {
	var names []phrase.Text
	for _, id := range l.Organisers {
		p, err := action.CurrentPlayer(c.Tx, id)
		if err != nil {
			return "", err
		}
		names = append(names, p.Said())
	}
	if names == nil {
		return "", nil
	}
	return phrase.Of("Organised by %s.", bot.Listing(names)), nil
}

// registrationWords says until when one can enter the next season, and how.
func (l *League) registrationWords(c *action.Call, t *tournament.Tournament) phrase.Text {
	return l.registrationState(c, t) + " " + phrase.Of("`league %d join` enters.", l.ID)
}

// registrationState says until when one can enter the next season, and how many have.
func (l *League) registrationState(c *action.Call, t *tournament.Tournament) phrase.Text {
	return phrase.Of("Registration for season %d is open until %s: %s, at least %d are needed.", t.Season.Number, bot.Timestamp(c.Uptime.Calendar(l.begins())), players(len(t.Entrants)), league.Least)
}

// joinButton returns the button that enters the next season.
func (l *League) joinButton() bot.Button {
	return bot.Button{Label: phrase.Of("Join"), Command: action.CommandText("league", strconv.Itoa(l.ID), "join"), Tone: bot.Agrees}
}

// players returns a number of players in words.
func players(n int) phrase.Text { return phrase.Count(n, "%d player", "%d players") }

// divisionWords says in a line who leads a division, or has won it.
func divisionWords(t *tournament.Tournament) (phrase.Text, error) {
	state, err := standing(t)
	return phrase.Of("Division %d (`standings %d`): %s.", t.Season.Division, t.ID, state), err
}

// standing says in a few words how many players a division has, and who leads it or has won it.
func standing(t *tournament.Tournament) (phrase.Text, error) {
	places, err := t.Standings()
	if err != nil || len(places) == 0 {
		return "", err
	}
	var first []int
	for _, p := range places {
		if p.Place == 1 {
			first = append(first, p.Entrant)
		}
	}
	points := tournament.PointWords(places[0].Points)
	switch {
	case t.Phase == bot.CalledOff:
		return phrase.Of("called off"), nil
	case places[0].Points == 0:
		return players(len(places)), nil
	case t.Over():
		return phrase.Of("%s; won by %s with %s", players(len(places)), t.Names(first), points), nil
	}
	return phrase.Of("%s; %s in front with %s", players(len(places)), t.Names(first), points), nil
}

// championsShown is how many of the last champions are listed.
const championsShown = 10

// champions names the champions of the last seasons, "" if there are none.
func (l *League) champions(c *action.Call) (phrase.Text, error) {
	var won []phrase.Text
	for _, id := range l.Tops[max(len(l.Tops)-championsShown, 0):] {
		t, err := action.LoadTournament(c.Tx, id)
		if err != nil {
			return "", err
		}
		if len(t.Winners) > 0 {
			won = append(won, phrase.Of("season %d: %s", t.Season.Number, t.Names(t.Winners)))
		}
	}
	if won == nil {
		return "", nil
	}
	return phrase.Of("Champions: %s.", phrase.Join(won, "; ")), nil
}
