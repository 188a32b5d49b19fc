package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// TournamentID is the number of a tournament.
type TournamentID uint64

// String returns the number as players type it.
func (id TournamentID) String() string { return strconv.FormatUint(uint64(id), 10) }

// Phase says how far a tournament has come.
type Phase string

// The phases of a tournament. What has ended or was called off stays so.
const (
	Drafted   Phase = "draft" // seen by its organisers alone
	Entering  Phase = "entering"
	Running   Phase = "running"
	Completed Phase = "completed"
	CalledOff Phase = "called off"
)

// Tournament is games of several players under one set of terms.
type Tournament struct {
	ID TournamentID
	Terms
	Phase      Phase
	Organisers []PlayerID
	// Asked have been asked to organise it too, and Unwilling have said no.
	Asked     []PlayerID `json:",omitempty"`
	Unwilling []PlayerID `json:",omitempty"`
	// Barred were removed by organisers, and cannot enter again.
	Barred []PlayerID `json:",omitempty"`
	// Home is the room where it was announced, Server the widest place that
	// Home is part of, zero if none is known.
	Home   RoomID
	Server RoomID `json:",omitzero"`
	Made   Moment
	// Entrants are known by their place in the list, from 1 on. Until the start they
	// come and go; then they are put in order of their ratings, and stay.
	Entrants []Entrant `json:",omitempty"`
	// Waiting are those for whom there was no place.
	Waiting []Entrant `json:",omitempty"`
	// CheckIn tells that entrants have been asked to confirm that they will play.
	CheckIn bool    `json:",omitzero"`
	Groups  [][]int `json:",omitempty"` // of a round robin
	Rungs   []int   `json:",omitempty"` // of a ladder, the top first
	// Quiet is when somebody last came or played, of a ladder.
	Quiet  Moment  `json:",omitzero"`
	Rounds []Round `json:",omitempty"`
	// Awaits tells that the next round is to be paired.
	Awaits bool `json:",omitzero"`
	// Paused is since when no round is paired, zero if it is not paused.
	Paused Moment `json:",omitzero"`
	// Ended is when it came to its end, and Winners who has won.
	Ended   time.Time `json:",omitzero"`
	Winners []int     `json:",omitempty"`
	Why     string    `json:",omitzero"` // it was called off, or ended before its time
}

// Entrant is one who takes part in a tournament.
type Entrant struct {
	Player PlayerID
	User   User
	// Room is where the entrant has joined; zero means in private.
	Room   RoomID `json:",omitzero"`
	Rating int
	Ready  bool `json:",omitzero"` // has checked in
	// Gone tells that the entrant has left, or was removed.
	Gone bool `json:",omitzero"`
	// Timeouts counts losses on time in a row.
	Timeouts int `json:",omitzero"`
	// Skips lists the rounds for which the entrant wants a bye.
	Skips []int `json:",omitempty"`
}

// Round is a round of a tournament. A ladder has one, without end.
type Round struct {
	Variant string
	Games   []TournamentGame `json:",omitempty"`
	Byes    []TournamentBye  `json:",omitempty"`
	Opened  Moment
	Closed  bool `json:",omitzero"`
}

// TournamentGame is a game of a round. Where somebody has forfeited before it
// began, there is no game: ID is zero.
type TournamentGame struct {
	pairing.Game
	ID GameID `json:",omitzero"`
	// Match is the place of a knockout's match in its round, from 0 on. A match may have several games.
	Match int `json:",omitzero"`
	// Decides tells that a draw is enough for Black.
	Decides bool `json:",omitzero"`
}

// TournamentBye is a round without a game for an entrant.
type TournamentBye struct {
	pairing.Bye
	Match int `json:",omitzero"`
}

// Over reports whether nothing more happens in the tournament.
func (t Tournament) Over() bool { return t.Phase == Completed || t.Phase == CalledOff }

// Unpaired reports whether a round of the tournament waits for being paired.
func (t Tournament) Unpaired() bool { return t.Awaits && t.Phase == Running && t.Paused == 0 }

// entrant returns the number of a player's entry, zero if there is none.
func (t Tournament) entrant(p PlayerID) int {
	if p == 0 {
		return 0
	}
	return 1 + slices.IndexFunc(t.Entrants, func(e Entrant) bool { return e.Player == p })
}

// name returns the name of an entrant, with the number if others have the same.
func (t Tournament) name(number int) string {
	name := t.Entrants[number-1].User.Name
	for i, e := range t.Entrants {
		if i != number-1 && strings.EqualFold(e.User.Name, name) {
			return fmt.Sprintf("%s#%d", name, number)
		}
	}
	return name
}

// names joins the names of entrants to a phrase.
func (t Tournament) names(numbers []int) string {
	var all []string
	for _, n := range numbers {
		all = append(all, t.name(n))
	}
	return listing(all)
}

// listing joins words with commas and "and".
func listing(words []string) string {
	switch n := len(words); n {
	case 0:
		return phrase.Of("nobody")
	case 1:
		return words[0]
	default:
		return phrase.Of("%s and %s", strings.Join(words[:n-1], ", "), words[n-1])
	}
}

// active counts the entrants who are still in the tournament.
func (t Tournament) active() (n int) {
	for _, e := range t.Entrants {
		if !e.Gone {
			n++
		}
	}
	return n
}

// find returns the round and the entry of a game of the tournament.
func (t *Tournament) find(id GameID) (round int, game *TournamentGame) {
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; g.ID == id {
				return i + 1, g
			}
		}
	}
	return 0, nil
}

// running lists the games of the tournament that have no result.
func (t *Tournament) running() (all []*TournamentGame) {
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; g.Result == pairing.Pending {
				all = append(all, g)
			}
		}
	}
	return all
}

// has reports whether an entrant plays in a game.
func (g TournamentGame) has(number int) bool { return g.White == number || g.Black == number }

// other returns the opponent of an entrant in a game.
func (g TournamentGame) other(number int) int { return g.White + g.Black - number }

// organises reports whether a player is an organiser of the tournament.
func (t Tournament) organises(p PlayerID) bool { return p != 0 && slices.Contains(t.Organisers, p) }

// heading names the tournament in a sentence.
func (t Tournament) heading() string { return phrase.Of("tournament %d, %s", t.ID, t.Name) }

// roundName names a round in a sentence.
func (t Tournament) roundName(n int) string {
	return t.inRound(n, phrase.Of("the final"), phrase.Of("the semi-finals"), phrase.Of("the quarter-finals"), phrase.Of("round %d of %d", n, t.total()))
}

// inRound returns which of some texts is about a round: a knockout has special ones for its last rounds.
func (t Tournament) inRound(n int, final, semis, quarters, other string) string {
	if t.System == Knockout {
		switch t.total() - n {
		case 0:
			return final
		case 1:
			return semis
		case 2:
			return quarters
		}
	}
	return other
}

// total returns how many rounds there will be, zero for a ladder.
func (t Tournament) total() int {
	n := len(t.Entrants)
	switch t.System {
	case RoundRobin:
		return t.berger().Rounds()
	case Knockout:
		return pairing.KnockoutRounds(n)
	case Swiss:
		most := max(n-1+n%2, 1)
		if t.RoundCount > 0 {
			return min(t.RoundCount, most)
		}
		return min(pairing.KnockoutRounds(n)+1, most)
	}
	return 0
}

func (t Tournament) berger() pairing.RoundRobin {
	groups := t.Groups
	if groups == nil { // as it would be if it began now
		groups = pairing.Snake(len(t.Entrants), max(min(t.GroupCount, len(t.Entrants)/2), 1))
	}
	return pairing.RoundRobin{Double: t.Double, Groups: groups}
}
