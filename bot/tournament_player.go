package bot

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot/phrase"
)

// eachTournament calls do with every tournament, going on or over.
func (c *call) eachTournament(do func(Tournament) error) error {
	for _, over := range []bool{false, true} {
		all, err := c.tx.Tournaments(over, 0)
		if err != nil {
			return err
		}
		for _, t := range all {
			if err := do(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// concerns reports whether a player is an entrant or an organiser of the tournament,
// has been asked to be one, waits for a place or was removed.
func (t Tournament) concerns(p PlayerID) bool {
	return t.entrant(p) > 0 || t.waits(p) >= 0 ||
		slices.ContainsFunc([][]PlayerID{t.Organisers, t.Asked, t.Unwilling, t.Barred}, func(list []PlayerID) bool { return slices.Contains(list, p) })
}

// had reports whether a player is or was an entrant, also before they were forgotten.
func (t Tournament) had(p Player) bool {
	return slices.ContainsFunc(t.Entrants, func(e Entrant) bool { return p.is(e.Player) })
}

// opponent returns whom a word names: first of all one of the tournament's other entrants.
func (c *call) opponent(t Tournament, word string) (Player, error) {
	return c.namedIn(t, word, func(e Entrant) bool { return !e.Gone }, c.known)
}

// namedIn returns whom a word names: first of all one of the tournament's other entrants that suit, on whatever
// platform they are, and otherwise somebody else. Of several with one name, "bob#2" is the one with that number.
func (c *call) namedIn(t Tournament, word string, suits func(Entrant) bool, otherwise func(string) (Player, error)) (Player, error) {
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
		case FoldName(e.User.Name) == FoldName(name) && e.Player != c.me.ID:
			found = append(found, i+1)
		}
	}
	switch len(found) {
	case 0:
		return otherwise(word)
	case 1:
		return present(c.tx, t.Entrants[found[0]-1].Player)
	}
	return Player{}, problem(Ambiguous, "In %s several are called %s: %s.", t.heading(), quoteWord(name), t.names(found))
}

// meetInTournament refuses to join the asker to somebody who is in the same tournament.
func (c *call) meetInTournament(other Player) error {
	all, err := c.tx.Tournaments(false, 0)
	if err != nil {
		return err
	}
	for _, t := range all {
		in := func(p PlayerID) bool { return t.entrant(p) > 0 || t.waits(p) >= 0 }
		if in(c.me.ID) && in(other.ID) {
			return problem(NotNow, "You and %s are both in %s. When it is over, you can be one.", other.Name, t.heading())
		}
	}
	return nil
}

// joinTournaments gives one player's entries to another, and what they organise.
func (c *call) joinTournaments(from, into PlayerID) error {
	return c.eachTournament(func(t Tournament) error {
		if !t.concerns(from) {
			return nil
		}
		for _, list := range [][]Entrant{t.Entrants, t.Waiting} {
			for i := range list {
				if list[i].Player == from {
					list[i].Player = into
				}
			}
		}
		for _, list := range []*[]PlayerID{&t.Organisers, &t.Asked, &t.Unwilling, &t.Barred} {
			if i := slices.Index(*list, from); i >= 0 {
				(*list)[i] = into
				slices.Sort(*list)
				*list = slices.Compact(*list)
			}
		}
		t.Asked = slices.DeleteFunc(t.Asked, func(p PlayerID) bool { return t.organises(p) || slices.Contains(t.Unwilling, p) })
		return c.tx.PutTournament(t)
	})
}

// leaveTournaments takes the asker out of all tournaments. Games that go on
// there are forfeited at once.
func (c *call) leaveTournaments() (notices []Message, err error) {
	all, err := c.tx.Tournaments(false, 0)
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		number := t.entrant(c.me.ID)
		if number == 0 || t.Entrants[number-1].Gone {
			continue
		}
		text := phrase.Of("%s has left %s.", c.me.Name, t.heading())
		notices = append(notices, Message{Platform: t.Home.Platform, Audience: Public, Room: t.Home, Text: text})
		more, err := c.removeEntrant(&t, number)
		if err == nil {
			err = c.tx.PutTournament(t)
		}
		if err != nil {
			return nil, err
		}
		notices = append(notices, more...)
	}
	return notices, nil
}

// forgetEntries takes the asker's name out of all tournaments.
func (c *call) forgetEntries() error {
	return c.eachTournament(func(t Tournament) error {
		if !t.concerns(c.me.ID) {
			return nil
		}
		for i := range t.Entrants {
			if e := &t.Entrants[i]; e.Player == c.me.ID {
				e.User = User{UserID{Platform: e.User.Platform}, nobodyName}
			}
		}
		mine := func(p PlayerID) bool { return p == c.me.ID }
		t.Waiting = slices.DeleteFunc(t.Waiting, func(e Entrant) bool { return mine(e.Player) })
		for _, list := range []*[]PlayerID{&t.Organisers, &t.Asked, &t.Unwilling} { // who was removed stays so: see [Tournament.bars]
			*list = slices.DeleteFunc(*list, mine)
		}
		return c.tx.PutTournament(t)
	})
}

// suggestTournaments returns the tournaments that the command can be about.
func (c *call) suggestTournaments(typed string) ([]Suggestion, error) {
	var suggested []Suggestion
	language, err := c.askersLanguage()
	if err != nil {
		return nil, err
	}
	err = c.eachTournament(func(t Tournament) error {
		if t.Phase == Drafted && !c.directs(t) || !c.within(t) && !c.directs(t) && t.entrant(c.me.ID) == 0 {
			return nil
		}
		label := c.service.languages[language].Render(fmt.Sprintf("%d: %s, %s", t.ID, t.Name, t.phaseWords()))
		if strings.Contains(strings.ToLower(label), typed) && len(suggested) < maxOptions {
			suggested = append(suggested, Suggestion{label, t.ID.String()})
		}
		return nil
	})
	return suggested, err
}

// trophies names the tournaments that a player has won.
func (c *call) trophies(p Player) ([]string, error) {
	if p.ID == 0 {
		return nil, nil
	}
	all, err := c.tx.TournamentsOf(p.ID, true, 0)
	var won []string
	for _, t := range all {
		if slices.ContainsFunc(t.Winners, func(n int) bool { return t.Entrants[n-1].Player == p.ID }) {
			won = append(won, fmt.Sprintf("%s (%s, %s)", t.Name, t.System.title(), players(len(t.Entrants))))
		}
	}
	if len(won) == 0 {
		return nil, err
	}
	text := strings.Join(won[:min(len(won), favourites)], "; ")
	if more := len(won) - favourites; more > 0 {
		text += "; " + phrase.Of("and %d more", more)
	}
	return []string{phrase.Of("Tournaments won: %s.", text)}, err
}
