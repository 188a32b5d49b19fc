package tournament

import (
	"cmp"
	"slices"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Tournament is a record with the methods that interpret it. It has no store and sends nothing.
type Tournament struct {
	bot.Tournament
	// Spans are the places in which each entrant of a running division of a league can still
	// finish. They are nil until somebody has computed them. Tables show them.
	Spans []Span
}

// Span is the best and the worst place in which an entrant can still finish.
type Span struct{ Best, Worst int }

// Of wraps a record, sharing its slices.
func Of(record bot.Tournament) *Tournament { return &Tournament{Tournament: record} }

// Find returns the round and the entry of a game in the tournament.
func (t *Tournament) Find(id bot.GameID) (round int, game *bot.TournamentGame) {
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; g.ID == id {
				return i + 1, g
			}
		}
	}
	return 0, nil
}

// Running returns the games of the tournament that have begun and have no result yet.
func (t *Tournament) Running() (all []*bot.TournamentGame) {
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; g.Result == pairing.Pending && g.ID != 0 {
				all = append(all, g)
			}
		}
	}
	return all
}

// Clone returns a copy that shares nothing that the results of games change. So results can be
// tried out on it.
func (t *Tournament) Clone() *Tournament {
	c := *t
	c.Rounds = slices.Clone(t.Rounds)
	for i := range c.Rounds {
		c.Rounds[i].Games = slices.Clone(c.Rounds[i].Games)
		c.Rounds[i].Byes = slices.Clone(c.Rounds[i].Byes)
	}
	c.Entrants, c.Rungs = slices.Clone(t.Entrants), slices.Clone(t.Rungs)
	return &c
}

// IfWon returns the tournament as it would be if an entrant had won one of its games. It does not
// change t.
func (t *Tournament) IfWon(id bot.GameID, number int) *Tournament {
	c := t.Clone()
	if _, g := c.Find(id); g != nil && g.White == number {
		g.Result = pairing.WhiteWins
	} else if g != nil {
		g.Result = pairing.BlackWins
	}
	return c
}

// Organises reports whether a player is an organiser of the tournament.
func (t *Tournament) Organises(p bot.PlayerID) bool {
	return p != 0 && slices.Contains(t.Organisers, p)
}

// Title returns the name of the tournament: the one that an organiser has given it, else that of
// its system and game.
func (t *Tournament) Title() phrase.Text {
	switch {
	case t.Season != nil:
		return seasonTitle(t)
	case t.Name != "":
		return phrase.Isolate(t.Name)
	case t.System == bot.Simul:
		return SimulOf(t).title(t.EntrantName(Host))
	}
	return phrase.Of("%s of %s", phrase.Upper(t.System.Title()), bot.Title(t.Variants[0]))
}

// plainTitle is like Title, for files.
func (t *Tournament) plainTitle() string {
	if t.Season != nil {
		return phrase.Unisolated(phrase.English(t.Title()))
	}
	return cmp.Or(t.Name, phrase.English(t.Title()))
}

// Heading returns the number and name of the tournament, for use in a sentence.
func (t *Tournament) Heading() phrase.Text { return phrase.Of("tournament %d, %s", t.ID, t.Title()) }

// RoundName returns the name of a round, for use in a sentence.
func (t *Tournament) RoundName(n int) phrase.Text {
	return t.byRound(n, phrase.Of("the final"), phrase.Of("the semi-finals"), phrase.Of("the quarter-finals"), phrase.Of("round %d of %d", n, t.Total()))
}

// RoundHeading returns the tournament's heading and the name of a round, if there are several.
func (t *Tournament) RoundHeading(n int) phrase.Text {
	if !t.HasRounds() || n == 0 {
		return t.Heading()
	}
	return t.Heading() + " (" + t.RoundName(n) + ")"
}

// byRound returns the text that applies to a round. The last rounds of a knockout have texts of
// their own.
func (t *Tournament) byRound(n int, final, semis, quarters, other phrase.Text) phrase.Text {
	if t.System == bot.Knockout {
		switch t.Total() - n {
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

// Total returns the number of rounds, zero for a ladder.
func (t *Tournament) Total() int {
	n := len(t.Entrants)
	switch t.System {
	case bot.RoundRobin:
		return t.Berger().Rounds()
	case bot.Knockout:
		return pairing.KnockoutRounds(n)
	case bot.Swiss:
		most := max(n-1+n%2, 1)
		if t.RoundCount > 0 {
			return min(t.RoundCount, most)
		}
		return min(pairing.KnockoutRounds(n)+1, most)
	case bot.Simul, bot.TeamMatch:
		if t.Double {
			return 2
		}
		return 1
	}
	return 0
}

func (t *Tournament) Berger() pairing.RoundRobin {
	groups := t.Groups
	if groups == nil { // not begun: the groups as they would be now
		groups = pairing.Snake(len(t.Entrants), max(min(t.GroupCount, len(t.Entrants)/2), 1))
	}
	return pairing.RoundRobin{Double: t.Double, Groups: groups}
}

// Listed is the maximum number of games in a list.
const Listed = 25

// OrganiserCommands returns the words by which organisers can act on the tournament now.
func (t *Tournament) OrganiserCommands() []string {
	switch {
	case t.Season != nil: // the command league is for its organisers
		return nil
	case t.Phase == bot.Drafted:
		return []string{"open", "cancel"}
	case t.Phase == bot.Entering:
		return []string{"start", "cancel"}
	case t.System == bot.Ladder:
		return []string{"finish", "cancel"}
	case t.Paused != 0:
		return []string{"resume", "cancel"}
	case t.System == bot.Simul:
		return []string{"cancel"}
	}
	return []string{"pause", "cancel"}
}

const (
	// LongestPause is the time after which a pause ends by itself.
	LongestPause = 30 * bot.Day
	// Patience is how long a draft, a tournament without a date, or a ladder without games is kept.
	Patience = 90 * bot.Day
)

// RoomForMoves returns an error unless each side's total time for a game allows at least one move.
func (t *Tournament) RoomForMoves() error {
	if move := max(t.Pace.PerMove, t.Pace.Bank); t.Within > 0 && t.Share() < move {
		return bot.Problemf(bot.NotNow, "A game of at most %s leaves each side %s, and with this pace a single move may take %s. "+
			"`set %d within TIME` sets a longer time, and `set %d pace PACE` another pace.", bot.DurationWords(t.Within), bot.DurationWords(t.Share()), bot.DurationWords(move), t.ID, t.ID)
	}
	return nil
}

// PhaseWords describes the phase as part of a sentence.
func (t *Tournament) PhaseWords() phrase.Text {
	switch {
	case t.Phase == bot.Drafted:
		return phrase.Of("a draft, which only its organisers see")
	case t.Phase == bot.Entering && t.System == bot.TeamMatch && t.Away == (bot.RoomID{}):
		return phrase.Of("waiting for another room")
	case t.Phase == bot.Entering:
		return phrase.Of("open for entries")
	case t.Paused != 0:
		return phrase.Of("paused")
	case t.Phase == bot.Running && !t.HasRounds() && (t.System == bot.Ladder || t.Begun()):
		return phrase.Of("under way")
	case t.Phase == bot.Running && len(t.Rounds) == 0 && t.Unpaired() && t.System.HasRounds():
		return phrase.Of("about to begin, and the first round is being paired")
	case t.Phase == bot.Running && len(t.Rounds) == 0:
		return phrase.Of("about to begin")
	case t.Phase == bot.Running:
		n := len(t.Rounds)
		words := t.byRound(n, phrase.Of("in the final"), phrase.Of("in the semi-finals"), phrase.Of("in the quarter-finals"), phrase.Of("in round %d of %d", n, t.Total()))
		if t.Unpaired() {
			words = phrase.Of("%s, and the next round is being paired", words)
		}
		return words
	case t.Phase == bot.CalledOff:
		return phrase.Of("called off: %s", t.CauseWords())
	}
	return phrase.Of("over")
}

// Unreadable returns an error if no game of the tournament can begin, because the rules of one of
// its games are not known any more.
func (t *Tournament) Unreadable() error {
	for _, id := range t.Variants {
		if _, err := rules.Find(id); err != nil {
			return err
		}
	}
	return nil
}

// Wake returns when the tournament needs attention next; zero for never. Seasons of leagues wait
// for their league.
func (t *Tournament) Wake() bot.Moment {
	switch {
	case t.Over(), t.Season != nil && t.Paused == 0:
		return 0
	case t.Phase == bot.Drafted:
		return t.Made.Plus(Patience)
	case t.Phase == bot.Entering && t.Starts == 0:
		return t.Made.Plus(Patience)
	case t.Phase == bot.Entering && t.CheckIns > 0 && !t.CheckIn:
		return max(t.Starts.Plus(-t.CheckIns), 1)
	case t.Phase == bot.Entering:
		return t.Starts
	case t.Paused != 0:
		return t.Paused.Plus(LongestPause)
	case t.System == bot.Ladder && t.Quiet != 0 && len(t.Running()) == 0 && (t.Ends == 0 || t.Quiet.Plus(Patience) < t.Ends):
		return t.Quiet.Plus(Patience)
	case t.System == bot.Ladder:
		return t.Ends
	}
	if next := t.nextRound(); !t.Awaits && next > 0 && t.MayPair(next) {
		return next
	}
	return 0
}

// nextRound returns when the next round may begin, zero if that does not depend on the time.
func (t *Tournament) nextRound() bot.Moment {
	if t.Every == 0 || len(t.Rounds) == 0 {
		return 0
	}
	return t.Rounds[len(t.Rounds)-1].Opened.Plus(t.Every)
}

// Climbs is how many rungs up a challenge on a ladder may go.
const Climbs = 3

// CheckOthersOrganise returns an error if the tournament would have no organiser left without the
// player of that name.
func (t *Tournament) CheckOthersOrganise(name phrase.Text) error {
	if len(t.Organisers) > 1 {
		return nil
	}
	return bot.Problemf(bot.NotNow, "%s is the only organiser. `set %d organiser NAME` asks somebody else first, and `tournament %d cancel` calls it off.", name, t.ID, t.ID)
}
