package tournament

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// Entrant returns the number of a player's entry, zero for a player who is not an entrant.
func (t *Tournament) Entrant(p bot.PlayerID) int {
	if p == 0 {
		return 0
	}
	return 1 + slices.IndexFunc(t.Entrants, func(e bot.Entrant) bool { return e.Player == p })
}

// EntrantName returns the name of an entrant as a phrase, with the number if another has the same
// name.
func (t *Tournament) EntrantName(number int) phrase.Text {
	return t.Entrants[number-1].User.Named(t.plainName(number))
}

// plainName is like EntrantName, for files and pictures.
func (t *Tournament) plainName(number int) string {
	name := t.Entrants[number-1].User.Shown()
	for i, e := range t.Entrants {
		if i != number-1 && strings.EqualFold(e.User.Shown(), name) {
			return fmt.Sprintf("%s#%d", name, number)
		}
	}
	return name
}

// Names joins the names of entrants into a phrase.
func (t *Tournament) Names(numbers []int) phrase.Text {
	var all []phrase.Text
	for _, n := range numbers {
		all = append(all, t.EntrantName(n))
	}
	return bot.Listing(all)
}

// Active counts the entrants who are still in the tournament.
func (t *Tournament) Active() (n int) {
	for _, e := range t.Entrants {
		if !e.Gone {
			n++
		}
	}
	return n
}

// SeedWords lists the entrants with their ratings.
func (t *Tournament) SeedWords() phrase.Text {
	var words []phrase.Text
	for i, e := range t.Entrants {
		words = append(words, phrase.Sprintf("%s (%d)", t.EntrantName(i+1), e.Rating))
	}
	return bot.Listing(words)
}

func (t *Tournament) RatingWords() phrase.Text {
	switch {
	case t.RatingFrom == 0:
		return phrase.Of("that tournament is for ratings up to %d", t.RatingTo)
	case t.RatingTo == 0:
		return phrase.Of("that tournament is for ratings from %d on", t.RatingFrom)
	}
	return phrase.Of("that tournament is for ratings from %d to %d", t.RatingFrom, t.RatingTo)
}

// TakesEntries reports whether entries are still open.
func (t *Tournament) TakesEntries() bool {
	switch {
	case t.Phase == bot.Entering:
		return true
	case t.Phase != bot.Running:
		return false
	}
	return t.System == bot.Ladder || t.System == bot.Swiss && len(t.Rounds) <= t.Late && len(t.Rounds) < t.Total()
}

// LateHalves is the number of missed rounds for which a late entrant gets half a point each.
const LateHalves = 2

// halves writes a number of half points for people, as "1½".
func halves(n int) string {
	switch {
	case n == 1:
		return "½"
	case n%2 == 1:
		return fmt.Sprintf("%d½", n/2)
	}
	return fmt.Sprint(n / 2)
}

// Waits returns the index of a player on the waiting list, or -1.
func (t *Tournament) Waits(p bot.PlayerID) int {
	return slices.IndexFunc(t.Waiting, func(e bot.Entrant) bool { return e.Player == p })
}

// RecordLeaving records that an entrant of a running tournament has left. On a ladder the rung is
// kept until the resulting forfeits have changed the ladder.
func (t *Tournament) RecordLeaving(number int) {
	t.Entrants[number-1].Gone = true
}

// Address returns where an entrant, or a player on the waiting list, gets messages and sees games:
// in the tournament's room if everybody plays there, else where they joined. In a league that is in
// private.
func (t *Tournament) Address(e bot.Entrant) bot.Address {
	if t.Season != nil {
		return bot.Address{User: e.User}
	}
	if home := t.TeamRoom(e.Team); t.Scope == bot.ThisRoom && e.User.Platform == home.Platform {
		e.Room = home
	}
	return bot.Address{User: e.User, Room: e.Room}
}

// Bars reports whether an organiser has removed a player and not readmitted them, even if the
// player has been forgotten since.
func (t *Tournament) Bars(p bot.Player) bool { return slices.ContainsFunc(t.Barred, p.Is) }

// Expulsion returns the removal of an entrant that can be taken back, nil if there is none.
func (t *Tournament) Expulsion(number int) *bot.Expulsion {
	for i := range t.Expelled {
		if t.Expelled[i].Entrant == number {
			return &t.Expelled[i]
		}
	}
	return nil
}

// EndedByRemoval reports whether the removal of an entrant has ended the tournament.
func (t *Tournament) EndedByRemoval() bool {
	return t.Phase == bot.Completed && t.Season == nil && slices.ContainsFunc(t.Expelled, func(x bot.Expulsion) bool { return x.At.Equal(t.Ended) })
}

// ForgetExpulsion removes the removal of an entrant from the list.
func (t *Tournament) ForgetExpulsion(number int) {
	t.Expelled = slices.DeleteFunc(t.Expelled, func(x bot.Expulsion) bool { return x.Entrant == number })
}

// Removed reports whether an entrant is out of the tournament by an organiser's decision.
func (t *Tournament) Removed(number int) bool { return t.removed(number) }

// removed reports whether an entrant of a running tournament was removed by an organiser.
func (t *Tournament) removed(number int) bool {
	e := t.Entrants[number-1]
	return e.Gone && slices.Contains(t.Barred, e.Player)
}

// WasEntrant reports whether a player is or was an entrant, even if the player has been forgotten
// since.
func (t *Tournament) WasEntrant(p bot.Player) bool {
	return slices.ContainsFunc(t.Entrants, func(e bot.Entrant) bool { return p.Is(e.Player) })
}
