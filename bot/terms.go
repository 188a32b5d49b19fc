package bot

import (
	"time"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// System says how a tournament decides who has won.
type System string

// The formats.
const (
	RoundRobin System = "roundrobin"
	Swiss      System = "swiss"
	Knockout   System = "knockout"
	Ladder     System = "ladder"
)

// Title returns the format as people read it.
func (f System) Title() string {
	return map[System]string{RoundRobin: phrase.Of("round robin"), Swiss: phrase.Of("Swiss system"), Knockout: phrase.Of("knockout"), Ladder: phrase.Of("ladder")}[f]
}

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
	Name   string
	System System
	// City and Federation are what the report file of FIDE says of where it is played.
	City       string   `json:",omitzero"`
	Federation string   `json:",omitzero"`
	Variants   []string // one a round, in turn
	Pace       Pace
	Options
	Rated bool `json:",omitzero"`
	Scope Scope

	Starts Moment `json:",omitzero"` // when it begins, zero for when the organisers say so
	Full   int    `json:",omitzero"` // begin when so many have joined
	Least  int    // fewer do not play
	Most   int    // more wait
	// RatingFrom and RatingTo bound the ratings of entrants, zero for no bound.
	RatingFrom int `json:",omitzero"`
	RatingTo   int `json:",omitzero"`
	// CheckIns is how long before the start entrants must say that they will
	// play, zero if they need not.
	CheckIns time.Duration `json:",omitzero"`

	RoundCount int  `json:",omitzero"` // of a Swiss; zero for as many as fit
	Double     bool `json:",omitzero"` // of a round robin: all meet twice
	GroupCount int  `json:",omitzero"` // of a round robin
	BestOf     int  `json:",omitzero"` // games of a knockout's match
	Third      bool `json:",omitzero"` // a knockout has a match for the third place
	// AtOnce is how many games an entrant has at once at most.
	AtOnce int
	// Late is after how many paired rounds a Swiss still takes entries.
	Late int `json:",omitzero"`
	// Every is the least time between the beginnings of two rounds, and Within
	// the longest that a game lasts, half of it for each side; zero for none.
	Every  time.Duration `json:",omitzero"`
	Within time.Duration `json:",omitzero"`
	// ByeComputer offers a game against the computer to whoever is left over in a round, for fun: it is no part of the tournament.
	ByeComputer bool `json:",omitzero"`
	// Ends is when a ladder closes.
	Ends Moment `json:",omitzero"`
	// Timeouts is how many losses on time in a row remove an entrant.
	Timeouts  int
	TieBreaks []pairing.TieBreak `json:",omitempty"`
}

// The bounds of tournaments. 256 entrants of a Swiss take some twenty seconds to pair.
const (
	MaxEntrants    = 256
	MaxRounds      = 30
	MaxTitle       = 60
	MaxTournaments = 20 // that one player organises at once
)

// Share returns how long each side of a game has for it, in whole hours, zero for any time.
func (t Terms) Share() time.Duration { return (t.Within / 2).Truncate(time.Hour) }

// atOnce says how many games one plays at a time.
func (t Terms) GamesAtOnce() string {
	return phrase.Count(t.AtOnce, "at most %d game at once for each", "at most %d games at once for each")
}

var TieBreakTitles = map[pairing.TieBreak]string{
	pairing.Buchholz: "Buchholz", pairing.BuchholzCut1: phrase.Of("Buchholz without the lowest"), pairing.BuchholzMedian: phrase.Of("median Buchholz"),
	pairing.SonnebornBerger: "Sonneborn-Berger", pairing.DirectEncounter: phrase.Of("direct encounter"), pairing.MostWins: phrase.Of("wins"),
	pairing.Progressive: phrase.Of("progressive score"), pairing.GamesAsBlack: phrase.Of("games as Black"),
}

func (t Terms) TieBreakWords() string {
	words := ""
	for i, by := range t.TieBreaks {
		if i == 0 {
			words = TieBreakTitles[by]
			continue
		}
		words = phrase.Of("%s, then %s", words, TieBreakTitles[by])
	}
	return words
}
