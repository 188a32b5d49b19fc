package bot

import (
	"time"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// System is the format of a tournament.
type System string

// The formats.
const (
	RoundRobin System = "roundrobin"
	Swiss      System = "swiss"
	Knockout   System = "knockout"
	Ladder     System = "ladder"
	// Simul is a simultaneous display: one player, the host, plays all others at once.
	Simul System = "simul"
	// TeamMatch is a match between the people of two rooms, on several boards at once.
	TeamMatch System = "match"
)

// Title returns the name of the format for display.
func (f System) Title() phrase.Text {
	return map[System]phrase.Text{RoundRobin: phrase.Of("round robin"), Swiss: phrase.Of("Swiss system"), Knockout: phrase.Of("knockout"), Ladder: phrase.Of("ladder"), Simul: phrase.Of("simul"), TeamMatch: phrase.Of("team match")}[f]
}

// HasRounds reports whether the games of a tournament of the format are played in rounds.
func (f System) HasRounds() bool { return f != Ladder && !f.OneTable() }

// OneTable reports whether all games of a tournament of the format are begun at once and played in
// private, and one table shows the results.
func (f System) OneTable() bool { return f == Simul || f == TeamMatch }

// Scope says who may enter a tournament.
type Scope string

// The scopes.
const (
	ThisRoom   Scope = "room"
	ThisServer Scope = "server"
	Everywhere Scope = "everywhere"
)

// Terms are what the organisers decide before a tournament begins.
type Terms struct {
	Name   string // given by an organiser; empty for that of its system and game
	System System
	// City and Federation are the location given in FIDE's report file.
	City       string `json:",omitzero"`
	Federation string `json:",omitzero"`
	// Dates are the dates of the rounds in that file, as [time.DateOnly]. A round without one has the
	// date on which it began.
	Dates    []string `json:",omitempty"`
	Variants []string // one for each round, repeated in turn
	Pace     Pace
	Options
	Rated bool `json:",omitzero"`
	Scope Scope

	Starts Moment `json:",omitzero"` // when it begins; zero if the organisers start it
	Full   int    `json:",omitzero"` // begin when as many have joined; zero for never
	Least  int    // the minimum number of entrants; with fewer it is called off
	Most   int    // the maximum number of entrants; others are put on the waiting list
	// RatingFrom and RatingTo limit the entrants' ratings; zero for no limit.
	RatingFrom int `json:",omitzero"`
	RatingTo   int `json:",omitzero"`
	// CheckIns is how long before the start entrants have to check in; zero if they need not.
	CheckIns time.Duration `json:",omitzero"`

	RoundCount int  `json:",omitzero"` // of a Swiss; zero for the default
	Double     bool `json:",omitzero"` // of a round robin or a team match: all meet twice
	Boards     int  `json:",omitzero"` // of a team match
	GroupCount int  `json:",omitzero"` // of a round robin
	BestOf     int  `json:",omitzero"` // games of a knockout's match
	Third      bool `json:",omitzero"` // a knockout has a match for the third place
	// AtOnce is the maximum number of games that an entrant plays at once.
	AtOnce int
	// Late is the number of paired rounds until which a Swiss accepts late entries.
	Late int `json:",omitzero"`
	// Every is the minimum time from the beginning of one round to that of the next. Within is the
	// maximum duration of a game, half of it for each side; zero for no limit.
	Every  time.Duration `json:",omitzero"`
	Within time.Duration `json:",omitzero"`
	// ByeComputer offers an entrant with a bye a game against the computer, for fun. It is not part of
	// the tournament.
	ByeComputer bool `json:",omitzero"`
	// Ends is when a ladder closes.
	Ends Moment `json:",omitzero"`
	// Timeouts is the number of losses on time in a row that removes an entrant, or 0 for no limit.
	Timeouts  int
	TieBreaks []pairing.TieBreak `json:",omitempty"`
}

// Limits of tournaments. Pairing a Swiss of 256 entrants takes about twenty seconds.
const (
	MaxEntrants    = 256
	MaxRounds      = 30
	MaxTitle       = 60
	MaxTournaments = 20 // organised by one player at the same time
)

// Share returns the total time of each side for a game, in whole hours; zero for no limit.
func (t Terms) Share() time.Duration { return (t.Within / 2).Truncate(time.Hour) }

// GamesAtOnce describes how many games an entrant plays at once.
func (t Terms) GamesAtOnce() phrase.Text {
	return phrase.Count(t.AtOnce, "at most %d game at once for each", "at most %d games at once for each")
}

// TieBreakTitles are the names of the tie-breaks.
var TieBreakTitles = map[pairing.TieBreak]phrase.Text{
	pairing.Buchholz: "Buchholz", pairing.BuchholzCut1: phrase.Of("Buchholz without the lowest"), pairing.BuchholzMedian: phrase.Of("median Buchholz"),
	pairing.SonnebornBerger: "Sonneborn-Berger", pairing.DirectEncounter: phrase.Of("direct encounter"), pairing.MostWins: phrase.Of("wins"),
	pairing.Progressive: phrase.Of("progressive score"), pairing.GamesAsBlack: phrase.Of("games as Black"),
}

// TieBreakWords lists the tie-breaks as a phrase, in the order in which they apply; "" for none.
func (t Terms) TieBreakWords() phrase.Text {
	words := phrase.Text("")
	for i, by := range t.TieBreaks {
		if i == 0 {
			words = TieBreakTitles[by]
			continue
		}
		words = phrase.Of("%s, then %s", words, TieBreakTitles[by])
	}
	return words
}
