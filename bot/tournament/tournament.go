package tournament

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// Tournament is a record of a tournament with what follows from it. It has no
// store and says nothing by itself.
type Tournament struct{ bot.Tournament }

// Of returns the tournament of a record, whose slices it shares.
func Of(record bot.Tournament) *Tournament { return &Tournament{record} }

// Find returns the round and the entry of a game of the tournament.
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

// Running lists the games of the tournament that have no result.
func (t *Tournament) Running() (all []*bot.TournamentGame) {
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; g.Result == pairing.Pending {
				all = append(all, g)
			}
		}
	}
	return all
}

// Clone returns a tournament that shares nothing that games change with t: its results can be changed to see what would follow.
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

// IfWon returns what the tournament would be if an entrant had won one of its games. t stays as it is.
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

// Heading names the tournament in a sentence.
func (t *Tournament) Heading() string { return phrase.Of("tournament %d, %s", t.ID, t.Name) }

// RoundName names a round in a sentence.
func (t *Tournament) RoundName(n int) string {
	return t.byRound(n, phrase.Of("the final"), phrase.Of("the semi-finals"), phrase.Of("the quarter-finals"), phrase.Of("round %d of %d", n, t.Total()))
}

// InRound names the tournament and one of its rounds, if there is more than one.
func (t *Tournament) InRound(n int) string {
	if t.System == bot.Ladder || n == 0 {
		return t.Heading()
	}
	return t.Heading() + " (" + t.RoundName(n) + ")"
}

// byRound returns which of some texts is about a round: a knockout has special ones for its last rounds.
func (t *Tournament) byRound(n int, final, semis, quarters, other string) string {
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

// Total returns how many rounds there will be, zero for a ladder.
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
	}
	return 0
}

func (t *Tournament) Berger() pairing.RoundRobin {
	groups := t.Groups
	if groups == nil { // as it would be if it began now
		groups = pairing.Snake(len(t.Entrants), max(min(t.GroupCount, len(t.Entrants)/2), 1))
	}
	return pairing.RoundRobin{Double: t.Double, Groups: groups}
}

// Listed is how many games a list shows at most.
const Listed = 25

// Verbs lists what organisers can tell a tournament to do.
func (t *Tournament) Verbs() []string {
	switch {
	case t.Phase == bot.Drafted:
		return []string{"open", "cancel"}
	case t.Phase == bot.Entering:
		return []string{"start", "cancel"}
	case t.System == bot.Ladder:
		return []string{"finish", "cancel"}
	case t.Paused != 0:
		return []string{"resume", "cancel"}
	}
	return []string{"pause", "cancel"}
}

const (
	// LongestPause is after how long a pause ends by itself.
	LongestPause = 30 * bot.Day
	// Patience is how long a draft, a tournament without a date, or a ladder without a game waits.
	Patience = 90 * bot.Day
)

// RoomForMoves makes sure that each side's share of a game is enough for at least one move.
func (t *Tournament) RoomForMoves() error {
	if move := max(t.Pace.PerMove, t.Pace.Bank); t.Within > 0 && t.Share() < move {
		return bot.Problemf(bot.NotNow, "A game of at most %s leaves each side %s, and with this pace a single move may take %s. "+
			"`arrange %d within TIME` sets a longer time, and `arrange %d pace PACE` another pace.", bot.Spell(t.Within), bot.Spell(t.Share()), bot.Spell(move), t.ID, t.ID)
	}
	return nil
}

// PhaseWords says how far a tournament has come, as part of a sentence.
func (t *Tournament) PhaseWords() string {
	switch {
	case t.Phase == bot.Drafted:
		return phrase.Of("a draft, which only its organisers see")
	case t.Phase == bot.Entering:
		return phrase.Of("open for entries")
	case t.Paused != 0:
		return phrase.Of("paused")
	case t.Phase == bot.Running && t.System == bot.Ladder:
		return phrase.Of("under way")
	case t.Phase == bot.Running && len(t.Rounds) == 0:
		return phrase.Of("about to begin")
	case t.Phase == bot.Running:
		n := len(t.Rounds)
		return t.byRound(n, phrase.Of("in the final"), phrase.Of("in the semi-finals"), phrase.Of("in the quarter-finals"), phrase.Of("in round %d of %d", n, t.Total()))
	case t.Phase == bot.CalledOff:
		return phrase.Of("called off: %s", t.CauseWords())
	}
	return phrase.Of("over")
}

// Wake returns when a sweep has to look at the tournament next, or zero for never.
func (t *Tournament) Wake() bot.Moment {
	switch {
	case t.Over():
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

// nextRound returns when the next round may begin, zero if that is no matter of time.
func (t *Tournament) nextRound() bot.Moment {
	if t.Every == 0 || len(t.Rounds) == 0 {
		return 0
	}
	return t.Rounds[len(t.Rounds)-1].Opened.Plus(t.Every)
}

// Climbs is how many rungs above one's own one can challenge.
const Climbs = 3

// OthersOrganise makes sure that a tournament keeps an organiser when one goes.
func (t *Tournament) OthersOrganise(name string) error {
	if len(t.Organisers) > 1 {
		return nil
	}
	return bot.Problemf(bot.NotNow, "%s is the only organiser. `arrange %d organiser NAME` asks somebody else first, and `direct %d cancel` calls it off.", name, t.ID, t.ID)
}
