package bot

import (
	"fmt"
	"slices"
	"strings"
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

// title returns the format as people read it.
func (f System) title() string {
	return map[System]string{RoundRobin: "round robin", Swiss: "Swiss system", Knockout: "knockout", Ladder: "ladder"}[f]
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
	Name     string
	System   System
	Variants []string // one a round, in turn
	Pace     Pace
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
	// the longest that a round lasts; zero for none.
	Every  time.Duration `json:",omitzero"`
	Within time.Duration `json:",omitzero"`
	// Ends is when a ladder closes.
	Ends Moment `json:",omitzero"`
	// Timeouts is how many losses on time in a row remove an entrant.
	Timeouts  int
	TieBreaks []pairing.TieBreak `json:",omitempty"`
}

// The bounds of tournaments. 256 entrants of a Swiss take some twenty seconds to pair.
const (
	maxEntrants    = 256
	maxRounds      = 30
	maxTitle       = 60
	maxTournaments = 20 // that one player organises at once
)

// defaultTerms are those of a format where nothing else is said.
func defaultTerms(f System) Terms {
	t := Terms{System: f, Pace: Pace{PerMove: 3 * day}, Scope: ThisRoom, Least: 2, Most: 64, AtOnce: 1, BestOf: 1, Timeouts: 2}
	t.Options = defaultOptions(t.Pace)
	t.Sight = Shown
	switch f {
	case Swiss:
		t.Late = 1
		t.TieBreaks = []pairing.TieBreak{pairing.BuchholzCut1, pairing.Buchholz, pairing.SonnebornBerger, pairing.DirectEncounter, pairing.MostWins}
	case RoundRobin:
		t.TieBreaks = []pairing.TieBreak{pairing.DirectEncounter, pairing.MostWins, pairing.SonnebornBerger}
	case Ladder:
		t.Most = maxEntrants
	}
	return t
}

// terms describes a tournament's terms in sentences.
func (c *call) terms(t Tournament) string {
	var titles []string
	for _, v := range t.Variants {
		titles = append(titles, title(v))
	}
	o := t.Options
	o.Sight = InRoom // that all see it goes without saying
	lines := []string{
		fmt.Sprintf("%s, %s, %s.", phrase.Upper(t.System.title()), listing(titles), agreed(t.Pace, o, t.Rated)),
		phrase.Upper(t.shape()) + ".",
		phrase.Upper(c.entryWords(t)) + ".",
		fmt.Sprintf("Who does not make the first move in time, or leaves, forfeits. With %s lost on time in a row one is out.", count(t.Timeouts, "game")),
	}
	if len(t.TieBreaks) > 0 {
		lines = append(lines, "Equal points are parted by "+t.tieBreakWords()+".")
	}
	return strings.Join(lines, "\n")
}

// shape says how many rounds and games there are.
func (t Tournament) shape() string {
	var parts []string
	switch t.System {
	case RoundRobin:
		parts = append(parts, "everybody meets everybody")
		if t.Double {
			parts[0] += " twice"
		}
		if t.GroupCount > 1 {
			parts = append(parts, count(t.GroupCount, "group"))
		}
		parts = append(parts, fmt.Sprintf("at most %s at once for each", count(t.AtOnce, "game")))
	case Swiss:
		if t.RoundCount > 0 {
			parts = append(parts, "up to "+count(t.RoundCount, "round"))
		} else {
			parts = append(parts, "as many rounds as the entrants need")
		}
	case Knockout:
		parts = append(parts, "a level match is decided by a further game in which Black needs a draw")
		if t.BestOf == 2 {
			parts = append(parts, "two games a match")
		}
		if t.Third {
			parts = append(parts, "a match for the third place")
		}
	case Ladder:
		parts = append(parts, fmt.Sprintf("one can challenge those up to %d rungs above, and takes their place by winning", climbs),
			fmt.Sprintf("at most %s at once for each", count(t.AtOnce, "game")))
	}
	if t.Every > 0 && t.System != Ladder {
		parts = append(parts, "a round begins no sooner than "+spell(t.Every)+" after the one before")
	}
	if t.Within > 0 && t.System != Ladder {
		parts = append(parts, "what is not over "+spell(t.Within)+" after a round's beginning is drawn")
	}
	return strings.Join(parts, "; ")
}

// entryWords says who may enter, and when it begins.
func (c *call) entryWords(t Tournament) string {
	where := map[Scope]string{ThisRoom: "open to this room", ThisServer: "open to the whole server", Everywhere: "open to all"}[t.Scope]
	parts := []string{where, fmt.Sprintf("%d to %d players", t.Least, t.Most)}
	if t.Least == t.Most {
		parts[1] = count(t.Most, "player")
	}
	switch {
	case t.RatingFrom > 0 && t.RatingTo > 0:
		parts = append(parts, fmt.Sprintf("ratings from %d to %d", t.RatingFrom, t.RatingTo))
	case t.RatingFrom > 0:
		parts = append(parts, fmt.Sprintf("ratings from %d on", t.RatingFrom))
	case t.RatingTo > 0:
		parts = append(parts, fmt.Sprintf("ratings up to %d", t.RatingTo))
	}
	if t.CheckIns > 0 {
		parts = append(parts, "one must check in within the last "+spell(t.CheckIns)+" before the start")
	}
	if t.System == Swiss && t.Late > 0 {
		until := t.Late + 1
		if t.RoundCount > 0 {
			until = min(until, t.RoundCount)
		}
		parts = append(parts, fmt.Sprintf("late entry until round %d is paired", until))
	}
	switch {
	case t.Phase != Drafted && t.Phase != Entering:
	case t.Starts != 0 && t.Full > 0:
		parts = append(parts, fmt.Sprintf("it begins %s, or when %d have joined", moment(c.uptime.Calendar(t.Starts)), t.Full))
	case t.Starts != 0:
		parts = append(parts, "it begins "+moment(c.uptime.Calendar(t.Starts)))
	case t.Full > 0:
		parts = append(parts, fmt.Sprintf("it begins when %d have joined", t.Full))
	default:
		parts = append(parts, "it begins when the organisers say so")
	}
	if t.Ends != 0 && t.System == Ladder {
		parts = append(parts, "it ends "+moment(c.uptime.Calendar(t.Ends)))
	}
	return strings.Join(parts, "; ")
}

var tieBreakTitles = map[pairing.TieBreak]string{
	pairing.Buchholz: "Buchholz", pairing.BuchholzCut1: "Buchholz without the lowest", pairing.BuchholzMedian: "median Buchholz",
	pairing.SonnebornBerger: "Sonneborn-Berger", pairing.DirectEncounter: "direct encounter", pairing.MostWins: "wins",
	pairing.Progressive: "progressive score", pairing.GamesAsBlack: "games as Black",
}

func (t Terms) tieBreakWords() string {
	var words []string
	for _, by := range t.TieBreaks {
		words = append(words, tieBreakTitles[by])
	}
	return strings.Join(words, ", then ")
}

// readTieBreaks reads the words of tie-breaks.
func readTieBreaks(text string) ([]pairing.TieBreak, bool) {
	var all []pairing.TieBreak
	for _, word := range strings.Fields(strings.ToLower(strings.ReplaceAll(text, ",", " "))) {
		by := pairing.TieBreak(word)
		if !slices.Contains(pairing.TieBreaks(), by) || slices.Contains(all, by) {
			return nil, false
		}
		all = append(all, by)
	}
	return all, len(all) > 0
}
