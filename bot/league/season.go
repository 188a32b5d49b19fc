package league

import (
	"time"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/rules"
)

// AtOnce is how many games each member of a division plays at once.
const AtOnce = 2

// TieBreaks returns the tie-breaks of a division. With others, [Ranges] may count equal points as
// both better and worse until the end.
func TieBreaks() []pairing.TieBreak {
	return []pairing.TieBreak{pairing.DirectEncounter, pairing.MostWins, pairing.SonnebornBerger}
}

// The lengths of a season, in weeks.
const (
	ShortestSeason = 4
	UsualSeason    = 8
	LongestSeason  = 12
)

// Margin is the advantage, in hundredths of a Pawn, with which a game that is open at the end of
// the season counts as won.
const Margin = 300

// Adjudicate returns the winner of a game that is open at the end of the season, nil for half a
// point each. opinion is the engine's opinion of the position, nil if there is none.
func Adjudicate(opinion *bot.Judged) (winner *rules.Side) {
	white, black := rules.White, rules.Black
	switch {
	case opinion == nil:
		return nil
	case opinion.Mate > 0 || opinion.Mate == 0 && opinion.Score >= Margin:
		return &white
	case opinion.Mate < 0 || opinion.Score <= -Margin:
		return &black
	}
	return nil
}

// Bank returns the time that each player has for a season of some weeks, beside the pace: a day a
// week, for all of their games together.
func Bank(weeks int) time.Duration { return time.Duration(weeks) * bot.Day }

// Step is how much time is drawn from a bank at once.
const Step = 12 * time.Hour

// Draw draws time from what is left of a player's bank, when the time for a turn is used up. The
// turn then lasts longer by the time drawn. If that is zero, the game is lost on time. What has
// been drawn for one game is not there for another, so the deadlines of a player's games do not
// depend on each other.
func Draw(left time.Duration) (drawn, rest time.Duration) {
	drawn = min(max(left, 0), Step)
	return drawn, left - drawn
}

// Unused returns how much of the time that was drawn for a turn goes back to the bank, if the
// player has moved with some time left before the deadline.
func Unused(drawn, left time.Duration) time.Duration { return max(min(drawn, left), 0) }
