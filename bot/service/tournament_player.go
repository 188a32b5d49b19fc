package service

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// opponent returns the player whom a word names, preferring the tournament's other entrants.
func (c *call) opponent(t *tournament.Tournament, word string) (bot.Player, error) {
	return c.namedIn(t, word, func(e bot.Entrant) bool { return !e.Gone }, c.known)
}

// namedIn returns the player whom a word names: preferably one of the tournament's other entrants that suit, on any
// platform, else what otherwise returns. Of several with one name, "bob#2" is the one with that number.
func (c *call) namedIn(t *tournament.Tournament, word string, suits func(bot.Entrant) bool, otherwise func(string) (bot.Player, error)) (bot.Player, error) {
	if _, mentioned := c.request.Mentions[word]; mentioned {
		return otherwise(word)
	}
	name := strings.TrimPrefix(word, "@")
	var found []int
	for i, e := range t.Entrants {
		switch exact := strings.EqualFold(fmt.Sprintf("%s#%d", e.User.Name, i+1), name); {
		case !suits(e):
		case exact:
			return present(c.tx, e.Player)
		case bot.FoldName(e.User.Name) == bot.FoldName(name) && e.Player != c.me.ID:
			found = append(found, i+1)
		}
	}
	switch len(found) {
	case 0:
		return otherwise(word)
	case 1:
		return present(c.tx, t.Entrants[found[0]-1].Player)
	}
	return bot.Player{}, bot.Problemf(bot.Ambiguous, "In %s several are called %s: %s.", t.Heading(), bot.QuoteWord(name), t.Names(found))
}

// meetInTournament returns a problem if the asker is in the same tournament as a player to be merged with.
func (c *call) meetInTournament(other bot.Player) error {
	return c.eachTournamentOf(c.me.ID, false, func(t *tournament.Tournament) error {
		in := func(p bot.PlayerID) bool { return t.Entrant(p) > 0 || t.Waits(p) >= 0 }
		if in(c.me.ID) && in(other.ID) {
			return bot.Problemf(bot.NotNow, "You and %s are both in %s. When it is over, you can link.", other.Said(), t.Heading())
		}
		return nil
	})
}

// mergeTournaments transfers one player's entries, and what they organise, to another.
func (c *call) mergeTournaments(from, into bot.PlayerID) error {
	replace := func(t *tournament.Tournament) error {
		for _, list := range [][]bot.Entrant{t.Entrants, t.Waiting} {
			for i := range list {
				if list[i].Player == from {
					list[i].Player = into
				}
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
		return c.tx.PutTournament(t.Tournament)
	}
	return errors.Join(c.eachTournamentOf(from, false, replace), c.eachTournamentOf(from, true, replace))
}

// leaveTournaments takes the asker out of all tournaments. Their ongoing games there are forfeited at once.
func (c *call) leaveTournaments() (notices []bot.Message, err error) {
	err = c.eachTournamentOf(c.me.ID, false, func(t *tournament.Tournament) error {
		number := t.Entrant(c.me.ID)
		if number == 0 || t.Entrants[number-1].Gone {
			return nil
		}
		text := phrase.Of("%s has left %s.", c.me.Said(), t.Heading())
		notices = append(notices, t.Home.Address().Message(text))
		more, err := c.removeEntrant(t, number)
		notices = append(notices, more...)
		if err != nil {
			return err
		}
		return c.tx.PutTournament(t.Tournament)
	})
	return notices, err
}

// forgetEntries removes the asker's name from all tournaments.
func (c *call) forgetEntries() error {
	strike := func(t *tournament.Tournament) error {
		for i := range t.Entrants {
			if e := &t.Entrants[i]; e.Player == c.me.ID {
				e.User = bot.User{UserID: bot.UserID{Platform: e.User.Platform}, Name: bot.NobodyName}
			}
		}
		mine := func(p bot.PlayerID) bool { return p == c.me.ID }
		t.Waiting = slices.DeleteFunc(t.Waiting, func(e bot.Entrant) bool { return mine(e.Player) })
		for _, list := range []*[]bot.PlayerID{&t.Organisers, &t.Asked, &t.Unwilling} { // not Barred: removals stay, see [Tournament.bars]
			*list = slices.DeleteFunc(*list, mine)
		}
		return c.tx.PutTournament(t.Tournament)
	}
	return errors.Join(c.eachTournamentOf(c.me.ID, false, strike), c.eachTournamentOf(c.me.ID, true, strike))
}

// suggestTournaments returns the tournaments that the command can be about.
func (c *call) suggestTournaments(typed string) ([]Suggestion, error) {
	var suggested []Suggestion
	language, err := c.askersLanguage()
	if err != nil {
		return nil, err
	}
	for _, over := range []bool{false, true} {
		ids, err := c.tournamentsHere(over, tournamentsOffered)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if len(suggested) == bot.MaxOptions {
				return suggested, nil
			}
			t, err := loadTournament(c.tx, id)
			if err != nil {
				return nil, err
			}
			label := c.service.languages[language].Render(fmt.Sprintf("%d: %s, %s", t.ID, t.Title(), t.PhaseWords()))
			if c.lists(t) && strings.Contains(strings.ToLower(label), typed) {
				suggested = append(suggested, Suggestion{label, t.ID.String()})
			}
		}
	}
	return suggested, nil
}

// trophies names the tournaments that a player has won, as far as everyone where the asker speaks may see them.
func (c *call) trophies(p bot.Player) ([]string, error) {
	if p.ID == 0 {
		return nil, nil
	}
	var won []string
	err := c.eachTournamentOf(p.ID, true, func(t *tournament.Tournament) error {
		if c.within(t) && slices.ContainsFunc(t.Winners, func(n int) bool { return t.Entrants[n-1].Player == p.ID }) {
			won = append(won, fmt.Sprintf("%s (%s, %s)", t.Title(), t.System.Title(), players(len(t.Entrants))))
		}
		return nil
	})
	if len(won) == 0 {
		return nil, err
	}
	text := strings.Join(won[:min(len(won), favourites)], "; ")
	if more := len(won) - favourites; more > 0 {
		text += "; " + phrase.Of("and %d more", more)
	}
	return []string{phrase.Of("Tournaments won: %s.", text)}, err
}
