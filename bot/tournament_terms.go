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
	// the longest that a game lasts, half of it for each side; zero for none.
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
		t.Within = 60 * day // else a slow game would keep others from a rung for long
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
		phrase.Of("Who does not make the first move in time, or leaves, forfeits.") + " " +
			phrase.Count(t.Timeouts, "With %d game lost on time in a row one is out.", "With %d games lost on time in a row one is out."),
	}
	if len(t.TieBreaks) > 0 {
		lines = append(lines, phrase.Of("Equal points are parted by %s.", t.tieBreakWords()))
	}
	return strings.Join(lines, "\n")
}

// shape says how many rounds and games there are.
func (t Tournament) shape() string {
	var parts []string
	switch t.System {
	case RoundRobin:
		parts = append(parts, phrase.Of("everybody meets everybody"))
		if t.Double {
			parts[0] = phrase.Of("everybody meets everybody twice")
		}
		if t.GroupCount > 1 {
			parts = append(parts, phrase.Of("%d groups", t.GroupCount))
		}
		parts = append(parts, t.atOnce())
	case Swiss:
		if t.RoundCount > 0 {
			parts = append(parts, phrase.Count(t.RoundCount, "up to %d round", "up to %d rounds"))
		} else {
			parts = append(parts, phrase.Of("as many rounds as the entrants need"))
		}
	case Knockout:
		parts = append(parts, phrase.Of("a level match is decided by a further game in which Black needs a draw"))
		if t.BestOf == 2 {
			parts = append(parts, phrase.Of("two games a match"))
		}
		if t.Third {
			parts = append(parts, phrase.Of("a match for the third place"))
		}
	case Ladder:
		parts = append(parts, phrase.Of("one can challenge those up to %d rungs above, and takes their place by winning", climbs),
			t.atOnce())
	}
	if t.Every > 0 && t.System != Ladder {
		parts = append(parts, phrase.Of("a round begins no sooner than %s after the one before", spell(t.Every)))
	}
	if t.Within > 0 {
		parts = append(parts, phrase.Of("a game lasts at most %s: each side has %s for it, and who uses that up loses on time", spell(t.Within), spell(t.share())))
	}
	return strings.Join(parts, "; ")
}

// share returns how long each side of a game has for it, in whole hours, zero for any time.
func (t Terms) share() time.Duration { return (t.Within / 2).Truncate(time.Hour) }

// atOnce says how many games one plays at a time.
func (t Terms) atOnce() string {
	return phrase.Count(t.AtOnce, "at most %d game at once for each", "at most %d games at once for each")
}

// entryWords says who may enter, and when it begins.
func (c *call) entryWords(t Tournament) string {
	where := map[Scope]string{ThisRoom: phrase.Of("open to this room"), ThisServer: phrase.Of("open to the whole server"), Everywhere: phrase.Of("open to all")}[t.Scope]
	parts := []string{where, phrase.Of("%d to %d players", t.Least, t.Most)}
	if t.Least == t.Most {
		parts[1] = players(t.Most)
	}
	switch {
	case t.RatingFrom > 0 && t.RatingTo > 0:
		parts = append(parts, phrase.Of("ratings from %d to %d", t.RatingFrom, t.RatingTo))
	case t.RatingFrom > 0:
		parts = append(parts, phrase.Of("ratings from %d on", t.RatingFrom))
	case t.RatingTo > 0:
		parts = append(parts, phrase.Of("ratings up to %d", t.RatingTo))
	}
	if t.CheckIns > 0 {
		parts = append(parts, phrase.Of("one must check in within the last %s before the start", spell(t.CheckIns)))
	}
	if t.System == Swiss && t.Late > 0 {
		until := t.Late + 1
		if t.RoundCount > 0 {
			until = min(until, t.RoundCount)
		}
		parts = append(parts, phrase.Of("late entry until round %d is paired", until))
	}
	switch {
	case t.Phase != Drafted && t.Phase != Entering:
	case t.Starts != 0 && t.Full > 0:
		parts = append(parts, phrase.Of("it begins %s, or when %d have joined", moment(c.uptime.Calendar(t.Starts)), max(t.Full, t.Least)))
	case t.Starts != 0:
		parts = append(parts, phrase.Of("it begins %s", moment(c.uptime.Calendar(t.Starts))))
	case t.Full > 0:
		parts = append(parts, phrase.Of("it begins when %d have joined", max(t.Full, t.Least)))
	default:
		parts = append(parts, phrase.Of("it begins when the organisers say so"))
	}
	if t.Ends != 0 && t.System == Ladder {
		parts = append(parts, phrase.Of("it ends %s", moment(c.uptime.Calendar(t.Ends))))
	}
	return strings.Join(parts, "; ")
}

var tieBreakTitles = map[pairing.TieBreak]string{
	pairing.Buchholz: "Buchholz", pairing.BuchholzCut1: phrase.Of("Buchholz without the lowest"), pairing.BuchholzMedian: phrase.Of("median Buchholz"),
	pairing.SonnebornBerger: "Sonneborn-Berger", pairing.DirectEncounter: phrase.Of("direct encounter"), pairing.MostWins: phrase.Of("wins"),
	pairing.Progressive: phrase.Of("progressive score"), pairing.GamesAsBlack: phrase.Of("games as Black"),
}

func (t Terms) tieBreakWords() string {
	words := ""
	for i, by := range t.TieBreaks {
		if i == 0 {
			words = tieBreakTitles[by]
			continue
		}
		words = phrase.Of("%s, then %s", words, tieBreakTitles[by])
	}
	return words
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
