package bot

import (
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
	// Expelled are removals from the running tournament that can be taken back.
	Expelled []Expulsion `json:",omitempty"`
	// Published means that its organisers let anybody see its games.
	Published bool `json:",omitzero"`
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
	// CheckIn means that entrants have been asked to confirm that they will play.
	CheckIn bool    `json:",omitzero"`
	Groups  [][]int `json:",omitempty"` // of a round robin
	Rungs   []int   `json:",omitempty"` // of a ladder, the top first
	// Quiet is when somebody last came or played, of a ladder.
	Quiet  Moment  `json:",omitzero"`
	Rounds []Round `json:",omitempty"`
	// Awaits means that the next round is to be paired.
	Awaits bool `json:",omitzero"`
	// Paused is since when no round is paired, zero if it is not paused.
	Paused Moment `json:",omitzero"`
	// Ended is when it came to its end, and Winners who has won.
	Ended   time.Time `json:",omitzero"`
	Winners []int     `json:",omitempty"`
	// Why it was called off, or ended before its time.
	Why Cause `json:",omitzero"`
}

// Cause says why a tournament was called off, or ended before its time. Causes are kept in the store and so never change.
type Cause string

// The causes.
const (
	NoCause        Cause = ""
	ByOrganisers   Cause = "organisers"
	NeverAnnounced Cause = "never-announced"
	NeverStarted   Cause = "never-started"
	TooFewEntered  Cause = "too-few-entered"
	TooFewLeft     Cause = "too-few-left"
	AllForfeited   Cause = "all-forfeited"
	NoPairing      Cause = "no-pairing"
	NobodyPlayed   Cause = "nobody-played"
)

// Entrant is one who takes part in a tournament.
type Entrant struct {
	Player PlayerID
	User   User
	// Room is where the entrant has joined; zero means in private.
	Room   RoomID `json:",omitzero"`
	Rating int
	Ready  bool `json:",omitzero"` // has checked in
	// Gone means that the entrant has left, or was removed.
	Gone bool `json:",omitzero"`
	// Timeouts counts losses on time in a row.
	Timeouts int `json:",omitzero"`
	// Skips lists the rounds for which the entrant wants a bye.
	Skips []int `json:",omitempty"`
}

// Expulsion is what the removal of an entrant from a running tournament has changed.
type Expulsion struct {
	Entrant int
	At      time.Time
	Rounds  int      // how many there were
	Games   []GameID `json:",omitempty"` // that it has ended
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
	// Decides means that a draw is enough for Black.
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

// Listing joins words with commas and "and".
func Listing(words []string) string {
	switch n := len(words); n {
	case 0:
		return phrase.Of("nobody")
	case 1:
		return words[0]
	default:
		return phrase.Of("%s and %s", strings.Join(words[:n-1], ", "), words[n-1])
	}
}

// Has reports whether an entrant plays in a game.
func (g TournamentGame) Has(number int) bool { return g.White == number || g.Black == number }

// Other returns the opponent of an entrant in a game.
func (g TournamentGame) Other(number int) int { return g.White + g.Black - number }

// Has reports whether an entrant has a game or a bye in the round.
func (r Round) Has(number int) bool {
	return slices.ContainsFunc(r.Games, func(g TournamentGame) bool { return g.Has(number) }) ||
		slices.ContainsFunc(r.Byes, func(b TournamentBye) bool { return b.Entrant == number })
}

// Match returns the games of a match in their order.
func (r Round) Match(match int) (games []TournamentGame) {
	for _, g := range r.Games {
		if g.Match == match {
			games = append(games, g)
		}
	}
	return games
}

// People returns every player whom the tournament concerns, each once: entrants,
// those who wait for a place or were removed, and organisers, also those asked to be one.
func (t Tournament) People() []PlayerID {
	var all []PlayerID
	for _, list := range [][]Entrant{t.Entrants, t.Waiting} {
		for _, e := range list {
			all = append(all, e.Player)
		}
	}
	all = slices.Concat(all, t.Organisers, t.Asked, t.Unwilling, t.Barred)
	slices.Sort(all)
	return slices.Compact(all)
}

// Places returns where the tournament can be found by people whom it does not
// concern yet: its room, its server if that may enter, and the zero room if
// everybody may.
func (t Tournament) Places() []RoomID {
	var all []RoomID
	if t.Home != (RoomID{}) {
		all = append(all, t.Home)
	}
	switch {
	case t.Scope == Everywhere:
		all = append(all, RoomID{})
	case t.Scope == ThisServer && t.Server != (RoomID{}) && t.Server != t.Home:
		all = append(all, t.Server)
	}
	return all
}
