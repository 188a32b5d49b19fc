package desk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament"
)

// opponent returns the player whom a word names. It prefers the tournament's other entrants.
func opponent(c *action.Call, t *tournament.Tournament, word string) (bot.Player, error) {
	return namedIn(c, t, word, func(e bot.Entrant) bool { return !e.Gone }, c.Known)
}

// teamMember returns the player whom the captain of a team names. It prefers the team's members.
func teamMember(c *action.Call, t *tournament.Tournament, team int, word string) (bot.Player, error) {
	return namedIn(c, t, word, func(e bot.Entrant) bool { return e.Team == team && !e.Gone }, c.Known)
}

// namedIn returns the player whom a word names: one of the tournament's suitable entrants, on any
// platform, else the result of otherwise. Only captains name themselves. Of several entrants with
// one name, "bob#2" is the one with that number.
func namedIn(c *action.Call, t *tournament.Tournament, word string, suits func(bot.Entrant) bool, otherwise func(string) (bot.Player, error)) (bot.Player, error) {
	if _, mentioned := c.Request.Mentions[word]; mentioned {
		return otherwise(word)
	}
	name := strings.TrimPrefix(word, "@")
	var found []int
	for i, e := range t.Entrants {
		switch exact := strings.EqualFold(fmt.Sprintf("%s#%d", e.User.Name, i+1), name); {
		case !suits(e):
		case exact:
			return action.CurrentPlayer(c.Tx, e.Player)
		case bot.FoldName(e.User.Name) == bot.FoldName(name) && (e.Player != c.Me.ID || t.System == bot.TeamMatch):
			found = append(found, i+1)
		}
	}
	switch len(found) {
	case 0:
		return otherwise(word)
	case 1:
		return action.CurrentPlayer(c.Tx, t.Entrants[found[0]-1].Player)
	}
	return bot.Player{}, bot.Problemf(bot.Ambiguous, "In %s several are called %s: %s.", t.Heading(), bot.QuoteWord(name), t.Names(found))
}

// meetInTournament returns a problem if the asker is in the same tournament as a player to be
// merged with.
func meetInTournament(c *action.Call, other bot.Player) error {
	return action.EachTournamentOf(c, c.Me.ID, false, func(t *tournament.Tournament) error {
		in := func(p bot.PlayerID) bool { return t.Enters(p) || tournament.MatchOf(t).CaptainOf(p) >= 0 }
		if in(c.Me.ID) && in(other.ID) {
			return bot.Problemf(bot.NotNow, "You and %s are both in %s. When it is over, you can link.", other.Said(), t.Heading())
		}
		return nil
	})
}

// mergeTournaments transfers one player's entries and the tournaments that they organise to another
// player.
func mergeTournaments(c *action.Call, from, into bot.PlayerID) error {
	replace := func(t *tournament.Tournament) error {
		for _, list := range [][]bot.Entrant{t.Entrants, t.Waiting} {
			for i := range list {
				if list[i].Player == from {
					list[i].Player = into
				}
			}
		}
		for i := range t.Captains {
			if t.Captains[i].Player == from {
				t.Captains[i].Player = into
			}
		}
		for _, list := range []*[]bot.PlayerID{&t.Organisers, &t.Asked, &t.Unwilling, &t.Barred} {
			if i := slices.Index(*list, from); i >= 0 {
				(*list)[i] = into
				slices.Sort(*list)
				*list = slices.Compact(*list)
			}
		}
		t.Asked = slices.DeleteFunc(t.Asked, func(p bot.PlayerID) bool { return t.Organises(p) || slices.Contains(t.Unwilling, p) })
		return c.Tx.PutTournament(t.Tournament)
	}
	return errors.Join(action.EachTournamentOf(c, from, false, replace), action.EachTournamentOf(c, from, true, replace))
}

// leaveTournaments withdraws the asker from all tournaments. Their ongoing games there are
// forfeited at once.
func leaveTournaments(c *action.Call) (notices []bot.Message, err error) {
	err = action.EachTournamentOf(c, c.Me.ID, false, func(t *tournament.Tournament) error {
		if team := tournament.MatchOf(t).CaptainOf(c.Me.ID); team >= 0 {
			tournament.MatchOf(t).Succeed(team)
		}
		number := t.Entrant(c.Me.ID)
		if number == 0 || t.Entrants[number-1].Gone {
			return c.Tx.PutTournament(t.Tournament)
		}
		e := &t.Entrants[number-1]
		e.User = bot.User{UserID: e.User.UserID, Name: bot.NobodyName}
		text := phrase.Of("%s has left %s.", phrase.Upper(e.User.Said()), t.Heading())
		if t.Season == nil { // its league tells
			notices = append(notices, t.TeamRoom(e.Team).Address().Message(text))
		}
		more, err := removeEntrant(c, t, number)
		notices = append(notices, more...)
		if err != nil {
			return err
		}
		return c.Tx.PutTournament(t.Tournament)
	})
	return notices, err
}

// forgetEntries removes the asker's name from all tournaments.
func forgetEntries(c *action.Call) error {
	strike := func(t *tournament.Tournament) error {
		for i := range t.Entrants {
			if e := &t.Entrants[i]; e.Player == c.Me.ID {
				e.User = bot.User{UserID: bot.UserID{Platform: e.User.Platform}, Name: bot.NobodyName}
			}
		}
		mine := func(p bot.PlayerID) bool { return p == c.Me.ID }
		for i := range t.Captains {
			if mine(t.Captains[i].Player) {
				t.Captains[i] = bot.Captain{}
			}
		}
		t.Waiting = slices.DeleteFunc(t.Waiting, func(e bot.Entrant) bool { return mine(e.Player) })
		t.Tables = slices.DeleteFunc(t.Tables, func(p bot.Posted) bool { return c.Me.Uses(p.To.User.UserID) })
		// Barred is left alone: removals of the player stay in force.
		for _, list := range []*[]bot.PlayerID{&t.Organisers, &t.Asked, &t.Unwilling} {
			*list = slices.DeleteFunc(*list, mine)
		}
		return c.Tx.PutTournament(t.Tournament)
	}
	return errors.Join(action.EachTournamentOf(c, c.Me.ID, false, strike), action.EachTournamentOf(c, c.Me.ID, true, strike))
}

// SuggestTournaments returns the tournaments that a command can be about.
func SuggestTournaments(c *action.Call, typed string) ([]action.Suggestion, error) {
	var suggested []action.Suggestion
	language, err := c.AskersLanguage()
	if err != nil {
		return nil, err
	}
	for _, over := range []bool{false, true} {
		ids, err := tournamentsHere(c, over, suggestedAtOnce)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if len(suggested) == bot.MaxOptions {
				return suggested, nil
			}
			t, err := action.LoadTournament(c.Tx, id)
			if err != nil {
				return nil, err
			}
			label := phrase.Sprintf("%d: %s, %s", t.ID, t.Title(), t.PhaseWords())
			if lists(c, t) && strings.Contains(strings.ToLower(c.Bot.Languages[language].Render(label)), typed) {
				suggested = append(suggested, action.Suggestion{Label: label, Value: t.ID.String()})
			}
		}
	}
	return suggested, nil
}

// trophies lists the tournaments that a player has won and that everyone where the asker speaks may
// see.
func trophies(c *action.Call, p bot.Player) ([]phrase.Text, error) {
	if p.ID == 0 {
		return nil, nil
	}
	var won []phrase.Text
	err := action.EachTournamentOf(c, p.ID, true, func(t *tournament.Tournament) error {
		if t.Season == nil && action.EnterableHere(c, t) && slices.ContainsFunc(t.Winners, func(n int) bool { return t.Entrants[n-1].Player == p.ID }) {
			won = append(won, phrase.Sprintf("%s (%s, %s)", t.Title(), t.System.Title(), players(len(t.Entrants))))
		}
		return nil
	})
	if len(won) == 0 {
		return nil, err
	}
	text := phrase.Join(won[:min(len(won), play.Favourites)], "; ")
	if more := len(won) - play.Favourites; more > 0 {
		text += "; " + phrase.Of("and %d more", more)
	}
	return []phrase.Text{phrase.Of("Tournaments won: %s.", text)}, err
}
