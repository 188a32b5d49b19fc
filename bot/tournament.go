package bot

import (
	"slices"
	"strconv"
	"time"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// TournamentID is the number of a tournament.
type TournamentID uint64

// String returns the number as players type it.
func (id TournamentID) String() string { return strconv.FormatUint(uint64(id), 10) }

// Phase is the stage that a tournament has reached.
type Phase string

// The phases. Completed and called off are final.
const (
	Drafted   Phase = "draft" // visible to its organisers alone
	Entering  Phase = "entering"
	Running   Phase = "running"
	Completed Phase = "completed"
	CalledOff Phase = "called off"
)

// Tournament is the record of a tournament.
type Tournament struct {
	ID TournamentID
	Terms
	// Season is the season of a league to which the tournament belongs, nil if it is no league's.
	Season     *Season `json:",omitempty"`
	Phase      Phase
	Organisers []PlayerID
	// Asked are players invited to be organisers, and Unwilling those who declined.
	Asked     []PlayerID `json:",omitempty"`
	Unwilling []PlayerID `json:",omitempty"`
	// Barred are players whom organisers removed. They cannot enter again.
	Barred []PlayerID `json:",omitempty"`
	// Expelled are removals from the running tournament that can be taken back.
	Expelled []Expulsion `json:",omitempty"`
	// Published means that its organisers have allowed everybody to see its games.
	Published bool `json:",omitzero"`
	// Home is the room where it was announced, Server the outermost place that contains Home; zero if
	// unknown.
	Home   RoomID
	Server RoomID `json:",omitzero"`
	// TurnedAway lists the rooms that the first team does not want to play. They cannot accept again.
	TurnedAway []RoomID `json:",omitempty"`
	// Away is the room of the second team of a match, zero until a room has accepted. Captains lead
	// the teams, and Willing says which of them want to begin.
	Away     RoomID     `json:",omitzero"`
	Captains [2]Captain `json:",omitzero"`
	Willing  [2]bool    `json:",omitzero"`
	Made     Moment
	// Entrants are numbered by their index from 1 on. They come and go until the start. Then they are
	// sorted by rating, and the numbers stay.
	Entrants []Entrant `json:",omitempty"`
	// Waiting is the waiting list.
	Waiting []Entrant `json:",omitempty"`
	// CheckIn means that entrants have been asked to check in.
	CheckIn bool `json:",omitzero"`
	// Groups are those of a round robin, or the teams of a match in the order of their boards. The
	// members of a team who have no board are its substitutes.
	Groups [][]int `json:",omitempty"`
	Rungs  []int   `json:",omitempty"` // of a ladder, the top first
	// Quiet is when an entrant of a ladder last joined or played.
	Quiet  Moment  `json:",omitzero"`
	Rounds []Round `json:",omitempty"`
	// Awaits means that the next round has to be paired.
	Awaits bool `json:",omitzero"`
	// Paused is when the tournament was paused; zero if it is not.
	Paused Moment `json:",omitzero"`
	// Ended is when it ended, and Winners are the numbers of the winning entrants.
	Ended   time.Time `json:",omitzero"`
	Winners []int     `json:",omitempty"`
	// Why says why it was called off or ended early.
	Why Cause `json:",omitzero"`
	// Tables are the messages that show the results of a simul. They are edited when a game ends.
	Tables []Posted `json:",omitempty"`
}

// Season says which part of a league's season a tournament is. In the phase Entering it takes the
// registrations for the whole season; from then on it is a division.
type Season struct {
	League int // the number of the league
	Number int // of the season, from 1
	// Division counts from the top, 1; zero while the season takes registrations.
	Division int `json:",omitzero"`
	// Rooms are the rooms of a league besides Home, from which people may enter.
	Rooms []RoomID `json:",omitempty"`
	// Ends is when games that are still open are ended.
	Ends Moment `json:",omitzero"`
	// Revised means that a result of the division has been taken back, so that places may be possible
	// again that were not.
	Revised bool `json:",omitzero"`
}

// Posted is a message that has been sent to an address.
type Posted struct {
	To      Address
	Message MessageID
}

// Cause says why a tournament was called off or ended early. Its values are stored and must never
// change.
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
	HostLeft       Cause = "host-left"
	ByCaptain      Cause = "captain"
)

// Captain is the captain of a team. The player is zero if there is none.
type Captain struct {
	Player PlayerID `json:",omitzero"`
	User   User     `json:",omitzero"`
}

// Entrant is a player's entry in a tournament.
type Entrant struct {
	Player PlayerID
	User   User
	// Room is where the player joined; zero means in private.
	Room   RoomID `json:",omitzero"`
	Rating int
	Team   int `json:",omitzero"` // of a match: 0 or 1
	// Board is the number of the board that the captain has given to the entrant of a match, from 1;
	// zero means the one that follows from the ratings.
	Board int  `json:",omitzero"`
	Ready bool `json:",omitzero"` // has checked in
	// Gone means that the entrant has withdrawn or was removed.
	Gone bool `json:",omitzero"`
	// Replaced means that a substitute has taken over the entrant's board in a match.
	Replaced bool `json:",omitzero"`
	// Bank is what is left of the time that the entrant of a division of a league has beside the pace.
	Bank time.Duration `json:",omitzero"`
	// Timeouts counts the current losses on time in a row.
	Timeouts int `json:",omitzero"`
	// Skips lists the rounds for which the entrant has requested a bye.
	Skips []int `json:",omitempty"`
}

// Expulsion is what the removal of an entrant from a running tournament has changed.
type Expulsion struct {
	Entrant int
	At      time.Time
	Rounds  int      // how many there were
	Games   []GameID `json:",omitempty"` // the games that it ended
}

// Round is a round of a tournament. A ladder has a single round that never ends.
type Round struct {
	Variant string
	Games   []TournamentGame `json:",omitempty"`
	Byes    []TournamentBye  `json:",omitempty"`
	Opened  Moment
	Closed  bool `json:",omitzero"`
}

// RoundDate is when a round of a tournament is played, for the calendar of a platform.
type RoundDate struct {
	Room           RoomID // where the tournament was announced
	Language       string // of the room; empty if nobody has chosen one
	Name           phrase.Text
	Ladder, Season bool // a ladder or the season of a league
	Round          int  // zero for these, as only their beginning has a date
	Starts         time.Time
	Ends           time.Time // zero if that is not known
}

// TournamentGame is a game of a round. ID is zero if the game was forfeited before it began.
type TournamentGame struct {
	pairing.Game
	ID GameID `json:",omitzero"`
	// Match is the index of a knockout match within its round. A match may consist of several games.
	Match int `json:",omitzero"`
	// Decides marks a game of which a draw counts as a win for Black in the match.
	Decides bool `json:",omitzero"`
}

// TournamentBye is an entrant's bye in a round.
type TournamentBye struct {
	pairing.Bye
	Match int `json:",omitzero"`
}

// Over reports whether the tournament has ended or was called off.
func (t Tournament) Over() bool { return t.Phase == Completed || t.Phase == CalledOff }

// Unpaired reports whether the tournament waits for its next round to be paired.
func (t Tournament) Unpaired() bool { return t.Awaits && t.Phase == Running && t.Paused == 0 }

// Listing joins words with commas and a final "and".
func Listing(words []phrase.Text) phrase.Text {
	switch n := len(words); n {
	case 0:
		return phrase.Of("nobody")
	case 1:
		return words[0]
	default:
		return phrase.Of("%s and %s", phrase.Join(words[:n-1], ", "), words[n-1])
	}
}

// Enters reports whether a player is an entrant or on the waiting list.
func (t Tournament) Enters(p PlayerID) bool {
	return p != 0 && slices.ContainsFunc(slices.Concat(t.Entrants, t.Waiting), func(e Entrant) bool { return e.Player == p })
}

// HasRounds reports whether the games of the tournament are played in rounds. Those of a division
// of a league are not: each begins when both players have time for it.
func (t Tournament) HasRounds() bool { return t.System.HasRounds() && t.Season == nil }

// InPrivate reports whether the games of the tournament are shown to their players in private.
func (t Tournament) InPrivate() bool { return t.System.OneTable() || t.Season != nil }

// TeamRoom returns the room of a team of a match. Any other tournament has one room.
func (t Tournament) TeamRoom(team int) RoomID {
	if team == 1 {
		return t.Away
	}
	return t.Home
}

// TeamAt returns the team of a match whose room is the innermost one of some places, 0 if there is
// none.
func (t Tournament) TeamAt(places []RoomID) int {
	away := slices.Index(places, t.Away)
	if home := slices.Index(places, t.Home); t.Away != (RoomID{}) && away >= 0 && (home < 0 || away < home) {
		return 1
	}
	return 0
}

// Has reports whether an entrant plays in the game.
func (g TournamentGame) Has(number int) bool { return g.White == number || g.Black == number }

// Other returns the opponent of one of the game's two entrants.
func (g TournamentGame) Other(number int) int { return g.White + g.Black - number }

// Has reports whether an entrant has a game or a bye in the round.
func (r Round) Has(number int) bool {
	return slices.ContainsFunc(r.Games, func(g TournamentGame) bool { return g.Has(number) }) ||
		slices.ContainsFunc(r.Byes, func(b TournamentBye) bool { return b.Entrant == number })
}

// Match returns the games of a match in order.
func (r Round) Match(match int) (games []TournamentGame) {
	for _, g := range r.Games {
		if g.Match == match {
			games = append(games, g)
		}
	}
	return games
}

// People returns all players whom the tournament concerns, without duplicates: entrants, players on
// the waiting list or barred, organisers, and those invited to be one.
func (t Tournament) People() []PlayerID {
	var all []PlayerID
	for _, list := range [][]Entrant{t.Entrants, t.Waiting} {
		for _, e := range list {
			all = append(all, e.Player)
		}
	}
	for _, captain := range t.Captains {
		if captain.Player != 0 {
			all = append(all, captain.Player)
		}
	}
	all = slices.Concat(all, t.Organisers, t.Asked, t.Unwilling, t.Barred)
	slices.Sort(all)
	return slices.Compact(all)
}

// Places returns where people who have nothing to do with the tournament can find it: its rooms;
// its server, if members of the server may enter; and the zero room, if everybody may.
func (t Tournament) Places() []RoomID {
	var all []RoomID
	if t.Home != (RoomID{}) {
		all = append(all, t.Home)
	}
	if t.Away != (RoomID{}) {
		all = append(all, t.Away)
	}
	if t.Season != nil {
		all = append(all, t.Season.Rooms...)
	}
	switch {
	case t.Scope == Everywhere:
		all = append(all, RoomID{})
	case t.Scope == ThisServer && t.Server != (RoomID{}) && t.Server != t.Home:
		all = append(all, t.Server)
	}
	return all
}
